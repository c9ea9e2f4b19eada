/** Compares a roster with the current version, and gives ids, before anything is written. */
import { type Assignment, assignIds, type PastTeachers } from "../domain/changes/id-assignment.ts";
import { type Namesakes, nameKey, parseNamesakes } from "../domain/changes/namesakes.ts";
import { type ChangeCounts, findChanges, type RosterChanges } from "../domain/changes/roster-changes.ts";
import type { HistoryEntry, Publication } from "../domain/publication.ts";
import { createRosterBuilder, hasId, type Roster, teacherAtPosition } from "../domain/roster.ts";
import { nameFieldNames, type StoredTeacher, textsOf } from "../domain/teacher.ts";
import { ErasedIdError } from "../store/history/ids.ts";
import type { StoredRow } from "../store/history/reader.ts";
import { checkDigest, gatherRoster, readVersion } from "../store/history/roster-reader.ts";
import type { Store, StoreReader } from "../store/store.ts";

/** Changes and warnings for a review. */
export interface Review {
  readonly changes: RosterChanges;
  /**
   * The version that the changes are compared with; null for the first content, and for content that replaces the
   * sample.
   */
  readonly current: Publication | null;
  /** The sample that would be replaced and removed from the history, or null. */
  readonly sample: Publication | null;
  /** The newest version that had the same content. */
  readonly earlier: Publication | null;
  readonly returned: Assignment["returned"];
  /**
   * The number of teachers ever erased if this publication gives new ids, otherwise 0. A new teacher may be one who was
   * erased; nothing shows this, because names of erased teachers are not kept.
   */
  readonly erased: number;
  /** The teachers with new ids; none if nobody was ever erased. */
  readonly newcomers: readonly StoredTeacher[];
}

/** A roster that can be published. */
export interface Reviewed {
  /** Every teacher has an id. */
  readonly roster: Roster;
  readonly review: Review;
  readonly counts: ChangeCounts;
  /** The newest publication, which the roster was compared with; null if there is none. */
  readonly newest: HistoryEntry | null;
  /** Whether the newest version has this content already. */
  readonly isSame: boolean;
}

type ReviewReader = Pick<
  StoreReader,
  "findCurrent" | "findVersion" | "readTeachers" | "readRows" | "findHighestId" | "listErased" | "findContent"
>;

/** Reviews the roster on the snapshot of `reader`. Throws {@link ErasedIdError}. */
export async function reviewRoster(reader: ReviewReader, given: Roster, signal?: AbortSignal): Promise<Reviewed> {
  const published = await reader.findCurrent();
  const newest = published && (await reader.findVersion(published.version));
  // The first import replaces the sample as if nothing had been published, so invented teachers do not affect which ids
  // are given.
  const isSample = newest?.source.kind === "sample";
  const current = isSample ? null : newest;
  const before = current === null ? emptyRoster() : await gatherRoster(reader.readTeachers(current.version, signal));
  const { roster, returned, newCount } = await assignIds(given, async () => {
    if (current !== null) checkDigest(before, current);
    const highestId = await reader.findHighestId(isSample ? ["highest_id", "erased_teacher"] : undefined);
    return { current: before, highestId, findPast: () => gatherPast(reader.readRows(signal)) };
  });
  const erased = await reader.listErased();
  const erasedIds = erased.map(({ id }) => id).filter((id) => hasId(roster.ids, id));
  if (erasedIds.length > 0) throw new ErasedIdError(erasedIds);
  // The rows are compared, not the digests, so importing a file again repairs damaged rows.
  const changes = findChanges(before, roster);
  const { added, changed, removed } = changes.counts;
  const isSame = newest?.digest === roster.digest && (isSample || added + changed + removed === 0);
  const newcomers = Array.from({ length: erased.length === 0 ? 0 : newCount }, (_, i) =>
    teacherAtPosition(roster, roster.count - newCount + i),
  );
  const review = {
    changes,
    current,
    sample: isSample ? newest : null,
    earlier: await reader.findContent(roster.digest),
    returned,
    erased: newCount === 0 ? 0 : erased.length,
    newcomers,
  };
  return { roster, review, counts: changes.counts, newest, isSame };
}

/** Reviews the roster as the first content of a database that does not exist yet. */
export function reviewFirst(given: Roster): Promise<Reviewed> {
  async function* none(): AsyncGenerator<never> {}
  const [nothing, noOne] = [async () => null, async () => []];
  const empty = { findCurrent: nothing, findVersion: nothing, readTeachers: none, readRows: none };
  return reviewRoster({ ...empty, findContent: nothing, listErased: noOne, findHighestId: async () => 0 }, given);
}

/** The changes between two versions. `from` is null for the empty directory before the first version. */
export function compareVersions(
  { read }: Pick<Store, "read">,
  from: HistoryEntry | null,
  to: HistoryEntry,
): Promise<RosterChanges> {
  return read(async (reader) => {
    const before = from === null ? emptyRoster() : await readVersion(reader, from);
    return findChanges(before, await readVersion(reader, to));
  });
}

function emptyRoster(): Roster {
  return createRosterBuilder().finish();
}

/** Gathers the rows of former teachers, and the earlier rows of current ones. */
async function gatherPast(rows: AsyncIterable<readonly StoredRow[]>): Promise<PastTeachers> {
  const builder = createRosterBuilder();
  const ids: number[] = [];
  const lastVersions: number[] = [];
  for await (const batch of rows) {
    for (const row of batch) {
      if (row.last_version === null) continue;
      ids.push(row.id);
      lastVersions.push(row.last_version);
      builder.add(ids.length, textsOf(row), 0);
    }
  }
  return { rows: builder.finish(), ids, lastVersions };
}

/**
 * The ids of teachers with the same name who were accepted as different people in any version, by the key of the name.
 * Includes those who left, because they may return, for example by a rollback.
 */
export async function findAcceptedNamesakes(
  store: Pick<Store, "listPublications" | "findTeachers">,
): Promise<Map<string, Namesakes>> {
  const accepted = new Map<string, Namesakes>();
  const seen = new Set<string>();
  for (const { version, namesakes } of await store.listPublications()) {
    const groups = parseNamesakes(namesakes).filter((ids) => !seen.has(String(ids)));
    for (const ids of groups) seen.add(String(ids));
    for (const { id, ...texts } of await store.findTeachers(groups.flat(), version)) {
      const key = nameKey(nameFieldNames.map((name) => texts[name]));
      const group = groups.find((ids) => ids.includes(id));
      if (key !== null && group !== undefined)
        accepted.set(key, [...new Set([...(accepted.get(key) ?? []), ...group])]);
    }
  }
  return accepted;
}
