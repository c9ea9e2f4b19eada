/** Shows a plan, has it confirmed on a terminal or by the code that is printed, and publishes it. */
import type { Version, VersionSource } from "../../domain/version.ts";
import { apply, codeOfPlan, findPublisher, nothing, readCurrent } from "../../publish/apply.ts";
import type { Current } from "../../publish/change.ts";
import type { Plan } from "../../publish/plan.ts";
import { renderPlannedChange, stateDanger } from "../../publish/texts.ts";
import { versionTexts } from "../../publish/version-texts.ts";
import type { ReadAnswers } from "../../read/answers.ts";
import { renderIssue } from "../../read/issue.ts";
import { renderPlace } from "../../read/places.ts";
import { type ReadFile, renderAnswers } from "../../read/read.ts";
import { nameOfDatabase } from "../../store/database-url.ts";
import { isFailure } from "../../store/failure.ts";
import { type Store, withStore } from "../../store/store.ts";
import type { SettingValues } from "../settings/settings.ts";
import { announce, type Interruption } from "../terminal/interruption.ts";
import { ask, canAsk, fail, joinLines, print, printError, renderJson } from "../terminal/output.ts";
import { listPlanned, renderChanges, reportChanges } from "./change-list.ts";
import { isPresetQuestion } from "./import-issues.ts";
import { renderCounts } from "./versions.ts";

/** Nothing was published, because a person must confirm it. */
const unconfirmedExitCode = 4;

const nothingPublished = "Nothing was published";

interface Published {
  readonly current: Current;
  /** Whether the database does not exist yet. */
  readonly isMissing: boolean;
}

/** A plan, and what it was made from. */
interface PlannedImport extends Published {
  readonly plan: Plan;
  /** Null for a return to an earlier version. */
  readonly read: ReadFile | null;
  /** Whether another plan was shown before, onto a version that is no longer the newest. */
  readonly isAgain?: boolean;
}

/** What is published now; nothing if the database is missing or empty. */
export async function readPublished({ database, dryRun }: SettingValues, signal: AbortSignal): Promise<Published> {
  const read = async (store: Store): Promise<Current> => {
    // Found before anything is asked.
    const refusal = dryRun ? null : await store.findRefusal();
    if (refusal !== null) throw refusal;
    return readCurrent(store, signal);
  };
  try {
    return { current: await withStore(database, { create: false, migrates: !dryRun }, read), isMissing: false };
  } catch (error) {
    if (!isFailure(error, "missing", "empty")) throw error;
    return { current: nothing, isMissing: isFailure(error, "missing") };
  }
}

/** Has a plan confirmed, and applies it. Plans again if somebody else publishes meanwhile. Returns the exit code. */
export async function publishPlan(
  planned: PlannedImport,
  source: VersionSource,
  planAgain: (current: Current) => Plan,
  settings: SettingValues,
  interruption: Interruption,
): Promise<number> {
  const { plan, read, current } = planned;
  if (settings.dryRun || plan.same !== null) return reportPlan(planned, settings);
  const refusal = await confirm(planned, settings, interruption.signal);
  if (refusal !== null) return refusal;
  const before = current.newest?.answers ?? "";
  const answers = read === null ? before : renderAnswers(read, before);
  const kept = { source, answers, message: settings.message ?? "", publishedBy: findPublisher() };
  announce("Writing");
  const published = await withStore(settings.database, { migrates: true }, (store) =>
    apply(store, plan, kept, interruption.signal),
  );
  if (published !== null) return reportPublished(planned, published, settings);
  printError("Somebody else has published meanwhile; comparing again");
  const newer = await readPublished(settings, interruption.signal);
  const again = { ...newer, plan: planAgain(newer.current), read, isAgain: isShownBefore(planned, settings) };
  return publishPlan(again, source, planAgain, settings, interruption);
}

/** The flags that say how the file is read. */
export const readAnswersOf = ({ sheet, allSheets, header, map, encoding, case: written }: SettingValues) =>
  ({
    sheets: allSheets ? "all" : sheet === null ? undefined : [sheet],
    headerLine: header ?? undefined,
    map: map ?? undefined,
    encoding: encoding ?? undefined,
    rewritesCapitals: written === null ? undefined : written === "names",
  }) satisfies ReadAnswers;

const codeOf = ({ plan }: PlannedImport, settings: SettingValues): string =>
  codeOfPlan(plan, [JSON.stringify(readAnswersOf(settings))]);
const questionsOf = ({ read }: PlannedImport) => (read?.issues ?? []).filter(isPresetQuestion);

const needsConfirmation = (planned: PlannedImport, { yes }: SettingValues): boolean =>
  planned.plan.same === null && (planned.plan.dangers.length > 0 || (!yes && questionsOf(planned).length > 0));

const mayAsk = ({ json, yes, confirm }: SettingValues): boolean => !json && !yes && confirm === null && canAsk();

