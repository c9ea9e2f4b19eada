/** Checks that bytes are UTF-8, and passes them on in whole characters. */
import { isUtf8 } from "node:buffer";
import type { FaultList } from "../fault.ts";
import { guessEncoding } from "./encoding.ts";
import { toBuffer } from "./peek.ts";

/**
 * The input without a byte order mark, in pieces that never break a character. Every byte before a fault is passed on,
 * so that the faults of a file don't depend on how it is cut into chunks. `firstLine` is the number of the first line.
 */
export async function* readUtf8(
  input: AsyncIterable<Uint8Array>,
  faults: FaultList,
  firstLine = 1,
): AsyncGenerator<Buffer> {
  let remainder: Buffer = Buffer.alloc(0);
  let line = firstLine;
  let isAtStart = true;

  function takeValid(): Buffer {
    const valid = remainder.subarray(0, countValid(remainder));
    remainder = remainder.subarray(valid.length);
    line += countLineFeeds(valid);
    return valid;
  }

  for await (const chunk of input) {
    remainder = remainder.length === 0 ? toBuffer(chunk) : Buffer.concat([remainder, chunk]);
    if (remainder.length < byteOrderMark.length) continue;
    if (isAtStart) remainder = skipByteOrderMark(remainder);
    isAtStart = false;
    const valid = takeValid();
    if (valid.length > 0) yield valid;
    if (remainder.length >= sampleLengthMax) break;
  }
  const valid = takeValid();
  if (valid.length > 0) yield valid;
  if (remainder.length === 0) return;
  const byte = `0x${remainder.toString("hex", 0, 1).toUpperCase()}`;
  const guess = guessEncoding(remainder.subarray(0, sampleLengthMax));
  faults.stop({ line, message: { code: "notUtf8", byte, guess } });
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** How many bytes, from the first that is not UTF-8, tell which encoding it looks like. */
const sampleLengthMax = 256;

function skipByteOrderMark(bytes: Buffer): Buffer {
  const { length } = byteOrderMark;
  return bytes.subarray(0, length).equals(byteOrderMark) ? bytes.subarray(length) : bytes;
}

/** The number of bytes before the first character that is not UTF-8, or is not complete. */
function countValid(bytes: Buffer): number {
  // Most chunks are valid but for a last character that goes on in the next one.
  for (let end = bytes.length; end >= 0 && end > bytes.length - 4; end--) {
    if (isUtf8(bytes.subarray(0, end))) return end;
  }
  let at = 0;
  for (;;) {
    const end = at + characterLength(bytes[at]!);
    if (bytes[at]! >= 0x80 && !isUtf8(bytes.subarray(at, end))) return at;
    at = end;
  }
}

function characterLength(firstByte: number): number {
  if (firstByte < 0xc0) return 1;
  if (firstByte < 0xe0) return 2;
  return firstByte < 0xf0 ? 3 : 4;
}

/** The number of LF in the bytes. */
export function countLineFeeds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}
