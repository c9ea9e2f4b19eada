/**
 * Reads JSON and NDJSON. A JSON file is an array of teachers, or a page envelope (specification, section 2.2) with all
 * teachers.
 */

import { type JSONVisitor, visit } from "jsonc-parser";
import { idMax, type TextFieldName, teacherFields, textFieldNames } from "../../domain/teacher.ts";
import { quotedLengthMax } from "../../read/language.ts";
import type { ImportContext } from "../context.ts";
import type { FaultList } from "../fault.ts";
import type { JsonValue, SyntaxMessage } from "../message.ts";
import { lineLengthMax, readLines } from "../text/lines.ts";

/**
 * The largest JSON file, in bytes: about 90,000 teachers. JSON.parse of a hostile file takes 40 times its size in
 * memory.
 */
const jsonBytesMax = 32 * 1024 * 1024;

/** Takes UTF-8 in pieces that split no character. Stops as soon as there are more than {@link jsonBytesMax}. */
export async function readJson(pieces: AsyncIterable<Buffer>, context: ImportContext): Promise<void> {
  const { faults } = context;
  const texts: string[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > jsonBytesMax) {
      faults.stop({ message: { code: "jsonTooLarge", megabytesMax: jsonBytesMax / 1024 / 1024 } });
      return;
    }
    texts.push(piece.toString("utf8"));
  }
  const text = texts.join("");
  if (faults.stopped || text.trim() === "") return;
  const value = parseText(text, faults);
  if (faults.stopped) return;
  const teachers = findTeachers(value, faults);
  faults.about.unit = "record";
  for (let i = 0; i < teachers.length && !faults.stopped; i++) checkRecord(teachers[i], i + 1, context);
}

/** The value of a text. Stops with a fault if the text is not JSON, or an object has a key twice. */
function parseText(text: string, faults: FaultList): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { line, message } = describeSyntaxError(text);
    faults.stop({ line, message: isObjectLine(text) ? { ...message, advice: "ndjson" } : message });
    return;
  }
  const repeated = findRepeatedKey(text);
  if (repeated !== null) faults.stop(repeated);
  return value;
}

function isObjectLine(text: string): boolean {
  try {
    return isObject(JSON.parse(text.trimStart().slice(0, lineLengthMax).split("\n", 1)[0]!));
  } catch {
    return false;
  }
}

/** The teachers of an array or of a complete envelope. Adds a fault for anything else. */
function findTeachers(value: unknown, faults: FaultList): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isObject(value) || !Array.isArray(value.results)) {
    faults.stop({ message: { code: "notTeachers", found: jsonValueOf(value) } });
    return [];
  }
  const { count, next, previous, results } = value;
  const refuse = (field: "next" | "previous" | "count", found: unknown): void =>
    faults.stop({
      message: { code: "incompleteEnvelope", field, found: jsonValueOf(found), count: results.length },
    });
  if (next !== null) refuse("next", next);
  if (previous !== null) refuse("previous", previous);
  if (count !== results.length) refuse("count", count);
  return results;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Reports the faults of a record, and passes its fields to the row check if it is an object. */
function checkRecord(record: unknown, line: number, context: ImportContext): void {
  const { rows, faults } = context;
  if (!isObject(record)) {
    faults.add({ line, message: { code: "notAnObject", found: jsonValueOf(record) } });
    return;
  }
  checkKeys(record, line, faults);
  const id = checkId(record, line, context);
  const texts = textFieldNames.map((name) => checkText(record, name, line, faults));
  rows.add(line, id, texts);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A JSON value as messages show it, without the content of arrays and objects. */
function jsonValueOf(value: unknown): JsonValue {
  if (value === undefined) return { kind: "missing" };
  if (typeof value === "string") return { kind: "text", text: value };
  if (typeof value === "object" && value !== null) return { kind: Array.isArray(value) ? "array" : "object" };
  return { kind: "other", text: String(value) };
}

const knownKeys: ReadonlySet<string> = new Set(teacherFields);

function checkKeys(record: JsonObject, line: number, faults: FaultList): void {
  const names: string[] = [];
  for (const key in record) if (!knownKeys.has(key)) names.push(key);
  if (names.length > 0) faults.add({ line, message: { code: "unknownFields", names } });
}

function checkId({ id }: JsonObject, line: number, { rows, faults }: ImportContext): number | null {
  if (typeof id === "number" && Number.isInteger(id) && id >= 1 && id <= idMax) return id;
  const missing = id === undefined || id === null || id === "" ? rows.takeMissingId() : null;
  if (missing !== null) return missing;
  faults.add({ line, column: "id", message: { code: "jsonNotAnId", found: jsonValueOf(id) } });
  return null;
}

function checkText(record: JsonObject, column: TextFieldName, line: number, faults: FaultList): string | null {
  const text = record[column];
  if (typeof text === "string") return text;
  faults.add({ line, column, message: { code: "notAText", found: jsonValueOf(text) } });
  return null;
}

/** Takes UTF-8 in pieces of any size. Blank lines are skipped. */
export function readNdjson(pieces: AsyncIterable<Buffer>, context: ImportContext): Promise<void> {
  const { faults } = context;
  return readLines(pieces, faults, false, (text, _, line) => {
    if (text.length > lineLengthMax) {
      faults.stop({ line, message: { code: "lineTooLong", max: lineLengthMax } });
      return;
    }
    // Checked before JSON.parse, which takes a hundred times as long to refuse a blank line.
    if (text.trim() === "") return;
    let record: unknown;
    try {
      record = JSON.parse(text);
    } catch {
      faults.add({ line, message: { ...describeSyntaxError(text).message, advice: "objectPerLine" } });
      return;
    }
    checkRecord(record, line, context);
  });
}

/** A fault that JSON.parse does not locate: a syntax error, or a repeated key. */
interface SyntaxFault {
  /** From 1, within the text. */
  readonly line: number;
  readonly message: SyntaxMessage;
}

/** Finds the first syntax error in a text that JSON.parse refuses. */
export function describeSyntaxError(text: string): SyntaxFault {
  let first = text.length;
  const onError = (_code: number, offset: number): void => {
    first = Math.min(first, offset);
  };
  if (!visitAll(text, { onError })) return tooDeep;
  const line = text.slice(0, first).split("\n").length;
  if (first === text.length) return { line, message: { code: "jsonEnded" } };
  const value = text.slice(first, first + 2 * quotedLengthMax).split(/[\r\n]/, 1)[0]!;
  const character = first - text.lastIndexOf("\n", first - 1);
  return { line, message: { code: "notJson", character, value } };
}

/**
 * Finds the first repeated key of an object in valid JSON; null if there is none. JSON.parse keeps only the last value
 * of such a key.
 */
export function findRepeatedKey(text: string): SyntaxFault | null {
  let found: SyntaxFault | null = null;
  const open: Set<string>[] = [];
  const isWhole = visitAll(text, {
    onObjectBegin: () => {
      open.push(new Set());
    },
    onObjectEnd: () => {
      open.pop();
    },
    onObjectProperty(name, _offset, _length, line) {
      const names = open.at(-1)!;
      if (names.has(name)) found ??= { line: line + 1, message: { code: "keyRepeated", name } };
      names.add(name);
    },
  });
  return isWhole ? found : tooDeep;
}

const tooDeep: SyntaxFault = { line: 1, message: { code: "jsonTooDeep" } };

/** Returns whether the whole text was visited. The parser is recursive, so a hostile text can exhaust the stack. */
function visitAll(text: string, visitor: JSONVisitor): boolean {
  try {
    visit(text, visitor, { disallowComments: true });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
