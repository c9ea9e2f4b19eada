/** Writes teachers as bytes, copied from the fragments in the image between the fixed text of a format. */
import { nameFieldNames, textFieldNames } from "../domain/teacher.ts";
import { type ImageContent, type Texts, textsSlack } from "../image/layout.ts";
import type { SharedBytes } from "./body.ts";
import {
  beginBody,
  bytesWritten,
  copyShort,
  copyWritten,
  finishBody,
  reserve,
  writeByte,
  writeInteger,
} from "./byte-output.ts";
import type { Piece, TeacherPieces } from "./teacher-pieces.ts";

/** The text fields that no composed name contains. */
const furtherFields = textFieldNames.filter((name) => !["degree", ...nameFieldNames].includes(name));

/** The most spaces in composed names, plus the padding that copying writes. */
const otherBytes = 10 + textsSlack;
const int32Max = 0x7fffffff;
const space = 0x20;

/** Teachers with nothing around them. */
export function renderTeachers(content: ImageContent, positions: Uint32Array, pieces: TeacherPieces): SharedBytes {
  beginBody();
  appendTeachers(content, positions, pieces, true);
  return finishBody();
}

/** Writes teachers: the first ones of a page, or more of them. */
export function appendTeachers(
  content: ImageContent,
  positions: Uint32Array,
  pieces: TeacherPieces,
  isFirst: boolean,
): void {
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
    copyPiece(i > 0 ? pieces.between : isFirst ? pieces.first : pieces.further);
    writeInteger(ids[position]!);
    copyPiece(pieces.last_name);
    copyText(last_name.values, last);
    copyPiece(pieces.first_name);
    copyText(first_name.values, first);
    copyPiece(pieces.middle_name);
    copyText(middle_name.values, middle);

    copyPiece(pieces.name);
    const nameStart = bytesWritten();
    copyText(last_name.values, last);
    join(first_name.values, first, nameStart);
    join(middle_name.values, middle, nameStart);
    const nameEnd = bytesWritten();

    copyPiece(pieces.full_name);
    const fullNameStart = bytesWritten();
    copyText(degree.values, title);
    joinWritten(nameStart, nameEnd, fullNameStart);

    copyPiece(pieces.short_name);
    const shortStart = bytesWritten();
    copyText(last_name.values, last);
    join(first_name.abbreviations, first, shortStart);
    join(middle_name.abbreviations, middle, shortStart);
    const shortEnd = bytesWritten();

    copyPiece(pieces.short_name_with_degree);
    const longStart = bytesWritten();
    copyText(degree.abbreviations, title);
    joinWritten(shortStart, shortEnd, longStart);

    copyPiece(pieces.degree);
    copyText(degree.values, title);
    for (let field = 0; field < further.length; field++) {
      copyPiece(pieces[furtherFields[field]!]);
      copyText(further[field]!.values, further[field]!.codes[position]!);
    }
  }
  if (positions.length > 0) copyPiece(pieces.end);
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

function copyPiece({ view: from, length }: Piece): void {
  copyShort(from, 0, length);
}

function copyText({ view: from, starts }: Texts, index: number): void {
  copyShort(from, starts[index]!, starts[index + 1]!);
}

/** The size of the escaped text at an index. */
function bytesOf({ starts }: Texts, index: number): number {
  return starts[index + 1]! - starts[index]!;
}

/** Appends a text unless it is empty, after a space unless it starts the composed name. */
function join({ view: from, starts }: Texts, index: number, composedStart: number): void {
  const start = starts[index]!;
  const stop = starts[index + 1]!;
  if (start === stop) return;
  separate(composedStart);
  copyShort(from, start, stop);
}

/** Appends a text that was written before, like {@link join}. */
function joinWritten(start: number, stop: number, composedStart: number): void {
  if (start === stop) return;
  separate(composedStart);
  copyWritten(start, stop);
}

function separate(composedStart: number): void {
  if (bytesWritten() > composedStart) writeByte(space);
}
