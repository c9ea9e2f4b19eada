/** Rows of CSV: the first one names the columns, every other row is a teacher. */
import type { CsvError } from "csv-parse";
import { rearmFormula } from "../domain/csv-field.ts";
import { type TextFieldName, teacherFields } from "../domain/teacher.ts";
import { type Columns, parseHeader, type Separator } from "./columns.ts";
import type { FaultList } from "./fault.ts";
import { lineLengthMax } from "./limits.ts";
import { quoteText } from "./quote.ts";
import type { RowBytes } from "./row-bytes.ts";
import { idWanted, parseId, type RowCheck } from "./row-check.ts";

export interface RowTaker {
  /** Handles the fields of a row that ends at a byte offset in the file. */
  take(row: readonly string[], end: number): void;
  /** Adds the fault of a row after which csv-parse can't go on. */
  stop(error: CsvError): void;
}

export function createRowTaker(separator: Separator, bytes: RowBytes, rows: RowCheck, faults: FaultList): RowTaker {
  const field = new RegExp(`(?:"(?:[^"]|"")*"|[^"${separator}]*)(?:${separator}|$)`, "y");
  let columns: Columns | undefined;
  /** Whether the header is that of our download for Excel, and of no other file of ours. */
  let isExcelDownload = false;

  function takeTeacher(row: readonly string[], line: number, columns: Columns): void {
    const idText = row[columns.id]!;
    const id = parseId(idText);
    if (id === null) {
      rows.refuse(line, { column: "id", value: idText, message: `${quoteText(idText)} is not ${idWanted}` });
    }
    const text = (name: TextFieldName): string => {
      const value = row[columns[name]]!;
      return isExcelDownload ? rearmFormula(value) : value;
    };
    rows.add(line, id, text("last_name"), text("first_name"), text("middle_name"), text("degree"));
  }

  /** The index of the first field with a stray quote, which csv-parse accepts; -1 if there is none. */
  function findStrayQuote(row: readonly string[]): number {
    if (!bytes.hasQuote || !row.some((value) => value.includes('"'))) return -1;
    const text = bytes.text();
    field.lastIndex = 0;
    return row.findIndex(() => !field.test(text));
  }

  return {
    take(row, end) {
      const line = bytes.take(end);
      if (isBlank(row)) return;
      const stray = findStrayQuote(row);
      if (stray !== -1) {
        const value = row[stray]!;
        const message = `${quoteText(value)} has a stray quote; accepted are quotes around a whole field, with each quote inside doubled`;
        const fault = { line, column: columns?.names[stray] ?? null, value, message };
        if (columns === undefined) faults.stop(fault);
        else faults.add(fault);
        return;
      }
      if (columns === undefined) {
        columns = parseHeader(row, line, faults);
        isExcelDownload = separator === ";" && columns?.names.join() === teacherFields.join();
        return;
      }
      const wanted = columns.names.length;
      if (row.length === wanted) takeTeacher(row, line, columns);
      else rows.refuse(line, { message: `${countColumns(row.length)} where the header has ${wanted}` });
    },
    stop(error) {
      const column = columns?.names[Number(error.column)] ?? null;
      const message = `${fatalMessages[error.code] ?? error.message}; reading stopped here`;
      faults.stop({ line: bytes.peek(), column, message });
    },
  };
}

const fatalMessages: Partial<Record<CsvError["code"], string>> = {
  CSV_MAX_RECORD_SIZE: `the row is longer than ${lineLengthMax} characters, perhaps because a quote is not closed`,
  CSV_QUOTE_NOT_CLOSED: "a quote is never closed",
};

/** Includes the rows that spreadsheets leave after cells are cleared. */
function isBlank(row: readonly string[]): boolean {
  for (const field of row) if (field !== "" && field.trim() !== "") return false;
  return true;
}

function countColumns(count: number): string {
  return count === 1 ? "1 column" : `${count} columns`;
}
