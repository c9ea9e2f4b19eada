/** JSON: the envelope of a page with its links (specification, section 2.2), a single teacher, and lines. */
import type { ListQuery } from "../../contract/query.ts";
import { type PageLinks, pageLinks } from "../../contract/urls.ts";
import type { ByteWriter } from "./writer.ts";
import { createTeacherPieces } from "./writer.ts";

/**
 * The pieces of text before, between and after the values of a teacher. They contain the quotation marks around the
 * values.
 */
function teacherPieces(indent: number, depth: number, start: string, separator: string, end = "") {
  const gap = indent === 0 ? "" : " ";
  const before = (field: string, i: number): string => {
    const open = i === 0 ? "{" : i === 1 ? "," : '",';
    return `${open}${lineBreak(indent, depth + 1)}"${field}":${gap}${i === 0 ? "" : '"'}`;
  };
  return createTeacherPieces(before, { start, separator, end: `"${lineBreak(indent, depth)}}${end}` });
}

/** The line break and the spaces before a line; empty in compact JSON. */
export function lineBreak(indent: number, depth: number): string {
  return indent === 0 ? "" : `\n${" ".repeat(indent * depth)}`;
}

/** The indents that Accept can request, in spaces per level; 0 gives compact JSON. */
const indents = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/** The text around a single teacher, by indent. */
export const singlePieces = indents.map((indent) => teacherPieces(indent, 0, "", ""));
/** The text around the teachers in the results of a page, by indent. */
export const resultPieces = indents.map((indent) => {
  const start = lineBreak(indent, 2);
  return teacherPieces(indent, 2, start, `,${start}`);
});
/** One JSON object per line, each with a line feed (NDJSON). */
export const linePieces = teacherPieces(0, 0, "", "", "\n");

/** The text of the envelope of a page, by indent. */
export const envelopes = indents.map((indent) => {
  const line = lineBreak(indent, 1);
  const gap = indent === 0 ? "" : " ";
  return {
    count: `{${line}"count":${gap}`,
    next: `,${line}"next":${gap}`,
    previous: `,${line}"previous":${gap}`,
    results: `${line}"results":${gap}[`,
    end: `${line}]${lineBreak(indent, 0)}}`,
    emptyEnd: `]${lineBreak(indent, 0)}}`,
  };
});

/** Writes the envelope before the teachers. Links are percent-encoded wherever JSON would need an escape. */
export function writePageHead(writer: ByteWriter, url: string, query: ListQuery, count: number, indent: number): void {
  const envelope = envelopes[indent]!;
  const links = pageLinks(url, query, count);
  writer.ascii(envelope.count);
  writer.integer(count);
  writer.ascii(envelope.next);
  writeLink(writer, links, links.next);
  writer.ascii(envelope.previous);
  writeLink(writer, links, links.previous);
  writer.ascii(",");
  writer.ascii(envelope.results);
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

/** Writes the envelope after the teachers; an empty list contains no line break. */
export function writePageTail(writer: ByteWriter, indent: number, isEmpty: boolean): void {
  const { end, emptyEnd } = envelopes[indent]!;
  writer.ascii(isEmpty ? emptyEnd : end);
}
