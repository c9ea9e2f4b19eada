/** A part of a listing as an Excel workbook, packed as the client reads it. */
import { Problem } from "../../contract/problems.ts";
import type { ListQuery } from "../../contract/query.ts";
import { langs } from "../../domain/lang.ts";
import type { StoredTeacher } from "../../domain/teacher.ts";
import type { Bytes, Pieces } from "../downloads.ts";
import type { FoundListing } from "./html-list.ts";

// Loaded on the first request for a workbook, because it would slow down every start.
const writer = (): typeof import("../../workbook/workbook-writer.ts") => require("../../workbook/workbook-writer.ts");

/** The number of teachers per turn. Packing one takes 20 µs. */
const batchSize = 64;

/** Throws a {@link Problem} if the listing has more teachers than a workbook holds. */
export function renderWorkbook(
  { context, directory, query, listing }: FoundListing,
  { offset, limit }: Pick<ListQuery, "offset" | "limit">,
): Pieces {
  const { workbookTeachersMax, writeTeachersWorkbook } = writer();
  const end = Math.min(listing.count, offset + limit);
  if (end - offset > workbookTeachersMax) {
    const csv = `${context.base}/teachers/?format=csv`;
    const detail = `A workbook holds ${workbookTeachersMax} teachers, and this list has ${listing.count}; read ${csv} instead.`;
    throw new Problem("workbookTooLarge", { detail });
  }

  async function* listBatches(): AsyncGenerator<readonly StoredTeacher[]> {
    for (let at = offset; at < end; at += batchSize) {
      await context.options.turns.next();
      yield directory.ranksOn(listing, at, Math.min(batchSize, end - at)).map(directory.teacherAt);
    }
  }
  async function* pack(): Pieces {
    // The library returns a Uint8Array of a plain ArrayBuffer.
    for await (const bytes of writeTeachersWorkbook(listBatches(), query.lang ?? langs[0])) yield bytes as Bytes;
  }
  return pack();
}
