/** Splits a file into lines and keeps only one line in memory. */
import type { FaultList } from "../fault.ts";

/** The longest line of NDJSON and row of CSV, in characters. Longer lines are rejected, to bound memory. */
export const lineLengthMax = 1024 * 1024;

/** Takes a line without its line break, the line break (empty at the end of the file), and its number from 1. */
export type TakeLine = (text: string, lineBreak: string, line: number) => void;

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** A UTF-16 code unit takes at most three bytes in UTF-8. */
const lineBytesMax = 3 * lineLengthMax;

/**
 * Splits UTF-8 at LF; if `atReturns`, also at CR and CRLF. The file is read in pieces of any size. Passes lines on
 * until the file ends or reading must stop. The callback must stop reading at a line longer than {@link lineLengthMax},
 * because only the start of such a line may be passed on.
 */
export async function readLines(
  pieces: AsyncIterable<Buffer>,
  faults: FaultList,
  atReturns: boolean,
  takeLine: TakeLine,
): Promise<void> {
  let remainder: Buffer = Buffer.alloc(0);
  let line = 1;
  for await (const piece of pieces) {
    const bytes = remainder.length === 0 ? piece : Buffer.concat([remainder, piece]);
    const findFeed = createFinder(bytes, lineFeed);
    const findReturn = atReturns ? createFinder(bytes, carriageReturn) : () => bytes.length;
    let start = 0;
    for (;;) {
      const end = Math.min(findFeed(start), findReturn(start));
      const isCarriageReturn = bytes[end] === carriageReturn;
      // The LF of a CRLF may be in the next piece.
      if (end + (isCarriageReturn ? 1 : 0) >= bytes.length) break;
      const lineBreak = !isCarriageReturn ? "\n" : bytes[end + 1] === lineFeed ? "\r\n" : "\r";
      takeLine(start === end ? "" : bytes.toString("utf8", start, end), lineBreak, line++);
      if (faults.stopped) return;
      start = end + lineBreak.length;
    }
    remainder = bytes.subarray(start);
    if (remainder.length > lineBytesMax) break;
  }
  if (!faults.stopped) takeLine(remainder.toString("utf8").replace(/\r$/, ""), "", line);
}

/**
 * Finds the first occurrence of a byte at or after an offset; the length if there is none. Offsets must not descend.
 */
function createFinder(bytes: Buffer, byte: number): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found >= from) return found;
    const next = bytes.indexOf(byte, from);
    found = next === -1 ? bytes.length : next;
    return found;
  };
}
