/** Reads NDJSON: one object per line, with at most one line in memory. */

import type { FaultList } from "./fault.ts";
import { lineLengthMax } from "./limits.ts";
import { checkRecord } from "./record.ts";
import type { RowCheck } from "./row-check.ts";
import { describeSyntaxError } from "./syntax.ts";

/** Takes UTF-8 in pieces that break no character. Blank lines are skipped. */
export async function readNdjson(pieces: AsyncIterable<Buffer>, rows: RowCheck, faults: FaultList): Promise<void> {
  let remainder = "";
  let line = 1;
  for await (const piece of pieces) {
    const text = remainder + piece.toString("utf8");
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      takeLine(text.slice(start, end), line++, rows, faults);
      if (faults.stopped) return;
      start = end + 1;
    }
    remainder = text.slice(start);
    if (remainder.length > lineLengthMax) break;
  }
  if (!faults.stopped) takeLine(remainder, line, rows, faults);
}

function takeLine(text: string, line: number, rows: RowCheck, faults: FaultList): void {
  if (text.length > lineLengthMax) {
    faults.stop({ line, message: `the line is longer than ${lineLengthMax} characters; reading stopped here` });
    return;
  }
  // Before JSON.parse, which takes a hundred times as long to refuse a blank line.
  if (text.trim() === "") return;
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch {
    const { value, message } = describeSyntaxError(text);
    rows.refuse(line, { value, message: `${message}; accepted is one object per line` });
    return;
  }
  checkRecord(record, line, rows);
}
