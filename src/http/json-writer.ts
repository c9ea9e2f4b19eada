/** JSON: writes teachers as bytes, copied from the escaped fragments in the image. */

import type { Links } from "../contract/urls.ts";
import { nameFieldNames, type TeacherField, teacherFields, textFieldNames } from "../domain/teacher.ts";
import { type ImageContent, type Texts, textsSlack } from "../image/layout.ts";
import type { SharedBytes } from "./body.ts";

const encoder = new TextEncoder();

/** Fixed text, padded with `textsSlack` bytes. */
interface Piece {
  readonly view: DataView;
  readonly length: number;
}

function piece(text: string): Piece {
  const { buffer, length } = encoder.encode(text);
  return { view: new DataView(buffer.transfer(length + textsSlack)), length };
}

/**
 * The fixed text of teachers: in front of each value, in front of the first teacher, between two teachers, and at the end
 * of each. The keys include the quotation marks around the values on both sides.
 */
function teacherPieces(indent: number, depth: number, start: string, separator: string, end = "") {
  const keys = teacherFields.map((field, i) => {
    const before = i === 0 ? "{" : i === 1 ? "," : '",';
    const after = `${indent === 0 ? "" : " "}${i === 0 ? "" : '"'}`;
    return [field, piece(`${before}${lineBreak(indent, depth + 1)}"${field}":${after}`)] as const;
  });
  const pieces = {
    ...(Object.fromEntries(keys) as Record<TeacherField, Piece>),
    start: piece(start),
    separator: piece(separator),
    end: piece(`"${lineBreak(indent, depth)}}${end}`),
  };
  return { ...pieces, bytes: Object.values(pieces).reduce((sum, { length }) => sum + length, 0) };
}

type TeacherPieces = ReturnType<typeof teacherPieces>;

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

/** The text fields that no composed name contains. */
const furtherFields = textFieldNames.filter((name) => !["degree", ...nameFieldNames].includes(name));

/** The most spaces in composed names, plus the padding that copying writes. */
const otherBytes = 10 + textsSlack;
const int32Max = 0x7fffffff;
const space = 0x20;

/** Reused for every page; results are views of it. */
let scratch = new Uint8Array(64 * 1024);
let view = new DataView(scratch.buffer);
let end = 0;

/**
 * Teachers with the text around them, between `head` and `tail`, which are ASCII. The first one starts a page, or follows
 * others.
 */
export function renderTeachers(
  content: ImageContent,
  positions: Uint32Array,
  pieces: TeacherPieces,
  { head = "", tail = "", isFirst = true },
): SharedBytes {
  end = 0;
  reserve(head.length);
  if (head !== "") end = encoder.encodeInto(head, scratch).written;
  appendTeachers(content, positions, pieces, isFirst);
  reserve(tail.length);
  for (let i = 0; i < tail.length; i++) scratch[end++] = tail.charCodeAt(i);
  return { shared: scratch.subarray(0, end) };
}

/** The envelope of a page in front of its teachers (specification, section 2.2). */
export function pageStart(count: number, links: Links, indent: number): string {
  const next = quoteLink(links.next);
  const previous = quoteLink(links.previous);
  if (indent === 0) return `{"count":${count},"next":${next},"previous":${previous},"results":[`;
  const line = lineBreak(indent, 1);
  return `{${line}"count": ${count},${line}"next": ${next},${line}"previous": ${previous},${line}"results": [`;
}

/** The envelope behind the teachers; an empty list contains no line break. */
export function pageEnd(indent: number, isEmpty: boolean): string {
  return `${isEmpty ? "" : lineBreak(indent, 1)}]${lineBreak(indent, 0)}}`;
}

/** Links are ASCII, and percent-encoded wherever JSON would need an escape. */
function quoteLink(link: string | null): string {
  return link === null ? "null" : `"${link}"`;
}

