/** The rows of a sheet: the interface of both spreadsheet readers, and how they gather cells. */

import { createDamageError, WorkbookError } from "../fault.ts";
import { lineLengthMax } from "../text/lines.ts";

/** The largest number that Excel stores exactly: it rounds every number to 15 digits. */
const spreadsheetIdMax = 999_999_999_999_999;

/**
 * Takes a row that is not blank: its cells up to the last that is not empty, its number, and whether it is hidden.
 * Returns false to stop reading.
 */
export type TakeCells = (cells: readonly string[], row: number, isHidden: boolean) => boolean;

export interface SheetStart {
  readonly name: string;
  readonly isHidden: boolean;
  /** Whether any row has content. */
  isFilled: boolean;
  /** Whether one of the first rows is the header of a table. */
  hasHeader: boolean;
}

export interface Workbook {
  readonly format: "xlsx" | "ods";
  /** Looks for a header among this many rows of each sheet, not counting blank ones. */
  readStarts(rowCount: number, isHeader: (cells: readonly string[]) => boolean): Promise<SheetStart[]>;
  /** Reads a sheet by its index. */
  readSheet(index: number, takeCells: TakeCells): Promise<void>;
}

/** The longest text of a cell in Excel, in characters. */
const cellLengthMax = 32_767;

/** Throws {@link WorkbookError} if a text is longer than a cell can be. `row` returns null for a shared text. */
export function checkCellLength(length: number, row: () => number | null): void {
  if (length > cellLengthMax) throw new WorkbookError({ code: "cellTooLong", row: row(), max: cellLengthMax });
}

/** The number of columns of a sheet in Excel and LibreOffice. */
export const sheetColumnsMax = 16_384;

/** The number of rows of a sheet in Excel and LibreOffice. */
const sheetRowsMax = 1_048_576;

/**
 * At most this many cells, including empty cells before filled ones, because a few bytes of a file can declare a
 * million of these.
 */
const cellsMax = 100_000_000;

/** The maximum number of sheets in a workbook. */
const sheetsMax = 1000;

/** The longest name of a sheet, in characters: Excel accepts 31. */
const sheetNameLengthMax = 1000;

/** Throws {@link WorkbookError} if there are too many sheets, or if the name of the last one is too long. */
export function checkSheets(sheets: readonly { readonly name: string }[]): void {
  if (sheets.length > sheetsMax) throw createDamageError(`it has more than ${sheetsMax} sheets`);
  if (sheets.at(-1)!.name.length > sheetNameLengthMax) throw createDamageError("the name of a sheet is too long");
}

/**
 * Takes the first rows of a sheet and looks for a header. Keeps no rows, because a workbook can have many sheets.
 */
export function takeStart(start: SheetStart, ...[rowCount, isHeader]: Parameters<Workbook["readStarts"]>): TakeCells {
  let rows = 0;
  return (cells) => {
    start.isFilled = true;
    start.hasHeader = isHeader(cells);
    return ++rows < rowCount && !start.hasHeader;
  };
}

export type RowGatherer = ReturnType<typeof createRowGatherer>;

/** Throws {@link WorkbookError} if there are more cells, rows or characters than a table of teachers can have. */
export function createRowGatherer(takeCells: TakeCells) {
  let [row, isHidden] = [0, false];
  let cells: string[] = [];
  let length = 0;
  let [cellsRead, rowsRead] = [0, 0];
  const currentRow = (): number => row;
  return {
    /** Starts the row with this number. */
    startRow(number: number, hidden: boolean): void {
      row = number;
      isHidden = hidden;
      cells = [];
      length = 0;
    },
    /** Puts a text into the row at an index from 0. */
    put(index: number, text: string): void {
      if (text === "") return;
      checkCellLength(text.length, currentRow);
      length += text.length;
      if (length > lineLengthMax) throw new WorkbookError({ code: "sheetRowTooLong", row, max: lineLengthMax });
      if (index >= sheetColumnsMax) throw new WorkbookError({ code: "cellsFarRight" });
      while (cells.length < index) cells.push("");
      cells[index] = text;
    },
    /** Passes on a row that is not blank, as often as the file repeats it. Returns false to stop reading. */
    endRow(repeats = 1): boolean {
      if (cells.length === 0) return true;
      for (let i = 0; i < repeats; i++) {
        cellsRead += cells.length;
        if (cellsRead > cellsMax) throw new WorkbookError({ code: "cellsFarRight" });
        if (++rowsRead > sheetRowsMax) throw new WorkbookError({ code: "tooManyRows", max: sheetRowsMax });
        if (!takeCells(cells, row + i, isHidden)) return false;
      }
      return true;
    },
  };
}

/** The index of the column of a reference, from 0: `B7` has 1. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let i = 0; i < reference.length; i++) {
    const letter = (reference.charCodeAt(i) | 32) - 96;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
    if (column > sheetColumnsMax) return sheetColumnsMax;
  }
  return column - 1;
}

/**
 * A number as digits, a date as `2026-09-01`. Integers that Excel rounded are written with an exponent, so that later
 * checks notice the rounding.
 */
export function renderNumber(value: string, isDate: boolean): string {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) return value;
  if (isDate && number >= 1 && number < 2_958_466) return renderDate(number);
  if (!Number.isInteger(number)) return value;
  return Math.abs(number) <= spreadsheetIdMax ? String(number) : number.toExponential();
}

/** Excel counts days from 1899-12-30, as if 1900 had a 29 February. */
function renderDate(days: number): string {
  return new Date(Date.UTC(1899, 11, 30) + Math.floor(days) * 86_400_000).toISOString().slice(0, 10);
}
