/** Unpacks a file, and finds out whether it is a text or a spreadsheet. */
import type { FaultList } from "./fault.ts";
import { findFileKind, findOleKind } from "./format.ts";
import { gzippedSpreadsheetBytesMax, spreadsheetBytesMax } from "./limits.ts";
import { peekBytes } from "./text/decode-text.ts";

export interface UnpackedFile {
  /** The first bytes, and all; null for a spreadsheet. */
  readonly text: { readonly start: Buffer; readonly bytes: AsyncIterable<Buffer> } | null;
  /** The whole spreadsheet; null for a text. */
  readonly spreadsheet: Buffer | null;
  /** Whether gzip had packed it. */
  readonly isPacked: boolean;
}

/** Enough bytes to tell what a file is. */
const startLength = 4096;

/** Null, with a fault, if the file is neither a text nor a spreadsheet. */
export async function unpackFile(input: AsyncIterable<Uint8Array>, faults: FaultList): Promise<UnpackedFile | null> {
  let { start, bytes } = await peekBytes(input, startLength);
  const isPacked = findFileKind(start) === "gzip";
  if (isPacked) {
    // Loaded here, because few files are packed.
    const { readGzip } = await import("./text/gunzip.ts");
    ({ start, bytes } = await peekBytes(readGzip(bytes, faults), startLength));
  }
  if (faults.stopped) return null;
  const kind = findFileKind(start);
  const bytesMax = isPacked ? gzippedSpreadsheetBytesMax : spreadsheetBytesMax;
  if (kind === "text") return { text: { start, bytes }, spreadsheet: null, isPacked };
  if (kind === "zip") {
    const spreadsheet = await readWhole(bytes, bytesMax, faults);
    return spreadsheet === null ? null : { text: null, spreadsheet, isPacked };
  }
  if (kind === "gzip") faults.stop({ message: { code: "gzipTwice" } });
  else {
    const foreign = kind === "ole" ? findOleKind((await readWhole(bytes, bytesMax, faults)) ?? start) : kind.foreign;
    faults.stop({ message: foreign === null ? { code: "excelPassword" } : { code: "foreign", kind: foreign } });
  }
  return null;
}

/** All bytes; null, with a fault, where there are too many. */
async function readWhole(bytes: AsyncIterable<Buffer>, bytesMax: number, faults: FaultList): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > bytesMax) {
      faults.stop({ message: { code: "spreadsheetTooLarge", megabytesMax: bytesMax / 1024 / 1024 } });
      return null;
    }
    pieces.push(piece);
  }
  return faults.stopped ? null : Buffer.concat(pieces);
}
