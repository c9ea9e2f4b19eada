/** A part of a listing as an Excel workbook, packed as the client reads it. */
import type { Listing } from "../../directory/content.ts";
import type { Directory } from "../../directory/directory.ts";
import type { Turns } from "../../directory/turns.ts";
import type { Lang } from "../../domain/lang.ts";
import type { StoredTeacher } from "../../domain/teacher.ts";
import { Problem } from "../contract/problem.ts";
import type { Bytes, Pieces } from "../downloads.ts";

// Loaded on the first request for a workbook, because it would slow down every start.
const writer = (): typeof import("../../workbook/workbook-writer.ts") => require("../../workbook/workbook-writer.ts");

/** The number of teachers per turn. Packing one takes 20 µs. */
const batchSize = 64;

interface WorkbookOptions {
  /** The language of the headings. */
  readonly lang: Lang;
  readonly turns: Turns;
  /** What to read instead of a workbook that would be too large. */
  readonly csvUrl: string;
}

/** Throws a {@link Problem} if the listing has more teachers than a workbook holds. */
export function renderWorkbook(
  directory: Directory,
  listing: Listing,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  { lang, turns, csvUrl }: WorkbookOptions,
): Pieces {
  const { workbookTeachersMax, writeTeachersWorkbook } = writer();
  const end = Math.min(listing.count, offset + limit);
  if (end - offset > workbookTeachersMax) {
    const detail = `A workbook holds ${workbookTeachersMax} teachers, and this list has ${listing.count}; read ${csvUrl} instead.`;
    throw new Problem(400, { detail });
  }

  async function* listBatches(): AsyncGenerator<readonly StoredTeacher[]> {
    for (let at = offset; at < end; at += batchSize) {
      yield await turns.run(() =>
        directory.ranksOn(listing, at, Math.min(batchSize, end - at)).map(directory.teacherAt),
      );
    }
  }
  async function* pack(): Pieces {
    // The library returns a Uint8Array of a plain ArrayBuffer.
    for await (const bytes of writeTeachersWorkbook(listBatches(), lang)) yield bytes as Bytes;
  }
  return pack();
}
