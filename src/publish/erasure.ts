/** Erases teachers from the database and its files, and lists where their names may remain. */
import { spellingKey, splitWords } from "../domain/names/names.ts";
import { nameFieldNames, type StoredTeacher } from "../domain/teacher.ts";
import { translateMessage } from "../read/language.ts";
import type { Remainder } from "../store/engine.ts";
import type { VersionRange } from "../store/history/erase.ts";
import type { StoredRow } from "../store/history/reader.ts";
import type { Store } from "../store/store.ts";
import { describeFailure } from "./failure-texts.ts";
import { remainderTexts, removalTexts } from "./removal-texts.ts";
import { describeSource } from "./version-texts.ts";

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

/** The last names in these rows, for {@link clearErased}. They must be read before the rows are erased. */
export async function findLastNames(store: Store, ranges: readonly VersionRange[]): Promise<string[]> {
  const names = new Set<string>();
  for (const { id, first_version } of ranges) {
    const teacher = await store.findTeacher(id, first_version);
    if (teacher !== null && teacher.last_name !== "") names.add(teacher.last_name);
  }
  return [...names];
}

/**
 * Clears erased rows from the files of the database. Returns why that failed, or null, and the places where these last
 * names may remain.
 */
export async function clearErased(
  store: Store,
  names: readonly string[],
  clear = store.database.compact,
): Promise<{ readonly failure: string | null; readonly places: string[] }> {
  const remaining = await clear().catch((error: Error) => error);
  const mentions = await findMentions(store, names);
  if (!(remaining instanceof Error)) return { failure: null, places: describePlaces(mentions, remaining) };
  return { failure: removalTexts.stillInFiles(describeFailure(remaining)), places: describePlaces(mentions, []) };
}

/** The versions whose source, publisher or message has one of the names. */
async function findMentions(store: Store, names: readonly string[]): Promise<number[]> {
  const all = await store.listPublications();
  const mentions = all.filter(({ source, message, publishedBy }) =>
    names.some((name) =>
      `${describeSource(source)} ${message} ${publishedBy}`.toLowerCase().includes(name.toLowerCase()),
    ),
  );
  return mentions.map(({ version }) => version);
}

/**
 * Describes the places where the names may remain: the versions that mention them, what clearing the files has left,
 * and places outside of our files.
 */
function describePlaces(mentions: readonly number[], remaining: readonly Remainder[]): string[] {
  return [
    ...mentions.map((version) => removalTexts.mention(version)),
    ...remaining.map((remainder) => translateMessage(remainderTexts, remainder)),
    ...removalTexts.otherPlaces.map((text) => text()),
  ];
}
