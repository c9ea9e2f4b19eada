/** Erases teachers: from the database, from its files, and says where their names may remain. */
import type { PublisherNote } from "../domain/publication.ts";
import type { Remainder } from "../store/engine.ts";
import type { Erasure, VersionRange } from "../store/history/erase.ts";
import type { ProgressOptions } from "../store/progress.ts";
import type { Store } from "../store/store.ts";
import { describeFailure } from "./texts/failure-texts.ts";
import { translateMessage } from "./texts/language.ts";
import { remainderTexts, removalTexts } from "./texts/removal-texts.ts";

export interface Erased extends Erasure {
  /** The versions whose source or message has one of the names. */
  readonly mentions: readonly number[];
  /** Where deleted rows may remain; an error where the files could not be cleared. */
  readonly remaining: readonly Remainder[] | Error;
}

/** Erases teachers that versions have, and clears their rows from the files. The note is for the history. */
export async function eraseEverywhere(
  store: Store,
  ids: readonly number[],
  note: PublisherNote,
  work?: ProgressOptions,
): Promise<Erased> {
  const { ranges } = await store.findTraces(ids);
  const names = await findLastNames(store, ranges);
  const erasure = await store.erase(ids, note, work);
  const remaining = await store.database.compact().catch((error: Error) => error);
  return { ...erasure, mentions: await findMentions(store, names), remaining };
}

/** The last names that some rows have, which are looked for in the texts of the history. */
export async function findLastNames(store: Store, ranges: readonly VersionRange[]): Promise<string[]> {
  const names = new Set<string>();
  for (const { id, first_version } of ranges) {
    const teacher = await store.findTeacher(id, first_version);
    if (teacher !== null && teacher.last_name !== "") names.add(teacher.last_name);
  }
  return [...names];
}

/** The versions whose source or message has one of the names. */
export async function findMentions(store: Store, names: readonly string[]): Promise<number[]> {
  const all = await store.listPublications();
  const mentions = all.filter(({ source, message, publishedBy }) =>
    names.some((name) => `${source} ${message} ${publishedBy}`.toLowerCase().includes(name.toLowerCase())),
  );
  return mentions.map(({ version }) => version);
}

/** Where the names may remain. */
export function describePlaces({ mentions, remaining }: Pick<Erased, "mentions" | "remaining">): string[] {
  const rows = remaining instanceof Error ? [] : remaining;
  return [
    ...(remaining instanceof Error ? [removalTexts.stillInFiles(describeFailure(remaining))] : []),
    ...mentions.map((version) => removalTexts.mention(version)),
    ...rows.map((remainder) => translateMessage(remainderTexts, remainder)),
    ...removalTexts.otherPlaces.map((text) => text()),
  ];
}
