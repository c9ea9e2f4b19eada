/** The ids that were ever given, including those of teachers who are no longer in any version. */
import type { PastTeachers } from "../../domain/changes/id-assignment.ts";
import { createRosterBuilder } from "../../domain/roster.ts";
import { textsOf } from "../../domain/teacher.ts";
import { placeholders, type Queries } from "../engine.ts";
import type { EndedRow } from "./reader.ts";

/** A roster has the id of an erased teacher. */
export class ErasedIdError extends Error {
  readonly ids: readonly number[];

  constructor(ids: readonly number[]) {
    super(`Erased before: ${ids.join(", ")}`);
    this.ids = ids;
  }
}

/**
 * The highest id that was ever given; 0 if none was. If `tables` lacks `teacher`, ignores the teachers of all versions.
 */
export async function findHighestId(
  queries: Queries,
  tables = ["teacher", "highest_id", "erased_teacher"],
): Promise<number> {
  const found = await Promise.all(
    tables.map((table) => queries.query<{ id: number }>(`select id from ${table} order by id desc limit 1`)),
  );
  return Math.max(0, ...found.flat().map(({ id }) => id));
}

/** Records the highest id before rows are deleted. `atLeast` is a lower bound from another source, such as a backup. */
export async function recordHighestId(queries: Queries, atLeast = 0): Promise<void> {
  const highestId = Math.max(atLeast, await findHighestId(queries));
  await queries.query("delete from highest_id");
  await queries.query("insert into highest_id (id) values ($1)", [highestId]);
}

/** Records that a teacher was erased, at an ISO 8601 time. */
export async function recordErased(queries: Queries, id: number, erasedAt: string): Promise<void> {
  await queries.query("delete from erased_teacher where id = $1", [id]);
  await queries.query("insert into erased_teacher (id, erased_at) values ($1, $2)", [id, erasedAt]);
}

/** The number of teachers that were erased. */
export async function countErased(queries: Queries): Promise<number> {
  const [row] = await queries.query<{ count: number }>("select count(*) as count from erased_teacher");
  return Number(row!.count);
}

/** Filters ids: returns those that were erased. */
export async function findErasedIds(queries: Queries, ids: readonly number[]): Promise<number[]> {
  const rows = await queries.query<{ id: number }>(
    `select id from erased_teacher where id in ${placeholders(1, ids.length)}`,
    ids,
  );
  return rows.map(({ id }) => id);
}

/** Gathers the rows of former teachers, and the earlier rows of current ones. */
export async function gatherPast(rows: AsyncIterable<readonly EndedRow[]>): Promise<PastTeachers> {
  const builder = createRosterBuilder();
  const ids: number[] = [];
  const lastVersions: number[] = [];
  for await (const batch of rows) {
    for (const row of batch) {
      ids.push(row.id);
      lastVersions.push(row.last_version);
      builder.add(ids.length, textsOf(row), 0);
    }
  }
  return { rows: builder.finish(), ids, lastVersions };
}
