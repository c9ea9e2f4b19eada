/** An uploaded file, read in a separate process with the officer's answers about it. */
import { deserialize } from "node:v8";
import type { Annotations } from "../publish/annotated.ts";
import { readCurrent } from "../publish/apply.ts";
import { parseAnswers, type ReadAnswers } from "../read/answers.ts";
import { findNamesakes } from "../read/posts.ts";
import type { ReadFile } from "../read/read.ts";
import type { Store } from "../store/store.ts";
import { createPrivateFile, type PrivateFile } from "./reader/private-file.ts";
import { type ReaderOptions, readApart } from "./reader/read-apart.ts";

export interface Upload {
  readonly fileName: string;
  readonly file: PrivateFile;
  /** See {@link parseReading}. */
  readonly reading: PrivateFile;
  /** The officer's answers in this session. */
  readonly answers: ReadAnswers;
  /** The number of errors that have to be corrected in the file. */
  readonly errorCount: number;
}

export const parseReading = (upload: Pick<Upload, "reading">): ReadFile =>
  deserialize(upload.reading.read()) as ReadFile;

/** The file name without folders, as the history stores it. */
function cleanFileName(name: string): string {
  const base = name.replace(/^.*[/\\]/s, "").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "");
  return [...base.toWellFormed()].slice(0, 100).join("").trim() || "teachers";
}

/** Reads a file that has just arrived. Returns null if it can't be read. */
export async function readUpload(
  store: Store,
  fileName: string,
  bytes: Uint8Array,
  options: ReaderOptions,
): Promise<Upload | null> {
  const file = createPrivateFile(bytes);
  const upload = await readAgain(store, { fileName: cleanFileName(fileName), file }, {}, options);
  if (upload === null) file.close();
  return upload;
}

/** Reads the file with these answers, and those of the newest version where they fit. Returns null if it can't be read. */
export async function readAgain(
  store: Store,
  { fileName, file }: Pick<Upload, "fileName" | "file">,
  answers: ReadAnswers,
  options: ReaderOptions,
): Promise<Upload | null> {
  const { newest, roster } = await readCurrent(store);
  const remembered = parseAnswers(newest?.answers ?? "");
  const request = { answers: { ...answers, remembered }, namesakes: findNamesakes(roster), annotations: null };
  const reading = await readApart(file, request, options);
  if (reading === null) return null;
  const { issues } = parseReading({ reading });
  return { fileName, file, reading, answers, errorCount: issues.filter(({ severity }) => severity === "error").length };
}

/** The copy of the file that says what to correct; null if it can't be written. */
export async function writeAnnotated(
  { file, answers }: Upload,
  annotations: Annotations,
  options: ReaderOptions,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const copy = await readApart(file, { answers, namesakes: new Map(), annotations }, options);
  const bytes = copy && Uint8Array.from(copy.read());
  copy?.close();
  return bytes;
}
