/** The rows of a sheet: what readers of spreadsheets give, and how they gather cells. */
import { WorkbookError } from "./workbook-error.ts";

/** Takes the cells of a row that is not blank, up to the last that is not empty, and its number; false ends the reading. */
export type TakeCells = (cells: readonly string[], row: number) => boolean;

export interface SheetStart {
  readonly name: string;
  readonly isHidden: boolean;
  /** The first rows that are not blank. */
  readonly rows: readonly (readonly string[])[];
}

export interface Workbook {
  readonly format: "xlsx" | "ods";
  /** Reads so many rows of each sheet. */
  readStarts(rowCount: number): Promise<SheetStart[]>;
  /** Reads a sheet by its index. */
  readSheet(index: number, takeCells: TakeCells): Promise<void>;
}

export interface RowGatherer {
  /** Puts a text into the row at an index from 0. */
  put(index: number, text: string): void;
  /** Passes the row on unless it is blank, and starts the next one. Returns false once reading must end. */
  endRow(row: number): boolean;
}

/** The most columns of a sheet in Excel and LibreOffice. */
export const sheetColumnsMax = 16_384;

/** The most empty cells to the left of others, in all rows: a few bytes of a file can claim a million of them. */
const gapsMax = 50_000_000;

export function createRowGatherer(takeCells: TakeCells): RowGatherer {
  let cells: string[] = [];
  let gaps = 0;
  return {
    put(index, text) {
      if (text === "") return;
      gaps += Math.max(0, index - cells.length);
      if (index >= sheetColumnsMax || gaps > gapsMax) {
        throw new WorkbookError({ code: "cellsFarRight" });
      }
      while (cells.length < index) cells.push("");
      cells[index] = text;
    },
    endRow(row) {
      if (cells.length === 0) return true;
      const taken = cells;
      cells = [];
      return takeCells(taken, row);
    },
  };
}
