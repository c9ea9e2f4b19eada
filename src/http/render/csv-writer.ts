/** CSV of all fields: exact for programs (RFC 4180), or safe and readable in Excel. */
import { teacherAt } from "../../directory/positions.ts";
import { disarmFormula, quoteCsvField, teacherFields } from "../../domain/teacher.ts";
import type { ImageContent } from "../../image/layout.ts";
import { type ByteWriter, createTeacherPieces, writeTeachers } from "./writer.ts";

export type CsvFormat = ReturnType<typeof createFormat>;

/** Creates a format. `head` precedes the names of the fields, and `write` formats a value. */
function createFormat(separator: string, head: string, write: (value: string) => string) {
  const before = (_: string, i: number): string => (i === 0 ? "" : separator);
  return {
    separator,
    head: `${head}${teacherFields.join(separator)}\r\n`,
    pieces: createTeacherPieces(before, { start: "", separator: "", end: "\r\n" }),
    write,
  };
}

/** Exact values. */
export const csvFormat = createFormat(",", "", quoteCsvField);

/**
 * Starts with a byte order mark, so Excel recognises UTF-8. The separator is a semicolon, which Excel expects in
 * locales with a decimal comma. An import recognises the file by its columns and semicolons, and removes the
 * apostrophes that disarm formulas.
 */
export const excelFormat = createFormat(";", "\ufeff", (value) => quoteCsvField(disarmFormula(value)));

/**
 * Writes the rows of teachers. Most rows are bytes copied from the image: strings would take
 * three times as long, and leave more garbage.
 */
export function writeRows(
  writer: ByteWriter,
  content: ImageContent,
  { separator, pieces, write }: CsvFormat,
  positions: Uint32Array,
): void {
  for (let i = 0; i < positions.length; i++) {
    const start = writer.length;
    writeTeachers(writer, content, positions.subarray(i, i + 1), pieces);
    if (isPlainRow(writer.bytes, start, writer.length)) continue;
    writer.begin(start);
    const teacher = teacherAt(content, positions[i]!);
    writer.text(`${teacherFields.map((field) => write(String(teacher[field]))).join(separator)}\r\n`);
  }
}

/**
 * The kinds of bytes: separators, those that need quotes or start a JSON escape, and those that start a formula. Other
 * bytes have kind 0.
 */
const separatorKind = 1;
const quotedKind = 2;
const formulaKind = 3;
const kinds = new Uint8Array(256);
for (const byte of Buffer.from(",;")) kinds[byte] = separatorKind;
for (const byte of Buffer.from('"\\')) kinds[byte] = quotedKind;
// The full-width signs all begin with the same byte, so one of them is enough.
for (const byte of Buffer.from("'=+-@\uff1d")) kinds[byte] = formulaKind;

/**
 * Whether a row needs neither quotes nor apostrophes, and has no backslash. The values in the image are escaped for
 * JSON, so a value with a backslash differs from its text.
 */
function isPlainRow(bytes: Uint8Array, start: number, end: number): boolean {
  let separators = 0;
  let previous = 0;
  for (let at = start; at < end; at++) {
    const kind = kinds[bytes[at]!]!;
    if (kind === separatorKind) separators++;
    else if (kind === quotedKind || (kind === formulaKind && previous === separatorKind)) return false;
    previous = kind;
  }
  return separators === teacherFields.length - 1;
}
