/** Publishes a roster with everything that protects from mistakes: preview, guard, question and report. */
import { type Breach, type ChangeLimits, findBreaches } from "../../domain/changes/change-guard.ts";
import type { RosterChanges } from "../../domain/changes/roster-changes.ts";
import type { Publication } from "../../domain/publication.ts";
import type { Roster } from "../../domain/roster.ts";
import { renderReport, reportFirst } from "../../publishing/change-report.ts";
import { ask, canAsk, GuardError, renderAllowance, renderBreaches } from "../../publishing/guard.ts";
import { renderPreview, showTeacher } from "../../publishing/preview.ts";
import { describeFileError } from "../../publishing/texts/failure-texts.ts";
import { publishingTexts } from "../../publishing/texts/publishing-texts.ts";
import type { PublishResult, Review } from "../../store/history/publish.ts";
import type { Store } from "../../store/store.ts";
import type { SettingValues } from "../settings/settings.ts";
import type { Interruption } from "../terminal/interruption.ts";
import { runLongWork } from "../terminal/long-work.ts";
import { fail, print, renderJson, report } from "../terminal/output.ts";
import { writeWholeFile } from "../terminal/whole-file.ts";
import { describeSource } from "./history-texts.ts";
import { formatTime } from "./versions.ts";

export type ReviewSettings = Pick<
  SettingValues,
  "allowRemoved" | "allowRenamed" | "allowChanged" | "allowAdded" | "dryRun" | "json" | "message" | "report"
> & {
  /** Whether to ask on a terminal even if no limit is exceeded. */
  readonly isAsking?: boolean;
  /** Whether the content is meant to be that of an earlier version. */
  readonly isReturn?: boolean;
};

/** What the store found, and where. */
export interface Outcome {
  readonly result: PublishResult;
  /** Null if the content is the same. */
  readonly review: Review | null;
  readonly breaches: readonly Breach[];
  readonly database: string;
  /** Whether the database does not exist yet. */
  readonly isMissing?: boolean;
  /** Whether the changes were shown already, with a question. */
  readonly isPreviewed?: boolean;
}

/** Publishes, prints what happened, and returns the exit code. Changes beyond the limits need a yes on a terminal. */
export async function publishReviewed(
  store: Pick<Store, "publish" | "database">,
  roster: Roster,
  source: string,
  settings: ReviewSettings,
  interruption: Interruption,
): Promise<number> {
  const { dryRun, message } = settings;
  const limits: ChangeLimits = {
    removed: settings.allowRemoved,
    renamed: settings.allowRenamed,
    changed: settings.allowChanged,
    added: settings.allowAdded,
  };
  let review: Review | null = null;
  let breaches: readonly Breach[] = [];
  let confirmed: Publication | null = null;

  function check(found: Review): void {
    review = settings.isReturn === true ? { ...found, earlier: null } : found;
    breaches = findBreaches(found.changes, limits, found.returned.size);
    const isUnusual = settings.isAsking === true || review.earlier !== null;
    const mustAsk = breaches.length > 0 || (isUnusual && !settings.json && canAsk());
    if (mustAsk && !dryRun && confirmed?.id !== found.current?.id) throw new GuardError(breaches, review);
  }

  function publish(): Promise<PublishResult> {
    const options = { source, dryRun, review: check, ...(message === null ? {} : { message }) };
    return runLongWork("writing", interruption, (work) => store.publish(roster, { ...options, ...work }));
  }

  const finish = (result: PublishResult): Promise<number> =>
    showOutcome({ result, review, breaches, database: store.database.name, isPreviewed: confirmed !== null }, settings);
  try {
    return await finish(await publish());
  } catch (error) {
    if (!(error instanceof GuardError)) throw error;
    if (settings.json || !canAsk()) return refuse(error, settings, store.database.name);
    print(renderReview(error.review));
    if (!(await ask(`${error.message} ${publishingTexts.askToPublish()}`.trim(), interruption.signal)))
      return fail(publishingTexts.nothingPublished());
    confirmed = error.review.current;
    return finish(await publish());
  }
}

