/** What the process that reads a file says of it, as JSON. */
import { createRosterBuilder, type Roster } from "../../domain/roster.ts";
import { type StoredTeacher, textsOf } from "../../domain/teacher.ts";
import type { Fault, FindingGroup, Findings } from "../../import/fault.ts";
import type { WarningCode } from "../../import/message.ts";
import { findQuestions } from "../answers.ts";
import { locations } from "../file-lines.ts";
import { nameColumn } from "../texts/field-labels.ts";
import type { PrivateFile } from "./private-file.ts";

/** A row of the file as it is. */
export interface FileRow {
  readonly place: string;
  readonly cells: readonly string[];
}

/** Of findings, the first ones are listed. */
export interface WrittenReading extends Pick<Findings, "notes" | "skipped" | "repairs"> {
  readonly faults: FindingGroup;
  readonly warnings: readonly (readonly [WarningCode, FindingGroup])[];
  /** The first rows of the table. */
  readonly start: readonly FileRow[];
  /** The keys of the names that several teachers share. */
  readonly namesakes: readonly string[];
  /** None where the file has faults. */
  readonly teachers: readonly (readonly [id: number, place: string, ...texts: string[]])[];
}

export interface FileReading extends Omit<WrittenReading, "teachers"> {
  readonly roster: Roster;
  /** The place of a teacher in the file, or null. The id may have been given since. */
  locate(id: number, teacher?: StoredTeacher): string | null;
}

export function parseReading(written: PrivateFile): FileReading {
  const { teachers, ...others } = JSON.parse(written.read().toString()) as WrittenReading;
  const builder = createRosterBuilder();
  const places = new Map<number | string, string>();
  for (const [id, place, ...texts] of teachers) {
    builder.add(id, texts, 0);
    places.set(id, place);
    const key = texts.join("\n");
    if (!places.has(key)) places.set(key, place);
  }
  return {
    ...others,
    roster: builder.finish(),
    locate: (id, teacher) => places.get(id) ?? places.get(teacher ? textsOf(teacher).join("\n") : "") ?? null,
  };
}

/** `12`, or of several sheets `Фізичний, 12`. */
export function placeOf(line: number, sheet: string | null): string {
  return sheet === null ? String(line) : `${sheet}, ${line}`;
}

/** `D14`, as spreadsheet programs call a cell, after the sheet if several are read; the row, where the column is not known. */
export function nameCell({ sheet, line, record, column }: Fault, { start }: Pick<FileReading, "start">): string {
  const row = line ?? record;
  if (row === null) return column ?? "";
  const before = sheet === null ? "" : `${sheet}: `;
  const found = start.map(({ cells }) => cells.findIndex((cell) => cell.trim() === column)).find((index) => index >= 0);
  if (found !== undefined) return `${before}${nameColumn(found)}${row}`;
  return [before + locations.line(row), ...(column === null ? [] : [column])].join(", ");
}

/** The row that has the headings. Where they are unknown, it may be later than the one that was taken for the header, but not less full. */
export function findHeader({ start, faults }: Pick<FileReading, "start" | "faults">): FileRow | undefined {
  const asking = faults.listed.find((fault) => findQuestions(fault).length > 0);
  const taken = start.find(({ place }) => place === placeOf(asking?.line ?? 0, asking?.sheet ?? null)) ?? start[0];
  const count = (row: FileRow | undefined): number => row?.cells.filter((cell) => cell.trim() !== "").length ?? 0;
  return start.find((row) => count(row) >= count(taken));
}
