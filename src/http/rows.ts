/** Many teachers as a body: at once where they are few, and else in pieces. */
import type { Directory } from "../directory/directory.ts";
import type { Listing } from "../directory/listing.ts";
import type { Body } from "./answer.ts";
import type { RowFormat } from "./csv-writer.ts";
import { countGarbage } from "./garbage.ts";

/**
 * Up to so many teachers are written as one body, which has a length and can be cached. They are some 50 KB, which is
 * held for each client that is slow to read.
 */
export const teachersAtOnceMax = 128;

/** Teachers a piece of a stream: some 15 to 50 KB. Larger pieces on their way would survive a collection. */
const teachersPerPiece = 64;

export interface Range {
  readonly offset: number;
  readonly limit: number;
}

/** How the teachers of a listing are written. */
export interface RowWriter {
  /** What stands before the first teacher and behind the last. */
  readonly head: string;
  readonly tail: string;
  render(positions: Uint32Array, isFirst: boolean): Uint8Array<ArrayBuffer>;
}

/** Writes the teachers of a range of the listing: few at once, more as a stream. */
export function writeTeachers(
  directory: Directory,
  listing: Listing,
  { offset, limit }: Range,
  { head, tail, render }: RowWriter,
): Body {
  const encoder = new TextEncoder();
  const end = Math.min(listing.count, offset + limit);
  const renderFrom = (start: number, teachersMax: number): Uint8Array<ArrayBuffer> =>
    render(directory.positionsOn(listing, start, Math.min(teachersMax, end - start)), start === offset);
  if (end - offset <= teachersAtOnceMax) {
    return Buffer.concat([encoder.encode(head), renderFrom(offset, teachersAtOnceMax), encoder.encode(tail)]);
  }
  return function* () {
    if (head !== "") yield encoder.encode(head);
    for (let start = offset; start < end; start += teachersPerPiece) {
      const piece = renderFrom(start, teachersPerPiece);
      countGarbage(piece.length);
      yield piece;
    }
    if (tail !== "") yield encoder.encode(tail);
  };
}

/** The rows of teachers as UTF-8. */
export function renderRows(directory: Directory, { row }: RowFormat, positions: Uint32Array): Uint8Array<ArrayBuffer> {
  let text = "";
  for (const position of positions) text += row(directory.teacherAt(position));
  return new TextEncoder().encode(text);
}
