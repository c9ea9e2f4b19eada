/** CSV of all fields: exact for programs (RFC 4180), or safe and readable in Excel. */

import type { Directory } from "../directory/directory.ts";
import { disarmFormula, quoteCsvField } from "../domain/csv-field.ts";
import { type Teacher, teacherFields } from "../domain/teacher.ts";

/** A format that writes each teacher as a row of text. */
export interface RowFormat {
  /** The text before the first row. */
  readonly head: string;
  row(teacher: Teacher): string;
}

/** Exact values. */
export const csvRows: RowFormat = {
  head: `${teacherFields.join(",")}\r\n`,
  row: (teacher) => `${teacherFields.map((field) => quoteCsvField(String(teacher[field]))).join(",")}\r\n`,
};

/**
 * Starts with a byte order mark, by which Excel recognises UTF-8. Separates with semicolons, which Excel expects in locales
 * with a decimal comma. An import recognises the file by its columns and semicolons, and removes the apostrophes that
 * disarm formulas.
 */
export const excelRows: RowFormat = {
  head: `\ufeff${teacherFields.join(";")}\r\n`,
  row: (teacher) =>
    `${teacherFields.map((field) => quoteCsvField(disarmFormula(String(teacher[field])))).join(";")}\r\n`,
};

/** The rows of teachers as UTF-8, after the head if they are the first. */
export function renderRows(
  directory: Directory,
  { head, row }: RowFormat,
  positions: Uint32Array,
  isFirst: boolean,
): Uint8Array<ArrayBuffer> {
  let text = isFirst ? head : "";
  for (const position of positions) text += row(directory.teacherAt(position));
  return new TextEncoder().encode(text);
}
