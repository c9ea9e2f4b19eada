/** What waits to be published, a file that was read or an earlier version: what would change, and its publication as it was seen. */
import type { ChangeLimits } from "../domain/changes/change-guard.ts";
import type { PublisherNote } from "../domain/publication.ts";
import { ErasedIdError } from "../store/history/past-ids.ts";
import { readVersion } from "../store/history/roster-reader.ts";
import type { Store } from "../store/store.ts";
import { renderAnswers } from "./answers.ts";
import { type Outcome, publishReviewed, type ReviewedOptions } from "./publish-reviewed.ts";
import { type FileReading, parseReading } from "./reading/reading.ts";
import { listDoubts } from "./texts/publishing-texts.ts";
import type { Upload } from "./upload.ts";

export interface Proposal {
  /** The name of the file, or `version 3`. */
  readonly source: string;
  /** Null for an earlier version. */
  readonly upload: Upload | null;
  /** Null for an upload. */
  readonly version: number | null;
}

export interface ReviewedProposal {
  /** Names what was compared, and with what; empty if it can't be published. */
  readonly id: string;
  /** How the file was read; null for an earlier version. */
  readonly reading: FileReading | null;
  /** What would be published; null if the file has faults, or ids that were erased. */
  readonly outcome: Outcome | null;
  readonly erasedIds: readonly number[];
  /** What must be confirmed. */
  readonly doubts: ReturnType<typeof listDoubts>;
  /** Publishes it. The result is null if somebody else has published since. */
  publish(note: PublisherNote): Promise<Outcome>;
}

/** Compares a proposal with what is published. Publishes nothing yet. */
export async function reviewProposal(
  store: Store,
  { source, upload, version }: Proposal,
  limits: ChangeLimits,
): Promise<ReviewedProposal> {
  const reading = upload && parseReading(upload.reading);
  const refused = { id: "", reading, outcome: null, erasedIds: [], doubts: [], publish: () => Promise.reject() };
  if (reading !== null && reading.faults.count > 0) return refused;
  const entry = version === null ? null : await store.findVersion(version);
  if (version !== null && entry === null) throw new Error(`Version ${version} has been deleted`);
  const roster = reading?.roster ?? (await readVersion(store, entry!));
  const options: Omit<ReviewedOptions, "dryRun"> = { source, limits, confirms: "all", isReturn: upload === null };
  try {
    const outcome = await publishReviewed(store, roster, { ...options, dryRun: true });
    const current = outcome.review?.current;
    const ofUpload = upload && {
      answers: renderAnswers(upload.answers),
      acceptedNames: upload.acceptsNamesakes ? new Set(reading!.namesakes) : null,
    };
    return {
      ...{ ...refused, id: `${current?.id} ${roster.digest}`, outcome, doubts: listDoubts(outcome) },
      publish: (note) =>
        publishReviewed(store, roster, { ...options, ...ofUpload, ...note, dryRun: false, confirmedId: current?.id }),
    };
  } catch (error) {
    if (!(error instanceof ErasedIdError)) throw error;
    return { ...refused, erasedIds: error.ids };
  }
}
