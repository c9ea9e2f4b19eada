/** A file that somebody sent: it is read with the answers about it, in a process of its own. */
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
    upload = await readAgain(store, { fileName, file, ...nothingAnswered, answers }, options);
    if (upload === null || !parseReading(upload.reading).faults.listed.some(isAboutAnotherFile)) return upload;
    upload.reading.close();
    upload = await readAgain(store, { fileName, file, ...nothingAnswered }, options);
    return upload;
  } finally {
    if (upload === null) file.close();
  }
}

/** Reads with other answers; null if the file can't be read. */
export async function readAgain(
  store: Store,
  upload: Omit<Upload, "reading">,
  options: ReaderOptions,
): Promise<Upload | null> {
  const reading = await read(store, upload, null, options);
  return reading && { ...upload, reading };
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
