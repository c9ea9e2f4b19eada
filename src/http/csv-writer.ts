/** CSV of all fields: exact for programs (RFC 4180), or safe and readable in Excel. */

import { teacherAt } from "../directory/positions.ts";
import { disarmFormula, quoteCsvField } from "../domain/csv-field.ts";
import { type Teacher, teacherFields, textFieldNames } from "../domain/teacher.ts";
import type { ImageContent, Texts } from "../image/layout.ts";
import type { SharedBytes } from "./body.ts";
import { beginBody, finishBody, writeText } from "./byte-output.ts";
import { createTeacherPieces, type TeacherPieces } from "./teacher-pieces.ts";
import { appendTeachers } from "./teacher-writer.ts";

/** A format that writes each teacher as a row of text. */
export interface RowFormat {
  /** The text before the first row. */
  readonly head: string;
  /** The text around the values of a teacher whose fields need neither quoting nor disarming. */
  readonly pieces: TeacherPieces;
  /** The row of any teacher. */
  row(teacher: Teacher): string;
}

/** Exact values. */
export const csvRows: RowFormat = {
  head: `${teacherFields.join(",")}\r\n`,
  pieces: rowPieces(","),
  row: (teacher) => `${teacherFields.map((field) => quoteCsvField(String(teacher[field]))).join(",")}\r\n`,
};

/**
 * Starts with a byte order mark, by which Excel recognises UTF-8. Separates with semicolons, which Excel expects in locales
 * with a decimal comma. An import recognises the file by its columns and semicolons, and removes the apostrophes that
 * disarm formulas.
 */
export const excelRows: RowFormat = {
  head: `\ufeff${teacherFields.join(";")}\r\n`,
  pieces: rowPieces(";"),
  row: (teacher) =>
    `${teacherFields.map((field) => quoteCsvField(disarmFormula(String(teacher[field])))).join(";")}\r\n`,
};

function rowPieces(separator: string): TeacherPieces {
  return createTeacherPieces({ before: (_, i) => (i === 0 ? "" : separator), start: "", separator: "", end: "\r\n" });
}

/**
 * The rows of teachers as UTF-8, after the head if they are the first. Most rows are bytes copied from the image: strings
 * would take three times as long, and leave more garbage.
 */
export function renderRows(
  content: ImageContent,
  { head, pieces, row }: RowFormat,
  positions: Uint32Array,
  isFirst: boolean,
): SharedBytes {
  beginBody();
  if (isFirst) writeText(head);
  let copied = 0;
  for (let i = 0; i < positions.length; i++) {
    if (hasPlainFields(content, positions[i]!)) continue;
    appendTeachers(content, positions.subarray(copied, i), pieces, true);
    writeText(row(teacherAt(content, positions[i]!)));
    copied = i + 1;
  }
  appendTeachers(content, positions.subarray(copied), pieces, true);
  return finishBody();
}

/** Whether a teacher's row is the same in the image, in CSV and in Excel, except for the text between the values. */
function hasPlainFields({ columns }: ImageContent, position: number): boolean {
  for (const name of textFieldNames) {
    const { values, abbreviations, codes } = columns[name];
    const code = codes[position]!;
    // Composed fields are made of these texts.
    if (!isPlain(values, code) || !isPlain(abbreviations, code)) return false;
  }
  return true;
}

/** Bytes for which a text is not plain: anywhere in it, because they are escaped or quoted, or at its start: a formula. */
const anywhere = 1;
const atStart = 2;
const specialBytes = new Uint8Array(256);
for (let byte = 0; byte < 0x80; byte++) {
  const character = String.fromCharCode(byte);
  // An apostrophe starts a formula only together with another character.
  const formula = `${character}=`;
  const isEscaped = JSON.stringify(character) !== `"${character}"`;
  if (isEscaped || quoteCsvField(character) !== character) specialBytes[byte] = anywhere;
  else if (disarmFormula(formula) !== formula) specialBytes[byte] = atStart;
}
// The first byte of the full-width characters that start a formula.
specialBytes[0xef] = atStart;

function isPlain({ bytes, starts }: Texts, index: number): boolean {
  const start = starts[index]!;
  const stop = starts[index + 1]!;
  if (start < stop && specialBytes[bytes[start]!] !== 0) return false;
  for (let at = start; at < stop; at++) {
    if (specialBytes[bytes[at]!] === anywhere) return false;
  }
  return true;
}
