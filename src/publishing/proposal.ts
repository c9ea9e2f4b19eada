/**
 * An upload or an earlier version that waits to be published: finds its changes, and publishes exactly what was
 * reviewed.
 */
import { createNewcomerCheck, findDoubt } from "../domain/changes/change-doubts.ts";
import type { ChangeLimits } from "../domain/changes/roster-changes.ts";
import type { PublisherNote, VersionSource } from "../domain/publication.ts";
import { listTeachers, type Roster } from "../domain/roster.ts";
import type { WarningCode } from "../import/message.ts";
import { ErasedIdError } from "../store/history/ids.ts";
import { readVersion } from "../store/history/roster-reader.ts";
import type { Store } from "../store/store.ts";
import { renderAnswers } from "./answers.ts";
import { renderFault } from "./file-lines.ts";
import { showName, showTeacher, subjectOf } from "./preview.ts";
import { type Outcome, type PublishResult, publishReviewed } from "./publish-reviewed.ts";
import { describePlace, type FileReading, findPlace, parseReading, placeOf } from "./reading/reading.ts";
import type { Review } from "./review.ts";
import { failureTexts } from "./texts/failure-texts.ts";
import { listDoubts, publishingTexts } from "./texts/publishing-texts.ts";
import type { Upload } from "./upload.ts";

export interface Proposal {
  /** Null for an earlier version. */
  readonly upload: Upload | null;
  /** Null for an upload. */
  readonly version: number | null;
}

export interface ReviewedProposal {
  /** Identifies the compared content and the version it was compared with; empty if the content can't be published. */
  readonly id: string;
  /** How the file was read; null for an earlier version. */
  readonly reading: FileReading | null;
  /**
   * Remarks about rows that might not be teachers, by the place of the row. Each remark names the current teacher with
   * the id of the row.
   */
  readonly known: ReadonlyMap<string, string>;
  /** The content; null if the file has faults. */
  readonly roster: Roster | null;
  /** The result of a dry run; null if the file has faults or erased ids. */
  readonly outcome: Outcome | null;
  /** The message about erased ids, or null. */
  readonly refusal: string | null;
  /** The doubts that must be confirmed. */
  readonly doubts: ReturnType<typeof listDoubts>;
  /** Lines about new and changed entries that look like mistakes. */
  readonly doubtful: readonly string[];
}

/** Compares a proposal with the current version, without publishing it. */
export async function reviewProposal(
  store: Store,
  proposal: Proposal,
  limits: ChangeLimits,
): Promise<ReviewedProposal> {
  const { upload, version } = proposal;
  const reading = upload && parseReading(upload.reading);
  const known = await findKnown(store, reading?.rowIds ?? []);
  const refused = { id: "", reading, known, roster: null, outcome: null, refusal: null, doubts: [], doubtful: [] };
  if (reading !== null && reading.faults.count > 0) return refused;
  const entry = version === null ? null : await store.findVersion(version);
  if (version !== null && entry === null) throw new Error(`Version ${version} has been deleted`);
  const roster = reading?.roster ?? (await readVersion(store, entry!));
  try {
    const outcome = await publishReviewed(store, roster, { ...optionsFor(proposal, limits), dryRun: true });
    const { review } = outcome;
    const doubtful = review === null || reading === null ? [] : listDoubtful(review, reading);
    const id = JSON.stringify([review?.current?.id, roster.digest]);
    return { ...refused, id, roster, outcome, doubts: listDoubts(outcome, doubtful), doubtful };
  } catch (error) {
    if (!(error instanceof ErasedIdError)) throw error;
    const ids = error.ids.map((id) => {
      const place = reading?.places.get(id);
      return place === undefined ? id : `${id} (${describePlace(place)})`;
    });
    return { ...refused, refusal: failureTexts.erasedIds(ids) };
  }
}

function optionsFor({ upload, version }: Proposal, limits: ChangeLimits) {
  const source: VersionSource = upload
    ? { kind: "file", name: upload.fileName }
    : { kind: "rollback", version: version! };
  return { source, limits, confirms: "all" } as const;
}

/**
 * Publishes a proposal if its review had this id, and all of its doubts are confirmed. A second request for the same
 * content publishes nothing.
 */
export async function publishProposal(
  store: Store,
  proposal: Proposal,
  limits: ChangeLimits,
  confirmed: { readonly id: string; readonly doubts: readonly string[] },
  note: PublisherNote,
): Promise<PublishResult | "publishedMeanwhile" | "notTicked"> {
  const { id, reading, roster, outcome, doubts } = await reviewProposal(store, proposal, limits);
  if (roster === null || outcome === null) return "publishedMeanwhile";
  const isSameContent = outcome.review === null;
  if (isSameContent) return outcome.result!;
  if (id !== confirmed.id) return "publishedMeanwhile";
  if (doubts.some(([doubt]) => !confirmed.doubts.includes(doubt))) return "notTicked";
  const { upload } = proposal;
  const { result } = await publishReviewed(store, roster, {
    ...optionsFor(proposal, limits),
    ...(upload && { answers: renderAnswers(upload.answers) }),
    acceptedNames: upload?.acceptsNamesakes ? new Set(reading!.namesakes) : null,
    ...note,
    dryRun: false,
    confirmedId: outcome.review.current?.id,
  });
  return result ?? "publishedMeanwhile";
}

/** Remarks about rows that might not be teachers, by the place of the row. */
export async function findKnown(store: Store, rowIds: FileReading["rowIds"]): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  const current = rowIds.length === 0 ? null : await store.findCurrent();
  for (const [place, id] of rowIds) {
    const teacher = current && (await store.findTeacher(id, current.version));
    if (teacher !== null) known.set(place, publishingTexts.underId(showName(teacher)));
  }
  return known;
}

/** These warnings are about the file as a whole, so they are not repeated for each teacher. */
const generalCodes: readonly WarningCode[] = ["emptyDegree", "emptyLastName"];

/**
 * The warnings about new and changed teachers, and the doubtful changes, as lines. The officer must confirm them.
 */
export function listDoubtful({ changes }: Review, reading: FileReading): string[] {
  const listed = reading.warnings.flatMap(([code, group]) => (generalCodes.includes(code) ? [] : group.listed));
  const warnings = Map.groupBy(listed, ({ line, record, sheet }) => placeOf((line ?? record)!, sheet));
  const checkNewcomer = createNewcomerCheck([...listTeachers(reading.roster)].flat());
  const lines: string[] = [];
  for (const kind of ["changed", "added"] as const) {
    for (const change of changes.list(kind)) {
      const teacher = subjectOf(change);
      const place = findPlace(reading, teacher) ?? "";
      lines.push(...(warnings.get(place) ?? []).map(renderFault));
      const before = change.kind === "changed" ? change.before : null;
      const reason = before === null ? checkNewcomer(teacher) : findDoubt(before, teacher);
      if (!reason) continue;
      const sides = before === null ? [teacher] : [before, teacher];
      lines.push(`${describePlace(place)}: ${sides.map(showTeacher).join(" → ")}: ${publishingTexts.doubts[reason]()}`);
    }
  }
  return lines;
}
