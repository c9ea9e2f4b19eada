/** Reads CSV (RFC 4180): the header names the columns, and every row below it is a teacher. */

import type { ColumnMap } from "../../read/headings.ts";
import type { ImportContext } from "../context.ts";
import type { FaultList } from "../fault.ts";
import type { FileMessage, RowMessage } from "../message.ts";
import {
  countHeadings,
  findSeparator,
  headerSearchRows,
  headingsWanted,
  type Separator,
  separators,
} from "../table/columns.ts";
import { createTableReader, type TableReader } from "../table/table-reader.ts";
import { lineLengthMax, readLines, type TakeLine } from "../text/lines.ts";

/** Reads the teachers of a CSV file. Returns its separator; null if reading stopped before the separator was known. */
export function readCsv(pieces: AsyncIterable<Buffer>, context: ImportContext): Promise<Separator | null> {
  const createTable = (separator: Separator): TableReader =>
    createTableReader(context, { isRagged: false, mayBeExcelDownload: separator === ";" });
  return readCsvRows(pieces, context.faults, createTable, context.options.columnMap);
}

/** Reads UTF-8 in pieces of any size into a table. Returns the same as {@link readCsv}. */
async function readCsvRows(
  pieces: AsyncIterable<Buffer>,
  faults: FaultList,
  createTable: (separator: Separator) => TableReader,
  columnMap?: ColumnMap,
): Promise<Separator | null> {
  let separator: Separator | null = null;
  let table: TableReader | undefined;
  /** A row that continues on the next line. */
  let open: CsvRow | null = null;
  const findStart = createCsvStart(columnMap);

  function takeLine(text: string, lineBreak: string, line: number): void {
    if (text === "" && open === null) return;
    const row: CsvRow = open ?? startRow(line);
    addLine(row, text, lineBreak, separator!);
    const { fields, stray } = row;
    open = null;
    if (row.length > lineLengthMax) refuse(row, fields.length, { code: "rowTooLong", max: lineLengthMax });
    else if (row.open !== null && lineBreak !== "") open = row;
    else if (row.open !== null) refuse(row, fields.length, { code: "quoteNotClosed" });
    else if (stray !== -1) refuse(row, stray, { code: "strayQuote", value: fields[stray]! });
    else table!.takeRow(fields, row.line);
  }

  /** Reports the first field that can't be read. Reading can continue only after a stray quote below the header. */
  function refuse({ line }: CsvRow, index: number, message: FileMessage | RowMessage): void {
    const headings = table!.settleHeader();
    const fault = { line, column: headings?.[index] ?? null, message };
    if (headings !== undefined && message.code === "strayQuote") faults.add(fault);
    else faults.stop(fault);
  }

  function takeText(...line: Parameters<TakeLine>): void {
    const start = separator === null ? findStart(...line) : null;
    if (separator !== null) takeLine(...line);
    if (start === null) return;
    separator = start.separator;
    table = createTable(separator);
    for (const startLine of start.lines) if (!faults.stopped) takeLine(...startLine);
  }

  await readLines(pieces, faults, true, takeText);
  table?.finish();
  return separator;
}

interface CsvStart {
  readonly separator: Separator;
  /** The lines so far, to be read again with the separator. */
  readonly lines: readonly Parameters<TakeLine>[];
}

/** A line that sets the separator for Excel. */
const separatorLine = /^"?sep=(.)"?$/i;

/** At most this many characters are collected before the separator is chosen. */
const startLengthMax = 64 * 1024;

/**
 * Collects lines until the separator is known: from a `sep=` line, from a row that names fields, or else from the first
 * row that is not blank. Returns null while more lines are needed.
 */
export function createCsvStart(columnMap?: ColumnMap): (...line: Parameters<TakeLine>) => CsvStart | null {
  const lines: Parameters<TakeLine>[] = [];
  let length = 0;
  /** The number of lines that are not blank. */
  let filled = 0;
  /** The candidates, if several separators fit the header: `Прізвище, ім'я;Посада`. The next row decides. */
  let candidates: readonly Candidate[] = [];

  /** Chooses by the last line so far. Returns null if the next line must decide. */
  function chooseSeparator(text: string, isBlank: boolean, isEnd: boolean): Separator | null {
    if (candidates.length > 0) {
      if (isBlank && !isEnd) return null;
      const fitting = candidates.find(({ separator, length }) => splitLine(text, separator).length === length);
      return (fitting ?? candidates[0]!).separator;
    }
    candidates = findByHeadings(text, columnMap);
    if (candidates.length > 0) return candidates.length === 1 || isEnd ? candidates[0]!.separator : null;
    const isFull = filled >= headerSearchRows || length >= startLengthMax;
    return isFull || isEnd ? findSeparator(firstRow(lines.map(([text]) => text))) : null;
  }

  return (...line) => {
    const [text, lineBreak] = line;
    const isEnd = lineBreak === "";
    const isBlank = blank.test(text);
    if (filled === 0) {
      if (isBlank && !isEnd) return null;
      const declared = separatorLine.exec(text)?.[1];
      if (declared !== undefined && isSeparator(declared)) return { separator: declared, lines: [] };
    }
    lines.push(line);
    length += text.length + 1;
    if (!isBlank) filled++;
    const separator = chooseSeparator(text, isBlank, isEnd);
    return separator === null ? null : { separator, lines };
  };
}