function appendTeachers(content: ImageContent, positions: Uint32Array, pieces: TeacherPieces, isFirst: boolean): void {
  const { ids, columns } = content;
  const { last_name, first_name, middle_name, degree } = columns;
  const further = furtherFields.map((name) => columns[name]);
  reserve(boundBytes(content, positions, pieces.bytes));
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i]!;
    const last = last_name.codes[position]!;
    const first = first_name.codes[position]!;
    const middle = middle_name.codes[position]!;
    const title = degree.codes[position]!;
    copyPiece(i === 0 && isFirst ? pieces.start : pieces.separator);
    copyPiece(pieces.id);
    writeInteger(ids[position]!);
    copyPiece(pieces.last_name);
    copyText(last_name.values, last);
    copyPiece(pieces.first_name);
    copyText(first_name.values, first);
    copyPiece(pieces.middle_name);
    copyText(middle_name.values, middle);

    copyPiece(pieces.name);
    const nameStart = end;
    copyText(last_name.values, last);
    join(first_name.values, first, nameStart);
    join(middle_name.values, middle, nameStart);
    const nameEnd = end;

    copyPiece(pieces.full_name);
    const fullNameStart = end;
    copyText(degree.values, title);
    joinBytes(view, nameStart, nameEnd, fullNameStart);

    copyPiece(pieces.short_name);
    const shortStart = end;
    copyText(last_name.values, last);
    join(first_name.abbreviations, first, shortStart);
    join(middle_name.abbreviations, middle, shortStart);
    const shortEnd = end;

    copyPiece(pieces.short_name_with_degree);
    const longStart = end;
    copyText(degree.abbreviations, title);
    joinBytes(view, shortStart, shortEnd, longStart);

    copyPiece(pieces.degree);
    copyText(degree.values, title);
    for (let field = 0; field < further.length; field++) {
      copyPiece(pieces[furtherFields[field]!]);
      copyText(further[field]!.values, further[field]!.codes[position]!);
    }
    copyPiece(pieces.end);
  }
}

/**
 * The most bytes that the teachers take. A separate short loop lets the processor fetch the scattered numbers of several
 * teachers in parallel. A combined loop would wait for each.
 */
function boundBytes({ ids, columns }: ImageContent, positions: Uint32Array, piecesBytes: number): number {
  const { last_name, first_name, middle_name, degree } = columns;
  let bytes = positions.length * (piecesBytes + otherBytes);
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i]!;
    const first = first_name.codes[position]!;
    const middle = middle_name.codes[position]!;
    const title = degree.codes[position]!;
    bytes +=
      (ids[position]! > int32Max ? 16 : 10) +
      5 * bytesOf(last_name.values, last_name.codes[position]!) +
      3 * (bytesOf(first_name.values, first) + bytesOf(middle_name.values, middle)) +
      2 * (bytesOf(first_name.abbreviations, first) + bytesOf(middle_name.abbreviations, middle)) +
      2 * bytesOf(degree.values, title) +
      bytesOf(degree.abbreviations, title);
  }
  for (const { values, codes } of furtherFields.map((name) => columns[name])) {
    for (let i = 0; i < positions.length; i++) bytes += bytesOf(values, codes[positions[i]!]!);
  }
  return bytes;
}

/** Makes room for more bytes. */
function reserve(bytes: number): void {
  if (end + bytes <= scratch.length) return;
  const larger = new Uint8Array(Math.max(end + bytes, scratch.length * 2));
  larger.set(scratch.subarray(0, end));
  scratch = larger;
  view = new DataView(larger.buffer);
}

/**
 * Appends bytes four at a time, so up to three extra bytes, which the next text overwrites. This is faster than copying
 * single bytes and, for short texts, than `set`.
 */
function copy(from: DataView, start: number, stop: number): void {
  const to = view;
  for (let i = start, at = end; i < stop; i += 4, at += 4) to.setInt32(at, from.getInt32(i, true), true);
  end += stop - start;
}

function copyPiece({ view: from, length }: Piece): void {
  copy(from, 0, length);
}

function copyText({ view: from, starts }: Texts, index: number): void {
  copy(from, starts[index]!, starts[index + 1]!);
}

/** The size of the escaped text at an index. */
function bytesOf({ starts }: Texts, index: number): number {
  return starts[index + 1]! - starts[index]!;
}

/** Appends a text unless it is empty, after a space unless it starts the composed name. */
function join({ view: from, starts }: Texts, index: number, composedStart: number): void {
  joinBytes(from, starts[index]!, starts[index + 1]!, composedStart);
}

function joinBytes(from: DataView, start: number, stop: number, composedStart: number): void {
  if (start === stop) return;
  if (end > composedStart) scratch[end++] = space;
  copy(from, start, stop);
}

/** Writes digits directly: creating a string per id would be much of the work for a page. */
function writeInteger(value: number): void {
  if (value > int32Max) {
    end += encoder.encodeInto(String(value), scratch.subarray(end)).written;
    return;
  }
  let stop = end + 1;
  for (let power = 10; power <= value; power *= 10) stop++;
  let remaining = value;
  for (let at = stop - 1; at >= end; at--) {
    const tens = (remaining / 10) | 0;
    scratch[at] = 0x30 + remaining - tens * 10;
    remaining = tens;
  }
  end = stop;
}
