/** Uploads, their preview and their publication. */

import type { Lang } from "../../domain/lang.ts";
import { isMessage } from "../../domain/publication.ts";
import { type ColumnField, columnFields } from "../../import/table/headings.ts";
import { findAcceptedNamesakes } from "../../publishing/accepted-namesakes.ts";
import { type Answers, noAnswers, parseAnswers } from "../../publishing/answers.ts";
import { renderReport } from "../../publishing/change-report.ts";
import { type OfficeAnswer, type OfficeRequest, withOfficeStore, workbookType } from "../context.ts";
import { fieldsOf, textOf } from "../form.ts";
import { publishedPage } from "../pages/history-pages.tsx";
import { problemPage } from "../pages/layout.tsx";
import { type Notice, previewPage } from "../pages/preview-page.tsx";
import { allSheetsValue } from "../pages/questions.tsx";
import { createPrivateFile, type PrivateFile } from "../upload/private-file.ts";
import { parseReading } from "../upload/reading.ts";
import { publishPreviewed, reviewWaiting } from "../upload/review.ts";
import { readInOwnProcess } from "../upload/start-reader.ts";
import type { Waiting, WaitingUpload } from "../upload/waiting-list.ts";

const notFound: OfficeAnswer = { page: problemPage("notFound"), status: 404 };

/** Takes a file, and has it read with the answers of the newest version, as far as they fit. */
export async function takeUpload(request: OfficeRequest): Promise<OfficeAnswer> {
  const { form, session, waiting } = request;
  const given = form.get("file");
  if (!(given instanceof File) || given.size === 0) return { page: problemPage("malformed"), status: 400 };
  const fileName = cleanFileName(given.name);
  const file = createPrivateFile(await given.bytes());
  const remembered = await withOfficeStore(request.options, (store) => store.listPublications());
  let answers = parseAnswers(remembered[0]?.answers ?? "");
  let reading = await read(request, { fileName, file, answers });
  if (reading !== null && doNotFit(reading)) {
    answers = noAnswers;
    reading.close();
    reading = await read(request, { fileName, file, answers });
  }
  if (reading === null) {
    file.close();
    return { page: problemPage("unreadable"), status: 422 };
  }
  const sheets = findSheets(reading);
  const upload = waiting.addUpload(session, { fileName, file, reading, answers, sheets });
  return { location: `/preview/${upload.id}` };
}

/** Has a file read in a process of its own. */
async function read(
  { options }: Pick<OfficeRequest, "options">,
  { file, fileName, answers, ...given }: Pick<WaitingUpload, "file" | "fileName" | "answers"> & Partial<WaitingUpload>,
  workbookIn: Lang | null = null,
): Promise<PrivateFile | null> {
  const { leftOut = [], acceptsNamesakes = false } = given;
  const known = await withOfficeStore(options, findAcceptedNamesakes);
  const namesakes = acceptsNamesakes ? "all" : [...known];
  return readInOwnProcess(file, { fileName, answers, leftOut, namesakes, workbookIn }, options.log);
}

/** Whether remembered answers are about another file: it has no such column or sheet. */
function doNotFit(reading: PrivateFile): boolean {
  const { faults } = parseReading(reading.read().toString());
  const codes: readonly string[] = ["noSuchColumn", "noSuchSheet", "textHasNoSheets", "secretColumn"];
  return faults.listed.some(({ message }) => codes.includes(message.code));
}

/** The sheets that a reading asks about. */
function findSheets(reading: PrivateFile): readonly string[] {
  const { faults } = parseReading(reading.read().toString());
  return faults.listed.flatMap(({ message }) => ("sheets" in message ? message.sheets : []));
}

/** The name without a folder, as the history has it. */
function cleanFileName(name: string): string {
  const base = name.replace(/^.*[/\\]/s, "").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "");
  return [...base.toWellFormed()].slice(0, 100).join("").trim() || "teachers";
}

function find({ params, waiting, session }: OfficeRequest): Waiting | null {
  return waiting.find(params[0]!, session);
}

export async function showPreview(request: OfficeRequest): Promise<OfficeAnswer> {
  const found = find(request);
  if (found === null) return notFound;
  if (found.published !== null) return { location: `/published/${found.published}` };
  return review(request, found, null);
}

async function review(
  { options, session }: OfficeRequest,
  found: Waiting,
  notice: Notice | null,
): Promise<OfficeAnswer> {
  const reviewed = await withOfficeStore(options, (store) => reviewWaiting(store, found, options));
  return {
    page: () => previewPage({ session, waiting: found, reviewed, notice }),
    status: notice === null ? 200 : 409,
  };
}

