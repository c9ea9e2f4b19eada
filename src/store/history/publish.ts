/** Publishes a roster as a new version: compares it with the current content, and writes the differences. */

import { type Assignment, assignIds } from "../../domain/changes/id-assignment.ts";
import { findNamesakes, keepNamesakes, renderNamesakes } from "../../domain/changes/namesakes.ts";
import { type ChangeCounts, findChanges, type RosterChanges } from "../../domain/changes/roster-changes.ts";
import { type HistoryEntry, nextTime, type Publication, sampleSource } from "../../domain/publication.ts";
import {
  createRosterBuilder,
  hasId,
  listTeachers,
  type Roster,
  teacherAtPosition,
  textAtPosition,
} from "../../domain/roster.ts";
import { type StoredTeacher, storedFieldNames, textFieldNames, textsOf } from "../../domain/teacher.ts";
import { createRowInserter, insertStatement, type ProgressOptions, placeholders, type Queries } from "../engine.ts";
import { countErased, ErasedIdError, findHighestId, gatherPast } from "./past-ids.ts";
import { checkInterrupted, historyColumns, type StoreReader } from "./reader.ts";
import { readVersion } from "./roster-reader.ts";

/**
 * The result of an import or a dry run. `publication` is the current one if nothing changed, and null if a dry run
 * would publish a new one.
 */
export interface PublishResult extends ChangeCounts {
  readonly publication: Publication | null;
  readonly published: boolean;
}

/** Changes and warnings for a review, before anything is written. */
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

/** Progress is in rows written. */
export interface PublishOptions extends ProgressOptions {
  /** The origin of the content, such as a file name. */
  readonly source: string;
  /** The publisher's message; empty by default. */
  readonly message?: string;
  /** The publisher; empty by default. */
  readonly publishedBy?: string;
  /** The names that several teachers share, if those teachers are accepted as different people. */
  readonly acceptedNames?: ReadonlySet<string> | null;
  /** The publisher's answers about the file, as JSON; by default those of the previous version. */
  readonly answers?: string;
  /** Publishes the same content again, with a new time, instead of nothing. */
  readonly publishesAgain?: boolean;
  /** Computes the result but writes nothing. */
  readonly dryRun: boolean;
  /** Called before anything is written, unless the content is the same. If it throws, nothing is published. */
  readonly review?: (review: Review) => void;
}

/** Publishes in the transaction of `queries`. Teachers of the roster without an id get one. */
export async function publishRoster(
  queries: Queries,
  reader: StoreReader,
  given: Roster,
  options: PublishOptions,
): Promise<PublishResult> {
  const {
    source,
    message = "",
    publishedBy = "",
    publishesAgain = false,
    dryRun,
    review,
    onLocked,
    onProgress,
    signal,
  } = options;
  onLocked?.();
  const newest = await reader.findCurrent();
  const sample = newest?.version === 1 && newest.source === sampleSource ? newest : null;
  // The first import replaces the sample as if nothing had been published, so invented teachers do not affect which ids
  // are given.
  const current = sample === null ? newest : null;
  const { roster, returned, newCount } = await assignIds(given, async () => ({
    current: current === null ? createRosterBuilder().finish() : await readVersion(reader, current, { signal }),
    highestId: await findHighestId(queries, sample === null ? undefined : ["highest_id", "erased_teacher"]),
    findPast: () => gatherPast(reader.readEnded(0, signal)),
  }));
  await refuseErasedIds(queries, roster);
  const rows = await findRowChanges(roster, reader.readTeachers(current?.version ?? 0, signal));
  const { counts } = rows.changes;
  // The rows are compared too, so publishing the same content again repairs damaged rows, except those of a sample.
  const hasChanges = current !== null && counts.added + counts.changed + counts.removed > 0;
  const before = current === null ? null : await reader.findVersion(current.version);
  const namesakes = options.acceptedNames
    ? renderNamesakes(findNamesakes(roster, options.acceptedNames))
    : keepNamesakes(before?.namesakes ?? "[]", (id) => hasId(roster.ids, id));
  if (newest?.digest === roster.digest && !hasChanges && !publishesAgain) {
    // Namesakes can be accepted without any other change.
    if (!dryRun && options.acceptedNames) {
      await queries.query("update publication set namesakes = $1 where version = $2", [namesakes, newest.version]);
    }
    return { publication: newest, published: false, added: 0, changed: 0, removed: 0, unchanged: roster.count };
  }
  const erased = newCount === 0 ? 0 : await countErased(queries);
  const newcomers = Array.from({ length: erased === 0 ? 0 : newCount }, (_, i) =>
    teacherAtPosition(roster, roster.count - newCount + i),
  );
  const earlier = await reader.findContent(roster.digest);
  review?.({ changes: rows.changes, current, sample, earlier, returned, erased, newcomers });
  if (dryRun) return { publication: null, published: false, ...counts };
  const { added, changed, removed } = counts;
  const publication: Publication = {
    version: (newest?.version ?? 0) + 1,
    id: crypto.randomUUID(),
    publishedAt: nextTime(await reader.findLatestTime()),
    source,
    count: roster.count,
    added,
    changed,
    removed,
    digest: roster.digest,
  };
  if (sample !== null) for (const table of ["teacher", "publication"]) await queries.query(`delete from ${table}`);
  await markDeleted(queries, rows.deletedIds, publication.version - 1);
  await insertTeachers(queries, roster, rows, publication.version, async (written) => {
    onProgress?.(written, added + changed);
    await checkInterrupted(signal);
  });
  const answers = options.answers ?? before?.answers ?? "";
  await insertPublication(queries, { ...publication, message, publishedBy, namesakes, answers });
  return { publication, published: true, ...counts };
}

