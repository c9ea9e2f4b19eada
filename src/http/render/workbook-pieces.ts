/** A part of a listing as an Excel workbook, packed as the client reads it. */
import { Problem } from "../../contract/problems.ts";
import type { ListQuery } from "../../contract/query.ts";
import { langs } from "../../domain/lang.ts";
import type { StoredTeacher } from "../../domain/teacher.ts";
import type { Bytes, WorkbookPieces } from "../answer.ts";
import type { FoundListing } from "./html-list.ts";

// Loaded on the first request for a workbook, because it would slow down every start.
const writer = (): typeof import("../../workbook/workbook-writer.ts") => require("../../workbook/workbook-writer.ts");

/** The number of teachers per batch, which takes about 300 microseconds. */
const batchSize = 16;

/**
 * The garbage that is counted per teacher. With a smaller value, the peak memory of a long workbook grows, because rows
 * that wait to be packed survive the collection of short-lived objects.
 */
const garbagePerTeacher = 16 * 1024;

/**
 * Throws a {@link Problem} if the listing has more teachers than a workbook holds, or if too many workbooks are being
 * written, because each takes megabytes.
 */
export function renderWorkbook(
  { context, directory, query, listing }: FoundListing,
  { offset, limit }: Pick<ListQuery, "offset" | "limit">,
): WorkbookPieces {
  const { streams, garbage } = context.shared;
  const { workbookTeachersMax, writeTeachersWorkbook } = writer();
  const end = Math.min(listing.count, offset + limit);
  const csv = `${context.base}/teachers.csv`;
  if (end - offset > workbookTeachersMax) {
    const detail = `A workbook holds ${workbookTeachersMax} teachers, and this list has ${listing.count}; read ${csv} instead.`;
    throw new Problem("workbookTooLarge", { detail });
  }
  if (!streams.hasRoomFor("workbook")) {
    const detail = `Too many workbooks are being written; try again in a moment, or read ${csv}.`;
    throw new Problem("busy", { detail, headers: { "Retry-After": "1" } });
  }

  async function* listBatches(): AsyncGenerator<readonly StoredTeacher[]> {
    for (let at = offset; at < end; at += batchSize) {
      await streams.waitForIteration();
      garbage.countLarge(batchSize * garbagePerTeacher);
      yield Array.from(directory.positionsOn(listing, at, Math.min(batchSize, end - at)), directory.teacherAt);
    }
  }
  async function* pack(): WorkbookPieces {
    // The library returns a Uint8Array of a plain ArrayBuffer.
    for await (const bytes of writeTeachersWorkbook(listBatches(), query.lang ?? langs[0])) yield bytes as Bytes;
  }
  return pack();
}
