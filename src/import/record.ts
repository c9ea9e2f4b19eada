/** Records of JSON: one object per teacher with the stored fields; composed fields are ignored. */
import { idMax, storedFieldNames, type TextFieldName, teacherFields, textFieldNames } from "../domain/teacher.ts";
import { listNames, quoteText } from "./quote.ts";
import { idWanted, type RowCheck } from "./row-check.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** Passes a record's fields to the row check, or reports its faults. */
export function checkRecord(record: unknown, location: number, rows: RowCheck): void {
  if (!isObject(record)) {
    const message = `${describeJson(record)} is not an object with ${listNames(storedFieldNames)}`;
    rows.refuse(location, { value: showValue(record), message });
    return;
  }
  checkKeys(record, location, rows);
  const id = checkId(record, location, rows);
  const texts = textFieldNames.map((name) => checkText(record, name, location, rows));
  rows.add(location, id, texts);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value of JSON as messages show it: as it is written there, clipped. */
export function describeJson(value: unknown): string {
  if (typeof value === "string") return `the text ${quoteText(value)}`;
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "an array" : "an object";
  return String(value);
}

/** A value for a fault; null where it is missing, and for arrays and objects: JSON.stringify fails on deep ones. */
export function showValue(value: unknown): string | null {
  return value === undefined || (typeof value === "object" && value !== null) ? null : JSON.stringify(value);
}

const knownKeys: ReadonlySet<string> = new Set(teacherFields);

/** The most unknown keys that a message names. */
const namedKeysMax = 5;

function checkKeys(record: JsonObject, location: number, rows: RowCheck): void {
  const unknown: string[] = [];
  for (const key in record) if (!knownKeys.has(key)) unknown.push(key);
  if (unknown.length === 0) return;
  const names = unknown.slice(0, namedKeysMax).map(quoteText);
  if (unknown.length > namedKeysMax) names.push(`${unknown.length - namedKeysMax} more`);
  const what = unknown.length === 1 ? "unknown field" : "unknown fields";
  rows.refuse(location, {
    value: unknown.join(", "),
    message: `${what} ${listNames(names)}; accepted are ${listNames(storedFieldNames)}`,
  });
}

function checkId({ id }: JsonObject, location: number, rows: RowCheck): number | null {
  if (typeof id === "number" && Number.isInteger(id) && id >= 1 && id <= idMax) return id;
  const missing = id === undefined || id === null || id === "" ? rows.takeMissingId() : null;
  if (missing !== null) return missing;
  const message = id === undefined ? `is missing; accepted is ${idWanted}` : `${describeJson(id)} is not ${idWanted}`;
  rows.refuse(location, { column: "id", value: showValue(id), message });
  return null;
}

function checkText(record: JsonObject, column: TextFieldName, location: number, rows: RowCheck): string | null {
  const text = record[column];
  if (typeof text === "string") return text;
  const found = text === undefined ? "is missing" : `${describeJson(text)} is not a text`;
  rows.refuse(location, {
    column,
    value: showValue(text),
    message: `${found}; accepted is a text, "" for an empty one`,
  });
  return null;
}
