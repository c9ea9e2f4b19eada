/** Reads publications and their teachers. Batches use keyset pagination. */
import { setImmediate } from "node:timers/promises";
import { type Namesakes, nameKey, parseNamesakes } from "../../domain/changes/namesakes.ts";
import type { HistoryEntry, Publication } from "../../domain/publication.ts";
import { nameFieldNames, type StoredTeacher, storedFieldNames } from "../../domain/teacher.ts";
import { placeholders, type Queries } from "../engine.ts";

/** A row of a teacher, which is the same in all versions from the first to the last. */
export type StoredRow = StoredTeacher & { readonly first_version: number; readonly last_version: number | null };

/** A row that ended before the current version. */
export type EndedRow = StoredTeacher & { readonly last_version: number };

/** The read queries of the store. */
export type StoreReader = ReturnType<typeof readerOf>;

/** The number of rows in the first batch, and the maximum for later ones. Larger batches were not faster. */
const firstRows = 256;
const rowsMax = 8192;
/**
 * After a batch that took less time, the next one has twice as many rows. The limit is high, so that network latency
 * alone does not keep batches small.
 */
const quickMs = 1000;
/**
 * After a batch that took more time, the next one has half as many rows, because every batch must arrive before the
 * database counts as unresponsive.
 */
const slowMs = 2000;
const idsPerQuery = 1000;
/** The column of each field of a publication. */
const publicationColumns = {
  version: "version",
  id: "id",
  publishedAt: "published_at",
  source: "source",
  count: "count",
  added: "added",
  changed: "changed",
  removed: "removed",
  digest: "digest",
} as const satisfies Readonly<Record<keyof Publication, string>>;
export const historyColumns = {
  ...publicationColumns,
  message: "message",
  publishedBy: "published_by",
  namesakes: "namesakes",
  answers: "answers",
} as const satisfies Readonly<Record<keyof HistoryEntry, string>>;
const teacherColumns = storedFieldNames.join(", ");

/** The beginning of a query for publications. It names each column after its field. */
function selectFrom(columns: Readonly<Record<string, string>>): string {
  const fields = Object.entries(columns).map(([field, column]) => `${column} as "${field}"`);
  return `select ${fields.join(", ")} from publication`;
}
const publicationsQuery = selectFrom(publicationColumns);
const historyQuery = selectFrom(historyColumns);

