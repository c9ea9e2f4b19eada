/** Downloads parsed by a library, and the rows that a test expects in them. */
import { parse } from "csv-parse/sync";
import { type Teacher, teacherFields } from "../../src/domain/teacher.ts";

type Row = readonly string[];

/** The header line. */
export const headRow: Row = teacherFields;

/** The nine fields as in CSV, with unchanged values. */
export function rowOf(teacher: Teacher): string[] {
  return teacherFields.map((field) => String(teacher[field]));
}

/** Every record of a CSV file by RFC 4180, with lines that end in CRLF and nothing before the first. */
export function parseCsv(bytes: Uint8Array, delimiter = ","): Row[] {
  return parse(decode(bytes), { delimiter, record_delimiter: "\r\n" });
}

/** Every line of NDJSON; throws if the last one has no line feed. */
export function splitLines(bytes: Uint8Array): string[] {
  const lines = decode(bytes).split("\n");
  if (lines.pop() !== "") throw new Error("The last line does not end with a line feed");
  return lines;
}

/** Strict UTF-8; a byte order mark at its start is preserved. */
export function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}
