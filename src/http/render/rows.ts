/** Teachers as rows of text: CSV (RFC 4180) and NDJSON. */
import type { Listing } from "../../directory/content.ts";
import type { Directory } from "../../directory/directory.ts";
import { quoteCsvField, type Teacher, teacherFields } from "../../domain/teacher.ts";

/** How a format renders teachers. */
export interface RowFormat {
  readonly head: string;
  rowOf(teacher: Teacher): string;
}

export const ndjson: RowFormat = { head: "", rowOf: (teacher) => `${JSON.stringify(teacher)}\n` };

export const csv: RowFormat = {
  head: `${teacherFields.join(",")}\r\n`,
  rowOf: (teacher) => `${teacherFields.map((field) => quoteCsvField(String(teacher[field]))).join(",")}\r\n`,
};

/** Teachers per piece: about 20 KB. Larger pieces would delay other requests, and survive garbage collections. */
const teachersPerPiece = 64;

/** A part of a listing as text in pieces. */
export function* renderTextRows(
  directory: Directory,
  listing: Listing,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  { head, rowOf }: RowFormat,
): Generator<string, void> {
  const end = Math.min(listing.count, offset + limit);
  let text = head;
  for (let start = offset; start < end; start += teachersPerPiece) {
    for (const rank of directory.ranksOn(listing, start, Math.min(teachersPerPiece, end - start)))
      text += rowOf(directory.teacherAt(rank));
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}