/** Throws {@link ErasedIdError} if the roster has the id of an erased teacher. */
async function refuseErasedIds(queries: Queries, roster: Roster): Promise<void> {
  const erased = await queries.query<{ id: number }>("select id from erased_teacher order by id");
  const found = erased.map(({ id }) => id).filter((id) => hasId(roster.ids, id));
  if (found.length > 0) throw new ErasedIdError(found);
}

/** Writes the row of a publication. */
export async function insertPublication(queries: Queries, entry: HistoryEntry): Promise<void> {
  const fields = Object.keys(historyColumns) as (keyof HistoryEntry)[];
  await queries.query(
    insertStatement("publication", Object.values(historyColumns), 1),
    fields.map((field) => entry[field]),
  );
}

/** Ids per statement. SQLite accepts at most 32,766 values. */
const markedIds = 2_000;

async function markDeleted(queries: Queries, ids: Float64Array, lastVersion: number): Promise<void> {
  for (let from = 0; from < ids.length; from += markedIds) {
    const batch = ids.subarray(from, from + markedIds);
    await queries.query(
      `update teacher set last_version = $1 where last_version is null and id in ${placeholders(2, batch.length)}`,
      [lastVersion, ...batch],
    );
  }
}

async function insertTeachers(
  queries: Queries,
  roster: Roster,
  rows: RowChanges,
  version: number,
  onWritten: (rows: number) => Promise<void>,
): Promise<void> {
  const inserter = createRowInserter(queries, ["first_version", ...storedFieldNames], onWritten);
  const texts = textFieldNames.map((name) => roster.columns[name]);
  for (let position = 0; position < roster.count; position++) {
    if (rows.isUnchanged[position] === 1) continue;
    inserter.push(version);
    inserter.push(roster.ids[position]!);
    for (const { values, codes } of texts) inserter.push(values[codes[position]!]!);
    const writing = inserter.endRow();
    if (writing !== null) await writing;
  }
  await inserter.finish();
}

interface RowChanges {
  /** 1 for each position of the new roster with an unchanged teacher, for whom no row is written. */
  readonly isUnchanged: Uint8Array;
  /** The ids of changed and removed teachers, whose current rows end with the previous version. */
  readonly deletedIds: Float64Array;
  readonly changes: RosterChanges;
}

/** Walks the current teachers, ascending by id, and the new roster in parallel, in linear time. */
export async function findRowChanges(
  next: Roster,
  current: AsyncIterable<readonly StoredTeacher[]> | Iterable<readonly StoredTeacher[]>,
): Promise<RowChanges> {
  const isUnchanged = new Uint8Array(next.count);
  const deleted = createRosterBuilder();
  let position = 0;
  for await (const batch of current) {
    for (const teacher of batch) {
      while (position < next.count && next.ids[position]! < teacher.id) position++;
      const isKept = position < next.count && next.ids[position] === teacher.id;
      if (isKept && isSame(next, position, teacher)) isUnchanged[position] = 1;
      else deleted.add(teacher.id, textsOf(teacher), 0);
    }
  }
  const before = deleted.finish();
  return { isUnchanged, deletedIds: before.ids, changes: findChanges(before, next, isUnchanged) };
}

function isSame(roster: Roster, position: number, teacher: StoredTeacher): boolean {
  for (const name of textFieldNames) if (textAtPosition(roster, name, position) !== teacher[name]) return false;
  return true;
}

/** The changes between two versions. `from` is null for the empty directory before the first version. */
export function compareVersions(
  store: { read<Result>(work: (reader: StoreReader) => Promise<Result>): Promise<Result> },
  from: HistoryEntry | null,
  to: HistoryEntry,
): Promise<RosterChanges> {
  return store.read(async (reader) => {
    const roster = await readVersion(reader, to);
    const before = from === null ? [] : listTeachers(await readVersion(reader, from));
    return (await findRowChanges(roster, before)).changes;
  });
}
