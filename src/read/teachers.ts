/** The teachers of a file as columns, in the order of the file, and where each row stands. No object for each teacher is kept. */
import { type AddedRows, copyTeachers, createRosterBuilder } from "../domain/roster.ts";
import { type NameFieldName, nameFieldNames, type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import type { Header } from "./header.ts";
import type { Issue } from "./issue.ts";

/** A sheet, or a text, whose rows begin at an index. */
interface Section {
  readonly from: number;
  readonly sheet: string | null;
  readonly at: Header["at"];
}

export interface FileTeachers {
  readonly count: number;
  /** The id is 0 where the row has none. */
  readonly rows: AddedRows;
  /** The rows that are hidden in the file. */
  readonly hidden: ReadonlySet<number>;
  placeOf(row: number): Pick<Issue, "sheet"> & { readonly line: number };
  /** The column of a field, or of whole names; null if the sheet has none. */
  columnOf(row: number, field: keyof Header["at"]): number | null;
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
    get count(): number {
      return builder.added;
    },
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
    all: (): FileTeachers => teachersOf(builder.addedRows(), sections, hidden),
    /** The teachers without some rows, and with other texts in place of some. */
    finish(leftOut: ReadonlySet<number>, repairs: Repairs): FileTeachers {
      const rows = builder.addedRows();
      if (leftOut.size === 0 && [...repairs.values()].every(({ size }) => size === 0))
        return teachersOf(rows, sections, hidden);
      const kept = Array.from({ length: rows.ids.length }, (_, row) => row).filter((row) => !leftOut.has(row));
      const indexes = new Map(kept.map((row, index) => [row, index]));
      const indexAfter = (row: number): number => kept.findIndex((one) => one >= row);
      const copy = copyTeachers(
        rows,
        (id, row) => (leftOut.has(row) ? null : id),
        (row) => rowTexts(rows, row).map((text, i) => repairs.get(textFieldNames[i]!)?.get(text) ?? text),
      ).addedRows();
      const moved = sections.map((section) => ({ ...section, from: Math.max(0, indexAfter(section.from)) }));
      const remaining = [...hidden].flatMap((row) => indexes.get(row) ?? []);
      return teachersOf(copy, moved, new Set(remaining));
    },
  };
}

export type TeacherBuilder = ReturnType<typeof createFileTeachers>;

function teachersOf(rows: AddedRows, sections: readonly Section[], hidden: ReadonlySet<number>): FileTeachers {
  const sectionOf = (row: number): Section => sections.findLast(({ from }) => from <= row)!;
  return {
    count: rows.ids.length,
    rows,
    hidden,
    placeOf: (row) => ({ sheet: sectionOf(row).sheet, line: rows.lines[row]! }),
    columnOf(row, field) {
      const { at } = sectionOf(row);
      const isName = (nameFieldNames as readonly string[]).includes(field);
      const column = at[field] === -1 && (isName || field === "degree") ? at.name : at[field];
      return column === -1 ? null : column;
    },
  };
}

/** The texts of a row, in the order of `textFieldNames`. */
export function rowTexts({ columns }: Pick<AddedRows, "columns">, row: number): string[] {
  return textFieldNames.map((field) => columns[field].values[columns[field].codes[row]!]!);
}

/** The parts of a name that are not empty. */
export function nameOfRow({ columns }: Pick<AddedRows, "columns">, row: number): string {
  const partOf = (field: NameFieldName): string => columns[field].values[columns[field].codes[row]!]!;
  return nameFieldNames
    .map(partOf)
    .filter((part) => part !== "")
    .join(" ");
}
