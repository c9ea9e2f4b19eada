/** Publishes a roster as a new version: compares it with the current rows, and writes the differences. */

import { hasId, type Roster, textAtPosition } from "../../domain/roster.ts";
import { type StoredTeacher, storedFieldNames, textFieldNames } from "../../domain/teacher.ts";
import { nextTime, type PublisherNote, type Version, type VersionSource } from "../../domain/version.ts";
import { insertStatement, placeholders, type Queries } from "../engine.ts";
import { ErasedIdError, listErased } from "./ids.ts";
import { checkInterrupted, columnNameOf, readerOf, versionFields } from "./reader.ts";
import { readVersion } from "./roster-reader.ts";

/** What is kept with a version beside its teachers. */
export type Kept = PublisherNote & Pick<Version, "source" | "answers">;

/** Throws for the sample: invented people must not become a version that later lists are compared with. */
function refuseSample(source: VersionSource | undefined): void {
  if (source?.kind === "sample")
    throw new Error("Only the sample of invented teachers is published; import a list first");
}

/**
 * Publishes in the transaction of `queries`. Each teacher of the roster has an id. `baseId` is the version that the
 * roster was compared with; null if there was none. Returns null, and writes nothing, if another one is the newest.
 */
export async function publishRoster(
  queries: Queries,
  roster: Roster,
  kept: Kept,
  baseId: string | null,
  signal: AbortSignal | undefined,
): Promise<Version | null> {
  const reader = readerOf(queries);
  const newest = await reader.findCurrent();
  if ((newest?.id ?? null) !== baseId) return null;
  if (kept.source.kind === "rollback") refuseSample(newest?.source);
  const erasedIds = (await listErased(queries)).map(({ id }) => id).filter((id) => hasId(roster.ids, id));
  if (erasedIds.length > 0) throw new ErasedIdError(erasedIds);
  const publishedAt = nextTime(newest?.publishedAt ?? null);
  // The sample goes without a trace, so invented teachers do not affect which ids are given.
  const isFirst = newest === null || newest.source.kind === "sample";
  if (isFirst) for (const table of ["teacher", "publication"]) await queries.query(`delete from ${table}`);
  const before = newest?.number ?? 0;
  const number = before + 1;
  const rows = await findRowChanges(roster, reader.readTeachers(before, signal));
  const { positions, endedIds, ...counts } = rows;
  await endRows(queries, endedIds, before);
  await insertTeachers(queries, roster, positions, number, signal);
  const { count, digest } = roster;
  const version = { ...kept, number, id: crypto.randomUUID(), publishedAt, count, ...counts, digest };
  await insertVersion(queries, version);
  return version;
}

/**
 * Publishes the rows of the newest version again, after an erasure or a restore, so that servers follow. Its version and
 * time are above those of all versions here, and of `others`.
 */
export async function publishAgain(
  queries: Queries,
  note: PublisherNote & { readonly source: VersionSource },
  others: readonly Version[] = [],
): Promise<Version> {
  const reader = readerOf(queries);
  const [current] = await reader.listVersions();
  if (current === undefined) throw new Error("Nothing is published yet");
  refuseSample(current.source);
  const latest = [current, ...others]
    .map(({ publishedAt }) => publishedAt)
    .sort()
    .at(-1)!;
  const { digest } = current.digest === null ? await readVersion(reader, current) : current;
  // The rows of the newest version have no last version, so they are in the new one too.
  const version: Version = {
    ...current,
    ...note,
    number: Math.max(current.number, ...others.map(({ number }) => number)) + 1,
    id: crypto.randomUUID(),
    publishedAt: nextTime(latest),
    added: 0,
    changed: 0,
    removed: 0,
    digest,
  };
  await insertVersion(queries, version);
  return version;
}

async function insertVersion(queries: Queries, entry: Version): Promise<void> {
  const values = versionFields.map((field) => (field === "source" ? JSON.stringify(entry.source) : entry[field]));
  await queries.query(insertStatement("publication", versionFields.map(columnNameOf), 1), values);
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

/** Inserts the rows of some positions of the roster. */
async function insertTeachers(
  queries: Queries,
  roster: Roster,
  positions: readonly number[],
  version: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const columns = ["first_version", ...storedFieldNames];
  const full = insertStatement("teacher", columns, batchRows);
  for (let from = 0; from < positions.length; from += batchRows) {
    const batch = positions.slice(from, from + batchRows);
    const values: unknown[] = [];
    for (const position of batch) {
      values.push(version, roster.ids[position]);
      for (const name of textFieldNames) values.push(textAtPosition(roster, name, position));
    }
    const statement = batch.length === batchRows ? full : insertStatement("teacher", columns, batch.length);
    await queries.query(statement, values);
    await checkInterrupted(signal);
  }
}

/**
 * Walks the current rows, ascending by id, and the new roster in parallel. Returns the positions of added and changed
 * teachers, for whom a row is written, and the ids of changed and removed ones, whose rows end.
 */
async function findRowChanges(next: Roster, current: AsyncIterable<readonly StoredTeacher[]>) {
  const positions: number[] = [];
  const endedIds: number[] = [];
  let [position, changed] = [0, 0];
  for await (const batch of current) {
    for (const teacher of batch) {
      while (next.ids[position]! < teacher.id) positions.push(position++);
      const isKept = next.ids[position] === teacher.id;
      if (isKept && textFieldNames.every((name) => textAtPosition(next, name, position) === teacher[name])) {
        position++;
        continue;
      }
      endedIds.push(teacher.id);
      if (!isKept) continue;
      positions.push(position++);
      changed++;
    }
  }
  while (position < next.count) positions.push(position++);
  return { positions, endedIds, added: positions.length - changed, changed, removed: endedIds.length - changed };
}
