/** Publishes a plan, and reads what plans are made for. */
import { hostname } from "node:os";
import { messageLengthMax, type Publication } from "../domain/publication.ts";
import { createRosterBuilder, hasId, type Roster } from "../domain/roster.ts";
import type { StoredTeacher } from "../domain/teacher.ts";
import { checkVersion } from "../store/history/roster-reader.ts";
import type { Store } from "../store/store.ts";
import type { Current } from "./change.ts";
import type { Plan } from "./plan.ts";

type Kept = Parameters<Store["publish"]>[1];

/** What is current where nothing is published yet. */
export const nothing: Current = {
  newest: null,
  isFirst: true,
  roster: createRosterBuilder().finish(),
  damage: null,
  highestId: 0,
  past: [],
  erasedIds: new Set(),
  findVersion: () => null,
};

/** What is published now, from one snapshot. The sample counts as nothing, and so do its ids: nothing was before it. */
export function readCurrent(store: Pick<Store, "read">, signal?: AbortSignal): Promise<Current> {
  return store.read(async (reader) => {
    const history = await reader.listPublications();
    const [newest = null] = history;
    const erasedIds = new Set((await reader.listErased()).map(({ id }) => id));
    if (newest === null || newest.source.kind === "sample") return { ...nothing, newest, erasedIds };
    const { roster, damage } = await checkVersion(reader, newest, signal);
    const versions = new Map(history.toReversed().map(({ digest, version }) => [digest, version]));
    versions.delete(newest.digest);
    const past = await gatherPast(reader.readRows(signal), roster);
    const findVersion = (digest: string): number | null => versions.get(digest) ?? null;
    return {
      newest,
      isFirst: false,
      roster,
      damage,
      highestId: await reader.findHighestId(),
      past,
      erasedIds,
      findVersion,
    };
  });
}

/** Teachers who left, each in the last state. */
async function gatherPast(
  batches: AsyncIterable<readonly (StoredTeacher & { readonly last_version: number | null })[]>,
  current: Roster,
): Promise<StoredTeacher[]> {
  const last = new Map<number, StoredTeacher & { readonly last_version: number | null }>();
  for await (const batch of batches)
    for (const row of batch) {
      if (row.last_version === null || hasId(current.ids, row.id)) continue;
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

/** Publishes in one transaction. Null, and nothing happened, if the newest version is no longer the plan's. */
export function apply(
  store: Pick<Store, "publish">,
  { baseId, roster }: Plan,
  kept: Kept,
  signal?: AbortSignal,
): Promise<Publication | null> {
  return store.publish(roster, kept, baseId, signal);
}

/** The user who runs this program, as `user@machine`, for the history. */
export function findPublisher(): string {
  const { USER, LOGNAME } = process.env;
  // In some containers, users have a numeric id but no name.
  const user = USER || LOGNAME || String(process.getuid?.() ?? "");
  return `${user}@${hostname()}`.replace(/[\p{Cc}\s]+/gu, " ").slice(0, messageLengthMax);
}
