/** Forgets old versions, and the rows that only they have. */
import type { HistoryEntry } from "../domain/publication.ts";
import type { Queries } from "./engine.ts";
import { recordHighestId } from "./past-ids.ts";
import { readerOf } from "./reader.ts";
import { checkInterrupted, type WorkOptions } from "./work.ts";

/** Which versions stay: the newest ones, or those since a time. The newest version always stays. */
export type Kept = { readonly newest: number } | { readonly since: string };

/** Prunes in the transaction of `queries`. Returns the versions that were forgotten, newest first. */
export async function pruneVersions(
  queries: Queries,
  kept: Kept,
  { onLocked, signal }: WorkOptions = {},
): Promise<HistoryEntry[]> {
  onLocked?.();
  const all = await readerOf(queries).listPublications();
  const forgotten = all.filter(({ publishedAt }, i) => {
    if (i === 0) return false;
    return "newest" in kept ? i >= kept.newest : publishedAt < kept.since;
  });
  const newest = forgotten[0]?.version;
  if (newest === undefined) return [];
  await recordHighestId(queries);
  await queries.query("delete from publication where version <= $1", [newest]);
  await checkInterrupted(signal);
  await queries.query("delete from teacher where last_version is not null and last_version <= $1", [newest]);
  await checkInterrupted(signal);
  return forgotten;
}
