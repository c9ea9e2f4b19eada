/** Reads NDJSON: one object per line, with at most one line in memory. */

import type { RowCheck } from "../checks/row-check.ts";
import type { FaultList } from "../fault.ts";
import { lineLengthMax } from "../limits.ts";
import { readLines } from "../text/lines.ts";
import { describeSyntaxError } from "./json-syntax.ts";
import { checkRecord } from "./record.ts";

/** Takes UTF-8 in pieces of any size. Blank lines are skipped. */
export function readNdjson(pieces: AsyncIterable<Buffer>, rows: RowCheck, faults: FaultList): Promise<void> {
  return readLines(pieces, faults, false, (text, _, line) => {
    if (text.length > lineLengthMax) {
      faults.stop({ line, message: { code: "lineTooLong", max: lineLengthMax } });
      return;
    }
    // Before JSON.parse, which takes a hundred times as long to refuse a blank line.
    if (text.trim() === "") return;
    let record: unknown;
    try {
      record = JSON.parse(text);
    } catch {
      rows.refuse(line, { message: { ...describeSyntaxError(text).message, advice: "objectPerLine" } });
      return;
    }
    checkRecord(record, line, rows);
  });
}
