/** Publishes for a command: shows the preview, asks on a terminal, and writes the report. */
import type { ChangeKind, ChangeLimits, RosterChanges } from "../../domain/changes/roster-changes.ts";
import type { Publication } from "../../domain/publication.ts";
import type { Roster } from "../../domain/roster.ts";
import {
  type PreviewGroup,
  type PreviewRow,
  previewChanges,
  renderReport,
  reportFirst,
  showTeacher,
} from "../../publishing/preview.ts";
import {
  findPublisher,
  type Outcome,
  publishReviewed,
  type ReviewedOptions,
} from "../../publishing/publish-reviewed.ts";
import { formatNumber } from "../../publishing/texts/language.ts";
import {
  describeSource,
  findAllowance,
  formatTime,
  publishingTexts,
  renderBreaches,
} from "../../publishing/texts/publishing-texts.ts";
import type { Review } from "../../store/history/publish.ts";
import type { Store } from "../../store/store.ts";
import type { SettingValues } from "../settings/settings.ts";
import { type Interruption, runWithProgress } from "../terminal/interruption.ts";
import { ask, canAsk, describeFileError, fail, paint, print, renderJson, report } from "../terminal/output.ts";
import { writeWholeFile } from "../terminal/whole-file.ts";
import { importTexts } from "./import-texts.ts";

/** The origin of the content. */
interface Intent extends Pick<ReviewedOptions, "source" | "acceptedNames"> {
  /** Whether this is a rollback, which publishes the content of an earlier version on purpose. */
  readonly isRollback?: boolean;
}

/** The outcome of a publication or a dry run, and its database. */
interface ShownOutcome extends Outcome {
  readonly database: string;
  /** Whether the database does not exist yet. */
  readonly isMissing?: boolean;
  /** Whether the changes were already shown when a question was asked. */
  readonly isPreviewed?: boolean;
}

/**
 * Publishes, prints what happened, and returns the exit code. Changes beyond the limits must be confirmed on a
 * terminal.
 */
export async function publishAsking(
  store: Pick<Store, "publish" | "database">,
  roster: Roster,
  intent: Intent,
  settings: SettingValues,
  interruption: Interruption,
): Promise<number> {
  const { dryRun, message, yes } = settings;
  const { isRollback = false } = intent;
  const mayAsk = !settings.json && canAsk();
  const reviewed: ReviewedOptions = {
    ...intent,
    dryRun,
    publishedBy: findPublisher(),
    ...(message === null ? {} : { message }),
    limits: limitsOf(settings),
    confirms: mayAsk ? (isRollback && !yes ? "all" : "earlier") : "none",
  };
  for (let confirmedId: string | undefined; ; ) {
    const outcome = await runWithProgress("writing", interruption, (work) =>
      publishReviewed(store, roster, { ...reviewed, ...work, confirmedId }),
    );
    const { result, review, breaches } = outcome;
    if (result !== null || !mayAsk) {
      const shown = { ...outcome, database: store.database.name, isPreviewed: confirmedId !== undefined };
      return showOutcome(shown, settings);
    }
    print(renderReview(review!, settings.report));
    const question = `${renderBreaches(breaches)} ${importTexts.askToPublish()}`.trim();
    if (!(await ask(question, interruption.signal))) return fail(importTexts.nothingPublished());
    confirmedId = review!.current?.id;
  }
}

export function limitsOf({ allowRemoved, allowRenamed, allowChanged, allowAdded }: SettingValues): ChangeLimits {
  return { removed: allowRemoved, renamed: allowRenamed, changed: allowChanged, added: allowAdded };
}

/** Prints the outcome, and writes the report. Returns the exit code. */
export async function showOutcome(outcome: ShownOutcome, settings: SettingValues): Promise<number> {
  const { result, review, breaches } = outcome;
  const { dryRun, json } = settings;
  const preview = review === null || outcome.isPreviewed ? [] : renderReview(review, settings.report);
  const lines = json ? describeOutcome(outcome, dryRun) : [...preview, ...renderResult(outcome)];
  const isDone = result !== null && !dryRun;
  const exitCode = isDone ? report(lines) : 0;
  if (!isDone) print(lines);
  await writeReport(settings.report, review?.changes ?? null, isDone && result.published);
  if (isDone || breaches.length === 0) return exitCode;
  if (dryRun && json) return 1;
  // The flags that allow the changes: `--allow-removed 30% --allow-renamed 12%`.
  const flags = [...findAllowance(breaches)].map(([limit, percent]) => `--allow-${limit} ${percent}%`).join(" ");
  return fail(importTexts[dryRun ? "wouldBeRefused" : "refused"](renderBreaches(breaches), flags));
}

