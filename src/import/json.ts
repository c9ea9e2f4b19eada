/** Reads JSON: one array of teachers, or one envelope of our own list that holds all of them. */
import type { RowCheck } from "./check.ts";
import type { FaultList, FoundFault } from "./fault.ts";
import { jsonBytesMax } from "./limits.ts";
import { checkRecord, describeJson, isObject } from "./record.ts";
import { describeSyntaxError } from "./syntax.ts";

/** Takes UTF-8 in pieces that break no character, and stops as soon as they are more than {@link jsonBytesMax}. */
export async function readJson(pieces: AsyncIterable<Buffer>, rows: RowCheck, faults: FaultList): Promise<void> {
  const texts: string[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > jsonBytesMax) {
      const message = `the file is larger than ${jsonBytesMax / 1024 / 1024} MB, the most for JSON; accepted at any size are CSV and NDJSON`;
      faults.stop({ message });
      return;
    }
    texts.push(piece.toString("utf8"));
  }
  if (faults.stopped) return;
  const records = findRecords(parseJson(texts.join(""), faults), faults);
  for (let i = 0; i < records.length; i++) checkRecord(records[i], i + 1, rows);
}

/** Undefined for nothing but white space, and where a fault says that it is not JSON. */
function parseJson(text: string, faults: FaultList): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (text.trim() === "") return undefined;
    const { line, value, message } = describeSyntaxError(text);
    const hint = isObjectLine(text) ? "; a file with an object a line has the format ndjson" : "";
    faults.stop({ line, value, message: `${message}${hint}` });
    return undefined;
  }
}

function isObjectLine(text: string): boolean {
  try {
    return isObject(JSON.parse(text.trimStart().split("\n", 1)[0]!));
  } catch {
    return false;
  }
}

/** The records of an array or of a complete envelope; none where a fault says that it is neither. */
function findRecords(value: unknown, faults: FaultList): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  if (!isObject(value) || !Array.isArray(value.results)) {
    const wanted = "an array of teachers, or an envelope with count, next, previous and results";
    faults.stop({ message: `${describeJson(value)} is not ${wanted}` });
    return [];
  }
  const { count, next, previous, results } = value;
  if (next !== null) faults.stop(faultOf("next", next, "null, which marks the last page"));
  if (previous !== null) faults.stop(faultOf("previous", previous, "null, which marks the first page"));
  if (count !== results.length) faults.stop(faultOf("count", count, `${results.length}, the number of its results`));
  return faults.stopped ? [] : results;
}

function faultOf(field: string, value: unknown, wanted: string): FoundFault {
  const found = value === undefined ? "is missing" : `is ${describeJson(value)}`;
  return {
    value: value === undefined ? null : JSON.stringify(value),
    message: `the envelope is not complete: ${field} ${found}; accepted is ${wanted}`,
  };
}
