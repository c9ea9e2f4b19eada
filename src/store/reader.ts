/** Reads publications and their teachers. Batches use keyset pagination. */
import type { Publication } from "../domain/publication.ts";
import { type StoredTeacher, storedFieldNames } from "../domain/teacher.ts";
import type { Queries } from "./engine.ts";

/** The read queries of the store. */
export interface StoreReader {
  /** The newest publication, or null if there is none yet. */
  findCurrent(): Promise<Publication | null>;
  /** The publication with an id, or null if this database does not have it. */
  findPublication(id: string): Promise<Publication | null>;
  /** The teachers of a version in batches, ascending by id. */
  readTeachers(version: number): AsyncGenerator<readonly StoredTeacher[]>;
  /** The number of changes published after version `from`, up to version `to`. */
  countChanges(from: number, to: number): Promise<number>;
  /** The ids of teachers that were changed or removed between two versions, in batches. */
  readDeletedIds(from: number, to: number): AsyncGenerator<readonly number[]>;
  /** The teachers that were changed or added between two versions, in batches without order. */
  readInserted(from: number, to: number): AsyncGenerator<readonly StoredTeacher[]>;
}

/** Rows per read; 10,000 and 100,000 were equally fast when measured. */
const readRows = 10_000;
/** The columns of a publication, in the order in which they are written. */
export const publicationColumns = "version, id, published_at, source, count, added, changed, removed, digest";
/** The columns of a teacher's fields. */
export const teacherColumns = storedFieldNames.join(", ");

export function readerOf(queries: Queries): StoreReader {
  return {
    findCurrent: () => findCurrent(queries),
    findPublication: (id) => findPublication(queries, id),
    readTeachers: (version) => readTeachers(queries, version),
    countChanges: (from, to) => countChanges(queries, from, to),
    readDeletedIds: (from, to) => readDeletedIds(queries, from, to),
    readInserted: (from, to) => readInserted(queries, from, to),
  };
}

interface PublicationRow extends Omit<Publication, "publishedAt"> {
  readonly published_at: string;
}

function publicationOf(row: PublicationRow | undefined): Publication | null {
  if (row === undefined) return null;
  const { published_at: publishedAt, ...fields } = row;
  return { ...fields, publishedAt };
}

async function findCurrent(queries: Queries): Promise<Publication | null> {
  const [row] = await queries.query<PublicationRow>(
    `select ${publicationColumns} from publication order by version desc limit 1`,
  );
  return publicationOf(row);
}

async function findPublication(queries: Queries, id: string): Promise<Publication | null> {
  const [row] = await queries.query<PublicationRow>(`select ${publicationColumns} from publication where id = $1`, [
    id,
  ]);
  return publicationOf(row);
}

async function* readTeachers(queries: Queries, version: number): AsyncGenerator<readonly StoredTeacher[]> {
  let lastId = 0;
  for (;;) {
    const batch = await queries.query<StoredTeacher>(
      `select ${teacherColumns} from teacher
        where id > $1 and first_version <= $2 and (last_version is null or last_version >= $2)
        order by id limit ${readRows}`,
      [lastId, version],
    );
    if (batch.length === 0) return;
    yield batch;
    lastId = batch.at(-1)!.id;
  }
}

async function countChanges(queries: Queries, from: number, to: number): Promise<number> {
  const [row] = await queries.query<{ count: number | null }>(
    "select cast(sum(added + changed + removed) as bigint) as count from publication where version > $1 and version <= $2",
    [from, to],
  );
  return row?.count ?? 0;
}

async function* readDeletedIds(queries: Queries, from: number, to: number): AsyncGenerator<readonly number[]> {
  let last = { id: 0, last_version: from };
  for (;;) {
    const batch = await queries.query<typeof last>(
      `select id, last_version from teacher
        where (last_version, id) > ($1, $2) and last_version < $3 and first_version <= $4
        order by last_version, id limit ${readRows}`,
      [last.last_version, last.id, to, from],
    );
    if (batch.length === 0) return;
    yield batch.map(({ id }) => id);
    last = batch.at(-1)!;
  }
}

async function* readInserted(queries: Queries, from: number, to: number): AsyncGenerator<readonly StoredTeacher[]> {
  let last: Pick<StoredTeacher, "id"> & { first_version: number } = { id: 0, first_version: from + 1 };
  for (;;) {
    // `first_version > 1` is redundant, but the planner needs it to use the partial index.
    const batch = await queries.query<StoredTeacher & typeof last>(
      `select first_version, ${teacherColumns} from teacher
        where (first_version, id) > ($1, $2) and first_version > 1 and first_version <= $3
          and (last_version is null or last_version >= $3)
        order by first_version, id limit ${readRows}`,
      [last.first_version, last.id, to],
    );
    if (batch.length === 0) return;
    yield batch;
    last = batch.at(-1)!;
  }
}
