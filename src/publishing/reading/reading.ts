/** The result of reading an uploaded file, as JSON between the processes. */
import { createRosterBuilder, type Roster } from "../../domain/roster.ts";
import { type StoredTeacher, textsOf } from "../../domain/teacher.ts";
import type { Fault, Findings } from "../../import/fault.ts";
import { nameColumn } from "../../read/field-labels.ts";
import { clipText } from "../../read/language.ts";
import { type Answers, findColumnField, findQuestions, type ListedFaults } from "../answers.ts";
import { locations } from "../file-lines.ts";
import { describeRow } from "../texts/field-labels.ts";
import type { PrivateFile } from "./read-apart.ts";

/** A row of the file. Its cells are whole, because one may be a heading, which is compared. */
export interface FileRow {
  readonly place: string;
  readonly cells: readonly string[];
}

/** Lists only the first findings of each kind. */
export interface WrittenReading extends ListedFaults, Pick<Findings, "notes" | "skipped" | "repairs"> {
  /** The ids of the rows that might not be teachers. Rows without an id are left out. */
  readonly rowIds: readonly (readonly [place: string, id: number])[];
  /** The first rows of the table. */
  readonly start: readonly FileRow[];
  /** The keys of the names that several teachers share. */
  readonly namesakes: readonly string[];
  /** Empty if the file has faults. */
  readonly teachers: readonly (readonly [id: number, place: string, ...texts: string[]])[];
}

export interface FileReading extends WrittenReading {
  readonly roster: Roster;
  /** The places of teachers by id, and by their texts. */
  readonly places: ReadonlyMap<number | string, string>;
}

export function parseReading(written: PrivateFile): FileReading {
  const reading = JSON.parse(written.read().toString()) as WrittenReading;
  const builder = createRosterBuilder();
  const places = new Map<number | string, string>();
  for (const [id, place, ...texts] of reading.teachers) {
    builder.add(id, texts, 0);
    places.set(id, place);
    const key = JSON.stringify(texts);
    if (!places.has(key)) places.set(key, place);
  }
  return { ...reading, roster: builder.finish(), places };
}

/** The place of a teacher in the file, or null. A teacher whose id was assigned later is found by the texts. */
export function findPlace({ places }: Pick<FileReading, "places">, teacher: StoredTeacher): string | null {
  return places.get(teacher.id) ?? places.get(JSON.stringify(textsOf(teacher))) ?? null;
}

/** The columns to choose from, with the field that each probably holds, and the first rows below the headings. */
export function listColumns(reading: Pick<FileReading, "start" | "faults">, answers: Answers) {
  const header = findHeader(reading);
  const rows = reading.start.slice(header === undefined ? 0 : reading.start.indexOf(header) + 1);
  const columns = (header?.cells ?? []).map((heading, i) => {
    const values = rows.map(({ cells }) => cells[i] ?? "");
    return { name: nameColumn(i), heading, field: findColumnField(heading, answers, values) };
  });
  return { columns, rows };
}

/** `12`, or `Фізичний, 12` in a file with several sheets. */
export function placeText(line: number, sheet: string | null): string {
  return sheet === null ? String(line) : `${sheet}, ${line}`;
}

/** The row at a place: `line 12`, or `line 12 of the sheet "Фізичний"`. */
export function describePlace(place: string): string {
  const comma = place.lastIndexOf(",");
  const sheet = comma === -1 ? undefined : place.slice(0, comma);
  return describeRow({ unit: "line", location: Number(place.slice(comma + 1)), sheet });
}

/**
 * The name of a cell in spreadsheet programs, such as `D14`, after the name of its sheet if several are read. Gives the
 * row and the heading instead if the letter of the column is unknown.
 */
export function nameCell({ sheet, line, record, column }: Fault, { start }: Pick<FileReading, "start">): string {
  const row = line ?? record;
  if (row === null) return column ?? "";
  const before = sheet === null ? "" : `${sheet}: `;
  const found = start
    .map(({ cells }) => cells.findIndex((cell) => clipText(cell.trim()) === column))
    .find((index) => index >= 0);
  if (found !== undefined) return `${before}${nameColumn(found)}${row}`;
  return [before + locations.line(row), ...(column === null ? [] : [column])].join(", ");
}

/**
 * The row that probably has the headings: the first one with at least as many filled cells as the row that the import
 * took for the header.
 */
export function findHeader({ start, faults }: Pick<FileReading, "start" | "faults">): FileRow | undefined {
  const asking = faults.listed.find((fault) => findQuestions(fault).length > 0);
  const taken = start.find(({ place }) => place === placeText(asking?.line ?? 0, asking?.sheet ?? null)) ?? start[0];
  const count = (row: FileRow | undefined): number => row?.cells.filter((cell) => cell.trim() !== "").length ?? 0;
  return start.find((row) => count(row) >= count(taken));
}
