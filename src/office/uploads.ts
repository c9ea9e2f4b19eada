/**
 * Handles uploads, the officer's answers about a file, and the return to an earlier version. The result waits in the
 * session until it is published.
 */
import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { mapColumns } from "../publishing/answers.ts";
import { nothingAnswered, readAgain, readUpload, type Upload, writeFaultsWorkbook } from "../publishing/upload.ts";
import type { Store } from "../store/store.ts";
import type { Waiting } from "./entry/sessions.ts";
import { fieldsOf, textOf } from "./form.ts";
import { OfficeError, type OfficeRequest, withOfficeStore } from "./request.ts";
import { download, redirectTo } from "./responses.ts";
import { say } from "./texts.ts";

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
  const faultsBefore = session.waiting?.upload?.faultCount;
  return redirectTo(sessions.wait(session, { upload, version: null, faultsBefore }));
}

/** Reads the file again with the answers of a form. */
export async function answerQuestions(request: OfficeRequest): Promise<Response> {
  const { options, form, session } = request;
  const before = findUpload(request);
  const sheet = textOf(form, "sheet");
  const answers = {
    ...before.answers,
    ...(sheet === "" ? {} : sheet === allSheetsValue ? { allSheets: true, sheet: null } : { allSheets: false, sheet }),
    // The fields `heading` and `field` come in pairs.
    ...(form.has("columns") && { columnMap: mapColumns(fieldsOf(form, "heading"), fieldsOf(form, "field")) }),
    ...(form.has("ids") && { givesIds: true }),
  };
  const leftOut = [...before.leftOut, ...fieldsOf(form, "left-out")];
  const answered = { answers, leftOut, acceptsNamesakes: before.acceptsNamesakes || form.has("namesakes") };
  const given = form.has("forget") ? nothingAnswered : answered;
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

export async function downloadCorrections(request: OfficeRequest): Promise<Response> {
  const { options, session } = request;
  const upload = findUpload(request);
  const write = (store: Store) => writeFaultsWorkbook(store, upload, session.lang, options.reader);
  const workbook = await withOfficeStore(options, write);
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