/** Has the file read again with the answers of a form. */
export async function answerQuestions(request: OfficeRequest): Promise<OfficeAnswer> {
  const { form } = request;
  const found = find(request);
  if (found === null || found.kind !== "upload" || found.published !== null) return notFound;
  const isForgetting = form.has("forget");
  const changed: Partial<WaitingUpload> = {
    answers: isForgetting ? noAnswers : readAnswers(form, found.answers),
    leftOut: isForgetting ? [] : [...new Set([...found.leftOut, ...fieldsOf(form, "left-out")])],
    acceptsNamesakes: !isForgetting && (found.acceptsNamesakes || form.has("namesakes")),
  };
  const reading = await read(request, { ...found, ...changed });
  // It may have been dropped meanwhile.
  if (reading === null || find(request) === null) {
    reading?.close();
    return reading === null ? { page: problemPage("unreadable"), status: 422 } : notFound;
  }
  found.reading.close();
  const sheets = findSheets(reading);
  // Once a sheet is chosen, the reading names no others.
  Object.assign(found, { ...changed, reading, preview: null }, sheets.length > 0 ? { sheets } : {});
  return { location: `/preview/${found.id}` };
}

/** The answers of a form; those that it does not ask for stay as they were. */
function readAnswers(form: FormData, before: Answers): Answers {
  const columnMap: Partial<Record<ColumnField, string>> = form.has("columns") ? {} : { ...before.columnMap };
  // Each select is beside its heading.
  const headings = fieldsOf(form, "heading");
  for (const [i, field] of fieldsOf(form, "field").entries()) {
    const known = columnFields.find((name) => name === field);
    if (known !== undefined && headings[i] !== undefined) columnMap[known] ??= headings[i];
  }
  const sheet = textOf(form, "sheet");
  const allSheets = sheet === allSheetsValue || (sheet === "" && before.allSheets);
  return {
    columnMap,
    sheet: allSheets ? null : sheet || before.sheet,
    allSheets,
    givesIds: before.givesIds || form.has("ids"),
  };
}

/** The sheet of the file again, with a column that says what to correct. */
export async function downloadExplained(request: OfficeRequest): Promise<OfficeAnswer> {
  const found = find(request);
  if (found === null || found.kind !== "upload") return notFound;
  const workbook = await read(request, found, request.session.lang);
  const body = workbook?.read();
  workbook?.close();
  if (body === undefined || body.length === 0) return notFound;
  return { fileName: "corrections.xlsx", contentType: workbookType, body: Uint8Array.from(body) };
}

export function dropWaiting(request: OfficeRequest): OfficeAnswer {
  const found = find(request);
  if (found !== null) request.waiting.drop(found);
  return { location: "/" };
}

/** Publishes what was previewed, once. */
export async function publishWaiting(request: OfficeRequest): Promise<OfficeAnswer> {
  const { form, options, session } = request;
  const found = find(request);
  if (found === null) return notFound;
  if (found.published !== null) return { location: `/published/${found.published}` };
  const message = textOf(form, "message").trim();
  if (found.preview === null || found.preview.id !== textOf(form, "preview") || found.isPublishing) {
    return review(request, found, "publishedMeanwhile");
  }
  const ticked = fieldsOf(form, "sure");
  if (!isMessage(message)) return review(request, found, "badNote");
  if (found.preview.doubts.some((doubt) => !ticked.includes(doubt))) return review(request, found, "notTicked");
  found.isPublishing = true;
  try {
    const { result } = await withOfficeStore(options, (store) =>
      publishPreviewed(store, found, { message, publishedBy: session.user }, options),
    );
    if (result?.publication == null) return review(request, found, "publishedMeanwhile");
    const { version, count } = result.publication;
    found.published = version;
    if (result.published) options.log("office.published", { user: session.user, version, teachers: count });
    return { location: `/published/${version}` };
  } finally {
    found.isPublishing = false;
  }
}

export async function showPublished({ options, session, params }: OfficeRequest): Promise<OfficeAnswer> {
  const version = Number(params[0]);
  const [entry, before] = await withOfficeStore(options, async (store) => [
    await store.findVersion(version),
    await store.findVersion(version - 1),
  ]);
  if (entry === null) return notFound;
  return { page: () => publishedPage({ session, entry, before, directoryUrl: options.directoryUrl }) };
}

/** All changes of the preview as CSV for Excel. */
export async function downloadChanges(request: OfficeRequest): Promise<OfficeAnswer> {
  const { options } = request;
  const found = find(request);
  if (found === null) return notFound;
  const { outcome } = await withOfficeStore(options, (store) => reviewWaiting(store, found, options));
  if (outcome?.review == null) return notFound;
  const pieces = await Array.fromAsync(renderReport("changes.csv", outcome.review.changes));
  return { fileName: "changes.csv", contentType: "text/csv; charset=utf-8", body: pieces.join("") };
}
