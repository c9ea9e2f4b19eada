/** Publishes for a command: shows the preview, and asks on a terminal. */
import type { ChangeKind, ChangeLimits, RosterChanges } from "../../domain/changes/roster-changes.ts";
import type { Roster } from "../../domain/roster.ts";
import {
  type PreviewGroup,
  type PreviewRow,
  previewChanges,
  reportFirst,
  showTeacher,
} from "../../publishing/preview.ts";
import {
  findPublisher,
  type Outcome,
  publishReviewed,
  type ReviewedOptions,
} from "../../publishing/publish-reviewed.ts";
import type { Review } from "../../publishing/review.ts";
import {
  describeSource,
  findAllowance,
  formatTime,
  publishingTexts,
  renderBreaches,
} from "../../publishing/texts/publishing-texts.ts";
import { formatNumber, withLanguage } from "../../read/language.ts";
import type { Store } from "../../store/store.ts";
import type { SettingValues } from "../settings/settings.ts";
import { type Interruption, runWithProgress } from "../terminal/interruption.ts";
import { ask, canAsk, fail, joinLines, print, renderJson, report } from "../terminal/output.ts";
import { importTexts } from "./import-texts.ts";

/** The origin of the content. */
interface Intent extends Pick<ReviewedOptions, "source" | "acceptedNames"> {}

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
  store: Store,
  roster: Roster,
  intent: Intent,
  settings: SettingValues,
  interruption: Interruption,
): Promise<number> {
  const { dryRun, message, yes, lang } = settings;
  const isRollback = intent.source.kind === "rollback";
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
    withLanguage(lang, () => print(renderReview(review!, "--dry-run")));
    const question = `${withLanguage(lang, () => renderBreaches(breaches))} ${importTexts.askToPublish}`.trim();
    if (!(await ask(question, interruption.signal))) return fail(importTexts.nothingPublished);
    confirmedId = review!.current?.id;
  }
}

export function limitsOf({ allowRemoved, allowRenamed, allowChanged, allowAdded }: SettingValues): ChangeLimits {
  return { removed: allowRemoved, renamed: allowRenamed, changed: allowChanged, added: allowAdded };
}

/** Prints the outcome. Returns the exit code. A dry run lists every change. */
export function showOutcome(outcome: ShownOutcome, settings: Pick<SettingValues, "dryRun" | "json" | "lang">): number {
  const { result, review, breaches } = outcome;
  const { dryRun, json, lang } = settings;
  const version = result?.publication?.version;
  const lister = dryRun ? null : version === undefined ? "--dry-run" : `\`teachers show ${version}\``;
  const preview = review === null || outcome.isPreviewed ? [] : renderReview(review, lister);
  // The preview is rendered while it is printed.
  const lines = json ? describeOutcome(outcome, dryRun) : joinLines(preview, renderResult(outcome));
  const isDone = result !== null && !dryRun;
  let exitCode = 0;
  withLanguage(lang, () => {
    if (isDone) exitCode = report(lines);
    else print(lines);
  });
  if (isDone || breaches.length === 0) return exitCode;
  if (dryRun && json) return 1;
  // The flags that allow the changes: `--allow-removed 30% --allow-renamed 12%`.
  const flags = [...findAllowance(breaches)].map(([limit, percent]) => `--allow-${limit} ${percent}%`).join(" ");
  return fail(
    importTexts[dryRun ? "wouldBeRefused" : "refused"](
      withLanguage(lang, () => renderBreaches(breaches)),
      flags,
    ),
  );
}

/**
 * Renders the changes and warnings: the sample is replaced, teachers with new ids may be erased people, or the content
 * is that of an earlier version. The last warning is needed because the limits often do not catch an old file that is
 * imported by mistake.
 */
function* renderReview(
  { changes, sample, earlier, returned, erased, newcomers }: Review,
  lister: string | null,
): Generator<string> {
  if (sample !== null) yield publishingTexts.replacesSample(sample.count);
  yield* renderPreview(changes, lister, returned);
  if (erased > 0) yield publishingTexts.couldBeErased(erased);
  for (const teacher of newcomers) yield `  ${teacher.id}  ${showTeacher(teacher)}`;
  if (earlier === null) return;
  const { version, publishedAt, source } = earlier;
  yield publishingTexts.isEarlier(version, formatTime(publishedAt), describeSource(source));
}

/** A line for the result; none if the publication was refused. */
function renderResult({ result, database, isMissing = false }: ShownOutcome): string[] {
  if (result === null) return [];
  const { publication, published } = result;
  const text =
    publication === null
      ? importTexts.wouldPublish(result)
      : importTexts[published ? "published" : "nothingToPublish"](publication.version, result);
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

const signs = { added: "+", removed: "-", changed: "~" } as const satisfies Readonly<Record<ChangeKind, string>>;

/** Every change, or the first ones of each kind with the name of what lists all; see {@link previewChanges}. */
export function* renderPreview(
  changes: RosterChanges,
  lister: string | null = null,
  returned: ReadonlyMap<number, number> = new Map(),
): Generator<string> {
  for (const group of previewChanges(changes, returned, lister === null)) yield* renderGroup(group, lister ?? "");
}

function* renderGroup({ kind, title, count, first, rows, more }: PreviewGroup, lister: string): Generator<string> {
  const sign = signs[kind];
  // Later rows of a long list may be wider.
  const idWidth = Math.max(...first.map(({ id }) => String(id).length));
  const nameWidth = kind === "changed" ? Math.max(...first.map(({ name }) => name.length)) : 0;
  yield `${title}: ${formatNumber(count)}`;
  for (const row of rows) {
    const detail = renderDetail(row);
    const text = `${sign} ${String(row.id).padStart(idWidth)}  ${detail === "" ? row.name : row.name.padEnd(nameWidth)}`;
    yield `  ${text}${detail === "" ? "" : `  ${detail}`}`;
  }
  if (more > 0) yield `  ${publishingTexts.more(more, lister)}`;
}

function renderDetail({ fields, note }: PreviewRow): string {
  if (note !== "") return note;
  return fields.map(({ label, before, after }) => `${label}: ${before} → ${after}`).join("; ");
}