const blank = /^(?:[\s,;]|(?<![^,;\t])"\s*"(?![^,;\t]))*$/;

function isSeparator(text: string): text is Separator {
  return (separators as readonly string[]).includes(text);
}

interface Candidate {
  readonly separator: Separator;
  readonly headings: number;
  readonly length: number;
}

/** The separators that split the line into enough known headings. The one with the most headings comes first. */
function findByHeadings(line: string, columnMap?: ColumnMap): Candidate[] {
  if (line.length > lineLengthMax) return [];
  return separators
    .filter((separator) => line.includes(separator))
    .map((separator) => {
      const fields = splitLine(line, separator);
      return { separator, headings: countHeadings(fields, columnMap), length: fields.length };
    })
    .filter(({ headings }) => headings >= headingsWanted)
    .sort((a, b) => b.headings - a.headings);
}

function splitLine(line: string, separator: Separator): readonly string[] {
  const row = startRow(1);
  addLine(row, line, "", separator);
  return row.fields;
}

/**
 * The first row that is not blank, with all of its lines. Its end is found by counting quotes, because the separator is
 * not known yet.
 */
function firstRow(lines: readonly string[]): string {
  const start = lines.findIndex((line) => !blank.test(line));
  if (start === -1) return "";
  let text = lines[start]!;
  for (let i = start + 1; i < lines.length && text.split('"').length % 2 === 0; i++) text += `\n${lines[i]}`;
  return text;
}

/**
 * The part of a row that has been read. Rows are parsed line by line, because quoted fields may contain line breaks.
 */
export interface CsvRow {
  /** The line on which the row starts. */
  readonly line: number;
  fields: string[];
  /** The start of a quoted field that continues on the next line; null if the row is complete. */
  open: string | null;
  /** The index of the first field with a stray quote; -1 if there is none. */
  stray: number;
  /**
   * The number of characters read; 0 for a line without quotes that is not too long. If it exceeds {@link
   * lineLengthMax}, the row was cut off in the field that would follow `fields`.
   */
  length: number;
}

export function startRow(line: number): CsvRow {
  return { line, fields: [], open: null, stray: -1, length: 0 };
}

/** The content of a quoted field up to the quote that closes it. */
const quotedText = /[^"]*(?:""[^"]*)*/y;

/** Adds a line to a row. Fields with stray quotes are added as written, so that reading can continue. */
export function addLine(row: CsvRow, text: string, lineBreak: string, separator: Separator): void {
  if (row.open === null && text.length <= lineLengthMax && !text.includes('"')) {
    row.fields = text.split(separator);
    return;
  }
  for (let at = 0; at <= text.length; ) {
    const start = at;
    let quoted = row.open;
    if (quoted === null && text[at] === '"') {
      quoted = "";
      at++;
    }
    if (quoted !== null) {
      quotedText.lastIndex = at;
      quoted += quotedText.exec(text)![0];
      at = quotedText.lastIndex;
    }
    row.open = quoted !== null && at === text.length ? quoted + lineBreak : null;
    const afterQuote = quoted === null ? at : at + 1;
    const next = text.indexOf(separator, afterQuote);
    const end = next === -1 ? text.length : next;
    row.length += end - start + 1;
    if (row.length > lineLengthMax || row.open !== null) return;
    row.fields.push(
      quoted === null ? takePlain(row, text.slice(at, end)) : takeQuoted(row, quoted, text.slice(at, end)),
    );
    at = end + 1;
  }
}

function takePlain(row: CsvRow, value: string): string {
  if (value.includes('"')) markStray(row);
  return value;
}

/** `rest` is the closing quote and the text up to the separator. If there is such text, the quote is stray. */
function takeQuoted(row: CsvRow, quoted: string, rest: string): string {
  const value = quoted.replaceAll('""', '"');
  if (rest === '"') return value;
  markStray(row);
  return `"${value}${rest}`;
}

function markStray(row: CsvRow): void {
  if (row.stray === -1) row.stray = row.fields.length;
}
