/** Reads the sheet of a spreadsheet that has the teachers. */

import type { RosterBuilder } from "../../domain/roster.ts";
import type { ImportContext } from "../context.ts";
import { linesPerSheet, WorkbookError } from "../fault.ts";
import { findArchiveKind } from "../format.ts";
import { countHeadings, headerSearchRows, headingsWanted } from "../table/columns.ts";
import { createTableReader } from "../table/table-reader.ts";
import { openArchive } from "./archive.ts";
import { findOdsWorkbook } from "./ods-reader.ts";
import type { SheetStart, Workbook } from "./sheet-rows.ts";
import { findXlsxWorkbook } from "./xlsx-reader.ts";

/**
 * The maximum number of distinct texts in a spreadsheet, and of characters in all of them. Each text takes hundreds of
 * bytes until the import ends.
 */
const sheetTextsMax = 200_000;

const sheetTextLengthMax = 10_000_000;

/** Adds the rows of the sheet. Adds a fault if they can't be read. */
export async function readSheet(bytes: Buffer, context: ImportContext, isPacked: boolean): Promise<void> {
  const { faults, findings, options } = context;
  const { format: demanded = null, sheet = null, allSheets = false, columnMap } = options;
  try {
    const workbook = await openWorkbook(bytes);
    const { format } = workbook;
    if (demanded !== null && demanded !== format) {
      faults.stop({ message: { code: "otherSpreadsheet", format, wanted: demanded } });
      return;
    }
    const isHeader = (cells: readonly string[]) => countHeadings(cells, columnMap) >= headingsWanted;
    const sheets = await workbook.readStarts(headerSearchRows, isHeader);
    if (sheets.length === 0) throw new WorkbookError({ code: "noSheets" });
    const indexes = allSheets ? findTables(sheets) : [chooseSheet(sheets, sheet)];
    if (indexes.length > 1) faults.about.sheets.push(...indexes.map((index) => sheets[index]!.name));
    for (const [i, index] of indexes.entries()) {
      const { name } = sheets[index]!;
      findings.note({ code: "readSheet", format, sheet: name, sheetCount: sheets.length, isUnpacked: isPacked });
      await readTable(workbook, index, context, i * linesPerSheet);
    }
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error;
    faults.stop({ message: error.reason });
  }
}

/** Throws {@link WorkbookError} if the spreadsheet has too many distinct texts, or too many characters in them. */
function checkTexts({ count, length }: RosterBuilder["texts"]): void {
  if (count <= sheetTextsMax && length <= sheetTextLengthMax) return;
  throw new WorkbookError({ code: "tooManyTexts", max: sheetTextsMax, charactersMax: sheetTextLengthMax });
}

/** Reads the table of a sheet. The first row has the line number `firstLine + 1`. */
async function readTable(workbook: Workbook, index: number, context: ImportContext, firstLine: number): Promise<void> {
  const { faults, findings } = context;
  const hidden = new Set<number>();
  const imported: number[] = [];
  const rows: ImportContext["rows"] = {
    ...context.rows,
    add(line, id, texts, fact) {
      if (hidden.delete(line)) imported.push(line);
      context.rows.add(line, id, texts, fact);
      checkTexts(rows.builder.texts);
    },
  };
  const table = createTableReader({ ...context, rows }, { isRagged: true, mayBeExcelDownload: true });
  await workbook.readSheet(index, (cells, row, isHidden) => {
    if (isHidden) hidden.add(firstLine + row);
    table.takeRow(cells, firstLine + row);
    return !faults.stopped;
  });
  table.finish();
  if (imported.length > 0) findings.note({ code: "hiddenRows", lines: imported });
}

/**
 * Opens a spreadsheet in either format. Throws {@link WorkbookError} if the bytes are not a spreadsheet, or if the
 * spreadsheet is damaged.
 */
async function openWorkbook(bytes: Buffer): Promise<Workbook> {
  const archive = await openArchive(bytes);
  const workbook = (await findXlsxWorkbook(archive)) ?? (await findOdsWorkbook(archive));
  if (workbook === null) throw new WorkbookError({ code: "foreign", kind: findArchiveKind(archive.names) });
  return workbook;
}

/**
 * The index of the sheet that the user named; otherwise the only sheet with a header; otherwise the first sheet that is
 * not empty. Throws {@link WorkbookError} if no sheet has the name, or if the user named none and several have a
 * header.
 */
export function chooseSheet(sheets: readonly SheetStart[], wanted: string | null): number {
  if (wanted !== null) return findSheet(sheets, wanted);
  const candidates = findTables(sheets);
  if (candidates.length > 1) {
    throw new WorkbookError({ code: "severalSheets", sheets: candidates.map((i) => sheets[i]!.name) });
  }
  return candidates[0]!;
}

/**
 * The sheets with a header; the first that is not empty if there are none. Hidden sheets are only read if the user
 * names them.
 */
function findTables(sheets: readonly SheetStart[]): number[] {
  const filled = [...sheets.keys()].filter((i) => !sheets[i]!.isHidden && sheets[i]!.isFilled);
  const tables = filled.filter((i) => sheets[i]!.hasHeader);
  return tables.length > 0 ? tables : [filled[0] ?? 0];
}

function findSheet(sheets: readonly SheetStart[], wanted: string): number {
  const key = (name: string): string => name.trim().normalize("NFC").toLowerCase();
  const exact = sheets.findIndex(({ name }) => name === wanted);
  const found = exact === -1 ? sheets.findIndex(({ name }) => key(name) === key(wanted)) : exact;
  if (found !== -1) return found;
  if (/^\d{1,5}$/.test(wanted) && Number(wanted) >= 1 && Number(wanted) <= sheets.length) return Number(wanted) - 1;
  throw new WorkbookError({ code: "noSuchSheet", wanted, sheets: sheets.map(({ name }) => name) });
}
