/** Writes the teachers of a directory as an Excel workbook (XLSX), in pieces. */
import type { CellValue } from "hucre/xlsx";
import type { Lang } from "../domain/lang.ts";
import { lazy } from "../domain/lazy.ts";
import { type StoredTeacher, storedFieldNames, textsOf } from "../domain/teacher.ts";

/** Loaded only when a workbook is written, because every import and export loads this file. */
export const writer = lazy(() => require("hucre/xlsx") as typeof import("hucre/xlsx"));

/** The maximum number of teachers in a workbook: the rows of the largest sheet in Excel, without the header. */
export const workbookTeachersMax = 1_048_575;

/** The largest number that Excel stores exactly: it keeps 15 digits. */
const numberMax = 999_999_999_999_999;

/** The headings of the columns, which an import recognises. */
const headings: Readonly<Record<Lang, Readonly<Record<(typeof storedFieldNames)[number], string>>>> = {
  en: { id: "ID", last_name: "Last name", first_name: "First name", middle_name: "Middle name", degree: "Degree" },
  uk: { id: "ID", last_name: "Прізвище", first_name: "Ім\u2019я", middle_name: "По батькові", degree: "Посада" },
};

const sheetNames: Readonly<Record<Lang, string>> = { en: "Teachers", uk: "Викладачі" };

/** The width of a column of texts, in characters. */
const textWidth = 24;

/**
 * A workbook with a row for each teacher, in pieces that are created as they are read, so memory does not grow with
 * the number of teachers. There must be at most {@link workbookTeachersMax}.
 */
export function writeTeachersWorkbook(
  batches: Iterable<readonly StoredTeacher[]> | AsyncIterable<readonly StoredTeacher[]>,
  lang: Lang,
): ReadableStream<Uint8Array> {
  const columns = storedFieldNames.map((name) => ({
    header: headings[lang][name],
    width: name === "id" ? textWidth / 2 : textWidth,
  }));
  return writer().writeXlsxStream(renderRows(batches), { name: sheetNames[lang], columns, freezePane: { rows: 1 } });
}

async function* renderRows(
  batches: Iterable<readonly StoredTeacher[]> | AsyncIterable<readonly StoredTeacher[]>,
): AsyncGenerator<CellValue[]> {
  for await (const batch of batches) {
    for (const teacher of batch) {
      yield [teacher.id > numberMax ? String(teacher.id) : teacher.id, ...textsOf(teacher).map(escapeCodes)];
    }
  }
}

/** Excel reads `_x0041_` as the letter A, so the first underscore of such a text is escaped. */
export function escapeCodes(text: string): string {
  return text.includes("_x") ? text.replace(/_(?=x[\dA-Fa-f]{4}_)/g, "_x005F_") : text;
}
