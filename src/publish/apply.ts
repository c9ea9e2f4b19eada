/** Publishes a plan, and reads what plans are made for. */

import type { Publication } from "../domain/publication.ts";
import { createRosterBuilder, type Roster } from "../domain/roster.ts";
import { gatherRoster } from "../store/history/roster-reader.ts";
import type { Store } from "../store/store.ts";
import type { Current } from "./change.ts";
import type { PastTeacher } from "./ids.ts";
import type { Plan } from "./plan.ts";

type Kept = Parameters<Store["publish"]>[1];

/** What is published now, from one snapshot. The sample counts as nothing, and so do its ids. */
export function readCurrent(store: Pick<Store, "read">, signal?: AbortSignal): Promise<Current> {
  return store.read(async (reader) => {
    const publication = await reader.findCurrent();
    const isSample = publication?.source.kind === "sample";
    const isFirst = publication === null || isSample;
    const highestId = await reader.findHighestId(isSample ? ["highest_id", "erased_teacher"] : undefined);
    if (isFirst) {
      const nothing = { roster: createRosterBuilder().finish(), past: [], findVersion: () => null };
      return { id: publication?.id ?? null, isFirst, highestId, ...nothing };
    }
    const roster = await gatherRoster(reader.readTeachers(publication.version, signal));
    const history = await reader.listPublications();
    const versions = new Map(history.toReversed().map(({ digest, version }) => [digest, version]));
    versions.delete(publication.digest);
    const past = await gatherPast(reader.readRows(signal), roster);
    const findVersion = (digest: string): number | null => versions.get(digest) ?? null;
    return { id: publication.id, isFirst, roster, highestId, past, findVersion };
  });
}

/** Teachers who left, each in the last state. */
async function gatherPast(
  batches: AsyncIterable<readonly (PastTeacher & { readonly last_version: number | null })[]>,
  current: Roster,
): Promise<PastTeacher[]> {
  const present = new Set(current.ids);
  const last = new Map<number, PastTeacher & { readonly last_version: number | null }>();
  for await (const batch of batches)
    for (const row of batch) {
      if (row.last_version === null || present.has(row.id)) continue;
      if ((last.get(row.id)?.last_version ?? 0) < row.last_version) last.set(row.id, row);
    }
  return [...last.values()];
}

/**
 * A code of a plan: the same for the same teachers, options and dangers onto the same version. Whoever has seen the dangers
 * confirms exactly this.
 */
export function codeOfPlan({ baseId, roster, dangers }: Plan, options: readonly string[]): string {
  const seen = dangers.map(({ code, field, count }) => [code, field, count]);
  return Bun.hash
    .xxHash3(JSON.stringify([baseId, roster.digest, options, seen]))
    .toString(36)
    .slice(0, 8);
}

/** Publishes in one transaction. Null, and nothing happened, if the current version is no longer the plan's. */
export function apply(
  store: Pick<Store, "publish">,
  { baseId, roster }: Plan,
  kept: Kept,
  progress?: Parameters<Store["publish"]>[3],
): Promise<Publication | null> {
  return store.publish(roster, kept, baseId, progress);
}

/** The ids of a plan that were erased before. An import with such an id is refused. */
export async function findErased(
  store: Pick<Store, "listErased">,
  { roster, ids }: Pick<Plan, "roster" | "ids">,
): Promise<number[]> {
  const erased = new Set((await store.listErased()).map(({ id }) => id));
  for (const id of ids.given) erased.delete(id);
  return [...roster.ids].filter((id) => erased.has(id));
}
