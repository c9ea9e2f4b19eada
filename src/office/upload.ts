/** Uploads, the officer's answers about a file, and the return to an earlier version: what waits to be published. */
import { annotate } from "../publish/annotated.ts";
import { readCurrent } from "../publish/apply.ts";
import { type ChosenColumns, headerKey, parseAnswers, type ReadAnswers } from "../read/answers.ts";
import { type ColumnField, columnFields } from "../read/headings.ts";
import { findNamesakes } from "../read/posts.ts";
import { fieldsOf, type ReadFile } from "../read/read.ts";
import { download, redirectTo } from "./pages/layout.tsx";
import { type Preview, planPreview, type Upload } from "./previews.ts";
import { readInSubprocess } from "./reader.ts";
import { type OfficeRequest, versionOf } from "./request.ts";
import { OfficeError, say } from "./texts.ts";

/** The form value for all sheets. Excel allows no sheet with this name. */
export const allSheetsValue = "*";

/** Reads the file with these answers, and those of the newest version where they fit. */
async function read(request: OfficeRequest, file: Blob, answers: ReadAnswers): Promise<ReadFile> {
  const { newest, roster } = await readCurrent(request.store, request.session.ended.signal);
  const remembered = parseAnswers(newest?.answers ?? "");
  const work = { answers: { ...answers, remembered }, namesakes: findNamesakes(roster) };
  return readInSubprocess<ReadFile>(file, work, request.options);
}

export async function takeUpload(request: OfficeRequest): Promise<Response> {
  const { store, previews, session, file } = request;
  if (file === null || file.size === 0) throw new OfficeError("noFile", 400);
  const reading = await read(request, file, {});
  const source = { kind: "file", name: cleanFileName(file.name) } as const;
  const upload = { file, answers: {}, reading };
  return redirectTo(previews.open(session, { source, upload }, await store.findCurrent()));
}

/** The file name without folders, as the history stores it. */
function cleanFileName(name = ""): string {
  const base = name
    .replaceAll("%22", '"')
    .replace(/^.*[/\\]/s, "")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "");
  return [...base.toWellFormed()].slice(0, 100).join("").trim() || "teachers";
}

/** Reads the file again with the answers of a form. Of one that only publishes, they may be just what the preview shows. */
export async function saveAnswers(request: OfficeRequest, preview: Preview): Promise<Preview> {
  const { form, previews, session } = request;
  const { upload } = preview;
  if (upload === null) return preview;
  const { file, reading } = upload;
  const isNew = [...form.keys()].some((name) => {
    const [, header] = /^column-(\d+)$/.exec(name) ?? [];
    if (header === undefined) return answerNames.includes(name);
    const shown = reading.headers[Number(header)];
    return shown !== undefined && !Bun.deepEquals(form.getAll(name).map(parseField), fieldsOf(shown));
  });
  if (!isNew && !form.has("save")) return preview;
  const answers = mergeAnswers(upload, form);
  const again = await previews.runAlone(session.user, () => read(request, file, answers));
  const note = form.get("message") ?? preview.note;
  return previews.change(session, preview, { upload: { file, answers, reading: again }, note });
}

const answerNames: readonly string[] = ["sheet", "case", "pair", "different", "left-out"];

function mergeAnswers({ answers, reading }: Upload, form: URLSearchParams): ReadAnswers {
  const sheets = form.getAll("sheet");
  const columns = reading.headers.flatMap(({ rows }, i): [string, ChosenColumns][] => {
    const fields = form.getAll(`column-${i}`);
    return fields.length === 0 ? [] : [[headerKey(rows), fields.map(parseField)]];
  });
  const different = new Set(form.getAll("different"));
  const one = new Set(form.getAll("pair").filter((row) => !different.has(row)));
  return {
    ...answers,
    ...(sheets.length > 0 && { sheets: sheets.includes(allSheetsValue) ? "all" : sheets }),
    columns: { ...answers.columns, ...Object.fromEntries(columns) },
    ...(form.has("case") && { rewritesCapitals: form.get("case") === "names" }),
    leftOut: new Set([...(answers.leftOut ?? []), ...form.getAll("left-out")]),
    differ: new Set([...(answers.differ ?? []), ...different].filter((row) => !one.has(row))),
  };
}

const parseField = (text: string): ColumnField | "none" => columnFields.find((field) => field === text) ?? "none";

export async function downloadCorrections(request: OfficeRequest): Promise<Response> {
  const preview = request.previews.find(request);
  if (preview.upload === null) throw new OfficeError("notFound", 404);
  const { file, answers, reading } = preview.upload;
  const annotations = annotate(reading, await planPreview(request, preview));
  const copy = await readInSubprocess<Uint8Array<ArrayBuffer>>(file, { answers, annotations }, request.options);
  return download("corrections", say("advice"), copy);
}

/** Prepares a return to a version, which is previewed like an upload. */
export async function returnTo({ store, previews, session, form }: OfficeRequest): Promise<Response> {
  const version = versionOf(form.get("version"));
  if ((await store.findVersion(version)) === null) throw new OfficeError("noVersion", 404);
  const source = { kind: "rollback", version } as const;
  return redirectTo(previews.open(session, { source, upload: null }, await store.findCurrent()));
}
