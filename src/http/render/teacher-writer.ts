/** Writes teachers as bytes, copied from the fragments in the image between the fixed text of a format. */
import { nameFieldNames, type TeacherField, teacherFields, textFieldNames } from "../../domain/teacher.ts";
import { type ImageContent, type Texts, textsSlack } from "../../image/layout.ts";
import { type ByteWriter, createPiece, type Piece } from "./byte-writer.ts";

/**
 * The fixed text of a format that has all fields in their order: before each value, before the first teacher, between two teachers,
 * and at the end of each. What is always written together is one piece: a copy takes time.
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

/** The text fields after the composed names. */
const otherFields = textFieldNames.filter((name) => !nameFieldNames.some((other) => other === name));

/** How often a value is written at most: an abbreviation is no longer than twice its value, and a full stop. */
const usesMax = 8;
/** The digits of an id, the spaces and full stops of composed names, and the padding that copying writes. */
const otherBytes = 48 + textsSlack;

/** Writes teachers. If others were written before, the caller has written what separates them. */
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

    for (const field of otherFields) {
      writer.piece(pieces[field]);
      writeValue(writer, columns[field].values, columns[field].codes[position]!);
    }
  }
  if (positions.length > 0) writer.piece(pieces.end);
}

/**
 * The most bytes that the teachers take. A separate short loop lets the processor fetch the scattered numbers of several
 * teachers in parallel. A combined loop would wait for each.
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

function writeValue(writer: ByteWriter, { view, starts }: Texts, index: number): void {
  writer.copy(view, starts[index]!, starts[index + 1]!);
}

function joinValue(writer: ByteWriter, { view, starts }: Texts, index: number, composedStart: number): void {
  writer.join(view, starts[index]!, starts[index + 1]!, composedStart);
}
