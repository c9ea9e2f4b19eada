/** Writes bodies as bytes into a buffer that all pages of a server share. Teachers are copied from the image. */
import { otherFieldNames, type TeacherField, teacherFields, textFieldNames } from "../../domain/teacher.ts";
import { type ImageContent, type TextList, textsPadding } from "../../image/layout.ts";
import type { Bytes } from "../answer.ts";

/** A UTF-16 code unit takes at most this many bytes in UTF-8. */
const utf8UnitBytesMax = 3;
/** The number of digits of the largest safe integer. */
const digitsMax = 16;
const space = 0x20;

/** Fixed text, padded so that it can be copied. */
interface Piece {
  readonly view: DataView;
  readonly length: number;
}

function createPiece(text: string): Piece {
  const { buffer, length } = new TextEncoder().encode(text);
  return { view: new DataView(buffer.transfer(length + textsPadding)), length };
}

/** This is a class, because all methods share a few fields and are called hundreds of times per page. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafeSlow(64 * 1024);
  #view = new DataView(this.#bytes.buffer);
  #end = 0;

  /** Begins the next body, or cuts the current one back to a length. */
  begin(length = 0): void {
    this.#end = length;
  }

  /** The bytes written since {@link begin}; a view, which the next body overwrites. */
  finish(): Bytes {
    // Faster than `subarray()`, which would create another Buffer.
    return new Uint8Array(this.#bytes.buffer, 0, this.#end);
  }

  /** The number of bytes written so far. */
  get length(): number {
    return this.#end;
  }

  /** The buffer, of which {@link length} bytes are written. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Makes room for more bytes. */
  reserve(count: number): void {
    const end = this.#end;
    if (end + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(end + count, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, end);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }

  /** Makes room for ASCII text and writes it. This is a loop, because a native call takes longer for short text. */
  ascii(text: string): void {
    this.reserve(text.length);
    const bytes = this.#bytes;
    let end = this.#end;
    for (let i = 0; i < text.length; i++) bytes[end++] = text.charCodeAt(i);
    this.#end = end;
  }

  /** Makes room for text and writes it as UTF-8. */
  text(text: string): void {
    this.reserve(utf8UnitBytesMax * text.length);
    this.#end += this.#bytes.write(text, this.#end);
  }

  /** Makes room for a natural number and writes its digits, because creating a string would take longer. */
  integer(value: number): void {
    this.reserve(digitsMax);
    let stop = this.#end + 1;
    for (let power = 10; power <= value; power *= 10) stop++;
    let remaining = value;
    for (let at = stop - 1; at >= this.#end; at--) {
      const tens = Math.floor(remaining / 10);
      this.#bytes[at] = 0x30 + (remaining - tens * 10);
      remaining = tens;
    }
    this.#end = stop;
  }

  /** Writes a piece. The caller must have reserved room for it and for `textsPadding`. */
  piece({ view, length }: Piece): void {
    this.copy(view, 0, length);
  }

  /**
   * Copies eight bytes at a time, as two integers. Up to seven extra bytes are written, which the next text overwrites.
   * For short text this is faster than a native call. The caller must have reserved room for `textsPadding` more bytes.
   */
  copy(from: DataView, start: number, stop: number): void {
    const to = this.#view;
    for (let i = start, at = this.#end; i < stop; i += 8, at += 8) {
      to.setInt32(at, from.getInt32(i, true), true);
      to.setInt32(at + 4, from.getInt32(i + 4, true), true);
    }
    this.#end += stop - start;
  }

  /** Copies bytes. A space precedes them unless they are empty or start the composed text. */
  join(from: DataView, start: number, stop: number, composedStart: number): void {
    if (start === stop) return;
    if (this.#end > composedStart) this.#bytes[this.#end++] = space;
    this.copy(from, start, stop);
  }

  /** Joins bytes that were written before, see {@link join}. */
  joinWritten(start: number, stop: number, composedStart: number): void {
    this.join(this.#view, start, stop, composedStart);
  }
}

/**
 * Creates the fixed text of a format that has all fields in their order: before each value, before the first teacher,
 * between two teachers, and at the end of each teacher. Text that is always written together is one piece, because each
 * copy takes time.
 */
export function createTeacherPieces(
  before: (field: TeacherField, index: number) => string,
  { start, separator, end }: { readonly start: string; readonly separator: string; readonly end: string },
) {
  const [, ...others] = teacherFields;
  const beforeId = before("id", 0);
  const beforeOthers = others.map((field, i) => [field, createPiece(before(field, i + 1))]);
  const pieces = {
    ...(Object.fromEntries(beforeOthers) as Record<Exclude<TeacherField, "id">, Piece>),
    first: createPiece(start + beforeId),
    between: createPiece(end + separator + beforeId),
    end: createPiece(end),
  };
  return { ...pieces, bytes: Object.values(pieces).reduce((sum, { length }) => sum + length, 0) };
}

export type TeacherPieces = ReturnType<typeof createTeacherPieces>;

/**
 * Each value of a teacher is written at most this many times. An abbreviation counts as two, because it can be twice as
 * long as its value. Its full stop is part of {@link otherBytes}.
 */
const usesMax = 8;
/** The digits of an id, the spaces and full stops of composed names, and the padding that copying writes. */
const otherBytes = 48 + textsPadding;

/** Writes teachers. If others were written before, the caller has written the separator. */
export function writeTeachers(
  writer: ByteWriter,
  content: ImageContent,
  positions: Uint32Array,
  pieces: TeacherPieces,
): void {
  const { ids, columns } = content;
  const { last_name, first_name, middle_name, degree } = columns;
  writer.reserve(boundBytes(content, positions, pieces.bytes));
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i]!;
    const last = last_name.codes[position]!;
    const first = first_name.codes[position]!;
    const middle = middle_name.codes[position]!;
    const title = degree.codes[position]!;
    writer.piece(i > 0 ? pieces.between : pieces.first);
    writer.integer(ids[position]!);
    writer.piece(pieces.last_name);
    writeValue(writer, last_name.values, last);
    writer.piece(pieces.first_name);
    writeValue(writer, first_name.values, first);
    writer.piece(pieces.middle_name);
    writeValue(writer, middle_name.values, middle);

    writer.piece(pieces.name);
    const nameStart = writer.length;
    writeValue(writer, last_name.values, last);
    joinValue(writer, first_name.values, first, nameStart);
    joinValue(writer, middle_name.values, middle, nameStart);
    const nameEnd = writer.length;

    writer.piece(pieces.full_name);
    const fullNameStart = writer.length;
    writeValue(writer, degree.values, title);
    writer.joinWritten(nameStart, nameEnd, fullNameStart);

    writer.piece(pieces.short_name);
    const shortStart = writer.length;
    writeValue(writer, last_name.values, last);
    joinValue(writer, first_name.abbreviations, first, shortStart);
    joinValue(writer, middle_name.abbreviations, middle, shortStart);
    const shortEnd = writer.length;

    writer.piece(pieces.short_name_with_degree);
    const longStart = writer.length;
    writeValue(writer, degree.abbreviations, title);
    writer.joinWritten(shortStart, shortEnd, longStart);

    for (const field of otherFieldNames) {
      writer.piece(pieces[field]);
      writeValue(writer, columns[field].values, columns[field].codes[position]!);
    }
  }
  if (positions.length > 0) writer.piece(pieces.end);
}

/**
 * An upper bound on the bytes that the teachers take. A separate short loop lets the processor fetch the scattered
 * numbers of several teachers in parallel. A combined loop would wait for each.
 */
function boundBytes({ columns }: ImageContent, positions: Uint32Array, piecesBytes: number): number {
  let bytes = positions.length * (piecesBytes + otherBytes);
  for (const name of textFieldNames) {
    const { codes, values } = columns[name];
    for (let i = 0; i < positions.length; i++) {
      const code = codes[positions[i]!]!;
      bytes += usesMax * (values.starts[code + 1]! - values.starts[code]!);
    }
  }
  return bytes;
}

function writeValue(writer: ByteWriter, { view, starts }: TextList, index: number): void {
  writer.copy(view, starts[index]!, starts[index + 1]!);
}

function joinValue(writer: ByteWriter, { view, starts }: TextList, index: number, composedStart: number): void {
  writer.join(view, starts[index]!, starts[index + 1]!, composedStart);
}
