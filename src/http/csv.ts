/** CSV of the nine fields: exact for programs (RFC 4180), and made safe and readable for Excel. */
import { quoteCsvField } from "../csv-field.ts";
import { type Teacher, teacherFields } from "../teacher.ts";

/** How teachers are written as rows of text. */
export interface RowFormat {
  /** What stands before the first row. */
  readonly head: string;
  row(teacher: Teacher): string;
}

/** Values untouched. */
export const csvRows: RowFormat = {
  head: `${teacherFields.join(",")}\r\n`,
  row: (teacher) => `${teacherFields.map((field) => quoteCsvField(String(teacher[field]))).join(",")}\r\n`,
};

/**
 * With the mark that tells Excel of UTF-8, and semicolons, which it expects where the comma is the decimal sign. What it
 * would take for a formula gets an apostrophe in front (OWASP, CSV injection).
 */
export const excelRows: RowFormat = {
  head: `\ufeff${teacherFields.join(";")}\r\n`,
  row: (teacher) => `${teacherFields.map((field) => quoteCsvField(disarm(String(teacher[field])))).join(";")}\r\n`,
};

function disarm(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