/** Whether the plan is shown before it is applied. A rollback is confirmed only on a terminal; a script runs it at once. */
const isShownBefore = (planned: PlannedImport, settings: SettingValues): boolean =>
  needsConfirmation(planned, settings) || ((planned.read === null || planned.isAgain === true) && mayAsk(settings));

/** Returns null if the plan may be applied, or else the exit code. */
async function confirm(planned: PlannedImport, settings: SettingValues, signal: AbortSignal): Promise<number | null> {
  if (!isShownBefore(planned, settings)) return null;
  const code = codeOf(planned, settings);
  if (settings.confirm === code) return null;
  print(settings.json ? describePlan(planned, null, settings) : renderPlan(planned, "--dry-run"));
  if (mayAsk(settings)) return (await ask("Publish it?", signal)) ? null : fail(nothingPublished);
  const all = `${nothingPublished}. If all of this is right, repeat the command with --confirm ${code}`;
  if (settings.confirm !== null) {
    const other = `--confirm ${settings.confirm} confirms something else: the file, the options or the published version have changed`;
    return fail(`${other}. ${all}`, unconfirmedExitCode);
  }
  const read = `${nothingPublished}. If the file was read rightly, repeat the command with --yes, or with --confirm ${code}`;
  return fail(planned.plan.dangers.length === 0 ? read : all, unconfirmedExitCode);
}

/** Prints a plan that is not applied. Returns the exit code. */
function reportPlan(planned: PlannedImport, settings: SettingValues): number {
  const { same, counts } = planned.plan;
  const name = `${nameOfDatabase(settings.database)}${planned.isMissing ? ", which does not exist yet" : ""}`;
  const counted = renderCounts(counts);
  const said =
    same === null
      ? `Would publish: ${counted}`
      : `Nothing to publish: ${counted}; version ${same} already has this content`;
  if (settings.json) print(describePlan(planned, null, settings));
  else print(joinLines(same === null ? renderPlan(planned, null) : [], [`${said} (database ${name})`]));
  if (!needsConfirmation(planned, settings)) return 0;
  if (settings.json) return unconfirmedExitCode;
  const orYes = planned.plan.dangers.length === 0 ? "--yes, or " : "";
  return fail(`An import would need ${orYes}--confirm ${codeOf(planned, settings)}`, unconfirmedExitCode);
}

/** Prints what was published. Returns the exit code. */
function reportPublished(planned: PlannedImport, published: Version, settings: SettingValues): number {
  if (settings.json) return print(describePlan(planned, published, settings));
  const { number } = published;
  const said = `Published version ${number}: ${renderCounts(planned.plan.counts)} (database ${nameOfDatabase(settings.database)})`;
  const shown = isShownBefore(planned, settings) ? [] : renderPlan(planned, `\`teachers show ${number}\``);
  return print(joinLines(shown, [said]));
}

/** This many rows move what stands above them out of a terminal. */
const rowsOfScreen = 20;

/** The changes, and then each danger with all its rows. `lister` is what lists all changes; null to list them here. */
function* renderPlan({ plan, current: { newest, isFirst } }: PlannedImport, lister: string | null): Generator<string> {
  if (isFirst && newest !== null) yield versionTexts.replacesSample(newest.count);
  const dangerous = new Set(plan.dangers.flatMap(({ ids }) => ids));
  yield* renderChanges(listPlanned(plan, isFirst, dangerous), lister);
  for (const danger of plan.dangers) {
    const ids = new Set(danger.ids);
    yield `! ${stateDanger(danger)}`;
    for (const change of plan.changes) if (ids.has(change.id)) yield `    ${renderPlannedChange(change)}`;
  }
  if (dangerous.size >= rowsOfScreen) for (const danger of plan.dangers) yield `! ${stateDanger(danger)}`;
}

function describePlan(planned: PlannedImport, published: Version | null, settings: SettingValues): string[] {
  const { plan, read, current } = planned;
  return renderJson({
    published: published !== null,
    dry_run: settings.dryRun,
    version: published?.number ?? plan.same,
    publication: published?.id ?? null,
    database: nameOfDatabase(settings.database),
    counts: plan.counts,
    replaces_sample: current.isFirst && current.newest !== null,
    new_ids: plan.ids.given,
    returned_ids: plan.ids.returned,
    confirm: needsConfirmation(planned, settings) ? codeOf(planned, settings) : null,
    dangers: plan.dangers.map((danger) => {
      const { code, field, count, ids, places } = danger;
      return { code, statement: stateDanger(danger), field, count, ids, rows: places };
    }),
    questions: questionsOf(planned).map((issue) => {
      return { code: issue.code, place: renderPlace(issue, read!.headers), text: renderIssue(issue) };
    }),
    first_changes: reportChanges(listPlanned(plan, current.isFirst)),
  });
}
