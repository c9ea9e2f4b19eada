/** Reads the cells of a timetable from a file: the lines of a text, or the names in a table. */
import { normalizeText } from "../domain/names/names.ts";
import { nameFieldNames, textLengthMax } from "../domain/teacher.ts";
import type { ReadOptions } from "./context.ts";
import { readCsvRows } from "./csv/csv-reader.ts";
import { createFaultList, type FaultList, WorkbookError } from "./fault.ts";
import { findFormat, findTextFormat } from "./format.ts";
import { type ColumnField, findHeadingField } from "./headings.ts";
import { findHeaderRows, headerSearchRows, type TableRow } from "./table/columns.ts";
import { isBlankRow } from "./table/table-edges.ts";
import type { TableReader } from "./table/table-reader.ts";
import { decodeStart, decodeText } from "./text/decode-text.ts";
import { readLines } from "./text/lines.ts";
import { unpackFile } from "./unpack-file.ts";

/** The extension of the file name shows whether a text is a table. */
type CellOptions = Required<Pick<ReadOptions, "fileName" | "encoding" | "sheet">>;

/** At most this many cells per file, because all are read and checked before the first is used. */
const cellsMax = 1_000_000;

/** The cells that are not blank, with their line breaks. Throws `ImportFaults`. Errors of the input are passed on. */
export async function readCells(input: AsyncIterable<Uint8Array>, options: CellOptions): Promise<string[]> {
  const faults = createFaultList();
  const cells: string[] = [];

  function takeCell(text: string, line: number): void {
    const lines = text.split(/\r\n|[\r\n]/).map(normalizeText);
    const cell = lines.filter((one) => one !== "").join("\n");
    if (cell === "") return;
    const { length } = [...cell.slice(0, 2 * textLengthMax + 1)];
    if (length > textLengthMax) faults.stop({ line, message: { code: "nameTooLong", max: textLengthMax } });
    else if (cells.length === cellsMax) faults.stop({ line, message: { code: "tooManyNames", max: cellsMax } });
    else cells.push(cell);
  }

  await readFile(input, options, faults, takeCell);
  if (cells.length === 0 && faults.count === 0) faults.add({ message: { code: "noNames" } });
  if (faults.count > 0) throw faults.toError();
  return cells;
}

type TakeCell = (text: string, line: number) => void;

async function readFile(
  input: AsyncIterable<Uint8Array>,
  options: CellOptions,
  faults: FaultList,
  takeCell: TakeCell,
): Promise<void> {
  const file = await unpackFile(input, faults);
  if (file === null) return;
  if (file.text === null)
    return readSpreadsheet(file.spreadsheet!, options, faults, createNameTable(faults, true, takeCell));
  const { start, bytes } = file.text;
  if (options.sheet !== null) return faults.stop({ message: { code: "textHasNoSheets" } });
  const named = findFormat(options.fileName);
  if (findTextFormat(decodeStart(start)) !== "csv" || named === "json" || named === "ndjson") {
    return faults.stop({ message: { code: "jsonNames" } });
  }
  const pieces = decodeText(bytes, options.encoding, faults);
  if (!/\.(?:csv|tsv)(?:\.gz)?$/i.test(options.fileName)) {
    return readLines(pieces, faults, true, (text, _, line) => takeCell(text, line));
  }
  await readCsvRows(pieces, faults, () => createNameTable(faults, false, takeCell));
}

async function readSpreadsheet(
  bytes: Buffer,
  { sheet }: CellOptions,
  faults: FaultList,
  table: TableReader,
): Promise<void> {
  const { chooseSheet, openWorkbook } = await import("./spreadsheet/sheet-reader.ts");
  try {
    const workbook = await openWorkbook(bytes);
    const sheets = await workbook.readStarts(headerSearchRows, hasNameHeading);
    if (sheets.length === 0) throw new WorkbookError({ code: "noSheets" });
    await workbook.readSheet(chooseSheet(sheets, sheet), (fields, row) => {
      table.takeRow(fields, row);
      return !faults.stopped;
    });
    table.finish();
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error;
    const { reason } = error;
    faults.stop({ message: reason.code === "severalSheets" ? { ...reason, code: "severalNameSheets" } : reason });
  }
}

/** Whether a row may be the header of a table with names. */
function hasNameHeading(fields: readonly string[]): boolean {
  return fields.some((field) => nameFields.includes(findHeadingField(field) ?? "id"));
}

const nameFields: readonly ColumnField[] = ["name", ...nameFieldNames];

/** Rows of a ragged table may have more or fewer fields than the header. Reading stops at the first fault. */
function createNameTable(
  faults: FaultList,
  isRagged: boolean,
  takeCell: (text: string, line: number) => void,
): TableReader {
  /** The columns of the names, once they are known. */
  let columns: readonly number[] | undefined;
  let width = 0;
  /** The rows that may contain the header. */
  let waiting: TableRow[] = [];

  function findColumns(isEnd: boolean): void {
    const found = findHeaderRows(waiting, isEnd);
    if (found === null) return;
    const { header, below } = found;
    const isHeader = hasNameHeading(header.fields);
    const body = isHeader ? below : waiting;
    waiting = [];
    width = (isHeader ? header : body[0]!).fields.length;
    columns = isHeader ? chooseColumns(header, faults) : findOnlyColumn(body, faults);
    for (const row of body) takeBody(row);
  }

  function takeBody({ fields, line }: TableRow): void {
    if (faults.stopped) return;
    if (fields.length !== width && !isRagged) {
      faults.stop({ line, message: { code: "columnCount", found: fields.length, wanted: width } });
    } else takeCell(columns!.map((column) => fields[column] ?? "").join(" "), line);
  }

  return {
    takeRow(fields, line) {
      if (isBlankRow(fields)) return;
      if (columns !== undefined) return takeBody({ fields, line });
      waiting.push({ fields, line });
      findColumns(false);
    },
    settleHeader: () => undefined,
    finish() {
      if (columns === undefined && waiting.length > 0 && !faults.stopped) findColumns(true);
    },
  };
}

/** The name columns of a header: all three parts, otherwise the whole name, otherwise the parts that exist. */
function chooseColumns({ fields, line }: TableRow, faults: FaultList): number[] {
  const columnsOf = (wanted: ColumnField): number[] =>
    [...fields.keys()].filter((i) => findHeadingField(fields[i]!) === wanted);
  const parts = nameFieldNames.map(columnsOf);
  const whole = columnsOf("name");
  const chosen = parts.every((found) => found.length > 0) || whole.length === 0 ? parts : [whole];
  const repeated = chosen.find((found) => found.length > 1);
  if (repeated !== undefined) {
    faults.stop({ line, message: { code: "severalNameColumns", headings: repeated.map((i) => fields[i]!.trim()) } });
  }
  return chosen.flat();
}

/** The only column with content. */
function findOnlyColumn(rows: readonly TableRow[], faults: FaultList): number[] {
  const filled = new Set(rows.flatMap(({ fields }) => [...fields.keys()].filter((i) => fields[i]!.trim() !== "")));
  if (filled.size > 1) {
    const headings = rows[0]!.fields.map((field) => field.trim()).filter((field) => field !== "");
    faults.stop({ line: rows[0]!.line, message: { code: "noNameColumn", headings } });
  }
  return [...filled];
}
