/** The rows of a small directory in compact JSON, cached when they are first written: a page is then a few copies. */
import type { ImageContent } from "../image/layout.ts";
import { bytesWritten, copyLong, cutFrom, reserve } from "./byte-output.ts";
import { resultPieces } from "./json-pieces.ts";
import { appendTeachers } from "./teacher-writer.ts";

/** The most teachers of a directory whose rows are cached: 16 MB, and twice that while a version replaces another. */
const teachersMax = 32_768;

/** The space for each row; a usual one takes 400 bytes. */
const rowBytes = 512;

/** Rows that are written together, so that most pages in the order of ids are one or two copies. */
const blockRows = 16;

/** The cached rows of one version, each after a comma. */
interface Rows {
  readonly bytes: Buffer<ArrayBuffer>;
  /** Where each row starts and ends, by position; 0 until it is written. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** The length of all rows written so far. */
  written: number;
  /** The result of {@link readAhead}, which nobody uses. */
  lastRead: number;
}

const rowsOf = new WeakMap<ImageContent, Rows>();

/** Writes what {@link appendTeachers} writes for a page in compact JSON. Returns false if the rows can't be cached. */
export function appendCachedRows(content: ImageContent, positions: Uint32Array, isFirst: boolean): boolean {
  if (content.ids.length > teachersMax) return false;
  const rows = rowsOf.get(content) ?? createRows(content);
  const { bytes, starts, ends } = rows;
  let length = 0;
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i]!;
    if (ends[position] === 0 && !cacheRows(rows, content, position)) return false;
    length += ends[position]! - starts[position]!;
  }
  readAhead(rows, positions);
  // The first row of a page has no comma.
  const skipped = isFirst && positions.length > 0 ? 1 : 0;
  reserve(length);
  for (let i = 0; i < positions.length; i++) {
    const start = starts[positions[i]!]! + (i === 0 ? skipped : 0);
    let stop = ends[positions[i]!]!;
    // Rows that follow each other are copied together.
    for (; i + 1 < positions.length && starts[positions[i + 1]!] === stop; i++) stop = ends[positions[i + 1]!]!;
    copyLong(bytes, start, stop);
  }
  return true;
}

const cacheLineBytes = 64;

/**
 * Reads a byte of each cache line of the rows, so the processor fetches scattered rows in parallel. Each copy would wait for
 * its own row. Without a result, the loop would be optimised away.
 */
function readAhead(rows: Rows, positions: Uint32Array): void {
  const { bytes, starts, ends } = rows;
  let read = 0;
  for (let i = 0; i < positions.length; i++) {
    const stop = ends[positions[i]!]!;
    for (let at = starts[positions[i]!]!; at < stop; at += cacheLineBytes) read ^= bytes[at]!;
  }
  rows.lastRead = read;
}

function createRows(content: ImageContent): Rows {
  const count = content.ids.length;
  const bytes = Buffer.allocUnsafeSlow(count * rowBytes);
  const rows: Rows = { bytes, starts: new Uint32Array(count), ends: new Uint32Array(count), written: 0, lastRead: 0 };
  rowsOf.set(content, rows);
  return rows;
}

/** Caches all rows of the block with a position. Returns false if there is no space left. */
function cacheRows(rows: Rows, content: ImageContent, position: number): boolean {
  const blockStart = position - (position % blockRows);
  const blockEnd = Math.min(blockStart + blockRows, content.ids.length);
  for (let at = blockStart; at < blockEnd; at++) {
    if (rows.ends[at] !== 0) continue;
    const start = bytesWritten();
    appendTeachers(content, Uint32Array.of(at), resultPieces[0]!, false);
    const row = cutFrom(start);
    if (rows.written + row.length > rows.bytes.length) return false;
    rows.bytes.set(row, rows.written);
    rows.starts[at] = rows.written;
    rows.written += row.length;
    rows.ends[at] = rows.written;
  }
  return true;
}
