/** Reads the cells of a timetable from a file: the lines of a text, or the names in a table. */
import { normalizeText } from "../domain/names/names.ts";
import { textLengthMax } from "../domain/teacher.ts";
import { readCsvRows } from "./csv/csv-reader.ts";
import { createFaultList, type FaultList, WorkbookError } from "./fault.ts";
import { findFormat, findTextFormat, type TextEncoding } from "./format.ts";
import { headerSearchRows } from "./table/columns.ts";
import { createNameTable, hasNameHeading } from "./table/name-table.ts";
import type { TableReader } from "./table/table-reader.ts";
import { decodeStart, decodeText } from "./text/decode-text.ts";
import { readLines } from "./text/lines.ts";
import { unpackFile } from "./unpack-file.ts";

interface CellOptions {
  /** Its extension shows whether a text is a table. */
  readonly fileName: string;
  /** The encoding that the user named; null to detect it. */
  readonly encoding: TextEncoding | null;
  /** The name or number of the sheet that the user named. */
  readonly sheet: string | null;
}

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
  const { pieces } = await decodeText(bytes, options.encoding, faults);
  if (!/\.(?:csv|tsv)(?:\.gz)?$/i.test(options.fileName)) {
    return readLines(pieces, faults, true, (text, _, line) => takeCell(text, line));
  }
  await readCsvRows(
    pieces,
    faults,
    {},
    () => createNameTable(faults, false, takeCell),
    () => {},
  );
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
