/** The ids that were ever given, also to teachers who are no longer in any version. */
import { newIdMax } from "../../domain/teacher.ts";
import type { Queries } from "../engine.ts";

/** A roster has ids of erased teachers. */
export class ErasedIdError extends Error {
  readonly ids: readonly number[];

  constructor(ids: readonly number[]) {
    super(`Erased before: ${ids.join(", ")}`);
    this.ids = ids;
  }
}

/** An erased teacher. Only the id is kept. */
export interface Erased {
  readonly id: number;
  /** An ISO 8601 time. */
  readonly erased_at: string;
}

/** The highest id below {@link newIdMax} that was ever given; 0 if none was. */
export async function findHighestId(queries: Queries): Promise<number> {
  const highest = ["teacher", "highest_id", "erased_teacher"]
    .map((table) => `select max(id) as id from ${table} where id < ${newIdMax}`)
    .join(" union all ");
  const [row] = await queries.query<{ id: number | null }>(`select max(id) as id from (${highest}) as highest`);
  return row!.id ?? 0;
}

/** Records the highest id before rows are deleted. `atLeast` is the one of another database. */
export async function recordHighestId(queries: Queries, atLeast = 0): Promise<void> {
  const highestId = Math.max(atLeast, await findHighestId(queries));
  await queries.query("delete from highest_id");
  await queries.query("insert into highest_id (id) values ($1)", [highestId]);
}

export async function recordErased(queries: Queries, { id, erased_at }: Erased): Promise<void> {
  await queries.query("delete from erased_teacher where id = $1", [id]);
  await queries.query("insert into erased_teacher (id, erased_at) values ($1, $2)", [id, erased_at]);
}

export function listErased(queries: Queries): Promise<Erased[]> {
  return queries.query<Erased>("select id, erased_at from erased_teacher order by id");
}
