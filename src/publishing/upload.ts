/** A file that somebody sent: it is read with the answers about it, in a process of its own. */
import { isDeepStrictEqual } from "node:util";
import type { Lang } from "../domain/lang.ts";
import type { Store } from "../store/store.ts";
import { findAcceptedNamesakes } from "./accepted-namesakes.ts";
import { type Answers, isAboutAnotherFile, noAnswers, parseAnswers } from "./answers.ts";
import { createPrivateFile, type PrivateFile } from "./reading/private-file.ts";
import { type ReaderOptions, readApart } from "./reading/read-apart.ts";
import { parseReading } from "./reading/reading.ts";

/** What is answered about one file. Only the answers are remembered. */
export interface UploadAnswers {
  readonly answers: Answers;
  /** Whether all who share a name are different people. */
  readonly acceptsNamesakes: boolean;
  /** The places of rows that are not teachers. */
  readonly leftOut: readonly string[];
}

export interface Upload extends UploadAnswers {
  readonly fileName: string;
  readonly file: PrivateFile;
  /** See `parseReading`. */
  readonly reading: PrivateFile;
}

export const nothingAnswered: UploadAnswers = { answers: noAnswers, acceptsNamesakes: false, leftOut: [] };

/** Reads with the answers of the newest version, as far as they are about such a file; null if the file can't be read. */
export async function readUpload(
  store: Store,
  fileName: string,
  bytes: Uint8Array,
  options: ReaderOptions,
): Promise<Upload | null> {
  const [newest] = await store.listPublications();
  const file = createPrivateFile(bytes);
  let upload: Upload | null = null;
  try {
    const answers = parseAnswers(newest?.answers ?? "");
    upload = await readFitting(store, { fileName, file, ...nothingAnswered, answers }, nothingAnswered, options);
    return upload;
  } finally {
    if (upload === null) file.close();
  }
}

/** Reads with other answers; null if the file can't be read. */
export function readAgain(
  store: Store,
  before: Upload,
  given: UploadAnswers,
  options: ReaderOptions,
): Promise<Upload | null> {
  const upload = { ...before, ...given };
  // Columns that were remembered are asked for, if the sheet that is read now has others.
  const isRemembered = given.answers.columnMap === before.answers.columnMap;
  const asked = { ...given, answers: { ...given.answers, columnMap: {} } };
  return readFitting(store, upload, isRemembered ? asked : given, options);
}

/** Reads, and with the other answers again where the first ones are about another file. */
async function readFitting(
  store: Store,
  upload: Omit<Upload, "reading">,
  others: UploadAnswers,
  options: ReaderOptions,
): Promise<Upload | null> {
  const reading = await read(store, upload, null, options);
  const fits = reading === null || !parseReading(reading).faults.listed.some(isAboutAnotherFile);
  if (fits || isDeepStrictEqual(upload.answers, others.answers)) return reading && { ...upload, reading };
  reading.close();
  return readFitting(store, { ...upload, ...others }, others, options);
}

/** The sheet of the file again, with a column that says what to correct; null if the file can't be read. */
export async function writeCorrections(
  store: Store,
  upload: Upload,
  lang: Lang,
  options: ReaderOptions,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const workbook = await read(store, upload, lang, options);
  const bytes = workbook && Uint8Array.from(workbook.read());
  workbook?.close();
  return bytes;
}

async function read(
  store: Store,
  { file, fileName, answers, leftOut, acceptsNamesakes }: Omit<Upload, "reading">,
  workbookIn: Lang | null,
  options: ReaderOptions,
): Promise<PrivateFile | null> {
  const namesakes = acceptsNamesakes ? "all" : [...(await findAcceptedNamesakes(store))];
  return readApart(file, { fileName, answers, leftOut, namesakes, workbookIn }, options);
}
