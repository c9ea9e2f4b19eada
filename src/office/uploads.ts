/**
 * Handles uploads, the officer's answers about a file, and the return to an earlier version. The result waits in the
 * session until it is published.
 */
import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { annotate } from "../publish/annotated.ts";
import { type ChosenColumns, headerKey, type ReadAnswers } from "../read/answers.ts";
import { type ColumnField, columnFields } from "../read/headings.ts";
import type { Waiting } from "./entry/sessions.ts";
import { fieldsOf, textOf } from "./form.ts";
import { planWaiting } from "./proposals.ts";
import { OfficeError, type OfficeRequest, withOfficeStore } from "./request.ts";
import { download, redirectTo } from "./responses.ts";
import { say } from "./texts.ts";
import { parseReading, readAgain, readUpload, type Upload, writeAnnotated } from "./upload.ts";

/** The form value for all sheets. Excel allows no sheet with this name. */
export const allSheetsValue = "*";

/** The upload or version that waits in the session under the id of the path. */
export function findWaiting({ session, id }: OfficeRequest): Waiting {
  const { waiting } = session;
  if (waiting?.id === id) return waiting;
  throw new OfficeError(waiting === null ? "previewGone" : "previewReplaced", 404);
}

function findUpload(request: OfficeRequest): Upload {
  const { upload } = findWaiting(request);
  if (upload === null) throw new OfficeError("notFound", 404);
  return upload;
}

/** Less free space than this may be the reason why a file can't be read, because the reading is written there. */
const freeBytesMin = 64 * 1024 * 1024;

function unreadable(): OfficeError {
  const { bavail, bsize } = statfsSync(tmpdir());
  return bavail * bsize < freeBytesMin ? new OfficeError("noTemporary", 503) : new OfficeError("unreadable", 422);
}

export async function takeUpload({ options, sessions, session, file }: OfficeRequest): Promise<Response> {
  if (file === null || file.bytes.length === 0) throw new OfficeError("noFile", 400);
  const { name, bytes } = file;
  const upload = await withOfficeStore(options, (store) => readUpload(store, name, bytes, options.reader));
  if (upload === null) throw unreadable();
  if (session.ended.signal.aborted) {
    upload.file.close();
    upload.reading.close();
    throw new OfficeError("sessionEnded", 403);
  }
  const errorsBefore = session.waiting?.upload?.errorCount;
  return redirectTo(sessions.wait(session, { upload, version: null, errorsBefore }));
}

/** Reads the file again with the answers of a form. */
export async function answerQuestions(request: OfficeRequest): Promise<Response> {
  const { options, form, session } = request;
  const before = findUpload(request);
  const given = form.has("forget") ? {} : parseAnswers(form, before);
  const upload = await withOfficeStore(options, (store) => readAgain(store, before, given, options.reader));
  if (upload === null) throw unreadable();
  // Meanwhile the session may have dropped the upload, or another request may have answered its questions.
  if (session.waiting?.upload !== before) {
    upload.reading.close();
    throw new OfficeError("previewReplaced", 409);
  }
  before.reading.close();
  session.waiting = { ...session.waiting, upload };
  return redirectTo(`/preview/${session.waiting.id}`);
}

/** The answers before, with those of the form. */
function parseAnswers(form: FormData, upload: Upload): ReadAnswers {
  const { answers } = upload;
  const sheet = textOf(form, "sheet");
  const { headers } = parseReading(upload);
  const columns = headers.flatMap(({ rows }, i): [string, ChosenColumns][] => {
    const fields = fieldsOf(form, `column-${i}`);
    return fields.length === 0 ? [] : [[headerKey(rows), fields.map(parseField)]];
  });
  const different = new Set(fieldsOf(form, "different"));
  const one = new Set(fieldsOf(form, "pair").filter((row) => !different.has(row)));
  return {
    ...answers,
    ...(sheet === "" ? {} : { sheets: sheet === allSheetsValue ? ("all" as const) : [sheet] }),
    ...(columns.length === 0 ? {} : { columns: { ...answers.columns, ...Object.fromEntries(columns) } }),
    ...(form.has("ids") && { givesIds: true }),
    ...(form.has("case") && { rewritesCapitals: textOf(form, "case") === "names" }),
    leftOut: new Set([...(answers.leftOut ?? []), ...fieldsOf(form, "left-out")]),
    differ: new Set([...(answers.differ ?? []), ...different].filter((row) => !one.has(row))),
  };
}

const parseField = (text: string): ColumnField | "none" => columnFields.find((field) => field === text) ?? "none";

export async function downloadCorrections(request: OfficeRequest): Promise<Response> {
  const { options } = request;
  const [waiting, upload] = [findWaiting(request), findUpload(request)];
  const reading = parseReading(upload);
  const planned = await withOfficeStore(options, (store) => planWaiting(store, waiting, reading));
  const workbook = await writeAnnotated(upload, annotate(reading, planned?.plan ?? null), options.reader);
  if (workbook === null) throw unreadable();
  return download("corrections", say("toCorrect"), workbook);
}

/** Prepares a return to a version, which is previewed like an upload. */
export async function returnTo({ options, sessions, session, form }: OfficeRequest): Promise<Response> {
  const version = Number(textOf(form, "version"));
  const entry = await withOfficeStore(options, (store) => store.findVersion(version));
  if (entry === null) throw new OfficeError("noVersion", 404);
  return redirectTo(sessions.wait(session, { upload: null, version }));
}