export function readerOf(queries: Queries) {
  const findPublication = async (condition: string, values?: readonly unknown[]): Promise<Publication | null> =>
    (await queries.query<Publication>(`${publicationsQuery} ${condition} limit 1`, values))[0] ?? null;

  const readVersion = <Teacher extends StoredTeacher>(columns: string, version: number, signal?: AbortSignal) =>
    readBatches<Teacher, "id">(
      queries,
      `select ${columns} from teacher
        where id > $1 and first_version <= $2 and (last_version is null or last_version >= $2)
        order by id`,
      { id: 0 },
      ({ id }) => [id, version],
      signal,
    );

  const listPublications = (): Promise<HistoryEntry[]> => queries.query(`${historyQuery} order by version desc`);

  async function findTeachers(ids: readonly number[], version: number): Promise<StoredTeacher[]> {
    const found: StoredTeacher[] = [];
    for (let from = 0; from < ids.length; from += idsPerQuery) {
      const batch = ids.slice(from, from + idsPerQuery);
      const teachers = await queries.query<StoredTeacher>(
        `select ${teacherColumns} from teacher
          where first_version <= $1 and (last_version is null or last_version >= $1)
            and id in ${placeholders(2, batch.length)}`,
        [version, ...batch],
      );
      found.push(...teachers);
    }
    return found;
  }

  return {
    /** All publications, newest first. */
    listPublications,
    /** The publication with a version number, or null if this database does not have it. */
    findVersion: async (version: number) =>
      (await queries.query<HistoryEntry>(`${historyQuery} where version = $1`, [version]))[0] ?? null,
    /** The newest publication, or null if there is none yet. */
    findCurrent: () => findPublication("order by version desc"),
    /** The time of the latest publication, or null if there is none yet. */
    findLatestTime: async () =>
      (await queries.query<{ latest: string | null }>("select max(published_at) as latest from publication"))[0]!
        .latest,
    /** The newest publication with this content, or null if there is none. */
    findContent: (digest: string) => findPublication("where digest = $1 order by version desc", [digest]),
    /** The publication with an id, or null if this database does not have it. */
    findPublication: (id: string) => findPublication("where id = $1", [id]),
    /** The teachers of a version in batches, ascending by id. */
    readTeachers: (version: number, signal?: AbortSignal) =>
      readVersion<StoredTeacher>(teacherColumns, version, signal),
    /** A teacher of a version, or null if the version does not have the id. */
    findTeacher: async (id: number, version: number) => (await findTeachers([id], version))[0] ?? null,
    /**
     * The ids of teachers with the same name who were accepted as different people in any version, by the key of the
     * name. Includes those who left, because they may return, for example by a rollback.
     */
    async findAcceptedNamesakes(): Promise<Map<string, Namesakes>> {
      const accepted = new Map<string, Namesakes>();
      const seen = new Set<string>();
      for (const { version, namesakes } of await listPublications()) {
        const groups = parseNamesakes(namesakes).filter((ids) => !seen.has(String(ids)));
        for (const ids of groups) seen.add(String(ids));
        for (const { id, ...texts } of await findTeachers(groups.flat(), version)) {
          const key = nameKey(nameFieldNames.map((name) => texts[name]));
          const group = groups.find((ids) => ids.includes(id));
          if (key !== null && group !== undefined)
            accepted.set(key, [...new Set([...(accepted.get(key) ?? []), ...group])]);
        }
      }
      return accepted;
    },
    /** All rows of all versions in batches, ascending by id and first version. */
    readRows: () =>
      readBatches<StoredRow, "id" | "first_version">(
        queries,
        `select first_version, last_version, ${teacherColumns} from teacher
          where (id, first_version) > ($1, $2) order by id, first_version`,
        { id: 0, first_version: 0 },
        ({ id, first_version }) => [id, first_version],
      ),
    /** The rows that ended with this version or a later one, in batches, ascending by last version and id. */
    readEnded: (version: number, signal?: AbortSignal) =>
      // `is not null` is redundant, but the planner needs it to use the partial index.
      readBatches<EndedRow, "id" | "last_version">(
        queries,
        `select last_version, ${teacherColumns} from teacher
          where (last_version, id) > ($1, $2) and last_version is not null order by last_version, id`,
        { id: 0, last_version: version },
        ({ last_version, id }) => [last_version, id],
        signal,
      ),
  };
}

/**
 * Runs a query in batches until the signal is aborted. `valuesAfter` turns the last row read, or `start` for the first
 * batch, into the values of the query. The next batch is requested while the caller uses the current one, so that
 * PostgreSQL and this process work at the same time. The batch size adapts so that a batch arrives within seconds, even
 * over a slow link that would otherwise make the database look unresponsive.
 */
async function* readBatches<Row, Name extends keyof Row>(
  queries: Queries,
  text: string,
  start: Pick<Row, Name>,
  valuesAfter: (last: Pick<Row, Name>) => readonly unknown[],
  signal?: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  let rows = firstRows;
  const readOne = async (last: Pick<Row, Name>): Promise<{ readonly batch: Row[]; readonly isLast: boolean }> => {
    const startMs = performance.now();
    const batch = await queries.query<Row>(`${text} limit ${rows}`, valuesAfter(last));
    const isLast = batch.length < rows;
    const ms = performance.now() - startMs;
    if (ms < quickMs) rows = Math.min(rows * 2, rowsMax);
    else if (ms > slowMs) rows = Math.max(rows / 2, 1);
    return { batch, isLast };
  };
  const read = (last: Pick<Row, Name>): ReturnType<typeof readOne> => {
    const reading = readOne(last);
    // The error is thrown where the promise is awaited, unless the caller has stopped reading.
    reading.catch(() => {});
    return reading;
  };
  for (let reading = read(start); ; ) {
    const { batch, isLast } = await reading;
    if (!isLast) reading = read(batch.at(-1)!);
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
