/** The fixed text of JSON: around the values of a teacher, and around the teachers of a page. */
import { createTeacherPieces } from "./teacher-pieces.ts";

/** The keys include the quotation marks around the values on both sides. */
function teacherPieces(indent: number, depth: number, start: string, separator: string, end = "") {
  const gap = indent === 0 ? "" : " ";
  return createTeacherPieces({
    before(field, i) {
      const open = i === 0 ? "{" : i === 1 ? "," : '",';
      return `${open}${lineBreak(indent, depth + 1)}"${field}":${gap}${i === 0 ? "" : '"'}`;
    },
    start,
    separator,
    end: `"${lineBreak(indent, depth)}}${end}`,
  });
}

/** Empty in compact JSON. */
function lineBreak(indent: number, depth: number): string {
  return indent === 0 ? "" : `\n${" ".repeat(indent * depth)}`;
}

/** The largest indent that Accept can request, in spaces per level. */
const indentMax = 8;
const indents = Array.from({ length: indentMax + 1 }, (_, indent) => indent);
/** The text around a single teacher, by indent in spaces per level; 0 gives compact JSON. */
export const alonePieces = indents.map((indent) => teacherPieces(indent, 0, "", ""));
/** The text around the teachers in the results of a page, by indent. */
export const resultPieces = indents.map((indent) => {
  const start = lineBreak(indent, 2);
  return teacherPieces(indent, 2, start, `,${start}`);
});
/** One JSON object per line, each with a line feed (NDJSON). */
export const linePieces = teacherPieces(0, 0, "", "", "\n");

/** The text of the envelope of a page (specification, section 2.2), by indent. */
export const envelopes = indents.map((indent) => {
  const line = lineBreak(indent, 1);
  const gap = indent === 0 ? "" : " ";
  return {
    count: `{${line}"count":${gap}`,
    next: `,${line}"next":${gap}`,
    previous: `,${line}"previous":${gap}`,
    results: `,${line}"results":${gap}[`,
    end: `${line}]${lineBreak(indent, 0)}}`,
    emptyEnd: `]${lineBreak(indent, 0)}}`,
  };
});
