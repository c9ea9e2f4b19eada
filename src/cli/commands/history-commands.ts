/** The commands about versions: history, show, diff and rollback. Also migrate, which updates the tables. */
import type { HistoryEntry } from "../../domain/publication.ts";
import { apply, findPublisher, readCurrent } from "../../publish/apply.ts";
import { compareVersions, type ListedChanges } from "../../publish/compare-versions.ts";
import { planReturn } from "../../publish/plan.ts";
import { describeSource, formatTime, versionTexts } from "../../publish/version-texts.ts";
import { formatNumber, withLanguage } from "../../read/language.ts";
import { readVersion } from "../../store/history/roster-reader.ts";
import { migrate } from "../../store/migrations.ts";
import { type Store, withDatabase, withStore } from "../../store/store.ts";
import type { SettingValues } from "../settings/settings.ts";
import { type Interruption, runWithProgress, withInterruption } from "../terminal/interruption.ts";
import { canAsk, joinLines, print, renderJson, report } from "../terminal/output.ts";
import { renderChanges, reportChanges } from "./change-list.ts";
import { askToPublish, renderPlan, reportPlan, reportPublished } from "./import-confirmation.ts";
import { describeVersion, findVersionOrThrow, parseVersion, renderVersion } from "./versions.ts";

/** Lists the versions. Returns the exit code, like every command here. */
export function showHistory({ database, json }: SettingValues): Promise<number> {
  const show = async (store: Store): Promise<number> => {
    const all = await store.listPublications();
    const { name } = store.database;
    if (json) print(renderJson(all.map(describeVersion)));
    else print(all.length === 0 ? `Nothing is published yet in ${name}` : renderHistory(all));
    return 0;
  };
  return withStore(database, { create: false }, show);
}

/** Shows a version, and its changes. */
export function showVersion(settings: SettingValues, [version = ""]: readonly string[]): Promise<number> {
  const show = async (store: Store): Promise<number> => {
    const found = await findVersionOrThrow(store, parseVersion(version));
    const before = (await store.listPublications()).find(({ version }) => version < found.version) ?? null;
    // The first import after the sample counts as first too, because it removes the sample from the history. An erasure
    // may have removed some of those whom it added.
    const isFirst = before === null && found.added >= found.count && found.changed + found.removed === 0;
    // A restore skips numbers.
    const isNext = before?.version === found.version - 1 || (before !== null && found.source.kind === "restore");
    const changes = isFirst || isNext ? await compareVersions(store, before, found) : null;
    if (settings.json) print(describeChanges(describeVersion(found), changes));
    else {
      const shown =
        changes === null
          ? [`Version ${found.version - 1} was pruned, so the changes can't be shown`]
          : renderChanges(changes, null);
      const lines = joinLines(renderVersion(store.database.name, found), shown);
      withLanguage(settings.lang, () => print(lines));
    }
    return 0;
  };
  return withStore(settings.database, { create: false }, show);
}

/** Shows the changes between two versions. */
export function showDifference(settings: SettingValues, [a = "", b = ""]: readonly string[]): Promise<number> {
  const show = async (store: Store): Promise<number> => {
    const from = await findVersionOrThrow(store, parseVersion(a));
    const to = await findVersionOrThrow(store, parseVersion(b));
    const changes = await compareVersions(store, from, to);
    if (settings.json) print(describeChanges({ from: from.version, to: to.version }, changes));
    else {
      const lines = joinLines(renderChanges(changes, null), [
        `From version ${from.version} to ${to.version}: ${versionTexts.counts(changes.counts)}`,
      ]);
      withLanguage(settings.lang, () => print(lines));
    }
    return 0;
  };
  return withStore(settings.database, { create: false }, show);
}

/**
 * Publishes the content of an earlier version as a new version. Throws {@link SettingError} if `text` is not a version.
 */
export async function rollBack(settings: SettingValues, [text = ""]: readonly string[]): Promise<number> {
  const version = parseVersion(text);
  const { database, dryRun, json, yes, lang } = settings;
  const publish = (store: Store, { signal }: Interruption): Promise<number> =>
    withLanguage(lang, async () => {
      const entry = await findVersionOrThrow(store, version);
      const roster = await runWithProgress("Reading", { signal }, ({ onProgress }) =>
        readVersion(store, entry, { signal, onRead: (rows) => onProgress?.(rows, entry.count) }),
      );
      const refusal = dryRun ? null : await store.findRefusal();
      if (refusal !== null) throw refusal;
      for (;;) {
        const current = await readCurrent(store, signal);
        const planned = planReturn(current, roster);
        const target = { database: store.database.name, isMissing: false, current, read: null, options: {} };
        if (dryRun) return reportPlan(planned, target, settings);
        if (!json && !yes && canAsk()) {
          print(renderPlan(planned, target, "--dry-run"));
          if (!(await askToPublish(signal))) return 1;
        }
        const note = { message: settings.message ?? "", publishedBy: findPublisher() };
        const kept = { source: { kind: "rollback", version }, answers: current.newest!.answers, ...note } as const;
        const publication = await runWithProgress("Writing", { signal }, (work) => apply(store, planned, kept, work));
        if (publication !== null) return reportPublished(planned, publication, target, settings);
      }
    });
  const options = { create: false, migrates: !dryRun } as const;
  return withStore(database, options, (store) => withInterruption("published", (one) => publish(store, one)));
}

const titles = ["Version  ", "Published", "Teachers", "Added", "Removed", "Changed", "From", "By", "Message"];

function renderHistory(all: readonly HistoryEntry[]): string[] {
  const current = all[0]!.version;
  const rows = all.map(({ version, publishedAt, count, added, changed, removed, source, publishedBy, message }) => [
    `${version}${version === current ? " *" : "  "}`,
    formatTime(publishedAt),
    formatNumber(count),
    `+${formatNumber(added)}`,
    `-${formatNumber(removed)}`,
    `~${formatNumber(changed)}`,
    describeSource(source),
    publishedBy,
    message,
  ]);
  return renderTable([titles, ...rows], [0, 2, 3, 4, 5]);
}

function describeChanges(described: object, changes: ListedChanges | null): string[] {
  const first = changes === null ? null : reportChanges(changes);
  return renderJson({ ...described, counts: changes?.counts ?? null, first_changes: first });
}

/** Aligns columns under their titles; those of `right` on the right. */
function renderTable(rows: readonly (readonly string[])[], right: readonly number[]): string[] {
  const widths = titles.map((_, column) => Math.max(...rows.map((cells) => [...cells[column]!].length)));
  const align = (cell: string, column: number): string => {
    const gap = " ".repeat(widths[column]! - [...cell].length);
    return right.includes(column) ? gap + cell : cell + gap;
  };
  return rows.map((cells) => cells.map(align).join("  ").trimEnd());
}

const migrated = {
  missing: "Created the tables in $",
  outdated: "Updated the tables in $",
  current: "The tables in $ are up to date",
} as const;

/** Migrates the database, and says whether its tables were created, updated or up to date. */
export function migrateTables({ database: url }: SettingValues): Promise<number> {
  return withDatabase(url, { createsSchema: true }, async (database) =>
    report(migrated[await migrate(database)].replace("$", () => database.name)),
  );
}
