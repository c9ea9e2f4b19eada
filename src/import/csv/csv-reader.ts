/** Reads CSV: the header names the columns, every row below it is a teacher. */

import { lineLengthMax } from "../limits.ts";
import type { FileMessage, RowMessage } from "../message.ts";
import type { Separator } from "../table/columns.ts";
import { createTableReader, type TableContext, type TableReader } from "../table/table-reader.ts";
import { readLines, type TakeLine } from "../text/lines.ts";
import { addLine, type CsvRow, startRow } from "./csv-row.ts";
import { createCsvStart } from "./csv-start.ts";
import { createPlainRowReader } from "./plain-row.ts";

/** Reads UTF-8 in pieces of any size. Returns the separator of the file; null if it has no header. */
export async function readCsv(pieces: AsyncIterable<Buffer>, context: TableContext): Promise<Separator | null> {
  const { rows, faults, header } = context;
  let separator: Separator | null = null;
  let table: TableReader | undefined;
  /** A row that continues on the next line. */
  let open: CsvRow | null = null;
  const findStart = createCsvStart(header.columnMap);
  const readPlainRow = createPlainRowReader();

  function takeBytes(bytes: Buffer, start: number, end: number, line: number): boolean {
    if (separator === null || open !== null || end - start > lineLengthMax) return false;
    const fields = readPlainRow(bytes, start, end, separator.charCodeAt(0));
    if (fields !== null) table!.takeRow(fields, line);
    return fields !== null;
  }

  function takeLine(text: string, lineBreak: string, line: number): void {
    if (text === "" && open === null) return;
    const row: CsvRow = open ?? startRow(line);
    addLine(row, text, lineBreak, separator!);
    open = null;
    if (row.length > lineLengthMax) {
      stop(row, { code: "rowTooLong", max: lineLengthMax });
    } else if (row.open === null) takeRow(row);
    else if (lineBreak === "") stop(row, { code: "quoteNotClosed" });
    else open = row;
  }

  /** Stops at the field that can't be read. */
  function stop({ line, fields }: CsvRow, message: FileMessage): void {
    faults.stop({ line, column: table!.names?.[fields.length] ?? null, message });
  }

  function takeRow(row: CsvRow): void {
    if (row.stray === -1) table!.takeRow(row.fields, row.line);
    else refuseStray(row);
  }

  function refuseStray({ line, fields, stray }: CsvRow): void {
    const message: RowMessage = { code: "strayQuote", value: fields[stray]! };
    const { names } = table!;
    const fault = { line, column: names?.[stray] ?? null, message };
    if (names === undefined) faults.stop(fault);
    else rows.refuse(line, fault);
  }

  function takeText(...line: Parameters<TakeLine>): void {
    const start = separator === null ? findStart(...line) : null;
    if (separator !== null) takeLine(...line);
    if (start === null) return;
    separator = start.separator;
    table = createTableReader(context, { isRagged: false, mayBeExcelDownload: separator === ";" });
    for (const startLine of start.lines) if (!faults.stopped) takeLine(...startLine);
  }

  await readLines(pieces, faults, true, takeText, takeBytes);
  table?.finish();
  return separator;
}
