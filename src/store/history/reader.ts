/** Reads versions and their teachers. Batches use keyset pagination. */
import { setImmediate } from "node:timers/promises";
import { type StoredTeacher, storedFieldNames } from "../../domain/teacher.ts";
import type { Version } from "../../domain/version.ts";
import type { Queries } from "../engine.ts";

/** A row of a teacher, which is the same in all versions from the first to the last. */
export type StoredRow = StoredTeacher & { readonly first_version: number; readonly last_version: number | null };

export type VersionReader = ReturnType<typeof readerOf>;

/** The number of rows in a batch: a link of 100 KB a second brings it in time. */
const batchRows = 2048;

const selectTeachers = `select ${storedFieldNames.join(", ")} from teacher`;
/** The condition for the rows of a version. */
export const isIn = (version: string) =>
  `first_version <= ${version} and (last_version is null or last_version >= ${version})`;

type Field = keyof Version;
const counts: readonly Field[] = ["count", "added", "changed", "removed"];
const note: readonly Field[] = ["message", "publishedBy", "answers"];
export const versionFields: readonly Field[] = ["number", "id", "publishedAt", "source", ...counts, "digest", ...note];

/** `publishedAt` is in the column `published_at`, and the number in `version`. */
export function columnNameOf(field: Field): string {
  if (field === "number") return "version";
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function readerOf(queries: Queries) {
  /** Each column is named after its field. */
  async function find(condition: string, values?: unknown[]): Promise<Version[]> {
    const columns = versionFields.map((field) => `${columnNameOf(field)} as "${field}"`).join(", ");
    const text = `select ${columns} from publication ${condition}`;
    const rows = await queries.query<Version & { source: string }>(text, values);
    return rows.map((row) => ({ ...row, source: JSON.parse(row.source) }));
  }

  return {
    /** All versions, newest first. */
    listVersions: () => find("order by version desc"),
    /** The version with a number, or null if this database does not have it. */
    findVersion: async (number: number) => (await find("where version = $1", [number]))[0] ?? null,
    /** The newest version, or null if there is none yet. */
    findCurrent: async () => (await find("order by version desc limit 1"))[0] ?? null,
    /** When the last successful backup was made; null if there was none. PostgreSQL is backed up by other programs. */
    findLastBackup: async () =>
      (await queries.query<{ at: string | null }>("select max(finished_at) as at from backup"))[0]!.at,
    /** The teachers of a version in batches, ascending by id. */
    readTeachers: (version: number, signal?: AbortSignal) =>
      readBatches<StoredTeacher>(
        queries,
        `${selectTeachers} where id > $1 and ${isIn("$2")} order by id`,
        [0, version],
        ({ id }) => [id, version],
        signal,
      ),
    /** A teacher of a version, or null if the version does not have the id. */
    findTeacher: async (id: number, version: number) =>
      (await queries.query<StoredTeacher>(`${selectTeachers} where id = $1 and ${isIn("$2")}`, [id, version]))[0] ??
      null,
    /** All rows of all versions in batches, ascending by id and first version. */
    readRows: (signal?: AbortSignal) =>
      readBatches<StoredRow>(
        queries,
        `select first_version, last_version, ${storedFieldNames.join(", ")} from teacher
          where (id, first_version) > ($1, $2) order by id, first_version`,
        [0, 0],
        ({ id, first_version }) => [id, first_version],
        signal,
      ),
  };
}

/**
 * Runs a query in batches until the signal is aborted. `start` are the values of the query for the first batch, and
 * `valuesAfter` those after the last row of another. The next batch is requested while the caller uses the current one,
 * so that PostgreSQL and this process work at the same time.
 */
async function* readBatches<Row>(
  queries: Queries,
  text: string,
  start: readonly unknown[],
  valuesAfter: (last: Row) => readonly unknown[],
  signal?: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  const read = (values: readonly unknown[]): Promise<Row[]> => {
    const reading = queries.query<Row>(`${text} limit ${batchRows}`, values);
    // The error is thrown where the promise is awaited, unless the caller has stopped reading.
    reading.catch(() => {});
    return reading;
  };
  for (let reading = read(start); ; ) {
    const batch = await reading;
    const isLast = batch.length < batchRows;
    if (!isLast) reading = read(valuesAfter(batch.at(-1)!));
    await checkInterrupted(signal);
    if (batch.length > 0) yield batch;
    if (isLast) return;
  }
}

/**
 * Throws if the signal is aborted. First yields to the event loop, which handles signals of the process, because SQLite
 * never yields.
 */
export async function checkInterrupted(signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return;
  await setImmediate();
  signal.throwIfAborted();
}
