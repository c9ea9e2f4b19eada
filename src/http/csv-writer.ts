/** CSV of the nine fields: exact for programs (RFC 4180), and made safe and readable for Excel. */
import { disarmFormula, quoteCsvField } from "../domain/csv-field.ts";
import { type Teacher, teacherFields } from "../domain/teacher.ts";

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
 * With the mark that tells Excel of UTF-8, and semicolons, which it expects where the comma is the decimal sign. An import
 * knows the file by its columns and semicolons, and takes the apostrophes off that disarm formulas.
 */
export const excelRows: RowFormat = {
  head: `\ufeff${teacherFields.join(";")}\r\n`,
  row: (teacher) =>
    `${teacherFields.map((field) => quoteCsvField(disarmFormula(String(teacher[field])))).join(";")}\r\n`,
};
