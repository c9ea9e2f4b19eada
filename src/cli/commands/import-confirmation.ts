/** Shows a plan, and has its dangers confirmed: on a terminal by an answer, otherwise by the code that is printed. */
import { formatNumberIn } from "../../domain/lang.ts";
import type { Publication } from "../../domain/publication.ts";
import { codeOfPlan } from "../../publish/apply.ts";
import type { Current } from "../../publish/change.ts";
import type { Danger } from "../../publish/dangers.ts";
import type { ChangeCounts, Plan } from "../../publish/plan.ts";
import { renderPlannedChange, stateDanger } from "../../publish/texts.ts";
import { versionTexts } from "../../publish/version-texts.ts";
import type { ReadAnswers } from "../../read/answers.ts";
import type { ReadFile } from "../../read/read.ts";
import { renderIssue, renderPlace } from "../../read/texts.ts";
import type { SettingValues } from "../settings/settings.ts";
import { ask, canAsk, fail, joinLines, print, renderJson, report } from "../terminal/output.ts";
import { listPlanned, renderChanges, reportChanges } from "./change-list.ts";
import { isPresetQuestion } from "./import-findings.ts";

/** Nothing was published, because a person must confirm it. */
const unconfirmedExitCode = 4;

const nothingPublished = "Nothing was published";

/** Asks about the plan that was printed, and says so if it is not published. */
export async function askToPublish(signal: AbortSignal): Promise<boolean> {
  const isConfirmed = await ask("Publish it?", signal);
  if (!isConfirmed) fail(nothingPublished);
  return isConfirmed;
}

/** What a plan is made of, for its report. */
interface Target {
  readonly database: string;
  /** Whether the database does not exist yet. */
  readonly isMissing: boolean;
  readonly current: Current;
  /** Null for a return to an earlier version. */
  readonly read: ReadFile | null;
  readonly options: ReadAnswers;
}

type Settings = Pick<SettingValues, "dryRun" | "json" | "yes" | "confirm">;

const codeOf = (planned: Plan, { options }: Target): string => codeOfPlan(planned, [JSON.stringify(options)]);
const questionsOf = ({ read }: Target) => (read?.issues ?? []).filter(isPresetQuestion);

function needsConfirmation({ dangers }: Plan, target: Target, { yes }: Settings): boolean {
  return dangers.length > 0 || (!yes && questionsOf(target).length > 0);
}

/** Returns 0 if the plan may be applied, or else the exit code. */
export async function confirmPlan(
  planned: Plan,
  target: Target,
  settings: Settings,
  signal: AbortSignal,
): Promise<number> {
  if (!needsConfirmation(planned, target, settings)) return 0;
  const code = codeOf(planned, target);
  if (settings.confirm === code) return 0;
  const mayAsk = !settings.json && settings.confirm === null && canAsk() && !settings.yes;
  if (settings.json) print(describePlan(planned, null, target, settings));
  else print(renderPlan(planned, target, "--dry-run"));
  if (mayAsk) return (await askToPublish(signal)) ? 0 : 1;
  const all = `${nothingPublished}. If all of this is right, repeat the command with --confirm ${code}`;
  if (settings.confirm !== null) {
    const other = `--confirm ${settings.confirm} confirms something else: the file, the options or the published version have changed`;
    return fail(`${other}. ${all}`, unconfirmedExitCode);
  }
  const read = `${nothingPublished}. If the file was read rightly, repeat the command with --yes, or with --confirm ${code}`;
  return fail(planned.dangers.length === 0 ? read : all, unconfirmedExitCode);
}

/** Prints a plan that is not applied. Returns the exit code. */
export function reportPlan(planned: Plan, target: Target, settings: Settings): number {
  const { same, counts } = planned;
  const name = target.isMissing ? `${target.database}, which does not exist yet` : target.database;
  const counted = renderCounts(counts);
  const said =
    same === null
      ? `Would publish: ${counted}`
      : `Nothing to publish: ${counted}; version ${same} already has this content`;
  const lines = settings.json
    ? describePlan(planned, null, target, settings)
    : joinLines(same === null ? renderPlan(planned, target, null) : [], [`${said} (database ${name})`]);
  // Whoever only asks learns nothing if the answer can't be printed.
  if (!settings.dryRun) return report(lines);
  print(lines);
  if (same !== null || !needsConfirmation(planned, target, settings)) return 0;
  if (settings.json) return unconfirmedExitCode;
  return fail(`An import would need --confirm ${codeOf(planned, target)}`, unconfirmedExitCode);
}

/** Prints what was published. Returns the exit code. */
export function reportPublished(planned: Plan, publication: Publication, target: Target, settings: Settings): number {
  if (settings.json) return report(describePlan(planned, publication, target, settings));
  const { version } = publication;
  // Whoever has confirmed the plan has seen it.
  const shown = needsConfirmation(planned, target, settings)
    ? []
    : [...renderPlan(planned, target, `\`teachers show ${version}\``)];
  return report([
    ...shown,
    `Published version ${version}: ${renderCounts(planned.counts)} (database ${target.database})`,
  ]);
}

function renderCounts({ added, changed, removed, unchanged }: ChangeCounts): string {
  const [a, c, r, u] = [added, changed, removed, unchanged].map((count) => formatNumberIn("en", count));
  return `${a} added, ${c} changed, ${r} removed, ${u} unchanged`;
}

/** The changes, and then each danger with all its rows. `lister` is what lists all changes; null to list them here. */
export function* renderPlan(planned: Plan, { current }: Target, lister: string | null): Generator<string> {
  const { newest, isFirst } = current;
  if (isFirst && newest !== null) yield versionTexts.replacesSample(newest.count);
  const dangerous = new Set(planned.dangers.flatMap(({ ids }) => ids));
  yield* renderChanges(listPlanned(planned, isFirst, dangerous), lister);
  for (const danger of planned.dangers) yield* renderDanger(danger, planned);
}

function* renderDanger(danger: Danger, { changes }: Plan): Generator<string> {
  const ids = new Set(danger.ids);
  yield `! ${stateDanger(danger)}`;
  for (const change of changes) if (ids.has(change.id)) yield `    ${renderPlannedChange(change)}`;
}

function describePlan(planned: Plan, publication: Publication | null, target: Target, settings: Settings): string[] {
  const { counts, dangers, ids, same } = planned;
  const isNeeded = same === null && needsConfirmation(planned, target, settings);
  return renderJson({
    published: publication !== null,
    dry_run: settings.dryRun,
    version: publication?.version ?? same,
    publication: publication?.id ?? null,
    database: target.database,
    counts,
    replaces_sample: target.current.isFirst && target.current.newest !== null,
    new_ids: ids.given,
    returned_ids: ids.returned,
    confirm: isNeeded ? codeOf(planned, target) : null,
    dangers: dangers.map((danger) => ({
      code: danger.code,
      statement: stateDanger(danger),
      field: danger.field,
      count: danger.count,
      ids: danger.ids,
      rows: danger.places,
    })),
    questions: questionsOf(target).map((issue) => ({
      code: issue.code,
      place: renderPlace(issue, target.read!.headers),
      text: renderIssue(issue),
    })),
    first_changes: reportChanges(listPlanned(planned, target.current.isFirst)),
  });
}
