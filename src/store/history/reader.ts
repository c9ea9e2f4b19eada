/** Reads publications and their teachers. Batches use keyset pagination. */
import type { HistoryEntry, Publication } from "../../domain/publication.ts";
import { type StoredTeacher, storedFieldNames } from "../../domain/teacher.ts";
import type { Queries } from "../engine.ts";
import { placeholders } from "../statements.ts";

/** A teacher as one or several versions in a row have it. */
export type StoredRow = StoredTeacher & { readonly first_version: number; readonly last_version: number | null };

export type EndedRow = StoredTeacher & { readonly last_version: number };

/** A teacher with the version in which the teacher was added or last changed. */
export type DatedTeacher = StoredTeacher & { readonly first_version: number };

/** The read queries of the store. */
export interface StoreReader {
  /** The newest publication, or null if there is none yet. */
  findCurrent(): Promise<Publication | null>;
  /** The publication with an id, or null if this database does not have it. */
  findPublication(id: string): Promise<Publication | null>;
  /** The newest publication with this content, or null if there is none. */
  findContent(digest: string): Promise<Publication | null>;
  /** All publications, newest first. */
  listPublications(): Promise<HistoryEntry[]>;
  /** The same without what was said of them, which can be long. */
  listVersions(): Promise<Publication[]>;
  /** The publication with a version number, or null if this database does not have it. */
  findVersion(version: number): Promise<HistoryEntry | null>;
  /** The teachers of a version in batches, ascending by id. */
  readTeachers(version: number): AsyncGenerator<readonly StoredTeacher[]>;
  /** The same with the versions in which they changed. */
  readDatedTeachers(version: number): AsyncGenerator<readonly DatedTeacher[]>;
  /** A teacher of a version, or null if the version does not have the id. */
  findTeacher(id: number, version: number): Promise<StoredTeacher | null>;
  /** Those teachers of a version who have one of the ids. */
  findTeachers(ids: readonly number[], version: number): Promise<StoredTeacher[]>;
  /** All rows of all versions in batches, ascending by id and first version. */
  readRows(): AsyncGenerator<readonly StoredRow[]>;
  /** The rows that the current version does not have, in batches, ascending by last version and id. */
  readEnded(): AsyncGenerator<readonly EndedRow[]>;
  /** The ids of rows whose last version is a version or a later one, in batches, ascending by last version and id. */
  readEndedIds(version: number): AsyncGenerator<readonly Pick<EndedRow, "id" | "last_version">[]>;
}

/** Rows of the first batch, and the most of one; 10,000 and 100,000 were equally fast when measured. */
const firstRows = 256;
const rowsMax = 8192;
/** A batch that took less is followed by one of twice as many rows, also if most of it was the latency of a far database. */
const quickMs = 1000;
/** A batch that took longer is followed by one of half as many, because each has to arrive before the database counts as silent. */
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
const historyFields = Object.entries(historyColumns).map(([field, column]) => `${column} as "${field}"`);
const publicationFields = Object.entries(publicationColumns).map(([field, column]) => `${column} as "${field}"`);
const teacherColumns = storedFieldNames.join(", ");

export function readerOf(queries: Queries): StoreReader {
  const findVersions = (condition: string, values: readonly unknown[]): Promise<Publication[]> =>
    queries.query<Publication>(`select ${publicationFields.join(", ")} from publication ${condition}`, values);

  const findPublication = async (condition: string, values: readonly unknown[]): Promise<Publication | null> =>
    (await findVersions(condition, values))[0] ?? null;

  const findHistory = (condition: string, values: readonly unknown[]): Promise<HistoryEntry[]> =>
    queries.query<HistoryEntry>(`select ${historyFields.join(", ")} from publication ${condition}`, values);

  const readVersion = <Teacher extends StoredTeacher>(
    columns: string,
    version: number,
  ): AsyncGenerator<readonly Teacher[]> =>
    readBatches<Teacher, "id">(
      queries,
      `select ${columns} from teacher
        where id > $1 and first_version <= $2 and (last_version is null or last_version >= $2)
        order by id`,
      { id: 0 },
      ({ id }) => [id, version],
    );

  return {
    listPublications: () => findHistory("order by version desc", []),
    listVersions: () => findVersions("order by version desc", []),
    findVersion: async (version) => (await findHistory("where version = $1", [version]))[0] ?? null,
    findCurrent: () => findPublication("order by version desc limit 1", []),
    findContent: (digest) => findPublication("where digest = $1 order by version desc limit 1", [digest]),
    findPublication: (id) => findPublication("where id = $1", [id]),
    readTeachers: (version) => readVersion<StoredTeacher>(teacherColumns, version),
    readDatedTeachers: (version) => readVersion<DatedTeacher>(`first_version, ${teacherColumns}`, version),
    async findTeacher(id, version) {
      const [teacher] = await queries.query<StoredTeacher>(
        `select ${teacherColumns} from teacher
          where id = $1 and first_version <= $2 and (last_version is null or last_version >= $2)`,
        [id, version],
      );
      return teacher ?? null;
    },
    async findTeachers(ids, version) {
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
    },
    readRows: () =>
      readBatches<StoredRow, "id" | "first_version">(
        queries,
        `select first_version, last_version, ${teacherColumns} from teacher
          where (id, first_version) > ($1, $2) order by id, first_version`,
        { id: 0, first_version: 0 },
        ({ id, first_version }) => [id, first_version],
      ),
    readEnded: () =>
      // `is not null` is redundant, but the planner needs it to use the partial index.
      readBatches<EndedRow, "id" | "last_version">(
        queries,
        `select last_version, ${teacherColumns} from teacher
          where (last_version, id) > ($1, $2) and last_version is not null order by last_version, id`,
        { id: 0, last_version: 0 },
        ({ last_version, id }) => [last_version, id],
      ),
    readEndedIds: (version) =>
      readBatches<Pick<EndedRow, "id" | "last_version">, "id" | "last_version">(
        queries,
        `select last_version, id from teacher
          where (last_version, id) > ($1, $2) and last_version is not null order by last_version, id`,
        { id: 0, last_version: version },
        ({ last_version, id }) => [last_version, id],
      ),
  };
}

/**
 * Runs a query in batches. `valuesAfter` gives its values from the columns of the last row read, at first `start`. The next
 * batch is on its way while one is used, so that PostgreSQL and we work at the same time. Batches have as many rows as arrive within
 * seconds, so a slow link does not count as a database that does not answer.
 */
async function* readBatches<Row, Name extends keyof Row>(
  queries: Queries,
  text: string,
  start: Pick<Row, Name>,
  valuesAfter: (last: Pick<Row, Name>) => readonly unknown[],
): AsyncGenerator<Row[]> {
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
    // Its error is thrown where it is awaited, unless the caller wants no more.
    reading.catch(() => {});
    return reading;
  };
  for (let reading = read(start); ; ) {
    const { batch, isLast } = await reading;
    if (!isLast) reading = read(batch.at(-1)!);
    if (batch.length > 0) yield batch;
    if (isLast) return;
  }
}
