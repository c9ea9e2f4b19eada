/** Writes teachers as a body: in one piece if they are few, otherwise as a stream. */
import type { Directory } from "../directory/directory.ts";
import type { Listing } from "../directory/listing.ts";
import type { Body } from "./answer.ts";
import type { RowFormat } from "./csv-writer.ts";
import { countGarbage } from "./garbage.ts";

/**
 * The most teachers in a body that is written in one piece, which has a Content-Length and can be cached. Such a body is
 * about 50 KB, which stays in memory while a slow client reads it.
 */
export const teachersAtOnceMax = 128;

/** Teachers per piece of a stream: about 15 to 50 KB. Larger pieces would survive garbage collections. */
const teachersPerPiece = 64;

export interface Range {
  readonly offset: number;
  readonly limit: number;
}

/** A format that writes the teachers of a listing. */
export interface RowWriter {
  /** The text before the first teacher, and after the last. */
  readonly head: string;
  readonly tail: string;
  render(positions: Uint32Array, isFirst: boolean): Uint8Array<ArrayBuffer>;
}

/** Writes a range of the listing: up to {@link teachersAtOnceMax} teachers in one piece, more as a stream. */
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
