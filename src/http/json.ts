/** JSON: a page of teachers written straight from the image's escaped fragments into bytes. */
import type { ImageContent, Texts } from "../directory/layout.ts";
import type { Links } from "./links.ts";

const encoder = new TextEncoder();
const piece = (text: string): Uint8Array => encoder.encode(text);

/** The fixed text between the values of a teacher. */
const pieces = {
  id: piece('{"id":'),
  lastName: piece(',"last_name":"'),
  firstName: piece('","first_name":"'),
  middleName: piece('","middle_name":"'),
  name: piece('","name":"'),
  fullName: piece('","full_name":"'),
  shortName: piece('","short_name":"'),
  shortNameWithDegree: piece('","short_name_with_degree":"'),
  degree: piece('","degree":"'),
  end: piece('"}'),
} as const;

const fixedBytes = Object.values(pieces).reduce((sum, { length }) => sum + length, 0);
/** An id of 16 digits, a comma behind the teacher, and at most 10 spaces in the composed names. */
const otherBytes = 16 + 1 + 10;

const space = 0x20;
const comma = 0x2c;
const lineFeed = 0x0a;

/** Reused for every page; what is handed out is a copy. */
let scratch = new Uint8Array(64 * 1024);
let end = 0;

/** The page envelope of the specification, section 2.2, as compact JSON. */
export function renderPage(
  content: ImageContent,
  count: number,
  links: Links,
  positions: Uint32Array,
): Uint8Array<ArrayBuffer> {
  const head = `{"count":${count},"next":${JSON.stringify(links.next)},"previous":${JSON.stringify(links.previous)},"results":[`;
  end = 0;
  reserve(head.length * 3 + 2);
  end = encoder.encodeInto(head, scratch).written;
  writeTeachers(content, positions, comma);
  reserve(2);
  scratch[end++] = 0x5d;
  scratch[end++] = 0x7d;
  return scratch.slice(0, end);
}

/** One teacher as a compact JSON object. */
export function renderTeacher(content: ImageContent, position: number): Uint8Array<ArrayBuffer> {
  end = 0;
  writeTeachers(content, Uint32Array.of(position), comma);
  return scratch.slice(0, end);
}

/** The same JSON over lines, with so many spaces a level; compact where null or 0. */
export function indentJson(compact: Uint8Array<ArrayBuffer>, indent: number | null): Uint8Array<ArrayBuffer> | string {
  if (indent === null || indent === 0) return compact;
  const value: unknown = JSON.parse(new TextDecoder().decode(compact));
  return JSON.stringify(value, null, indent);
}

/** A JSON object a line, each with its line feed (NDJSON). */
export function renderLines(content: ImageContent, positions: Uint32Array): Uint8Array<ArrayBuffer> {
  end = 0;
  writeTeachers(content, positions, lineFeed);
  reserve(1);
  if (positions.length > 0) scratch[end++] = lineFeed;
  return scratch.slice(0, end);
}

/** Appends teachers with one byte between them. */
function writeTeachers({ ids, columns }: ImageContent, positions: Uint32Array, separator: number): void {
  const { last_name, first_name, middle_name, degree } = columns;
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i]!;
    const last = last_name.codes[position]!;
    const first = first_name.codes[position]!;
    const middle = middle_name.codes[position]!;
    const title = degree.codes[position]!;
    reserve(
      fixedBytes +
        otherBytes +
        5 * sizeOf(last_name.values, last) +
        3 * sizeOf(first_name.values, first) +
        3 * sizeOf(middle_name.values, middle) +
        2 * sizeOf(degree.values, title) +
        2 * (sizeOf(first_name.shorts, first) + sizeOf(middle_name.shorts, middle)) +
        sizeOf(degree.shorts, title),
    );
    if (i > 0) scratch[end++] = separator;
    copy(pieces.id, 0, pieces.id.length);
    writeInteger(ids[position]!);
    copy(pieces.lastName, 0, pieces.lastName.length);
    copyText(last_name.values, last);
    copy(pieces.firstName, 0, pieces.firstName.length);
    copyText(first_name.values, first);
    copy(pieces.middleName, 0, pieces.middleName.length);
    copyText(middle_name.values, middle);

    copy(pieces.name, 0, pieces.name.length);
    const nameStart = end;
    copyText(last_name.values, last);
    join(first_name.values, first, nameStart);
    join(middle_name.values, middle, nameStart);
    const nameEnd = end;

    copy(pieces.fullName, 0, pieces.fullName.length);
    const fullNameStart = end;
    copyText(degree.values, title);
    joinWritten(nameStart, nameEnd, fullNameStart);

    copy(pieces.shortName, 0, pieces.shortName.length);
    const shortStart = end;
    copyText(last_name.values, last);
    join(first_name.shorts, first, shortStart);
    join(middle_name.shorts, middle, shortStart);
    const shortEnd = end;

    copy(pieces.shortNameWithDegree, 0, pieces.shortNameWithDegree.length);
    const longStart = end;
    copyText(degree.shorts, title);
    joinWritten(shortStart, shortEnd, longStart);

    copy(pieces.degree, 0, pieces.degree.length);
    copyText(degree.values, title);
    copy(pieces.end, 0, pieces.end.length);
  }
}

function sizeOf({ starts }: Texts, index: number): number {
  return starts[index + 1]! - starts[index]!;
}

/** Makes room for so many bytes more. */
function reserve(bytes: number): void {
  if (end + bytes <= scratch.length) return;
  const larger = new Uint8Array(Math.max(end + bytes, scratch.length * 2));
  larger.set(scratch.subarray(0, end));
  scratch = larger;
}

/** Appends a piece byte by byte: for pieces of this size that is faster than a call of `set`. */
function copy(from: Uint8Array, start: number, stop: number): void {
  const to = scratch;
  let at = end;
  for (let i = start; i < stop; i++) to[at++] = from[i]!;
  end = at;
}

function copyText({ bytes, starts }: Texts, index: number): void {
  copy(bytes, starts[index]!, starts[index + 1]!);
}

/** Appends a text that is not empty, behind a space where the composed name has something before it. */
function join(texts: Texts, index: number, composedStart: number): void {
  if (sizeOf(texts, index) === 0) return;
  if (end > composedStart) scratch[end++] = space;
  copyText(texts, index);
}

/** The same with a name that was written already. */
function joinWritten(start: number, stop: number, composedStart: number): void {
  if (start === stop) return;
  if (end > composedStart) scratch[end++] = space;
  copy(scratch, start, stop);
}

function writeInteger(value: number): void {
  const digits = String(value);
  for (let i = 0; i < digits.length; i++) scratch[end++] = digits.charCodeAt(i);
}
