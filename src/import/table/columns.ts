/** The header of a table: which row it is, and the column of each field. */
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
import type { FaultList, FoundFault } from "../fault.ts";
import { type ColumnField, type ColumnMap, columnFields, findHeadingField, headingKey } from "./headings.ts";

export const separators = [",", ";", "\t"] as const;

export type Separator = (typeof separators)[number];

export interface Columns {
  /** The headings of all columns in the order of the file. */
  readonly names: readonly string[];
  /** The index of the column of ids; -1 if there is none. */
  readonly id: number;
  /** The index of the column of each of {@link textFieldNames}; -1 if there is none. */
  readonly texts: readonly number[];
  /** The index of the column of whole names, if those are to be split; otherwise -1. */
  readonly wholeName: number;
  /** Whether the text fields have the headings of our own downloads. */
  readonly isDownload: boolean;
  /** The columns of a download that are composed of others. */
  readonly composed: readonly ComposedFieldName[];
  /** The headings that name no field. */
  readonly ignored: readonly string[];
}

export interface HeaderOptions {
  /** The headings that the user named. */
  readonly columnMap: ColumnMap;
  /** Whether a file without ids is accepted. */
  readonly acceptsMissingIds: boolean;
}

/** The most frequent separator outside quotes; a comma if there is none. */
export function findSeparator(header: string): Separator {
  const unquoted = header.replace(/"[^"]*(?:"|$)/g, "");
  const counts = separators.map((separator) => unquoted.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))]!;
}

/** The number of fields that a row would name if it were the header. */
export function countHeadings(row: readonly string[], columnMap: ColumnMap): number {
  const mapped = Object.values(columnMap).map(headingKey);
  const found = new Set<ColumnField | string>();
  for (const cell of row) {
    const field = findHeadingField(cell);
    if (field !== undefined) found.add(field);
    else if (mapped.length > 0 && mapped.includes(headingKey(cell))) found.add(cell);
  }
  return found.size;
}

/** The most columns in a header, far more than there are fields. */
const columnsMax = 100;

/** The column of each field. Otherwise adds faults, stops reading, and returns undefined. */
export function parseHeader(
  header: readonly string[],
  line: number,
  faults: FaultList,
  options: HeaderOptions = { columnMap: {}, acceptsMissingIds: false },
): Columns | undefined {
  if (header.length > columnsMax) {
    faults.stop({ line, message: { code: "tooManyColumns", count: header.length, max: columnsMax } });
    return undefined;
  }
  const names = header.map((name) => name.trim());
  const found = findColumns(names, options.columnMap);
  const hasAllNames = nameFieldNames.every((field) => found.indexes[field].length > 0);
  const usesWholeName = !hasAllNames && found.indexes.name.length > 0;
  const fields = usesWholeName
    ? (["id", "name", ...otherFieldNames] as const)
    : storedFieldNames.filter((field) => field !== "id" || !options.acceptsMissingIds || found.indexes.id.length > 0);
  // A degree may be part of the whole name.
  const needed = fields.filter((field) => {
    if (field === "id") return !options.acceptsMissingIds;
    return field !== "degree" || !usesWholeName;
  });
  for (const fault of [...found.faults, ...findFaults(names, found.indexes, fields, needed)]) {
    faults.stop({ line, ...fault });
  }
  if (faults.stopped) return undefined;
  const at = (field: ColumnField): number =>
    (fields as readonly ColumnField[]).includes(field) ? (found.indexes[field][0] ?? -1) : -1;
  const used = new Set(fields.map(at));
  for (const field of fields) if (at(field) !== -1) nameColumn(faults, field, names[at(field)]!);
  if (usesWholeName) for (const field of nameFieldNames) nameColumn(faults, field, names[at("name")]!);
  const isDownload = textFieldNames.every((field) => names[at(field)] === field);
  return {
    names,
    id: at("id"),
    texts: textFieldNames.map((field: TextFieldName) => at(field)),
    wholeName: usesWholeName ? at("name") : -1,
    isDownload,
    composed: isDownload ? composedFieldNames.filter((field) => names.includes(field)) : [],
    ignored: names.filter((name, i) => name !== "" && !used.has(i) && !composedNames.includes(name)),
  };
}

function nameColumn(faults: FaultList, field: ColumnField, heading: string): void {
  if (heading !== field) faults.columnNames.set(field, heading);
}

/** The columns of our own downloads that are composed of others. They are not listed as ignored. */
const composedNames: readonly string[] = teacherFields;

interface FoundColumns {
  /** The columns of each field: more than one where the header is ambiguous. */
  readonly indexes: Readonly<Record<ColumnField, readonly number[]>>;
  readonly faults: readonly FoundFault[];
}

function findColumns(names: readonly string[], columnMap: ColumnMap): FoundColumns {
  const faults: FoundFault[] = [];
  const mapped = new Map<number, ColumnField>();
  for (const field of columnFields) {
    const heading = columnMap[field];
    if (heading === undefined) continue;
    const key = headingKey(heading);
    const exact = names.indexOf(heading);
    const index = exact === -1 ? names.findIndex((name) => name !== "" && headingKey(name) === key) : exact;
    if (index !== -1) mapped.set(index, field);
    else {
      const headings = names.filter((name) => name !== "");
      faults.push({ message: { code: "noSuchColumn", wanted: heading, headings } });
    }
  }
  const findIndexes = (field: ColumnField): number[] => {
    const own = [...mapped].filter(([, other]) => other === field).map(([index]) => index);
    if (own.length > 0 || columnMap[field] !== undefined) return own;
    const free = [...names.keys()].filter((i) => !mapped.has(i));
    const exact = free.filter((i) => names[i] === field);
    return exact.length > 0 ? exact : free.filter((i) => findHeadingField(names[i]!) === field);
  };
  const indexes = Object.fromEntries(columnFields.map((field) => [field, findIndexes(field)]));
  return { indexes: indexes as Record<ColumnField, number[]>, faults };
}

function findFaults(
  names: readonly string[],
  indexes: FoundColumns["indexes"],
  fields: readonly ColumnField[],
  needed: readonly ColumnField[],
): FoundFault[] {
  const missing = needed.filter((field) => indexes[field].length === 0);
  const taken = new Set(fields.flatMap((field) => indexes[field]));
  const others = [...new Set(names.filter((name, i) => name !== "" && !taken.has(i)))].slice(0, 10);
  return [
    ...missing.map((column): FoundFault => ({ column, message: { code: "columnMissing", others } })),
    ...fields.flatMap((column): FoundFault[] => {
      const found = indexes[column].map((index) => names[index]!);
      if (found.length < 2) return [];
      if (new Set(found).size === 1) {
        return [{ column: found[0]!, message: { code: "columnRepeated" } }];
      }
      return [{ column, message: { code: "columnAmbiguous", field: column, headings: found } }];
    }),
  ];
}
