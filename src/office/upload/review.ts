/** The preview of what waits: how its file was read, what is to be answered, and what would change. */
import type { PublisherNote } from "../../domain/publication.ts";
import type { Roster } from "../../domain/roster.ts";
import type { Fault } from "../../import/fault.ts";
import type { ImportMessage } from "../../import/message.ts";
import { renderAnswers } from "../../publishing/answers.ts";
import { type Outcome, publishReviewed, type ReviewedOptions } from "../../publishing/publish-reviewed.ts";
import { ErasedIdError } from "../../store/history/past-ids.ts";
import { readVersion } from "../../store/history/roster-reader.ts";
import type { Store } from "../../store/store.ts";
import type { OfficeOptions } from "../context.ts";
import { parseReading, type UploadReading } from "./reading.ts";
import type { Doubt, Waiting } from "./waiting-list.ts";

/** What a preview shows. */
export interface Reviewed {
  /** How the file was read; null for an earlier version. */
  readonly reading: UploadReading | null;
  /** Null if the file has faults. */
  readonly outcome: Outcome | null;
  /** The ids of the file that were erased, so it can't be published. */
  readonly erasedIds: readonly number[];
}

/** Codes of faults that a question settles. */
const columnCodes: readonly ImportMessage["code"][] = [
  "columnMissing",
  "columnAmbiguous",
  "columnRepeated",
  "noSuchColumn",
  "degreeMissing",
  "secretColumn",
];
const sheetCodes: readonly ImportMessage["code"][] = ["severalSheets", "noSuchSheet"];

type FileQuestion = "columns" | "sheet" | "ids";

/** The questions that settle a fault; none for one that has to be corrected in the file. */
export function findQuestions({ message }: Fault): FileQuestion[] {
  if (sheetCodes.includes(message.code)) return ["sheet"];
  if (message.code === "notAnId" && message.value.trim() === "") return ["ids"];
  if (message.code === "sameDigits") return ["ids"];
  // A missing id may be in a column with an unknown heading.
  if (message.code === "columnMissing" && message.field === "id") return ["columns", "ids"];
  return columnCodes.includes(message.code) ? ["columns"] : [];
}

/** Reads what waits and compares it with what is published. Publishes nothing. */
export async function reviewWaiting(store: Store, waiting: Waiting, options: OfficeOptions): Promise<Reviewed> {
  const reading = waiting.kind === "upload" ? parseReading(waiting.reading.read().toString()) : null;
  waiting.preview = null;
  if (reading !== null && reading.faults.count > 0) return { reading, outcome: null, erasedIds: [] };
  const roster = reading?.roster ?? (await readRoster(store, waiting));
  let outcome: Outcome;
  try {
    outcome = await publishReviewed(store, roster, { ...reviewedOptions(waiting, options), dryRun: true });
  } catch (error) {
    if (!(error instanceof ErasedIdError)) throw error;
    return { reading, outcome: null, erasedIds: error.ids };
  }
  const { review, breaches } = outcome;
  const isEarlier = review !== null && review.earlier !== null;
  const doubts: Doubt[] = [...breaches.map(({ kind }) => kind), ...(isEarlier ? (["earlier"] as const) : [])];
  const baseId = review?.current?.id;
  waiting.preview = { id: `${baseId ?? "first"} ${roster.digest}`, baseId, digest: roster.digest, doubts };
  return { reading, outcome, erasedIds: [] };
}

/** Publishes what waits as it was previewed. The result is null if somebody else has published since. */
export async function publishPreviewed(
  store: Store,
  waiting: Waiting,
  note: PublisherNote,
  options: OfficeOptions,
): Promise<Outcome> {
  const { preview } = waiting;
  const reading = waiting.kind === "upload" ? parseReading(waiting.reading.read().toString()) : null;
  const roster = reading?.roster ?? (await readRoster(store, waiting));
  if (preview === null || roster.digest !== preview.digest) return { result: null, review: null, breaches: [] };
  const acceptedNames = waiting.kind === "upload" && waiting.acceptsNamesakes ? new Set(reading!.namesakes) : null;
  const answers = waiting.kind === "upload" ? { answers: renderAnswers(waiting.answers) } : {};
  const reviewed = { ...reviewedOptions(waiting, options), ...note, ...answers, acceptedNames };
  return publishReviewed(store, roster, { ...reviewed, dryRun: false, confirmedId: preview.baseId });
}

function reviewedOptions(waiting: Waiting, { limits }: OfficeOptions): Omit<ReviewedOptions, "dryRun"> {
  if (waiting.kind === "upload") return { source: waiting.fileName, limits, confirms: "all" };
  // Whoever chooses a version knows its content, as with `rollback`.
  const all = { removed: 1, renamed: 1, changed: 1, added: Number.POSITIVE_INFINITY };
  return { source: `version ${waiting.version}`, limits: all, confirms: "all", isReturn: true };
}

async function readRoster(store: Store, waiting: Waiting): Promise<Roster> {
  if (waiting.kind === "upload") throw new Error("An upload has a roster of its own");
  const entry = await store.findVersion(waiting.version);
  if (entry === null) throw new Error(`Version ${waiting.version} has been deleted`);
  return readVersion(store, entry);
}
