/** An uploaded file, read in a separate process with the officer's answers about it. */
import { isDeepStrictEqual } from "node:util";
import type { Lang } from "../domain/lang.ts";
import { listTeachers } from "../domain/roster.ts";
import { readVersion } from "../store/history/roster-reader.ts";
import type { Store } from "../store/store.ts";
import { type Answers, isAboutAnotherFile, listFileFaults, noAnswers, parseOldAnswers } from "./answers.ts";
import {
  createPrivateFile,
  type PrivateFile,
  type ReaderOptions,
  type ReadRequest,
  readApart,
} from "./reading/read-apart.ts";
import { parseReading } from "./reading/reading.ts";
import { findAcceptedNamesakes } from "./review.ts";

/** The officer's answers about one file. Only `answers` are stored with the version. */
interface UploadAnswers {
  readonly answers: Answers;
  /** Whether all teachers who share a name are different people. */
  readonly acceptsNamesakes: boolean;
  /** The places of rows that are not teachers. */
  readonly leftOut: readonly string[];
}

export interface Upload extends UploadAnswers {
  readonly fileName: string;
  readonly file: PrivateFile;
  /** See `parseReading`. */
  readonly reading: PrivateFile;
  /** The number of faults that have to be corrected in the file. */
  readonly faultCount: number;
  /** Whether the file would be read differently without the answers. */
  readonly usesAnswers: boolean;
}

type UnreadUpload = Omit<Upload, "reading" | "faultCount" | "usesAnswers">;

export const nothingAnswered: UploadAnswers = { answers: noAnswers, acceptsNamesakes: false, leftOut: [] };

/** The file name without folders, as the history stores it. */
function cleanFileName(name: string): string {
  const base = name.replace(/^.*[/\\]/s, "").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "");
  return [...base.toWellFormed()].slice(0, 100).join("").trim() || "teachers";
}

/** Reads the file with the answers of the newest version, if they fit it. Returns null if it can't be read. */
export async function readUpload(
  store: Store,
  fileName: string,
  bytes: Uint8Array,
  options: ReaderOptions,
): Promise<Upload | null> {
  const [newest] = await store.listPublications();
  const file = createPrivateFile(bytes);
  const given = { fileName: cleanFileName(fileName), file, ...nothingAnswered };
  let upload: Upload | null = null;
  try {
    const answers = parseOldAnswers(newest?.answers ?? "");
    upload = await readFitting(store, { ...given, answers }, nothingAnswered, options);
    if (!upload?.usesAnswers) return upload;
    // If the stored answers make no difference for this file, they are not shown, but kept for the next upload.
    const plain = await read(store, given, null, options);
    upload = { ...upload, usesAnswers: plain === null || !plain.read().equals(upload.reading.read()) };
    plain?.close();
    return upload;
  } finally {
    if (upload === null) file.close();
  }
}

/** Reads the file again with other answers. Returns null if it can't be read. */
export function readAgain(
  store: Store,
  before: Upload,
  given: UploadAnswers,
  options: ReaderOptions,
): Promise<Upload | null> {
  const upload = { ...before, ...given };
  // If the chosen sheet does not have the stored columns, the officer is asked for its columns again.
  const isRemembered = given.answers.columnMap === before.answers.columnMap;
  const asked = { ...given, answers: { ...given.answers, columnMap: {} } };
  return readFitting(store, upload, isRemembered ? asked : given, options);
}

/** Reads the file, and once more with `others` if the answers of the upload do not fit it. */
async function readFitting(
  store: Store,
  upload: UnreadUpload,
  others: UploadAnswers,
  options: ReaderOptions,
): Promise<Upload | null> {
  const reading = await read(store, upload, null, options);
  if (reading === null) return null;
  const { faults } = parseReading(reading);
  const fits = !faults.listed.some(isAboutAnotherFile);
  if (fits || isDeepStrictEqual(upload.answers, others.answers)) {
    const { answers, acceptsNamesakes, leftOut } = upload;
    const usesAnswers = !isDeepStrictEqual({ answers, acceptsNamesakes, leftOut }, nothingAnswered);
    return { ...upload, reading, faultCount: listFileFaults(faults).count, usesAnswers };
  }
  reading.close();
  return readFitting(store, { ...upload, ...others }, others, options);
}

/** A current list with more people than this is not compared with the rows of a file. */
const publishedMax = 50_000;

/** The workbook of faults for the file; null if it can't be read. */
export async function writeFaultsWorkbook(
  store: Store,
  upload: Upload,
  lang: Lang,
  options: ReaderOptions,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const current = await store.findCurrent();
  const isSmall = current !== null && current.count <= publishedMax;
  const published = isSmall ? [...listTeachers(await readVersion(store, current))].flat() : [];
  const workbook = await read(store, upload, { lang, published }, options);
  const bytes = workbook && Uint8Array.from(workbook.read());
  workbook?.close();
  return bytes;
}

async function read(
  store: Store,
  { file, fileName, answers, leftOut, acceptsNamesakes }: UnreadUpload,
  workbook: ReadRequest["workbook"],
  options: ReaderOptions,
): Promise<PrivateFile | null> {
  const namesakes = acceptsNamesakes ? "all" : [...(await findAcceptedNamesakes(store))];
  return readApart(file, { fileName, answers, leftOut, namesakes, workbook }, options);
}
