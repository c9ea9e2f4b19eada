/** The fixed text around the values of teachers, in any format that has the same fields in the same order. */
import { type TeacherField, teacherFields } from "../domain/teacher.ts";
import { textsSlack } from "../image/layout.ts";

const encoder = new TextEncoder();

/** Fixed text, padded with `textsSlack` bytes. */
export interface Piece {
  readonly view: DataView;
  readonly length: number;
}

function piece(text: string): Piece {
  const { buffer, length } = encoder.encode(text);
  return { view: new DataView(buffer.transfer(length + textsSlack)), length };
}

/** The fixed text of a format. */
export interface TeacherFormat {
  /** The text in front of a value; the fields are numbered from 0. */
  before(field: TeacherField, index: number): string;
  /** In front of the first teacher. */
  readonly start: string;
  /** Between two teachers. */
  readonly separator: string;
  /** At the end of each teacher. */
  readonly end: string;
}

/** The pieces of a format. What is always written together is one piece: a copy takes time. */
export function createTeacherPieces({ before, start, separator, end }: TeacherFormat) {
  const [beforeId = "", ...beforeOthers] = teacherFields.map(before);
  const [, ...otherFields] = teacherFields;
  const others = otherFields.map((field, i) => [field, piece(beforeOthers[i]!)]);
  const pieces = {
    ...(Object.fromEntries(others) as Record<Exclude<TeacherField, "id">, Piece>),
    /** In front of the first id. */
    first: piece(start + beforeId),
    /** In front of an id whose preceding teacher has been written elsewhere. */
    further: piece(separator + beforeId),
    /** Between a teacher and the next id. */
    between: piece(end + separator + beforeId),
    end: piece(end),
  };
  return { ...pieces, bytes: Object.values(pieces).reduce((sum, { length }) => sum + length, 0) };
}

export type TeacherPieces = ReturnType<typeof createTeacherPieces>;
