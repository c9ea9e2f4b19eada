/** Uploads, the officer's answers about a file, and the return to an earlier version: what waits to be published. */
import { annotate } from "../publish/annotated.ts";
import { readCurrent } from "../publish/apply.ts";
import { type ChosenColumns, headerKey, parseAnswers, type ReadAnswers } from "../read/answers.ts";
import { type ColumnField, columnFields } from "../read/headings.ts";
import { findNamesakes } from "../read/posts.ts";
import { fieldsOf, type ReadFile } from "../read/read.ts";
import { download, redirectTo } from "./pages/layout.tsx";
import { findPreview, type Preview, planPreview, type Upload } from "./previews.ts";
import { readInSubprocess } from "./reader.ts";
import { type OfficeRequest, versionOf } from "./request.ts";
import { OfficeError, say } from "./texts.ts";

/** The form value for all sheets. Excel allows no sheet with this name. */
export const allSheetsValue = "*";

/** The preview with the id of the path, if it is of a file. */
function findUpload(request: OfficeRequest): readonly [Preview, Upload] {
  const preview = findPreview(request);
  if (preview.upload === null) throw new OfficeError("notFound", 404);
  return [preview, preview.upload];
}

/** Reads the file with these answers, and those of the newest version where they fit. */
async function read(request: OfficeRequest, file: Blob, answers: ReadAnswers): Promise<ReadFile> {
  const { newest, roster } = await readCurrent(request.store, request.session.ended.signal);
  const remembered = parseAnswers(newest?.answers ?? "");
  const work = { answers: { ...answers, remembered }, namesakes: findNamesakes(roster) };
  return readInSubprocess<ReadFile>(file, work, request.options);
}

export async function takeUpload(request: OfficeRequest): Promise<Response> {
  const { previews, session, file } = request;
  if (file === null || file.size === 0) throw new OfficeError("noFile", 400);
  const reading = await read(request, file, {});
  const source = { kind: "file", name: cleanFileName(file.name) } as const;
  return redirectTo(previews.open(session, { source, upload: { file, answers: {}, reading } }));
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
  await saveAnswers(request, ...findUpload(request));
  return redirectTo(`/preview/${request.id}?saved`);
}

/** The same before a publication, unless the form has only what the preview shows. Returns what is to be published. */
export async function saveNewAnswers(request: OfficeRequest): Promise<Preview> {
  const { form } = request;
  const preview = findPreview(request);
  const { upload } = preview;
  const isNew = [...form.keys()].some((name) => {
    const [, header] = /^column-(\d+)$/.exec(name) ?? [];
    if (header === undefined) return answerNames.includes(name);
    const shown = upload?.reading.headers[Number(header)];
    return shown !== undefined && !Bun.deepEquals(form.getAll(name).map(parseField), fieldsOf(shown));
  });
  return upload !== null && isNew ? saveAnswers(request, preview, upload) : preview;
}

const answerNames: readonly string[] = ["sheet", "case", "pair", "different", "left-out"];

async function saveAnswers(request: OfficeRequest, preview: Preview, upload: Upload): Promise<Preview> {
  const { form, previews, session } = request;
  const { file } = upload;
  const answers = mergeAnswers(upload, form);
  const reading = await previews.runAlone(session.user, () => read(request, file, answers));
  return previews.change(session, preview, { file, answers, reading });
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
  const [preview, { file, answers, reading }] = findUpload(request);
  const annotations = annotate(reading, await planPreview(request, preview));
  const copy = await readInSubprocess<Uint8Array<ArrayBuffer>>(file, { answers, annotations }, request.options);
  return download("corrections", say("advice"), copy);
}

/** Prepares a return to a version, which is previewed like an upload. */
export async function returnTo({ store, previews, session, form }: OfficeRequest): Promise<Response> {
  const version = versionOf(form.get("version"));
  if ((await store.findVersion(version)) === null) throw new OfficeError("noVersion", 404);
  return redirectTo(previews.open(session, { source: { kind: "rollback", version }, upload: null }));
}
