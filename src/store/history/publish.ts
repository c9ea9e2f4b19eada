/** Publishes a roster as a new version: compares it with the current rows, and writes the differences. */
import {
  type HistoryEntry,
  nextTime,
  type Publication,
  type PublisherNote,
  type VersionSource,
} from "../../domain/publication.ts";
import { hasId, type Roster, textAtPosition } from "../../domain/roster.ts";
import { type StoredTeacher, storedFieldNames, textFieldNames } from "../../domain/teacher.ts";
import { insertStatement, type ProgressOptions, placeholders, type Queries } from "../engine.ts";
import { ErasedIdError, listErased } from "./ids.ts";
import { checkInterrupted, columnNameOf, historyFields, readerOf } from "./reader.ts";
import { readVersion } from "./roster-reader.ts";

/** What is kept with a version beside its teachers. */
export type Kept = PublisherNote & Pick<HistoryEntry, "source" | "answers">;

/**
 * Publishes in the transaction of `queries`. Each teacher of the roster has an id. `baseId` is the publication that the
 * roster was compared with; null if there was none. Returns null, and writes nothing, if another one is the newest.
 */
export async function publishRoster(
  queries: Queries,
  roster: Roster,
  kept: Kept,
  baseId: string | null,
  { onProgress, signal }: ProgressOptions,
): Promise<Publication | null> {
  const reader = readerOf(queries);
  const newest = await reader.findCurrent();
  if ((newest?.id ?? null) !== baseId) return null;
  const erasedIds = (await listErased(queries)).map(({ id }) => id).filter((id) => hasId(roster.ids, id));
  if (erasedIds.length > 0) throw new ErasedIdError(erasedIds);
  const publishedAt = nextTime(await reader.findLatestTime());
  // The sample goes without a trace, so invented teachers do not affect which ids are given.
  const isFirst = newest === null || newest.source.kind === "sample";
  if (isFirst) for (const table of ["teacher", "publication"]) await queries.query(`delete from ${table}`);
  const rows = await findRowChanges(roster, reader.readTeachers(newest?.version ?? 0, signal));
  const { added, changed, removed } = rows;
  const version = (newest?.version ?? 0) + 1;
  await endRows(queries, rows.endedIds, version - 1);
  await insertTeachers(queries, roster, rows.isUnchanged, version, async (written) => {
    onProgress?.(written, added + changed);
    await checkInterrupted(signal);
  });
  const counts = { count: roster.count, added, changed, removed };
  const publication = { version, id: crypto.randomUUID(), publishedAt, source: kept.source, ...counts };
  await insertPublication(queries, { ...kept, ...publication, digest: roster.digest });
  return { ...publication, digest: roster.digest };
}

/**
 * Publishes the rows of the newest version again, after an erasure or a restore, so that servers follow. Its version and
 * time are above those of all publications here, and of `others`.
 */
export async function publishAgain(
  queries: Queries,
  note: PublisherNote & { readonly source: VersionSource },
  others: readonly Publication[] = [],
): Promise<Publication> {
  const reader = readerOf(queries);
  const [current] = await reader.listPublications();
  if (current === undefined) throw new Error("Nothing is published yet");
  const latest = [await reader.findLatestTime(), ...others.map(({ publishedAt }) => publishedAt)].sort().at(-1)!;
  const { digest } = current.digest === null ? await readVersion(reader, current) : current;
  // The rows of the newest version have no last version, so they are in the new one too.
  const publication: HistoryEntry = {
    ...current,
    ...note,
    version: Math.max(current.version, ...others.map(({ version }) => version)) + 1,
    id: crypto.randomUUID(),
    publishedAt: nextTime(latest),
    added: 0,
    changed: 0,
    removed: 0,
    digest,
  };
  await insertPublication(queries, publication);
  return publication;
}

async function insertPublication(queries: Queries, entry: HistoryEntry): Promise<void> {
  const values = historyFields.map((field) => (field === "source" ? JSON.stringify(entry.source) : entry[field]));
  await queries.query(insertStatement("publication", historyFields.map(columnNameOf), 1), values);
}

/** Ids per statement. SQLite accepts at most 32,766 values. */
const endedIdsMax = 2_000;

async function endRows(queries: Queries, ids: readonly number[], lastVersion: number): Promise<void> {
  for (let from = 0; from < ids.length; from += endedIdsMax) {
    const batch = ids.slice(from, from + endedIdsMax);
    await queries.query(
      `update teacher set last_version = $1 where last_version is null and id in ${placeholders(2, batch.length)}`,
      [lastVersion, ...batch],
    );
  }
}

/** Rows per statement. Larger ones are not faster on either engine. */
const batchRows = 500;

/** Inserts the changed rows. `onWritten` is called after each batch with the number of rows written so far. */
async function insertTeachers(
  queries: Queries,
  roster: Roster,
  isUnchanged: Uint8Array,
  version: number,
  onWritten: (rows: number) => Promise<void>,
): Promise<void> {
  const columns = ["first_version", ...storedFieldNames];
  const texts = textFieldNames.map((name) => roster.columns[name]);
  const fullStatement = insertStatement("teacher", columns, batchRows);
  let values: unknown[] = [];
  let written = 0;
  for (let position = 0; position < roster.count; position++) {
    if (isUnchanged[position] !== 1) {
      values.push(version, roster.ids[position]!);
      for (const { values: distinct, codes } of texts) values.push(distinct[codes[position]!]!);
    }
    const isFull = values.length === batchRows * columns.length || position === roster.count - 1;
    if (!isFull || values.length === 0) continue;
    const rows = values.length / columns.length;
    await queries.query(rows === batchRows ? fullStatement : insertStatement("teacher", columns, rows), values);
    written += rows;
    values = [];
    await onWritten(written);
  }
}

/**
 * Walks the current rows, ascending by id, and the new roster in parallel. `isUnchanged` has a 1 for each position of
 * the roster with an unchanged teacher, for whom no row is written; `endedIds` are those of changed and removed ones.
 */
async function findRowChanges(next: Roster, current: AsyncIterable<readonly StoredTeacher[]>) {
  const isUnchanged = new Uint8Array(next.count);
  const endedIds: number[] = [];
  let [position, unchanged, changed] = [0, 0, 0];
  for await (const batch of current) {
    for (const teacher of batch) {
      while (position < next.count && next.ids[position]! < teacher.id) position++;
      const isKept = position < next.count && next.ids[position] === teacher.id;
      if (isKept && textFieldNames.every((name) => textAtPosition(next, name, position) === teacher[name])) {
        isUnchanged[position] = 1;
        unchanged++;
        continue;
      }
      if (isKept) changed++;
      endedIds.push(teacher.id);
    }
  }
  const removed = endedIds.length - changed;
  return { isUnchanged, endedIds, added: next.count - unchanged - changed, changed, removed };
}
