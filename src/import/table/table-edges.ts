/** Separates the teachers of a table from its other rows: column numbers, headings, sums, signatures. */
import { nameFieldNames, parseId, type TextFieldName, textFieldNames, textLengthMax } from "../../domain/teacher.ts";
import { isMiddleName, splitWholeName } from "../../read/name-split.ts";
import { isHeading, isPlaceholder, isSignature, isSum, isUnit } from "../../read/not-a-name.ts";
import { findPersonnelDigits } from "../checks/row-check.ts";
import type { Columns, TableRow } from "./columns.ts";

interface RowTakers {
  /** Takes a teacher. `id` is null if the row has no id. */
  takeTeacher(row: TableRow, id: number | null): void;
  /** Takes a row that is not a teacher. `isCertain` is true if the words of the row or its missing id prove this. */
  setAside(row: TableRow, isCertain: boolean): void;
}

/** At most this many rows are held back until it is known whether a teacher follows. */
export const footerRowsMax = 50;

export type TableEdges = ReturnType<typeof createTableEdges>;

/** A row with an id is always a teacher, unless it is the row of column numbers. */
export function createTableEdges(columns: Columns, { takeTeacher, setAside }: RowTakers) {
  const places = findPlaces(columns);
  let isFirst = true;
  /** Whether sums or a signature came after the last teacher. */
  let isBelow = false;
  /** The rows after the sums or the signature that may belong to the footer. */
  let held: TableRow[] = [];

  function takeHeld(): void {
    for (const row of held) takeTeacher(row, null);
    held = [];
    isBelow = false;
  }

  function takeOther(row: TableRow): void {
    if (isHeaderAgain(row.fields, columns.names)) {
      // Official forms may repeat the row of column numbers below a repeated header.
      isFirst = true;
      setAside(row, true);
      return;
    }
    const kind = findKind(row.fields, places);
    if (kind !== null) {
      if (kind === "sum" || kind === "signature") isBelow = true;
      // In a table with ids, every such row is certainly not a teacher, because it has no id.
      setAside(row, kind === "sum" || columns.id !== -1);
    } else if (isBelow && held.length < footerRowsMax && !mayBeTeacher(row.fields, places)) {
      held.push(row);
    } else {
      takeHeld();
      takeTeacher(row, null);
    }
  }

  return {
    /** Takes a row below the header. */
    takeRow(row: TableRow): void {
      const isNumbers = isFirst && isNumbering(row.fields);
      isFirst = false;
      const id = columns.id === -1 ? null : parseRowId((row.fields[columns.id] ?? "").trim());
      if (isNumbers) setAside(row, true);
      else if (id === null) takeOther(row);
      else {
        if (isBelow) takeHeld();
        takeTeacher(row, id);
      }
    },
    /** Must be called after the last row. */
    finish(): void {
      for (const row of held) setAside(row, false);
      held = [];
    },
  };
}

/** An id, or the digits of a personnel number. */
function parseRowId(text: string): number | null {
  const id = parseId(text);
  if (id !== null || text === "") return id;
  const digits = findPersonnelDigits(text);
  return digits === null ? null : parseId(digits);
}

/** Official forms number their columns in the row below the header. */
function isNumbering(fields: readonly string[]): boolean {
  return fields.length > 2 && fields.every((field, i) => field === "" || field.trim() === String(i + 1));
}

/** Whether a page repeats the header. */
function isHeaderAgain(fields: readonly string[], names: readonly string[]): boolean {
  let same = 0;
  for (let i = 0; i < fields.length; i++) {
    const text = fields[i]!;
    if (text === "") continue;
    if (text.trim() !== (names[i] ?? "")) return false;
    same++;
  }
  return same > 1;
}

/** The columns of the names and the degree. */
interface Places {
  readonly names: readonly number[];
  readonly isWholeName: boolean;
  /** -1 if there is no column of degrees. */
  readonly degree: number;
  /** Texts of ordinary teachers. Each is checked only once, because a million teachers have few distinct texts. */
  readonly usual: Set<string>;
}

const usualMax = 100_000;

function isUsual(text: string, usual: Set<string>): boolean {
  if (text === "" || usual.has(text)) return true;
  if (isSum(text) || isHeading(text) || isSignature(text) || isPlaceholder(text)) return false;
  if (usual.size < usualMax && text.length <= textLengthMax) usual.add(text);
  return true;
}

function findPlaces({ wholeName, texts }: Columns): Places {
  const at = (field: TextFieldName): number => texts[textFieldNames.indexOf(field)]!;
  const isWholeName = wholeName !== -1;
  return {
    names: isWholeName ? [wholeName] : nameFieldNames.map(at),
    isWholeName,
    degree: at("degree"),
    usual: new Set(),
  };
}

/** The kinds of rows that are not teachers. A vacancy has a placeholder for its name. */
type OtherKind = "heading" | "sum" | "signature" | "vacancy";

/** The kind of a row without an id, if it is clearly not a teacher. */
function findKind(fields: readonly string[], places: Places): OtherKind | null {
  const before = fields.find((field) => field.trim() !== "")!;
  const name = places.names.find((i) => (fields[i] ?? "").trim() !== "");
  if (name === undefined) return findNamelessKind(fields, before, places);
  const texts = [before, fields[name]!];
  if (texts.every((text) => isUsual(text, places.usual))) return null;
  if (texts.some(isSum)) return "sum";
  const names = splitNames(fields, places);
  if (names.some(isHeading)) return "heading";
  if (names.every((part) => part === "" || isPlaceholder(part))) return "vacancy";
  if (isSignature(names.join(" ").trim())) return isNameOfPerson(names, places) ? null : "signature";
  return isSignature(before) && !hasDegree(fields, places) ? "signature" : null;
}

/** Like {@link findKind}, for a row without a name. The heading of a group of teachers may be in any column. */
function findNamelessKind(fields: readonly string[], before: string, places: Places): OtherKind | null {
  if (fields.some(isSum)) return "sum";
  if (isSignature(before) && !hasDegree(fields, places)) return "signature";
  const degree = fields[places.degree] ?? "";
  if (degree.trim() !== "" && !isUnit(degree)) return null;
  return fields.some(isUnit) || isHeading(before) ? "heading" : null;
}

function hasDegree(fields: readonly string[], { degree }: Places): boolean {
  return (fields[degree] ?? "").trim() !== "";
}

/**
 * Whether a row that begins like a signature has the name of a person: `Декан Іван Петрович` with the last name Декан,
 * or a position and a name in one column.
 */
function isNameOfPerson([last, , middle]: readonly string[], { degree }: Places): boolean {
  return isMiddleName(middle!) && (degree === -1 || !last!.includes(" "));
}

/** Whether a row without an id may be a teacher: last and first name are written like names. */
function mayBeTeacher(fields: readonly string[], places: Places): boolean {
  const [last, first] = splitNames(fields, places);
  return /^\p{Lu}[\p{L}\p{M}\s.'\u2019\u02bc`-]+$/u.test(last!) && /^(?:\p{Lu}|$)/u.test(first!);
}

function splitNames(fields: readonly string[], { names, isWholeName }: Places): string[] {
  const texts = names.map((i) => (fields[i] ?? "").trim());
  if (!isWholeName) return texts;
  const split = splitWholeName(texts[0]!);
  return nameFieldNames.map((name) => split[name]);
}

/** Whether all cells are blank. The first cell decides for nearly every row. */
export function isBlankRow(fields: readonly string[]): boolean {
  return fields.every((field) => field.trim() === "");
}
