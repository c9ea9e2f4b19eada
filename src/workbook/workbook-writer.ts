/**
 * Writes Excel workbooks (XLSX): the teachers of a directory, or tables with a remark beside each row that needs one.
 */
import { setImmediate } from "node:timers/promises";
import type { Cell, CellValue, WriteSheet } from "hucre/xlsx";
import type { Lang, Translations } from "../domain/lang.ts";
import { lazy } from "../domain/lazy.ts";
import { type StoredTeacher, storedFieldNames, textsOf } from "../domain/teacher.ts";

/** Loaded only when a workbook is written, because every import and export loads this file. */
const writer = lazy(() => require("hucre/xlsx") as typeof import("hucre/xlsx"));

/** The maximum number of teachers in a workbook: the rows of the largest sheet in Excel, without the header. */
export const workbookTeachersMax = 1_048_575;

/** The largest number that Excel stores exactly: it keeps 15 digits. */
const numberMax = 999_999_999_999_999;

/** The headings of the columns, which an import recognises. */
const headings: Translations<Readonly<Record<(typeof storedFieldNames)[number], string>>> = {
  uk: { id: "ID", last_name: "Прізвище", first_name: "Ім\u2019я", middle_name: "По батькові", degree: "Посада" },
  en: { id: "ID", last_name: "Last name", first_name: "First name", middle_name: "Middle name", degree: "Degree" },
};

const sheetNames: Translations = { uk: "Викладачі", en: "Teachers" };

/** The width of a column of texts, in characters. */
const textWidth = 24;

type TeacherBatches = Iterable<readonly StoredTeacher[]> | AsyncIterable<readonly StoredTeacher[]>;

/**
 * A workbook with a row for each teacher, in pieces that are created as they are read, so memory does not grow with
 * the number of teachers. There must be at most {@link workbookTeachersMax}.
 */
export function writeTeachersWorkbook(batches: TeacherBatches, lang: Lang): ReadableStream<Uint8Array> {
  const columns = storedFieldNames.map((name) => ({
    header: headings[lang][name],
    width: name === "id" ? textWidth / 2 : textWidth,
  }));
  return writer().writeXlsxStream(renderRows(batches), { name: sheetNames[lang], columns, freezePane: { rows: 1 } });
}

async function* renderRows(batches: TeacherBatches): AsyncGenerator<CellValue[]> {
  for await (const batch of batches) {
    // A server answers others in between.
    await setImmediate();
    for (const teacher of batch) {
      yield [teacher.id > numberMax ? String(teacher.id) : teacher.id, ...textsOf(teacher).map(escapeCodes)];
    }
  }
}

/** Excel reads `_x0041_` as the letter A, so the first underscore of such a text is escaped. */
function escapeCodes(text: string): string {
  return text.includes("_x") ? text.replace(/_(?=x[\dA-Fa-f]{4}_)/g, "_x005F_") : text;
}

/** A highlighted cell. */
interface Highlight {
  /** From 0. */
  readonly row: number;
  readonly column: number;
}

export interface TextSheet {
  readonly name: string;
  /** The cells of each row. Integers that a sheet represents exactly become numbers; everything else stays text. */
  readonly rows: readonly (readonly string[])[];
  /** Whether the first column has remarks; it is shown wide. The header row is counted from 0. */
  readonly annotated?: { readonly headerRow: number; readonly highlights: readonly Highlight[] };
}

/** The background of a highlighted cell: yellow. */
const highlightColor = "FFE699";

/** At most this many rows are frozen. More would fill the screen. */
const frozenRowsMax = 6;

/** The width of the remarks, in characters. */
const remarkWidth = 70;

/** Creates the workbook in memory. No cell is a formula. */
export function writeTextSheets(sheets: readonly TextSheet[]): Promise<Uint8Array> {
  return writer().writeXlsx({
    sheets: sheets.map((sheet) => ({
      name: sheet.name,
      rows: sheet.rows.map((texts) => texts.map(renderCell)),
      ...layOut(sheet),
    })),
  });
}

/** A wide first column with wrapped remarks, coloured cells, and the header in bold. No row is hidden. */
function layOut({ rows, annotated }: TextSheet): Partial<WriteSheet> {
  if (annotated === undefined) return {};
  const { headerRow, highlights } = annotated;
  const cells = new Map<string, Partial<Cell>>();
  for (const [row, texts] of rows.entries()) {
    const font = row === headerRow ? { bold: true } : {};
    const style = { font, alignment: { wrapText: true, vertical: "top" } } as const;
    if ((texts[0] ?? "") !== "") cells.set(`${row},0`, { value: renderCell(texts[0]!), style });
  }
  for (const { row, column } of highlights) cells.set(`${row},${column}`, highlight(rows[row]?.[column] ?? ""));
  const columns = [{ width: remarkWidth }];
  return { columns, cells, ...(headerRow < frozenRowsMax && { freezePane: { rows: headerRow + 1 } }) };
}

function highlight(text: string): Partial<Cell> {
  const fill = { type: "pattern", pattern: "solid", fgColor: { rgb: highlightColor } } as const;
  return { value: renderCell(text), style: { fill } };
}

function renderCell(text: string): CellValue {
  if (text === "") return null;
  return /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : escapeCodes(text);
}
