/** Uploads, the officer's answers about a file, and the return to an earlier version: what waits to be published. */

import { annotate } from "../publish/annotated.ts";
import { readCurrent } from "../publish/apply.ts";
import type { Current } from "../publish/change.ts";
import { type Plan, plan, planReturn } from "../publish/plan.ts";
import { type ChosenColumns, headerKey, parseAnswers, type ReadAnswers } from "../read/answers.ts";
import { type ColumnField, columnFields } from "../read/headings.ts";
import { isOpenQuestion } from "../read/issue.ts";
import { findNamesakes } from "../read/posts.ts";
import { fieldsOf, type ReadFile } from "../read/read.ts";
import { readVersion } from "../store/history/roster-reader.ts";
import type { Store } from "../store/store.ts";
import { download, redirectTo } from "./pages/layout.tsx";
import { readApart } from "./reader.ts";
import { type OfficeRequest, versionOf } from "./request.ts";
import type { Planned, Upload, Waiting } from "./sessions.ts";
import { OfficeError, say } from "./texts.ts";

/** The form value for all sheets. Excel allows no sheet with this name. */
export const allSheetsValue = "*";

/** The upload or version that waits in the session under the id of the path. */
export function findWaiting({ session: { waiting }, id }: OfficeRequest): Waiting {
  if (waiting?.id === id) return waiting;
  throw new OfficeError(waiting === null ? "previewGone" : "previewReplaced", 404);
}

function findUpload(request: OfficeRequest): Upload {
  const { upload } = findWaiting(request);
  if (upload === null) throw new OfficeError("notFound", 404);
  return upload;
}

/** Compares what waits with the newest version, once. Null if the file has errors, or a question that must be answered first. */
export async function planWaiting(store: Store, waiting: Waiting): Promise<Planned | null> {
  const { upload, source, planned } = waiting;
  if (upload?.reading.issues.some((issue) => issue.severity === "error" || isOpenQuestion(issue))) return null;
  if (planned !== null && planned.plan.baseId === ((await store.findCurrent())?.id ?? null)) return planned;
  const current = await readCurrent(store);
  const { isFirst, newest } = current;
  const made =
    source.kind === "file" ? plan(current, upload!.reading) : await planVersion(store, current, source.version);
  waiting.planned = { plan: made, isFirst, answers: newest?.answers ?? "" };
  return waiting.planned;
}

async function planVersion(store: Store, current: Current, version: number): Promise<Plan> {
  const entry = await store.findVersion(version);
  if (entry === null) throw new OfficeError("noVersion", 404);
  return planReturn(current, await readVersion(store, entry));
}

/** Reads the file with these answers, and those of the newest version where they fit. */
async function read({ store, options }: OfficeRequest, file: Upload["file"], answers: ReadAnswers): Promise<ReadFile> {
  const { newest, roster } = await readCurrent(store);
  const remembered = parseAnswers(newest?.answers ?? "");
  const request = { answers: { ...answers, remembered }, namesakes: findNamesakes(roster) };
  return readApart<ReadFile>(file, request, options);
}

export async function takeUpload(request: OfficeRequest): Promise<Response> {
  const { sessions, session } = request;
  const { name = "", bytes } = request.file ?? {};
  if (bytes === undefined || bytes.length === 0) throw new OfficeError("noFile", 400);
  const reading = await read(request, bytes, {});
  session.ended.signal.throwIfAborted();
  const source = { kind: "file", name: cleanFileName(name) } as const;
  return redirectTo(sessions.wait(session, { source, upload: { file: bytes, answers: {}, reading } }));
}

/** The file name without folders, as the history stores it. */
function cleanFileName(name: string): string {
  const base = name.replace(/^.*[/\\]/s, "").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "");
  return [...base.toWellFormed()].slice(0, 100).join("").trim() || "teachers";
}

/** Reads the file again with the answers of a form, and shows the preview with them. */
export async function answerQuestions(request: OfficeRequest): Promise<Response> {
  await saveAnswers(request, findUpload(request));
  return redirectTo(`/preview/${request.id}?saved`);
}

/** The same before a publication, unless the form has only what the preview shows. */
export async function saveNewAnswers(request: OfficeRequest, upload: Upload): Promise<void> {
  const shown = upload.reading.headers.map(fieldsOf);
  const isNew = [...request.form.keys()].some((name) => {
    const [, header] = /^column-(\d+)$/.exec(name) ?? [];
    if (header === undefined) return answerNames.includes(name);
    return !Bun.deepEquals(request.form.getAll(name).map(parseField), shown[Number(header)]);
  });
  if (isNew) await saveAnswers(request, upload);
}

const answerNames: readonly string[] = ["sheet", "case", "pair", "different", "left-out"];

async function saveAnswers(request: OfficeRequest, before: Upload): Promise<void> {
  const { form, sessions, session } = request;
  const answers = mergeAnswers(before, form);
  const reading = await sessions.runAlone(session.user, () => read(request, before.file, answers));
  // Meanwhile the session may have dropped the upload, or another request may have answered its questions.
  if (session.waiting?.upload !== before) throw new OfficeError("previewReplaced", 409);
  session.waiting = { ...session.waiting, upload: { ...before, answers, reading }, planned: null };
}

/** The answers before, with those of the form. */
function mergeAnswers({ answers, reading }: Upload, form: URLSearchParams): ReadAnswers {
  const sheet = form.get("sheet");
  const columns = reading.headers.flatMap(({ rows }, i): [string, ChosenColumns][] => {
    const fields = form.getAll(`column-${i}`);
    return fields.length === 0 ? [] : [[headerKey(rows), fields.map(parseField)]];
  });
  const different = new Set(form.getAll("different"));
  const one = new Set(form.getAll("pair").filter((row) => !different.has(row)));
  return {
    ...answers,
    ...(sheet !== null && { sheets: sheet === allSheetsValue ? "all" : [sheet] }),
    columns: { ...answers.columns, ...Object.fromEntries(columns) },
    ...(form.has("case") && { rewritesCapitals: form.get("case") === "names" }),
    leftOut: new Set([...(answers.leftOut ?? []), ...form.getAll("left-out")]),
    differ: new Set([...(answers.differ ?? []), ...different].filter((row) => !one.has(row))),
  };
}

const parseField = (text: string): ColumnField | "none" => columnFields.find((field) => field === text) ?? "none";

/** The copy of the file that says what to correct. */
export async function downloadCorrections(request: OfficeRequest): Promise<Response> {
  const { file, answers, reading } = findUpload(request);
  const planned = await planWaiting(request.store, findWaiting(request));
  const annotations = annotate(reading, planned?.plan ?? null);
  const copy = await readApart<Uint8Array<ArrayBuffer>>(file, { answers, annotations }, request.options);
  return download("corrections", say("advice"), copy);
}

/** Prepares a return to a version, which is previewed like an upload. */
export async function returnTo({ store, sessions, session, form }: OfficeRequest): Promise<Response> {
  const version = versionOf(form.get("version"));
  if ((await store.findVersion(version)) === null) throw new OfficeError("noVersion", 404);
  return redirectTo(sessions.wait(session, { source: { kind: "rollback", version }, upload: null }));
}
