/** Rows of CSV (RFC 4180): parses the fields of a row line by line, since quoted fields may contain line breaks. */

import { lineLengthMax } from "../limits.ts";
import type { Separator } from "../table/columns.ts";

/** A row as far as it is read. */
export interface CsvRow {
  /** The line on which the row starts. */
  readonly line: number;
  fields: string[];
  /** The start of a quoted field that continues on the next line; null if the row is complete. */
  open: string | null;
  /** The index of the first field with a stray quote; -1 if there is none. */
  stray: number;
  /** The characters read. Above {@link lineLengthMax}, the field of index `fields.length` is too long, and none follow. */
  length: number;
}

export function startRow(line: number): CsvRow {
  return { line, fields: [], open: null, stray: -1, length: 0 };
}

/** The content of a quoted field up to the quote that closes it. */
const quotedText = /[^"]*(?:""[^"]*)*/y;

/** Adds a line to a row. Fields with stray quotes are added as they are written, so that reading can go on. */
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
    const next = text.indexOf(separator, quoted === null ? at : at + 1);
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

/** `rest` is the closing quote and what follows it up to the separator: nothing, unless the quote is a stray one. */
function takeQuoted(row: CsvRow, quoted: string, rest: string): string {
  const value = quoted.replaceAll('""', '"');
  if (rest === '"') return value;
  markStray(row);
  return `"${value}${rest}`;
}

function markStray(row: CsvRow): void {
  if (row.stray === -1) row.stray = row.fields.length;
}
