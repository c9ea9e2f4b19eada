/** Reads JSON: one array of teachers, or one envelope of our own list that holds all of them. */

import type { RowCheck } from "../checks/row-check.ts";
import type { FaultList } from "../fault.ts";
import { jsonBytesMax, lineLengthMax } from "../limits.ts";
import { describeSyntaxError, findRepeatedKey } from "./json-syntax.ts";
import { checkRecord, isObject, jsonValueOf } from "./record.ts";

/** Takes UTF-8 in pieces that break no character, and stops as soon as they are more than {@link jsonBytesMax}. */
export async function readJson(pieces: AsyncIterable<Buffer>, rows: RowCheck, faults: FaultList): Promise<void> {
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
  for (let i = 0; i < teachers.length && !faults.stopped; i++) checkRecord(teachers[i], i + 1, rows);
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
