/** Reads JSON: one array of teachers, or one envelope of our own list that holds all of them. */
import type { FaultList } from "./fault.ts";
import { createJsonCursor, type JsonCursor, JsonCursorError } from "./json-cursor.ts";
import { jsonBytesMax, lineLengthMax } from "./limits.ts";
import { checkRecord, isObject, jsonValueOf } from "./record.ts";
import type { RowCheck } from "./row-check.ts";

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
  if (faults.stopped) return;
  const text = texts.join("");
  try {
    readText(createJsonCursor(text), rows, faults);
  } catch (error) {
    if (!(error instanceof JsonCursorError)) throw error;
    const { line, message } = error.fault;
    faults.stop({ line, message: isObjectLine(text) ? { ...message, advice: "ndjson" } : message });
  }
}

function isObjectLine(text: string): boolean {
  try {
    return isObject(JSON.parse(text.trimStart().slice(0, lineLengthMax).split("\n", 1)[0]!));
  } catch {
    return false;
  }
}

/** Checks one record after the other, so that memory is needed for no more than one. Throws {@link JsonCursorError}. */
function readText(cursor: JsonCursor, rows: RowCheck, faults: FaultList): void {
  let count = 0;
  const readRecords = (): void =>
    cursor.readElements(() => {
      checkRecord(cursor.readValue(), ++count, rows);
      return !faults.stopped;
    });
  switch (cursor.peek()) {
    case "":
      return;
    case "[":
      readRecords();
      if (!faults.stopped) cursor.readEnd();
      return;
    case "{": {
      const envelope = readEnvelope(cursor, readRecords, faults);
      if (faults.stopped) return;
      cursor.readEnd();
      checkEnvelope(envelope, count, faults);
      return;
    }
    default: {
      const value = cursor.readValue();
      cursor.readEnd();
      faults.stop({ message: { code: "notTeachers", found: jsonValueOf(value) } });
    }
  }
}

/** What an envelope says of its page, and whether it has results. */
interface Envelope {
  count?: unknown;
  next?: unknown;
  previous?: unknown;
  hasResults: boolean;
}

function readEnvelope(cursor: JsonCursor, readRecords: () => void, faults: FaultList): Envelope {
  const envelope: Envelope = { hasResults: false };
  cursor.readMembers((name) => {
    if (name === "results" && cursor.peek() === "[") {
      if (envelope.hasResults) faults.stop({ message: { code: "resultsRepeated" } });
      else readRecords();
      envelope.hasResults = true;
    } else {
      const value = cursor.readValue();
      if (name === "count" || name === "next" || name === "previous") envelope[name] = value;
    }
    return !faults.stopped;
  });
  return envelope;
}

function checkEnvelope({ count, next, previous, hasResults }: Envelope, found: number, faults: FaultList): void {
  if (!hasResults) {
    faults.stop({ message: { code: "notTeachers", found: { kind: "object" } } });
    return;
  }
  const refuse = (field: "next" | "previous" | "count", value: unknown): void =>
    faults.stop({ message: { code: "incompleteEnvelope", field, found: jsonValueOf(value), count: found } });
  if (next !== null) refuse("next", next);
  if (previous !== null) refuse("previous", previous);
  if (count !== found) refuse("count", count);
}
