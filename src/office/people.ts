/** Finds people in all versions, for an erasure. */
import { spellingKey, splitWords } from "../domain/names/names.ts";
import { nameFieldNames, type StoredTeacher } from "../domain/teacher.ts";
import { removalTexts } from "../publish/removal-texts.ts";
import type { VersionRange } from "../store/history/erase.ts";
import type { StoredRow } from "../store/history/reader.ts";
import type { Store } from "../store/store.ts";

export type FoundPerson = ReturnType<typeof describePerson>;

/**
 * Finds people in all versions; each word must be the beginning of a word of the name. Stops once more than `max` are
 * found.
 */
export async function findPeople(store: Store, name: string, max: number): Promise<FoundPerson[]> {
  const words = splitWords(name).map(spellingKey);
  const found = new Map<number, StoredRow[]>();
  if (words.length === 0) return [];
  for await (const batch of store.readRows()) {
    for (const row of batch) {
      const own = nameFieldNames.flatMap((field) => splitWords(row[field]).map(spellingKey));
      if (!words.every((word) => own.some((part) => part.startsWith(word)))) continue;
      found.set(row.id, [...(found.get(row.id) ?? []), row]);
    }
    if (found.size > max) break;
  }
  return [...found.values()].map((rows) => describePerson(rows.at(-1)!, rows));
}

/** The person with this id in any version, or null. */
export async function findPerson(store: Store, id: number): Promise<FoundPerson | null> {
  const { ranges } = await store.findTraces([id]);
  const teacher = await store.findTeacher(id, ranges.at(-1)?.first_version ?? 0);
  return teacher && describePerson(teacher, ranges);
}

/**
 * A person, with the data from the newest version that has this person. `versions` is a text such as `1–3, 5 and
 * later`. To confirm the erasure, the officer types `nameToConfirm`, the full name.
 */
function describePerson(teacher: StoredTeacher, ranges: readonly VersionRange[]) {
  const spans: { first: number; last: number | null }[] = [];
  for (const { first_version: first, last_version: last } of ranges) {
    const before = spans.at(-1);
    if (before?.last === first - 1) before.last = last;
    else spans.push({ first, last });
  }
  const versions = spans.map(({ first, last }) => {
    if (last === null) return removalTexts.andLater(first);
    return first === last ? String(first) : `${first}–${last}`;
  });
  const parts = nameFieldNames.map((field) => teacher[field]);
  const nameToConfirm = parts.filter((part) => part !== "").join(" ");
  return { teacher, versions: versions.join(", "), nameToConfirm };
}