/**
 * Writes the report. After a publication, a failure is only printed, because the exit code says whether the version was
 * published.
 */
async function writeReport(path: string | null, changes: RosterChanges | null, isPublished: boolean): Promise<void> {
  if (path === null) return;
  try {
    await writeWholeFile(path, renderReport(path, changes), "--report");
  } catch (error) {
    if (!isPublished) throw error;
    fail(importTexts.publishedButFailed(describeFileError(error as Error)));
  }
}

/**
 * Renders the changes and warnings: the sample is replaced, teachers with new ids may be erased people, or the content
 * is that of an earlier version. The last warning is needed because the limits often do not catch an old file that is
 * imported by mistake.
 */
function renderReview(
  { changes, sample, earlier, returned, erased, newcomers }: Review,
  report: string | null,
): string[] {
  const renderEarlier = ({ version, publishedAt, source }: Publication): string =>
    publishingTexts.isEarlier(version, formatTime(publishedAt), describeSource(source));
  return [
    ...(sample === null ? [] : [publishingTexts.replacesSample(sample.count)]),
    ...renderPreview(changes, report, returned),
    ...(erased === 0 ? [] : [publishingTexts.couldBeErased(erased)]),
    ...newcomers.map((teacher) => `  ${teacher.id}  ${showTeacher(teacher)}`),
    ...(earlier === null ? [] : [renderEarlier(earlier)]),
  ];
}

/** A line for the result; none if the publication was refused. */
function renderResult({ result, database, isMissing = false }: ShownOutcome): string[] {
  if (result === null) return [];
  const { publication, published } = result;
  const text =
    publication === null
      ? publishingTexts.wouldPublish(result)
      : publishingTexts[published ? "published" : "nothingToPublish"](publication.version, result);
  return [`${text} ${importTexts.inDatabase(isMissing ? importTexts.missingDatabase(database) : database)}`];
}

function describeOutcome({ result, review, breaches, database }: ShownOutcome, dryRun: boolean): string[] {
  const { changes = null, sample = null, earlier = null, erased = 0, newcomers = [] } = review ?? {};
  const { added, changed, removed, unchanged } = (result ?? changes?.counts)!;
  const shown = {
    published: result?.published ?? false,
    dry_run: dryRun,
    version: result?.publication?.version ?? null,
    publication: result?.publication?.id ?? null,
    database,
    counts: { added, changed, removed, unchanged, renamed: changes?.renamed ?? 0, moved: changes?.moved ?? 0 },
    refused: breaches.map(({ kind, count, of, limit }) => ({ kind, count, of, setting: `--allow-${limit}` })),
    same_as_version: earlier?.version ?? null,
    replaces_sample: sample !== null,
    erased,
    new_ids: newcomers.map(({ id }) => id),
    first_changes: reportFirst(changes),
  };
  return renderJson(shown);
}

const styles = {
  added: { sign: "+", color: "green" },
  removed: { sign: "-", color: "red" },
  changed: { sign: "~", color: "yellow" },
} as const satisfies Readonly<Record<ChangeKind, object>>;

/** The first changes of each kind, and how many more there are; see {@link previewChanges}. */
export function renderPreview(
  changes: RosterChanges,
  report: string | null = null,
  returned?: ReadonlyMap<number, number>,
): string[] {
  return previewChanges(changes, returned).flatMap((group) => renderGroup(group, report !== null));
}

function renderGroup({ kind, title, count, rows }: PreviewGroup, isReported: boolean): string[] {
  const { sign, color } = styles[kind];
  const idWidth = Math.max(...rows.map(({ id }) => String(id).length));
  const nameWidth = kind === "changed" ? Math.max(...rows.map(({ name }) => name.length)) : 0;
  const lines = rows.map((row) => {
    const detail = renderDetail(row);
    const text = `${sign} ${String(row.id).padStart(idWidth)}  ${detail === "" ? row.name : row.name.padEnd(nameWidth)}`;
    return `  ${paint(color, text)}${detail === "" ? "" : `  ${detail}`}`;
  });
  if (count > rows.length) lines.push(paint("dim", `  ${publishingTexts.more(count - rows.length, isReported)}`));
  return [paint("bold", `${title}: ${formatNumber(count)}`), ...lines];
}

function renderDetail({ fields, note }: PreviewRow): string {
  if (note !== "") return paint("dim", note);
  return fields.map(({ label, before, after }) => `${label}: ${before} → ${paint("bold", after)}`).join("; ");
}
