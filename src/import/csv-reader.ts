/** Reads CSV: the first row names the columns, every other row is a teacher. */
import { rearmFormula } from "../domain/csv-field.ts";
import { teacherFields } from "../domain/teacher.ts";
import { type Columns, findSeparator, parseHeader, type Separator } from "./columns.ts";
import { addLine, type CsvRow, startRow } from "./csv-row.ts";
import type { FaultList } from "./fault.ts";
import { lineLengthMax } from "./limits.ts";
import { readLines, type TakeLine } from "./lines.ts";
import { quoteText } from "./quote.ts";
import { idWanted, parseId, type RowCheck } from "./row-check.ts";

/** Reads UTF-8 in pieces of any size. The header determines the separator and the order of columns. */
export async function readCsv(
  pieces: AsyncIterable<Buffer>,
  rows: RowCheck,
  faults: FaultList,
  isIdOptional = false,
): Promise<void> {
  let separator: Separator | null = null;
  let columns: Columns | undefined;
  /** Whether the header is that of our download for Excel, and of no other file of ours. */
  let isExcelDownload = false;
  /** A row that continues on the next line. */
  let open: CsvRow | null = null;
  const findHeader = createHeaderFinder();

  function takeLine(text: string, lineBreak: string, line: number): void {
    if (text === "" && open === null) return;
    const row: CsvRow = open ?? startRow(line);
    addLine(row, text, lineBreak, separator!);
    open = null;
    if (row.length > lineLengthMax) {
      stop(row, `the row is longer than ${lineLengthMax} characters, perhaps because a quote is not closed`);
    } else if (row.open === null) takeRow(row);
    else if (lineBreak === "") stop(row, "a quote is never closed");
    else open = row;
  }

  /** Stops at the field that can't be read. */
  function stop({ line, fields }: CsvRow, message: string): void {
    faults.stop({ line, column: columns?.names[fields.length] ?? null, message: `${message}; reading stopped here` });
  }

  function takeRow(row: CsvRow): void {
    const { line, fields } = row;
    if (isBlank(fields)) return;
    if (row.stray !== -1) refuseStray(row);
    else if (columns === undefined) {
      columns = parseHeader(fields, line, faults, isIdOptional);
      isExcelDownload = separator === ";" && columns?.names.join() === teacherFields.join();
    } else if (fields.length === columns.names.length) takeTeacher(fields, line, columns);
    else {
      const count = fields.length === 1 ? "1 column" : `${fields.length} columns`;
      rows.refuse(line, { message: `${count} where the header has ${columns.names.length}` });
    }
  }

  function refuseStray({ line, fields, stray }: CsvRow): void {
    const value = fields[stray]!;
    const message = `${quoteText(value)} has a stray quote; accepted are quotes around a whole field, with each quote inside doubled`;
    const fault = { line, column: columns?.names[stray] ?? null, value, message };
    if (columns === undefined) faults.stop(fault);
    else faults.add(fault);
  }

  function takeTeacher(fields: readonly string[], line: number, columns: Columns): void {
    const idText = fields[columns.id] ?? "";
    const id = parseId(idText) ?? (idText.trim() === "" ? rows.takeMissingId() : null);
    if (id === null) {
      rows.refuse(line, { column: "id", value: idText, message: `${quoteText(idText)} is not ${idWanted}` });
    }
    const texts = columns.texts.map((index) => fields[index]!);
    rows.add(line, id, isExcelDownload ? texts.map(rearmFormula) : texts);
  }

  await readLines(pieces, faults, true, (...line) => {
    if (separator !== null) return takeLine(...line);
    const header = findHeader(...line);
    if (header === null) return;
    separator = findSeparator(header.text);
    for (const headerLine of header.lines) if (!faults.stopped) takeLine(...headerLine);
  });
}

/** Collects lines until the first row that is not blank is complete, as far as can be told without the separator. */
function createHeaderFinder() {
  let lines: Parameters<TakeLine>[] = [];
  let text = "";
  let isQuoted = false;
  return (...line: Parameters<TakeLine>) => {
    const [added, lineBreak] = line;
    if (added === "" && lines.length === 0) return null;
    lines.push(line);
    text += added + lineBreak;
    if (added.includes('"')) isQuoted = (added.split('"').length % 2 === 0) !== isQuoted;
    if (lineBreak === "" || text.length > lineLengthMax) return { lines, text };
    if (isQuoted) return null;
    if (!blankRow.test(text)) return { lines, text };
    lines = [];
    text = "";
    return null;
  };
}

/** White space, separators, and quoted fields of white space. */
const blankRow = /^(?:[\s,;]|(?<![^,;\t\r\n])"\s*"(?![^,;\t\r\n]))*$/;

/** Includes the rows that spreadsheets leave after cells are cleared. */
function isBlank(fields: readonly string[]): boolean {
  for (const field of fields) if (field !== "" && field.trim() !== "") return false;
  return true;
}
