/** What is read of publications and their teachers, each batch by the key of the last row of the one before. */
import type { Publication } from "../domain/publication.ts";
import { type StoredTeacher, storedFieldNames } from "../domain/teacher.ts";
import type { Queries } from "./engine.ts";

/** What is asked of the store. */
export interface StoreReader {
  /** The newest publication, or null where there is none yet. */
  findCurrent(): Promise<Publication | null>;
  /** The publication with an id, or null where this database never had it. */
  findPublication(id: string): Promise<Publication | null>;
  /** The teachers of a version in batches, ascending by id. */
  readTeachers(version: number): AsyncGenerator<readonly StoredTeacher[]>;
  /** How many changes were published after a version, up to another one. */
  countChanges(from: number, to: number): Promise<number>;
  /** In batches, the ids of rows of a version that another, later one no longer has: of changed and removed teachers. */
  readEndedIds(from: number, to: number): AsyncGenerator<readonly number[]>;
  /** In batches and no order, the rows of a version that an earlier one did not have: changed and new teachers. */
  readBegun(from: number, to: number): AsyncGenerator<readonly StoredTeacher[]>;
}

/** Rows a read; 10,000 and 100,000 were equally fast when tried. */
const readRows = 10_000;
/** The columns of a publication, in the order in which one is written. */
export const publicationColumns = "version, id, published_at, source, count, added, changed, removed, digest";
/** The columns of a teacher that hold its fields. */
export const teacherColumns = storedFieldNames.join(", ");

export function readerOf(queries: Queries): StoreReader {
  return {
    findCurrent: () => findCurrent(queries),
    findPublication: (id) => findPublication(queries, id),
    readTeachers: (version) => readTeachers(queries, version),
    countChanges: (from, to) => countChanges(queries, from, to),
    readEndedIds: (from, to) => readEndedIds(queries, from, to),
    readBegun: (from, to) => readBegun(queries, from, to),
  };
}

interface PublicationRow extends Omit<Publication, "publishedAt"> {
  readonly published_at: string;
}

function publicationOf(row: PublicationRow | undefined): Publication | null {
  if (row === undefined) return null;
  const { published_at: publishedAt, ...rest } = row;
  return { ...rest, publishedAt };
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

async function* readEndedIds(queries: Queries, from: number, to: number): AsyncGenerator<readonly number[]> {
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

async function* readBegun(queries: Queries, from: number, to: number): AsyncGenerator<readonly StoredTeacher[]> {
  let last: Pick<StoredTeacher, "id"> & { first_version: number } = { id: 0, first_version: from + 1 };
  for (;;) {
    // That the first version is past 1 goes without saying, but not for the planner: its index is of such rows alone.
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
