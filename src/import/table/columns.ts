/** The header of a table: finds its one or two rows, and the column of each field. */
import {
  type ComposedFieldName,
  composedFieldNames,
  nameFieldNames,
  otherFieldNames,
  storedFieldNames,
  type TextFieldName,
  teacherFields,
  textFieldNames,
} from "../../domain/teacher.ts";
import {
  type ColumnField,
  type ColumnMap,
  columnFields,
  findHeadingField,
  headingKey,
  isCodeOnly,
  isSecretHeading,
} from "../../read/headings.ts";
import type { FaultList, FoundFault } from "../fault.ts";
import type { HeaderMessage } from "../message.ts";

export const separators = [",", ";", "\t"] as const;

export type Separator = (typeof separators)[number];

export interface Columns {
  /** The headings of all columns in the order of the file. */
  readonly names: readonly string[];
  /** The index of the column of ids; -1 if there is none. */
  readonly id: number;
  /** The index of the column of each of {@link textFieldNames}; -1 if there is none. */
  readonly texts: readonly number[];
  /** The index of the column of whole names, if these must be split; otherwise -1. */
  readonly wholeName: number;
  /** The index of the column with the share of a full post; -1 if there is none. */
  readonly share: number;
  /** Whether the text fields have the headings of our own downloads. */
  readonly isDownload: boolean;
  /** The columns of a download that are composed of other columns. */
  readonly composed: readonly ComposedFieldName[];
  /** The headings that name no field. */
  readonly ignored: readonly string[];
  /** The required fields without a column. `name` means that no part of the name has a column. */
  readonly missing: readonly ColumnField[];
}

export interface HeaderOptions {
  /** The headings that the user named. */
  readonly columnMap?: ColumnMap;
  /** Whether teachers may have no id. Such teachers get a placeholder, see `assignIds`. */
  readonly acceptsMissingIds?: boolean;
}

/** The header must be among this many rows, not counting blank ones. */
export const headerSearchRows = 100;

/** A row that names this many fields is the header. */
export const headingsWanted = 2;

export interface TableRow {
  readonly fields: readonly string[];
  readonly line: number;
}

/**
 * The header among the first rows: the first row that names enough fields, or else the row that names the most fields.
 * Null while a later row may be the header or a part of the header. The header may have two rows: `ПІБ` over
 * `Прізвище`, `Ім'я` and `По батькові`.
 */
export function findHeaderRows(rows: readonly TableRow[], isEnd: boolean, columnMap?: ColumnMap) {
  const count = ({ fields }: TableRow): number => {
    const headings = countHeadings(fields, columnMap);
    return headings === 1 && fields.some((field) => position.test(field)) ? 0 : headings;
  };
  const isFull = isEnd || rows.length >= headerSearchRows;
  const isFound = rows.length > 1 && count(rows.at(-2)!) >= headingsWanted;
  if (!isFull && !isFound) return null;
  const counts = rows.map(count);
  // If no heading is known, the header is the first row with the most cells, because titles above it have one cell.
  const weights = counts.some((known) => known > 0) ? counts : rows.map(({ fields }) => countFilled(fields));
  const best = isFound ? rows.length - 2 : weights.indexOf(Math.max(...weights));
  for (const first of [best, best - 1]) {
    const [upper, lower] = [rows[first], rows[first + 1]];
    if (upper === undefined || lower === undefined || counts[first] === 0 || counts[first + 1] === 0) continue;
    if (!isContinued(upper, lower)) continue;
    return { above: rows.slice(0, first), header: join(upper, lower), below: rows.slice(first + 2) };
  }
  return { above: rows.slice(0, best), header: rows[best]!, below: rows.slice(best + 1) };
}

/** A position that is also a heading of a name column. */
const position = /^\s*(?:викладач|лектор)\s*$/u;

function countFilled(fields: readonly string[]): number {
  return fields.filter((field) => field.trim() !== "").length;
}

/** Whether every heading of the lower row is below a merged or an empty cell of the upper row. */
function isContinued(upper: TableRow, lower: TableRow): boolean {
  const isBlank = (i: number): boolean => (upper.fields[i] ?? "").trim() === "";
  return (
    lower.line === upper.line + 1 && lower.fields.every((text, i) => text.trim() === "" || isBlank(i) || isBlank(i + 1))
  );
}

function join(upper: TableRow, lower: TableRow): TableRow {
  const width = Math.max(upper.fields.length, lower.fields.length);
  const fields = Array.from({ length: width }, (_, i) => lower.fields[i]?.trim() || (upper.fields[i] ?? ""));
  return { fields, line: upper.line };
}

/** The most frequent separator outside quotes; a comma if there is none. */
export function findSeparator(header: string): Separator {
  const unquoted = header
    .split('"')
    .filter((_, i) => i % 2 === 0)
    .join("");
  const counts = separators.map((separator) => unquoted.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))]!;
}

/** The number of fields that a row would name if it were the header. */
export function countHeadings(row: readonly string[], columnMap: ColumnMap = {}): number {
  const mapped = Object.values(columnMap)
    .map(headingKey)
    .filter((key) => key !== "");
  const found = new Set<ColumnField | string>();
  for (const cell of row) {
    const field = findHeadingField(cell);
    if (field !== undefined) found.add(field);
    else if (mapped.length > 0 && mapped.includes(headingKey(cell))) found.add(cell);
  }
  return found.size;
}

/** `Ставка`, `Кількість ставок`, `Частка ставки` */
const shareHeading = /^(?:(?:кількість|частка|розмір|обсяг)\s+)?став(?:ка|ки|ок)$|^fte$/iu;

