/** Unpacks a file within bounds, and finds out whether it is a text or a spreadsheet. */
import type { FaultList } from "./fault.ts";
import { findFileKind, findOleKind } from "./format.ts";

/** The largest spreadsheet, in stored bytes. Its parts come in any order, so all of it is kept in memory. */
const spreadsheetBytesMax = 256 * 1024 * 1024;

/**
 * The largest gzipped spreadsheet, in unpacked bytes. Gzip hardly shrinks a spreadsheet, but a hostile file can unpack
 * to 200 times its size.
 */
const gzippedSpreadsheetBytesMax = 64 * 1024 * 1024;

/** A packed file may unpack to this many times its size; tables of names unpack to 5 to 30 times their size. */
export const unpackedRatioMax = 200;

/** A packed file may always unpack to this many bytes. */
export const unpackedFreeBytes = 8 * 1024 * 1024;

/** The first bytes of a text, and all bytes. */
export interface UnpackedText {
  readonly start: Buffer;
  readonly bytes: AsyncIterable<Buffer>;
}

interface UnpackedFile {
  /** Null for a spreadsheet. */
  readonly text: UnpackedText | null;
  /** The whole spreadsheet; null for a text. */
  readonly spreadsheet: Buffer | null;
  /** Whether the file was gzipped. */
  readonly isPacked: boolean;
}

/** Enough bytes to recognise a file. */
const startLength = 4096;

/** Null, with a fault, if the file is neither a text nor a spreadsheet. */
export async function unpackFile(input: AsyncIterable<Uint8Array>, faults: FaultList): Promise<UnpackedFile | null> {
  let { start, bytes } = await peekBytes(input, startLength);
  const isPacked = findFileKind(start) === "gzip";
  if (isPacked) {
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

/** All bytes; null, with a fault, if there are too many. */
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

/** Reads this many bytes, or to the end. Returns these bytes, and the whole input, which still includes them. */
export async function peekBytes(input: AsyncIterable<Uint8Array>, wanted: number) {
  const iterator = input[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < wanted) {
    const { value, done } = await iterator.next();
    if (done) break;
    const chunk = toBuffer(value);
    chunks.push(chunk);
    length += chunk.length;
  }
  async function* readAll(): AsyncGenerator<Buffer> {
    try {
      yield* chunks.splice(0);
      for (;;) {
        const { value, done } = await iterator.next();
        if (done) return;
        yield toBuffer(value);
      }
    } finally {
      await iterator.return?.();
    }
  }
  const start = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  return { start: start.subarray(0, wanted), bytes: readAll() };
}

/** The same bytes, not copied. */
export function toBuffer(chunk: Uint8Array): Buffer {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

/**
 * The unpacked bytes. Adds a fault and ends if the input is damaged, or if its unpacked size is implausible for a
 * table.
 */
export async function* readGzip(input: AsyncIterable<Buffer>, faults: FaultList): AsyncGenerator<Buffer> {
  // Loaded here, because few files are packed.
  const [{ pipeline }, { createGunzip }] = await Promise.all([import("node:stream/promises"), import("node:zlib")]);
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  let packed = 0;
  let unpacked = 0;
  async function* countPacked(): AsyncGenerator<Buffer> {
    for await (const chunk of input) {
      packed += chunk.length;
      yield chunk;
    }
  }
  // An error of the input ends the output with the same error.
  const fed = pipeline(countPacked, gunzip).catch(() => {});
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      unpacked += piece.length;
      if (unpacked > unpackedFreeBytes && unpacked > packed * unpackedRatioMax) {
        faults.stop({ message: { code: "bomb", format: "gzip", ratioMax: unpackedRatioMax } });
        return;
      }
      yield piece;
    }
  } catch (error) {
    const { code, message } = error as Error & { readonly code?: unknown };
    if (!String(code).startsWith("Z_")) throw error;
    faults.stop({
      message: code === "Z_BUF_ERROR" ? { code: "gzipCut" } : { code: "gzipDamaged", detail: message },
    });
  } finally {
    gunzip.destroy();
    await fed;
  }
}
