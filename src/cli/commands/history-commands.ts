/** The commands about versions: history, show, diff and rollback. Also migrate, which updates the tables. */

import { formatNumber } from "../../domain/lang.ts";
import type { Version } from "../../domain/version.ts";
import { compareVersions, type ListedChanges } from "../../publish/compare.ts";
import { planReturn } from "../../publish/plan.ts";
import { describeSource, formatTime } from "../../publish/version-texts.ts";
import { readVersion } from "../../store/history/roster-reader.ts";
import { migrate } from "../../store/migrations.ts";
import { withDatabase, withStore } from "../../store/store.ts";
import type { SettingValues } from "../settings/settings.ts";
import { announce, withInterruption } from "../terminal/interruption.ts";
import { joinLines, print, renderJson } from "../terminal/output.ts";
import { renderChanges, reportChanges } from "./change-list.ts";
import { publishPlan, readPublished } from "./publishing.ts";
import { describeVersion, findVersionOrThrow, parseVersion, renderCounts, renderVersion } from "./versions.ts";

/** Lists the versions. Returns the exit code, like every command here. */
export function showHistory({ database, json }: SettingValues): Promise<number> {
  return withStore(database, { create: false }, async (store) => {
    const all = await store.listVersions();
    if (json) return print(renderJson(all.map(describeVersion)));
    return print(all.length === 0 ? `Nothing is published yet in ${store.name}` : renderHistory(all));
  });
}

/** Shows a version, and its changes. */
export function showVersion({ database, json }: SettingValues, [version = ""]: readonly string[]): Promise<number> {
  return withStore(database, { create: false }, async (store) => {
    const found = await findVersionOrThrow(store, parseVersion(version));
    const before = (await store.listVersions()).find(({ number }) => number < found.number) ?? null;
    // The first import after the sample counts as first too, because it removes the sample from the history. An erasure
    // may have removed some of those whom it added.
    const isFirst = before === null && found.added >= found.count && found.changed + found.removed === 0;
    // A restore skips numbers.
    const isNext = before?.number === found.number - 1 || (before !== null && found.source.kind === "restore");
    const changes = isFirst || isNext ? await compareVersions(store, before, found) : null;
    if (json) return print(describeChanges(describeVersion(found), changes));
    const pruned = `Version ${found.number - 1} was pruned, so the changes can't be shown`;
    const shown = changes === null ? [pruned] : renderChanges(changes, null);
    return print(joinLines(renderVersion(store.name, found), shown));
  });
}

/** Shows the changes between two versions. */
export function showDifference({ database, json }: SettingValues, versions: readonly string[]): Promise<number> {
  return withStore(database, { create: false }, async (store) => {
    const [a, b] = versions.map(parseVersion);
    const from = await findVersionOrThrow(store, a!);
    const to = await findVersionOrThrow(store, b!);
    const changes = await compareVersions(store, from, to);
    if (json) return print(describeChanges({ from: from.number, to: to.number }, changes));
    const counted = `From version ${from.number} to ${to.number}: ${renderCounts(changes.counts)}`;
    return print(joinLines(renderChanges(changes, null), [counted]));
  });
}

/** Publishes the content of an earlier version as a new version. */
export function rollBack(settings: SettingValues, [text = ""]: readonly string[]): Promise<number> {
  const version = parseVersion(text);
  return withInterruption("published", async (interruption) => {
    const { signal } = interruption;
    const roster = await withStore(settings.database, { create: false, migrates: !settings.dryRun }, async (store) => {
      const entry = await findVersionOrThrow(store, version);
      announce("Reading");
      return readVersion(store, entry, signal);
    });
    const published = await readPublished(settings, signal);
    const planned = { ...published, plan: planReturn(published.current, roster), read: null };
    const planAgain = (current: typeof published.current) => planReturn(current, roster);
    return publishPlan(planned, { kind: "rollback", version }, planAgain, settings, interruption);
  });
}

const titles = ["Version  ", "Published", "Teachers", "Added", "Removed", "Changed", "From", "By", "Message"];
/** The columns of numbers, which are aligned on the right. */
const right = new Set([0, 2, 3, 4, 5]);

function renderHistory(all: readonly Version[]): string[] {
  const rows = all.map(({ number, publishedAt, count, added, changed, removed, source, publishedBy, message }) => [
    `${number}${number === all[0]!.number ? " *" : "  "}`,
    formatTime(publishedAt),
    formatNumber(count),
    `+${formatNumber(added)}`,
    `-${formatNumber(removed)}`,
    `~${formatNumber(changed)}`,
    describeSource(source),
    publishedBy,
    message,
  ]);
  const widths = titles.map((title, column) =>
    Math.max(...[title, ...rows.map((cells) => cells[column]!)].map(lengthOf)),
  );
  const align = (cell: string, column: number): string => {
    const gap = " ".repeat(widths[column]! - lengthOf(cell));
    return right.has(column) ? gap + cell : cell + gap;
  };
  return [titles, ...rows].map((cells) => cells.map(align).join("  ").trimEnd());
}

const lengthOf = (text: string): number => [...text].length;

function describeChanges(described: object, changes: ListedChanges | null): string[] {
  const first_changes = changes === null ? null : reportChanges(changes);
  return renderJson({ ...described, counts: changes?.counts ?? null, first_changes });
}

const migrated = {
  missing: "Created the",
  outdated: "Updated the",
  current: "There is nothing to do for the",
} as const;

/** Migrates the database, and says what it did. */
export function migrateTables({ database: url }: SettingValues): Promise<number> {
  return withDatabase(url, { createsSchema: true }, async (database) =>
    print(`${migrated[await migrate(database)]} tables in ${database.name}`),
  );
}
