/** JSON: the envelope of a page with its links (specification, section 2.2), a single teacher, and lines. */
import type { ListQuery } from "../../contract/query.ts";
import { type PageLinks, pageLinks } from "../../contract/urls.ts";
import type { ByteWriter } from "./writer.ts";
import { createTeacherPieces } from "./writer.ts";

/**
 * The pieces of text before, between and after the values of a teacher. They contain the quotation marks around the
 * values.
 */
function teacherPieces(separator: string, end = "") {
  const before = (field: string, i: number): string =>
    i === 0 ? `{"${field}":` : `${i === 1 ? "," : '",'}"${field}":"`;
  return createTeacherPieces(before, { start: "", separator, end: `"}${end}` });
}

/** The text around a single teacher. */
export const singlePieces = teacherPieces("");
/** The text around the teachers in the results of a page. */
export const resultPieces = teacherPieces(",");
/** One JSON object per line, each with a line feed (NDJSON). */
export const linePieces = teacherPieces("", "\n");

/** Writes the envelope before the teachers. Links are percent-encoded wherever JSON would need an escape. */
export function writePageHead(writer: ByteWriter, url: string, query: ListQuery, count: number): void {
  const links = pageLinks(url, query, count);
  writer.ascii('{"count":');
  writer.integer(count);
  writer.ascii(',"next":');
  writeLink(writer, links, links.next);
  writer.ascii(',"previous":');
  writeLink(writer, links, links.previous);
  writer.ascii(',"results":[');
}

/** Writes a link in pieces, because joining them first would take longer. */
function writeLink(writer: ByteWriter, { before, after }: PageLinks, offset: number | null): void {
  if (offset === null) {
    writer.ascii("null");
    return;
  }
  writer.ascii('"');
  writer.ascii(before);
  if (offset > 0) {
    writer.ascii("&offset=");
    writer.integer(offset);
  }
  writer.ascii(after);
  writer.ascii('"');
}
