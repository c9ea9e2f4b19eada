/** Deletes old versions, and then the rows that no version has. */
import type { Version } from "../../domain/version.ts";
import type { Database, Queries } from "../engine.ts";
import { recordHighestId } from "./ids.ts";
import { readerOf } from "./reader.ts";

/** The versions to keep: the newest ones, or those since a time. The newest version is always kept. */
export type Retention = { readonly newest: number } | { readonly since: string };

/** Selects the versions to prune. `all` are newest first, and so are their times. */
export function selectPruned(all: readonly Version[], kept: Retention): Version[] {
  return all.filter(({ publishedAt }, i) => i > 0 && ("newest" in kept ? i >= kept.newest : publishedAt < kept.since));
}

/** Prunes versions in the transaction of `queries`, but not their rows. Returns the versions, newest first. */
export async function pruneVersions(queries: Queries, kept: Retention): Promise<Version[]> {
  const all = await readerOf(queries).listVersions();
  const pruned = selectPruned(all, kept);
  if (pruned.length === 0) return [];
  await recordHighestId(queries);
  for (const { number } of pruned) await queries.query("delete from publication where version = $1", [number]);
  return pruned;
}

/** The number of rows that a transaction deletes at most. They take little space even on a full disk. */
const deletedRows = 1000;

/** Deletes the rows that no version has. One transaction would need as much disk space as all of them take. */
export async function deleteUnusedRows({ write }: Pick<Database, "write">): Promise<void> {
  // Rows before this version stay, so they are looked at once.
  let from = 0;
  const deleteSome = async ({ query }: Queries): Promise<number> => {
    const deleted = await query<{ last_version: number }>(
      `delete from teacher where (id, first_version) in (
        select id, first_version from teacher where last_version >= $2
          and not exists (select 1 from publication where version between first_version and last_version)
          order by last_version limit $1
      ) returning last_version`,
      [deletedRows, from],
    );
    for (const { last_version } of deleted) from = Math.max(from, last_version);
    return deleted.length;
  };
  while ((await write(deleteSome)) === deletedRows);
}