/** Prints the outcome, and writes the report. */
export async function showOutcome(outcome: Outcome, settings: ReviewSettings): Promise<number> {
  const { result, review, breaches } = outcome;
  const preview = review === null || outcome.isPreviewed ? [] : renderReview(review);
  const lines = settings.json ? describeOutcome(outcome, settings.dryRun) : [...preview, renderResult(outcome)];
  const changes = review?.changes ?? null;
  if (!settings.dryRun) {
    const exitCode = report(lines);
    await writeReport(settings.report, changes, result.published);
    return exitCode;
  }
  print(lines);
  await writeReport(settings.report, changes, false);
  if (breaches.length === 0) return 0;
  return settings.json ? 1 : fail(publishingTexts.wouldBeRefused(renderBreaches(breaches), renderAllowance(breaches)));
}

async function refuse({ review, breaches }: GuardError, settings: ReviewSettings, database: string): Promise<number> {
  const result = { publication: null, published: false, ...review.changes.counts };
  if (settings.json) print(describeOutcome({ result, review, breaches, database }, false));
  else print(renderReview(review));
  await writeReport(settings.report, review.changes, false);
  return fail(publishingTexts.refused(renderBreaches(breaches), renderAllowance(breaches)));
}

/** Writes the report. After a publication, a failure is only reported, because the exit code says what was published. */
async function writeReport(path: string | null, changes: RosterChanges | null, isPublished: boolean): Promise<void> {
  if (path === null) return;
  const pieces = changes === null ? noChanges(path) : renderReport(path, changes);
  try {
    await writeWholeFile(path, pieces, "--report");
  } catch (error) {
    if (!isPublished) throw error;
    fail(publishingTexts.publishedButFailed(describeFileError(error as Error)));
  }
}

function noChanges(path: string): AsyncGenerator<string> {
  const counts = { added: 0, changed: 0, removed: 0, unchanged: 0 };
  return renderReport(path, { counts, renamed: 0, moved: 0, newDegrees: 0, *list() {} });
}

/**
 * The changes, what becomes of the sample, who of those with a new id could have been erased, and whether the content is old:
 * last month's file, by mistake, takes back what was published since, often within the limits.
 */
function renderReview({ changes, sample, earlier, returned, erased, newcomers }: Review): string[] {
  return [
    ...(sample === null ? [] : [publishingTexts.replacesSample(sample.count)]),
    ...renderPreview(changes, returned),
    ...(erased === 0 ? [] : [publishingTexts.couldBeErased(erased)]),
    ...newcomers.map((teacher) => `  ${teacher.id}  ${showTeacher(teacher)}`),
    ...(earlier === null ? [] : [renderEarlier(earlier)]),
  ];
}

function renderEarlier({ version, publishedAt, source }: Publication): string {
  return publishingTexts.isEarlier(version, formatTime(publishedAt), describeSource(source));
}

function renderResult({ result, database, isMissing = false }: Outcome): string {
  const { publication, published } = result;
  const render = (): string => {
    if (publication === null) return publishingTexts.wouldPublish(result);
    return publishingTexts[published ? "published" : "nothingToPublish"](publication.version, result);
  };
  return `${render()} ${publishingTexts.inDatabase(isMissing ? publishingTexts.missingDatabase(database) : database)}`;
}

function describeOutcome({ result, review, breaches, database }: Outcome, dryRun: boolean): string[] {
  const { publication, published, added, changed, removed, unchanged } = result;
  const { changes = null, sample = null, earlier = null, erased = 0, newcomers = [] } = review ?? {};
  const shown = {
    published,
    dry_run: dryRun,
    version: publication?.version ?? null,
    publication: publication?.id ?? null,
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
