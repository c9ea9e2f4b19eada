/** Publishes a plan, and reads what plans are made for. */
import { hostname } from "node:os";
import { createRosterBuilder, hasId, type Roster } from "../domain/roster.ts";
import { messageLengthMax, type Version } from "../domain/version.ts";
import type { StoredRow } from "../store/history/reader.ts";
import { checkVersion } from "../store/history/roster-reader.ts";
import type { Store } from "../store/store.ts";
import type { Current } from "./change.ts";
import type { Plan } from "./plan.ts";

/** What is current where nothing is published yet. */
export const nothing: Current = {
  newest: null,
  isFirst: true,
  roster: createRosterBuilder().finish(),
  damage: null,
  highestId: 0,
  past: [],
  recent: { versions: [], rows: new Map() },
  erasedIds: new Set(),
  earlier: new Map(),
};

/** What is published now, from one snapshot. The sample counts as nothing, and so do its ids: nothing was before it. */
export function readCurrent(store: Pick<Store, "read">, signal?: AbortSignal): Promise<Current> {
  return store.read(async (reader) => {
    const history = await reader.listVersions();
    const [newest = null] = history;
    const erasedIds = new Set((await reader.listErased()).map(({ id }) => id));
    if (newest === null || newest.source.kind === "sample") return { ...nothing, newest, erasedIds };
    const { roster, damage } = await checkVersion(reader, newest, signal);
    const earlier = new Map(history.toReversed().map(({ digest, number }) => [digest, number]));
    earlier.delete(newest.digest);
    const recent = history.slice(1, 1 + recentVersions).map(({ number }) => number);
    const { past, rows } = await gatherRows(reader.readRows(signal), roster, recent.at(-1) ?? newest.number);
    return {
      newest,
      isFirst: false,
      roster,
      damage,
      highestId: await reader.findHighestId(),
      past,
      recent: { versions: recent, rows },
      erasedIds,
      earlier,
    };
  });
}

/** A file may be older than so many versions; the rows of more people than that are not kept. */
const recentVersions = 3;
const recentMax = 10_000;

/** Teachers who left, each in the last state, and the rows by id of people who were not the same in all versions from one on. */
async function gatherRows(batches: AsyncIterable<readonly StoredRow[]>, current: Roster, from: number) {
  const last = new Map<number, StoredRow>();
  const rows = new Map<number, StoredRow[]>();
  for await (const batch of batches)
    for (const row of batch) {
      const { id, first_version: first, last_version: end } = row;
      const isRecent = first > from || (end !== null && end >= from);
      if (isRecent && (rows.has(id) || rows.size < recentMax)) rows.set(id, [...(rows.get(id) ?? []), row]);
      if (end !== null && !hasId(current.ids, id) && (last.get(id)?.last_version ?? 0) < end) last.set(id, row);
    }
  return { past: [...last.values()], rows };
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
  kept: Parameters<Store["publish"]>[1],
  signal?: AbortSignal,
): Promise<Version | null> {
  return store.publish(roster, kept, baseId, signal);
}

/** The user who runs this program, also by sudo, as `user@machine`, for the history. */
export function findPublisher(): string {
  const { SUDO_USER, USER, LOGNAME } = process.env;
  // In some containers, users have a numeric id but no name.
  const user = SUDO_USER || USER || LOGNAME || String(process.getuid?.() ?? "");
  return `${user}@${hostname()}`.replace(/[\p{Cc}\s]+/gu, " ").slice(0, messageLengthMax);
}
