/** Rows of CSV: the first one names the columns, every other one is a teacher; csv-parse refuses those it can't split. */
import type { CsvError } from "csv-parse";
import { idWanted, parseId, type RowCheck } from "./check.ts";
import { type Columns, parseHeader } from "./columns.ts";
import type { FaultList } from "./fault.ts";
import { lineLengthMax } from "./limits.ts";
import { createLineCounter, type ParserCount } from "./lines.ts";
import { quoteText } from "./quote.ts";

export interface RowTaker {
  take(row: readonly string[], count: ParserCount): void;
  /** Adds the fault of a row that csv-parse can't split, and stops where it can't go on after it. */
  refuse(error: CsvError): void;
}

export function createRowTaker(rows: RowCheck, faults: FaultList): RowTaker {
  const lines = createLineCounter();
  let columns: Columns | undefined;
  let refusedLine = 0;

  function takeTeacher(row: readonly string[], line: number, columns: Columns): void {
    const idText = row[columns.id]!;
    const id = parseId(idText);
    if (id === null) {
      rows.refuse(line, { column: "id", value: idText, message: `${quoteText(idText)} is not ${idWanted}` });
    }
    const { last_name, first_name, middle_name, degree } = columns;
    rows.add(line, id, row[last_name]!, row[first_name]!, row[middle_name]!, row[degree]!);
  }

  return {
    take(row, count) {
      const line = lines.take(row, count);
      if (isBlank(row)) return;
      if (columns === undefined) {
        columns = parseHeader(row, line, faults);
        return;
      }
      const wanted = columns.names.length;
      if (row.length === wanted) takeTeacher(row, line, columns);
      else rows.refuse(line, { message: `${countColumns(row.length)} where the header has ${wanted}` });
    },
    refuse(error) {
      const count = { lines: Number(error.lines), empty_lines: Number(error.empty_lines) };
      const column = columns?.names[Number(error.column)] ?? null;
      if (error.code !== "INVALID_OPENING_QUOTE") {
        const message = `${fatalMessages[error.code] ?? error.message}; reading stopped here`;
        faults.stop({ line: lines.peek(count), column, message });
        return;
      }
      const line = lines.skip(count);
      // Each further quote of the row is refused as well.
      if (line === refusedLine) return;
      refusedLine = line;
      const value = String(error.field);
      const message = `${quoteText(value)} goes on with a quote; accepted are quotes around a whole field, with each quote inside doubled`;
      const fault = { line, column, value, message };
      if (columns === undefined) faults.stop(fault);
      else faults.add(fault);
    },
  };
}

const fatalMessages: Partial<Record<CsvError["code"], string>> = {
  CSV_INVALID_CLOSING_QUOTE: "text follows a closing quote; accepted is each quote inside a quoted field doubled",
  CSV_MAX_RECORD_SIZE: `the row is longer than ${lineLengthMax} characters, as it is where a quote is never closed`,
  CSV_QUOTE_NOT_CLOSED: "a quote is never closed",
};

/** Also rows that spreadsheets leave behind where cells were emptied. */
function isBlank(row: readonly string[]): boolean {
  for (const field of row) if (field !== "" && field.trim() !== "") return false;
  return true;
}

function countColumns(count: number): string {
  return count === 1 ? "1 column" : `${count} columns`;
}
