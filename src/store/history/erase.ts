/** Erases teachers from every version, for good. */
import { keepNamesakes } from "../../domain/changes/namesakes.ts";
import {
  erasureSource,
  type HistoryEntry,
  nextTime,
  type Publication,
  type PublisherNote,
} from "../../domain/publication.ts";
import { copyTeachers } from "../../domain/roster.ts";
import { nameFieldNames } from "../../domain/teacher.ts";
import { type ProgressOptions, placeholders, type Queries } from "../engine.ts";
import { recordErased, recordHighestId } from "./past-ids.ts";
import { insertPublication } from "./publish.ts";
import { checkInterrupted, readerOf } from "./reader.ts";
import { readVersion } from "./roster-reader.ts";

export interface Erasure {
  /** The new version without the teachers. */
  readonly publication: Publication;
  /** The versions that had one of the teachers, ascending. */
  readonly versions: readonly number[];
}

/** A row of a teacher: the versions that have it. */
export interface VersionRange {
  readonly id: number;
  readonly first_version: number;
  readonly last_version: number | null;
}

/** The maximum number of ids in one erasure, so that one statement can name them all. */
export const erasedIdsMax = 1000;

/** The rows of some teachers in all versions. */
export function findRanges(queries: Queries, ids: readonly number[]): Promise<VersionRange[]> {
  return queries.query<VersionRange>(
    `select id, first_version, last_version from teacher where id in ${placeholders(1, ids.length)} order by id, first_version`,
    ids,
  );
}

/** Erases teachers in the transaction of `queries`, and publishes a version without them. Progress is in versions. */
export async function eraseTeachers(
  queries: Queries,
  ids: readonly number[],
  note: PublisherNote,
  progress: ProgressOptions = {},
): Promise<Erasure> {
  progress.onLocked?.();
  await recordHighestId(queries);
  const versions = await deleteTeachers(queries, ids, progress);
  const erasedAt = new Date().toISOString();
  for (const id of ids) await recordErased(queries, id, erasedAt);
  const latest = await readerOf(queries).findLatestTime();
  return { publication: await publishAgain(queries, note, { source: erasureSource, latest }), versions };
}

/**
 * Deletes all rows of teachers, and corrects the publications. Reads every version that had one of the teachers, to
 * compute its new digest. Returns these versions. Throws {@link DamagedVersionError} if one of them is damaged, because
 * a new digest would hide the damage, and the teachers may have other ids in that version.
 */
export async function deleteTeachers(
  queries: Queries,
  ids: readonly number[],
  { onProgress, signal }: ProgressOptions,
): Promise<number[]> {
  const reader = readerOf(queries);
  const erased = new Set(ids);
  const ranges = await findRanges(queries, ids);
  const names = await findNames(queries, ids);
  const versions: number[] = [];
  const all = ranges.length === 0 ? [] : (await reader.listPublications()).toReversed();
  for (const [i, before] of all.entries()) {
    onProgress?.(i, all.length);
    await checkInterrupted(signal);
    const counts = subtractRanges(before, ranges, all[i - 1]?.version);
    const isAffected = counts.count !== before.count;
    const roster = isAffected ? await readVersion(reader, before, { signal }) : null;
    const rest = roster && copyTeachers(roster, (id) => (erased.has(id) ? null : id)).finish();
    const digest = rest?.digest ?? before.digest;
    const namesakes = keepNamesakes(before.namesakes, (id) => !erased.has(id));
    const after = { ...counts, digest, namesakes, answers: keepAnswers(before.answers, names) };
    if (isAffected) versions.push(after.version);
    if (Bun.deepEquals(after, before)) continue;
    await queries.query(
      "update publication set count = $1, added = $2, changed = $3, removed = $4, digest = $5, namesakes = $6, answers = $7 where version = $8",
      [after.count, after.added, after.changed, after.removed, digest, namesakes, after.answers, after.version],
    );
  }
  await queries.query(`delete from teacher where id in ${placeholders(1, ids.length)}`, ids);
  return versions;
}

/** All names of some teachers, in lower case, without initials. */
async function findNames(queries: Queries, ids: readonly number[]): Promise<string[]> {
  const rows = await queries.query<Readonly<Record<string, string | null>>>(
    `select ${nameFieldNames.join(", ")} from teacher where id in ${placeholders(1, ids.length)}`,
    ids,
  );
  const names = new Set(rows.flatMap((row) => nameFieldNames.map((field) => (row[field] ?? "").toLowerCase())));
  return [...names].filter((name) => name.length > 2);
}

/**
 * Removes answers that contain a name. Answers contain headings, and the first row of a table without headings may have
 * been taken for the header.
 */
function keepAnswers(answers: string, names: readonly string[]): string {
  const text = answers.toLowerCase();
  return names.some((name) => text.includes(name)) ? "" : answers;
}

/**
 * The counts of a version without some rows. Changes are counted against the version before. If that version was
 * pruned, the counts of changes stay the same.
 */
function subtractRanges(
  entry: HistoryEntry,
  ranges: readonly VersionRange[],
  versionBefore: number | undefined,
): HistoryEntry {
  const { version } = entry;
  const had = (range: VersionRange, at: number): boolean =>
    range.first_version <= at && (range.last_version ?? at) >= at;
  const result = { ...entry };
  const hasChanges = (versionBefore ?? 0) === version - 1;
  for (const id of new Set(ranges.map((range) => range.id))) {
    const own = ranges.filter((range) => range.id === id);
    const before = own.find((range) => had(range, version - 1));
    const now = own.find((range) => had(range, version));
    if (now !== undefined) result.count--;
    if (now === before || !hasChanges) continue;
    if (now === undefined) result.removed--;
    else if (before === undefined) result.added--;
    else result.changed--;
  }
  return result;
}

/**
 * Publishes the current content again, after an erasure or a restore, so that servers follow it. `latest` is the time
 * that the new one must be later than.
 */
export async function publishAgain(
  queries: Queries,
  note: PublisherNote,
  { source, latest }: { readonly source: string; readonly latest: string | null },
): Promise<Publication> {
  const [current] = await readerOf(queries).listPublications();
  if (current === undefined) throw new Error("Nothing is published yet");
  const publication: HistoryEntry = {
    ...current,
    ...note,
    version: current.version + 1,
    id: crypto.randomUUID(),
    publishedAt: nextTime(latest),
    source,
    added: 0,
    changed: 0,
    removed: 0,
  };
  await insertPublication(queries, publication);
  return publication;
}
