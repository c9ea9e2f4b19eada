/** The teachers of a file as columns, in the order of the file, and where each row stands. No object for each teacher is kept. */
import {
  type AddedRows,
  createRosterBuilder,
  findLowerBound,
  textAtPosition,
  textsAtPosition,
} from "../domain/roster.ts";
import { nameFieldNames, type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import type { Header } from "./header.ts";

/** A sheet, or a text, whose rows begin at an index. */
interface Section {
  readonly from: number;
  readonly sheet: string | null;
  readonly at: Header["at"];
}

/** Plain data, which another process can send. */
export interface FileTeachers {
  readonly count: number;
  /** The id is 0 where the row has none. */
  readonly rows: AddedRows;
  /** The rows that are hidden in the file. */
  readonly hidden: ReadonlySet<number>;
  readonly sections: readonly Section[];
}

/** A row of a file. */
export interface Place {
  /** Null if only one sheet is read. */
  readonly sheet: string | null;
  readonly line: number;
}

/** Texts in place of those of the file, by field. */
export type Repairs = Map<TextFieldName, ReadonlyMap<string, string>>;

export interface RowFacts {
  readonly id: number | null;
  readonly texts: Readonly<Record<TextFieldName, string>>;
  readonly line: number;
  readonly isHidden: boolean;
  /** The share of a full post; 0 if it is unknown. */
  readonly share: number;
}

export function createFileTeachers() {
  const builder = createRosterBuilder();
  const sections: Section[] = [];
  const hidden = new Set<number>();
  const shares = new Map<number, number>();

  return {
    /** Begins the rows of a sheet. */
    begin(sheet: string | null, at: Header["at"]): void {
      sections.push({ from: builder.added, sheet, at });
    },
    add({ id, texts, line, isHidden, share }: RowFacts): void {
      if (isHidden) hidden.add(builder.added);
      if (share > 0) shares.set(builder.added, share);
      builder.add(
        id ?? 0,
        textFieldNames.map((field) => texts[field]),
        line,
      );
    },
    shareOf: (row: number): number => shares.get(row) ?? 0,
    all: (): FileTeachers => ({ count: builder.added, rows: builder.addedRows(), hidden, sections }),
  };
}

export type TeacherBuilder = ReturnType<typeof createFileTeachers>;

const sectionOf = ({ sections }: FileTeachers, row: number): Section => sections.findLast(({ from }) => from <= row)!;

/** The teachers without some rows, and with other texts in place of some. */
export function changeTeachers(teachers: FileTeachers, leftOut: ReadonlySet<number>, repairs: Repairs): FileTeachers {
  const { rows, hidden, sections } = teachers;
  if (leftOut.size === 0 && [...repairs.values()].every(({ size }) => size === 0)) return teachers;
  const left = Float64Array.from(leftOut).sort();
  const indexAfter = (row: number): number => row - findLowerBound(left, row);
  const builder = createRosterBuilder();
  for (let row = 0; row < teachers.count; row++) {
    if (leftOut.has(row)) continue;
    const texts = textsAtPosition(rows, row);
    const repaired = texts.map((text, i) => repairs.get(textFieldNames[i]!)?.get(text) ?? text);
    builder.add(rows.ids[row]!, repaired, rows.lines[row]!);
  }
  const copy = builder.addedRows();
  const moved = sections.map((section) => ({ ...section, from: indexAfter(section.from) }));
  const remaining = [...hidden].filter((row) => !leftOut.has(row)).map(indexAfter);
  return { count: copy.ids.length, rows: copy, hidden: new Set(remaining), sections: moved };
}

/** The place of a row of the teachers in the file. */
export function placeOf(teachers: FileTeachers, row: number): Place {
  return { sheet: sectionOf(teachers, row).sheet, line: teachers.rows.lines[row]! };
}

/** The place of a field of a teacher, or of the whole names; the column is null if the sheet has none. */
export function cellPlaceOf(
  teachers: FileTeachers,
  row: number,
  field: TextFieldName | "id",
): Place & { readonly column: number | null } {
  const { sheet, at } = sectionOf(teachers, row);
  const column = at[field] === -1 && field !== "id" ? at.name : at[field];
  return { sheet, line: teachers.rows.lines[row]!, column: column === -1 ? null : column };
}

/** The parts of a name that are not empty. */
export function nameOfRow(rows: AddedRows, row: number): string {
  const parts = nameFieldNames.map((field) => textAtPosition(rows, field, row));
  return parts.filter((part) => part !== "").join(" ");
}
