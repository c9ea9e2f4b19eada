/** CSV of all fields (RFC 4180), with exact values. */
import { teacherAt } from "../../directory/positions.ts";
import { quoteCsvField, teacherFields } from "../../domain/teacher.ts";
import type { ImageContent } from "../../image/layout.ts";
import { type ByteWriter, createTeacherPieces, writeTeachers } from "./writer.ts";

/** The line with the names of the fields. */
export const csvHead = `${teacherFields.join(",")}\r\n`;

const before = (_: string, i: number): string => (i === 0 ? "" : ",");
const pieces = createTeacherPieces(before, { start: "", separator: "", end: "\r\n" });

/**
 * Writes the rows of teachers. Most rows are bytes copied from the image: strings would take
 * three times as long, and leave more garbage.
 */
export function writeRows(writer: ByteWriter, content: ImageContent, positions: Uint32Array): void {
  for (let i = 0; i < positions.length; i++) {
    const start = writer.length;
    writeTeachers(writer, content, positions.subarray(i, i + 1), pieces);
    if (isPlainRow(writer.bytes, start, writer.length)) continue;
    writer.begin(start);
    const teacher = teacherAt(content, positions[i]!);
    writer.text(`${teacherFields.map((field) => quoteCsvField(String(teacher[field]))).join(",")}\r\n`);
  }
}

const [comma, semicolon, quote, backslash] = [",", ";", '"', "\\"].map((character) => character.charCodeAt(0));

/**
 * Whether a row needs no quotes, and has no backslash. The values in the image are escaped for JSON, so a value with a
 * backslash differs from its text.
 */
function isPlainRow(bytes: Uint8Array, start: number, end: number): boolean {
  let commas = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === comma) commas++;
    else if (byte === semicolon || byte === quote || byte === backslash) return false;
  }
  return commas === teacherFields.length - 1;
}
