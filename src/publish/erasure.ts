/** Clears the files after an erasure, and lists where the names may remain. */
import type { Remainder } from "../store/engine.ts";
import type { VersionRange } from "../store/history/erase.ts";
import type { Store } from "../store/store.ts";
import { remainderTexts, removalTexts } from "./removal-texts.ts";
import { describeSource } from "./version-texts.ts";

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
  clear = store.compact,
): Promise<{ readonly failure: Error | null; readonly places: string[] }> {
  const remaining = await clear().catch((error: Error) => error);
  const mentions = await findMentions(store, names);
  if (!(remaining instanceof Error)) return { failure: null, places: describePlaces(mentions, remaining) };
  return { failure: remaining, places: describePlaces(mentions, []) };
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
    ...remaining.map((one) => remainderTexts[one.code]("path" in one ? one.path : "")),
    ...removalTexts.otherPlaces.map((text) => text()),
  ];
}
