/** Uploads, the officer's answers about a file, and the return to an earlier version: what waits to be published. */
import { annotate } from "../publish/annotated.ts";
import { readCurrent } from "../publish/apply.ts";
import type { Current } from "../publish/change.ts";
import { type Plan, plan, planReturn } from "../publish/plan.ts";
import { type ChosenColumns, headerKey, parseAnswers, type ReadAnswers } from "../read/answers.ts";
import { type ColumnField, columnFields } from "../read/headings.ts";
import { type Issue, isOpenQuestion } from "../read/issue.ts";
import { findNamesakes } from "../read/posts.ts";
import { fieldsOf, type ReadFile } from "../read/read.ts";
import { readVersion } from "../store/history/roster-reader.ts";
import { download, redirectTo } from "./pages/layout.tsx";
import { readInSubprocess } from "./reader.ts";
import { type OfficeRequest, versionOf } from "./request.ts";
import type { Pending, Upload } from "./sessions.ts";
import { OfficeError, say } from "./texts.ts";

/** The form value for all sheets. Excel allows no sheet with this name. */
export const allSheetsValue = "*";

/** The upload or version that waits in the session under the id of the path. */
export function findPending({ session: { pending }, id }: OfficeRequest): Pending {
  if (pending?.id === id) return pending;
  throw new OfficeError(pending === null ? "previewGone" : "previewReplaced", 404);
}

function findUpload(request: OfficeRequest): Upload {
  const { upload } = findPending(request);
  if (upload === null) throw new OfficeError("notFound", 404);
  return upload;
}

type Reading = Pick<OfficeRequest, "store" | "session">;

/** What is published. The session's signal lets other requests run meanwhile, and ends the work with the session. */
const readNewest = ({ store, session }: Reading): Promise<Current> => readCurrent(store, session.ended.signal);

/** Whether nothing can be published before somebody corrects or answers this. */
export const isBlocking = (issue: Issue): boolean => issue.severity === "error" || isOpenQuestion(issue);

/** Compares what waits with the newest version, once. Null if the file has errors, or a question that must be answered first. */
export async function planPending(request: Reading, pending: Pending): Promise<Plan | null> {
  const { upload, source, planned } = pending;
  if (upload?.reading.issues.some(isBlocking)) return null;
  if (planned !== null && planned.baseId === ((await request.store.findCurrent())?.id ?? null)) return planned;
  const current = await readNewest(request);
  if (source.kind === "file") pending.planned = plan(current, upload!.reading);
  else {
    const entry = await request.store.findVersion(source.version);
    if (entry === null) throw new OfficeError("noVersion", 404);
    pending.planned = planReturn(current, await readVersion(request.store, entry, request.session.ended.signal));
  }
  return pending.planned;
}

/** Reads the file with these answers, and those of the newest version where they fit. */
async function read(request: OfficeRequest, file: Upload["file"], answers: ReadAnswers): Promise<ReadFile> {
  const { newest, roster } = await readNewest(request);
  const remembered = parseAnswers(newest?.answers ?? "");
  const work = { answers: { ...answers, remembered }, namesakes: findNamesakes(roster) };
  return readInSubprocess<ReadFile>(file, work, request.options);
}

export async function takeUpload(request: OfficeRequest): Promise<Response> {
  const { sessions, session, file } = request;
  if (file === null || file.size === 0) throw new OfficeError("noFile", 400);
  const reading = await read(request, file, {});
  session.ended.signal.throwIfAborted();
  const source = { kind: "file", name: cleanFileName(file.name) } as const;
  return redirectTo(sessions.setPending(session, { source, upload: { file, answers: {}, reading } }));
}

/** The file name without folders, as the history stores it. */
function cleanFileName(name = ""): string {
  const base = name
    .replaceAll("%22", '"')
    .replace(/^.*[/\\]/s, "")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "");
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
  if (session.pending?.upload !== before) throw new OfficeError("previewReplaced", 409);
  session.pending = { ...session.pending, upload: { ...before, answers, reading }, planned: null };
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
  const annotations = annotate(reading, await planPending(request, findPending(request)));
  const copy = await readInSubprocess<Uint8Array<ArrayBuffer>>(file, { answers, annotations }, request.options);
  return download("corrections", say("advice"), copy);
}

/** Prepares a return to a version, which is previewed like an upload. */
export async function returnTo({ store, sessions, session, form }: OfficeRequest): Promise<Response> {
  const version = versionOf(form.get("version"));
  if ((await store.findVersion(version)) === null) throw new OfficeError("noVersion", 404);
  return redirectTo(sessions.setPending(session, { source: { kind: "rollback", version }, upload: null }));
}
