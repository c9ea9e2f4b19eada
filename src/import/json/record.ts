/** Records of JSON: one object per teacher with the stored fields; composed fields are ignored. */
import { idMax, type TextFieldName, teacherFields, textFieldNames } from "../../domain/teacher.ts";
import type { RowCheck } from "../checks/row-check.ts";
import type { JsonValue } from "../message.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** Passes a record's fields to the row check, or reports its faults. */
export function checkRecord(record: unknown, location: number, rows: RowCheck): void {
  if (!isObject(record)) {
    rows.refuse(location, { message: { code: "notAnObject", found: jsonValueOf(record) } });
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

/** A value of JSON as messages show it, without what is inside arrays and objects. */
export function jsonValueOf(value: unknown): JsonValue {
  if (value === undefined) return { kind: "missing" };
  if (typeof value === "string") return { kind: "text", text: value };
  if (typeof value === "object" && value !== null) return { kind: Array.isArray(value) ? "array" : "object" };
  return { kind: "other", text: String(value) };
}

const knownKeys: ReadonlySet<string> = new Set(teacherFields);

function checkKeys(record: JsonObject, location: number, rows: RowCheck): void {
  const names: string[] = [];
  for (const key in record) if (!knownKeys.has(key)) names.push(key);
  if (names.length > 0) rows.refuse(location, { message: { code: "unknownFields", names } });
}

function checkId({ id }: JsonObject, location: number, rows: RowCheck): number | null {
  if (typeof id === "number" && Number.isInteger(id) && id >= 1 && id <= idMax) return id;
  const missing = id === undefined || id === null || id === "" ? rows.takeMissingId() : null;
  if (missing !== null) return missing;
  rows.refuse(location, { column: "id", message: { code: "jsonNotAnId", found: jsonValueOf(id) } });
  return null;
}

function checkText(record: JsonObject, column: TextFieldName, location: number, rows: RowCheck): string | null {
  const text = record[column];
  if (typeof text === "string") return text;
  rows.refuse(location, { column, message: { code: "notAText", found: jsonValueOf(text) } });
  return null;
}