/** A header may have at most this many columns, far more than there are fields. */
const columnsMax = 100;

/**
 * The column of each field. Adds a fault for each question that only the user can answer. Rows are still checked after
 * such a fault, so that all faults are reported at once. Returns undefined and stops reading if there are too many
 * columns.
 */
export function parseHeader(
  header: readonly string[],
  line: number,
  faults: FaultList,
  { columnMap = {}, acceptsMissingIds = false }: HeaderOptions = {},
): Columns | undefined {
  const names = header.map((name) => name.trim());
  const count = names.filter((name) => name !== "").length;
  if (count > columnsMax) {
    faults.stop({ line, message: { code: "tooManyColumns", count, max: columnsMax } });
    return undefined;
  }
  const indexes = findColumns(names, columnMap, (message) => faults.add({ line, message }));
  const hasAllNames = nameFieldNames.every((field) => indexes[field].length > 0);
  const usesWholeName = !hasAllNames && indexes.name.length > 0;
  const fields: readonly ColumnField[] = usesWholeName ? ["id", "name", ...otherFieldNames] : storedFieldNames;
  for (const fault of findQuestions(names, indexes, fields)) faults.add({ line, ...fault });
  const at = (field: ColumnField): number => (fields.includes(field) ? (indexes[field][0] ?? -1) : -1);
  const used = new Set(fields.map(at));
  for (const field of fields) if (at(field) !== -1) nameColumn(faults, field, names[at(field)]!);
  if (usesWholeName) {
    const inName = at("degree") === -1 ? textFieldNames : nameFieldNames;
    for (const field of inName) nameColumn(faults, field, names[at("name")]!);
  }
  const share = names.findIndex((name, i) => shareHeading.test(name) && !used.has(i));
  used.add(share);
  const isDownload = textFieldNames.every((field) => names[at(field)] === field);
  return {
    names,
    id: at("id"),
    texts: textFieldNames.map((field: TextFieldName) => at(field)),
    wholeName: usesWholeName ? at("name") : -1,
    share,
    isDownload,
    composed: isDownload ? composedFieldNames.filter((field) => names.includes(field)) : [],
    // The fields of our own downloads, also those that are composed of others, are not listed as ignored.
    ignored: names.filter((name, i) => name !== "" && !used.has(i) && !teacherFields.some((field) => field === name)),
    // A column that the user named but the file lacks is reported separately.
    missing: findMissing(fields, at, acceptsMissingIds).filter((field) => columnMap[field] === undefined),
  };
}

function findMissing(
  fields: readonly ColumnField[],
  at: (field: ColumnField) => number,
  acceptsMissingIds: boolean,
): ColumnField[] {
  const isWhole = fields.includes("name");
  const missing = fields.filter((field) => {
    if (at(field) !== -1) return false;
    // The column of whole names may contain the degree.
    return field === "id" ? !acceptsMissingIds : field !== "degree" || !isWhole;
  });
  const names: readonly ColumnField[] = nameFieldNames;
  const hasNoName = names.every((field) => missing.includes(field));
  return hasNoName ? ["name", ...missing.filter((field) => !names.includes(field))] : missing;
}

function nameColumn(faults: FaultList, field: ColumnField, heading: string): void {
  if (heading !== field) faults.about.columnNames.set(field, heading);
}

/** The columns of each field: more than one if the header is ambiguous. */
type FieldIndexes = Readonly<Record<ColumnField, readonly number[]>>;

function findColumns(
  names: readonly string[],
  columnMap: ColumnMap,
  refuse: (message: HeaderMessage) => void,
): FieldIndexes {
  const mapped = new Map<number, ColumnField>();
  for (const field of columnFields) {
    const heading = columnMap[field];
    if (heading === undefined) continue;
    if (isSecretHeading(heading)) {
      refuse({ code: "secretColumn", wanted: heading });
      continue;
    }
    const key = headingKey(heading);
    const exact = heading.trim() === "" ? -1 : names.indexOf(heading);
    const index = exact === -1 && key !== "" ? names.findIndex((name) => headingKey(name) === key) : exact;
    if (index !== -1) mapped.set(index, field);
    else refuse({ code: "noSuchColumn", wanted: heading, headings: names.filter((name) => name !== "") });
  }
  const findIndexes = (field: ColumnField): number[] => {
    const own = [...mapped].filter(([, other]) => other === field).map(([index]) => index);
    if (own.length > 0 || columnMap[field] !== undefined) return own;
    const free = [...names.keys()].filter((i) => !mapped.has(i));
    const exact = free.filter((i) => names[i] === field);
    if (exact.length > 0) return exact;
    const named = free.filter((i) => findHeadingField(names[i]!) === field);
    const clear = named.filter((i) => !isCodeOnly(names[i]!));
    return field === "id" && clear.length > 0 ? clear : named;
  };
  return Object.fromEntries(columnFields.map((field) => [field, findIndexes(field)])) as Record<ColumnField, number[]>;
}

/** The fields for which several columns fit. */
function findQuestions(names: readonly string[], indexes: FieldIndexes, fields: readonly ColumnField[]): FoundFault[] {
  return fields.flatMap((column): FoundFault[] => {
    const found = indexes[column].map((index) => names[index]!);
    if (found.length < 2) return [];
    if (new Set(found).size === 1) return [{ column: found[0]!, message: { code: "columnRepeated" } }];
    return [{ message: { code: "columnAmbiguous", field: column, headings: found } }];
  });
}
