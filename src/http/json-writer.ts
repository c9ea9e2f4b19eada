/** JSON: writes teachers as bytes, copied from the escaped fragments in the image. */

import type { Links } from "../contract/links.ts";
import { sizeOf } from "../image/column.ts";
import { type ImageContent, type Texts, textsSlack } from "../image/layout.ts";

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

/** The fixed text around the values of a teacher, and between two teachers. */
function teacherPieces(indent: number, depth: number, separator = `,${lineBreak(indent, depth)}`) {
  const key = (name: string): string => `${lineBreak(indent, depth + 1)}"${name}":${indent === 0 ? "" : " "}`;
  const pieces = {
    id: piece(`{${key("id")}`),
    lastName: piece(`,${key("last_name")}"`),
    firstName: piece(`",${key("first_name")}"`),
    middleName: piece(`",${key("middle_name")}"`),
    name: piece(`",${key("name")}"`),
    fullName: piece(`",${key("full_name")}"`),
    shortName: piece(`",${key("short_name")}"`),
    shortNameWithDegree: piece(`",${key("short_name_with_degree")}"`),
    degree: piece(`",${key("degree")}"`),
    end: piece(`"${lineBreak(indent, depth)}}`),
    separator: piece(separator),
  } as const;
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
/** By indent: the fixed text of a single teacher, and of a teacher in the results of a page. */
const alonePieces = indents.map((indent) => teacherPieces(indent, 0));
const resultPieces = indents.map((indent) => teacherPieces(indent, 2));
const linePieces = teacherPieces(0, 0, "\n");

/** The most spaces in composed names, plus the padding that copying writes. */
const otherBytes = 10 + textsSlack;

const int32Max = 0x7fffffff;

const space = 0x20;
const lineFeed = 0x0a;

/** Reused for every page; results are copied out of it. */
let scratch = new Uint8Array(64 * 1024);
let view = new DataView(scratch.buffer);
let end = 0;

/** The page envelope of the specification, section 2.2, as JSON. `indent` is in spaces per level; 0 gives compact JSON. */
export function renderPage(
  content: ImageContent,
  count: number,
  links: Links,
  positions: Uint32Array,
  indent: number,
): Uint8Array<ArrayBuffer> {
  const isEmpty = positions.length === 0;
  const head = pageStart(count, links, indent, isEmpty);
  end = 0;
  reserve(head.length);
  end = encoder.encodeInto(head, scratch).written;
  appendTeachers(content, positions, resultPieces[indent]!, false);
  const tail = pageEnd(indent, isEmpty);
  reserve(tail.length);
  for (let i = 0; i < tail.length; i++) scratch[end++] = tail.charCodeAt(i);
  return scratch.slice(0, end);
}

/** The bytes before the teachers of a page. */
export function pageStart(count: number, links: Links, indent: number, isEmpty: boolean): string {
  const next = quoteLink(links.next);
  const previous = quoteLink(links.previous);
  if (indent === 0) return `{"count":${count},"next":${next},"previous":${previous},"results":[`;
  const line = lineBreak(indent, 1);
  const start = `{${line}"count": ${count},${line}"next": ${next},${line}"previous": ${previous},${line}"results": [`;
  return isEmpty ? start : start + lineBreak(indent, 2);
}

/** The bytes after the teachers. An empty list contains no line break. */
export function pageEnd(indent: number, isEmpty: boolean): string {
  return `${isEmpty ? "" : lineBreak(indent, 1)}]${lineBreak(indent, 0)}}`;
}

/** Links are ASCII, and percent-encoded wherever JSON would need an escape. */
function quoteLink(link: string | null): string {
  return link === null ? "null" : `"${link}"`;
}

/** Some teachers of a page; `isFirst` if no others precede them. */
export function renderResults(
  content: ImageContent,
  positions: Uint32Array,
  indent: number,
  isFirst: boolean,
): Uint8Array<ArrayBuffer> {
  end = 0;
  appendTeachers(content, positions, resultPieces[indent]!, !isFirst);
  return scratch.slice(0, end);
}

/** One teacher as a JSON object. `indent` is in spaces per level; 0 gives compact JSON. */
export function renderTeacher(content: ImageContent, position: number, indent: number): Uint8Array<ArrayBuffer> {
  end = 0;
  appendTeachers(content, Uint32Array.of(position), alonePieces[indent]!, false);
  return scratch.slice(0, end);
}

/** One JSON object per line, each with a line feed (NDJSON). */
export function renderLines(content: ImageContent, positions: Uint32Array): Uint8Array<ArrayBuffer> {
  end = 0;
  appendTeachers(content, positions, linePieces, false);
  reserve(1);
  if (positions.length > 0) scratch[end++] = lineFeed;
  return scratch.slice(0, end);
}

/** Appends teachers with separators between them, and before the first one unless `isFirst`. */
function appendTeachers(
  content: ImageContent,
  positions: Uint32Array,
  pieces: TeacherPieces,
  isContinued: boolean,
): void {
  const { ids, columns } = content;
  const { last_name, first_name, middle_name, degree } = columns;
  reserve(boundBytes(content, positions, pieces.bytes));
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i]!;
    const last = last_name.codes[position]!;
    const first = first_name.codes[position]!;
    const middle = middle_name.codes[position]!;
    const title = degree.codes[position]!;
    if (i > 0 || isContinued) copyPiece(pieces.separator);
    copyPiece(pieces.id);
    writeInteger(ids[position]!);
    copyPiece(pieces.lastName);
    copyText(last_name.values, last);
    copyPiece(pieces.firstName);
    copyText(first_name.values, first);
    copyPiece(pieces.middleName);
    copyText(middle_name.values, middle);

    copyPiece(pieces.name);
    const nameStart = end;
    copyText(last_name.values, last);
    join(first_name.values, first, nameStart);
    join(middle_name.values, middle, nameStart);
    const nameEnd = end;

    copyPiece(pieces.fullName);
    const fullNameStart = end;
    copyText(degree.values, title);
    joinWritten(nameStart, nameEnd, fullNameStart);

    copyPiece(pieces.shortName);
    const shortStart = end;
    copyText(last_name.values, last);
    join(first_name.abbreviations, first, shortStart);
    join(middle_name.abbreviations, middle, shortStart);
    const shortEnd = end;

    copyPiece(pieces.shortNameWithDegree);
    const longStart = end;
    copyText(degree.abbreviations, title);
    joinWritten(shortStart, shortEnd, longStart);

    copyPiece(pieces.degree);
    copyText(degree.values, title);
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
    const last = last_name.codes[position]!;
    const first = first_name.codes[position]!;
    const middle = middle_name.codes[position]!;
    const title = degree.codes[position]!;
    bytes +=
      (ids[position]! > int32Max ? 16 : 10) +
      5 * sizeOf(last_name.values, last) +
      3 * sizeOf(first_name.values, first) +
      3 * sizeOf(middle_name.values, middle) +
      2 * sizeOf(degree.values, title) +
      2 * (sizeOf(first_name.abbreviations, first) + sizeOf(middle_name.abbreviations, middle)) +
      sizeOf(degree.abbreviations, title);
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

/** Appends a non-empty text, after a space unless it starts the composed name. */
function join(texts: Texts, index: number, composedStart: number): void {
  if (sizeOf(texts, index) === 0) return;
  if (end > composedStart) scratch[end++] = space;
  copyText(texts, index);
}

/** The same for a name that is already in the buffer. */
function joinWritten(start: number, stop: number, composedStart: number): void {
  if (start === stop) return;
  if (end > composedStart) scratch[end++] = space;
  copy(view, start, stop);
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
