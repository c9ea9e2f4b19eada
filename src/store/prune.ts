/** Forgets old versions, and the rows that only they have. */
import type { HistoryEntry } from "../domain/publication.ts";
import type { Queries } from "./engine.ts";
import { recordHighestId } from "./past-ids.ts";
import { readerOf } from "./reader.ts";
import { checkInterrupted, type WorkOptions } from "./work.ts";

/** Which versions stay: the newest ones, or those since a time. The newest version always stays. */
export type Kept = { readonly newest: number } | { readonly since: string };

/**
 * The versions that are forgotten, of all versions, newest first. Times need not ascend with versions: where a clock was wrong,
 * a version between others may be forgotten alone.
 */
export function listForgotten(all: readonly HistoryEntry[], kept: Kept): HistoryEntry[] {
  return all.filter(({ publishedAt }, i) => {
    if (i === 0) return false;
    return "newest" in kept ? i >= kept.newest : publishedAt < kept.since;
  });
}

/** Prunes in the transaction of `queries`. Returns the versions that were forgotten, newest first. */
export async function pruneVersions(
  queries: Queries,
  kept: Kept,
  { onLocked, signal }: WorkOptions = {},
): Promise<HistoryEntry[]> {
  onLocked?.();
  const all = await readerOf(queries).listPublications();
  const forgotten = listForgotten(all, kept);
  if (forgotten.length === 0) return [];
  await recordHighestId(queries);
  for (const { version } of forgotten) await queries.query("delete from publication where version = $1", [version]);
  const isForgotten = new Set(forgotten);
  const staying = all.filter((entry) => !isForgotten.has(entry)).toReversed();
  for (const [i, { version }] of staying.entries()) {
    const before = staying[i - 1]?.version ?? 0;
    if (before === version - 1) continue;
    await checkInterrupted(signal);
    await queries.query("delete from teacher where first_version > $1 and last_version < $2", [before, version]);
  }
  await checkInterrupted(signal);
  return forgotten;
}
