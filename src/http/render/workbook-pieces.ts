/** A part of a listing as an Excel workbook, packed as the client reads it. */
import { Problem } from "../../contract/problems.ts";
import type { Directory } from "../../directory/directory.ts";
import type { Listing } from "../../directory/listing.ts";
import type { Lang } from "../../domain/lang.ts";
import type { StoredTeacher } from "../../domain/teacher.ts";
import type { AsyncPieces, Bytes } from "../answer.ts";
import type { SharedObjects } from "../request-context.ts";

// Loaded on the first request for a workbook, because it would slow down every start.
const writer = (): typeof import("../../workbook/workbook-writer.ts") => require("../../workbook/workbook-writer.ts");

/** Teachers per batch: about 300 microseconds. */
const batchSize = 16;

/**
 * The garbage that is counted per teacher. With a smaller value, the peak memory of a long workbook grows, because rows
 * that wait to be packed survive the collection of short-lived objects.
 */
const garbagePerTeacher = 16 * 1024;

interface ListPart {
  readonly directory: Directory;
  readonly listing: Listing;
  readonly start: number;
  readonly end: number;
  /** The base URL, for links in problems. */
  readonly base: string;
}

/**
 * Throws a {@link Problem} if the listing has more teachers than a workbook holds, or if too many workbooks are being
 * written, because each takes megabytes.
 */
export function renderWorkbook(
  { directory, listing, start, end, base }: ListPart,
  lang: Lang,
  { streams, garbage }: Pick<SharedObjects, "streams" | "garbage">,
): AsyncPieces {
  const { workbookTeachersMax, writeTeachersWorkbook } = writer();
  const csv = `${base}/teachers.csv`;
  if (end - start > workbookTeachersMax) {
    const detail = `A workbook holds ${workbookTeachersMax} teachers, and this list has ${listing.count}; read ${csv} instead.`;
    throw new Problem("workbookTooLarge", { detail });
  }
  if (!streams.hasRoomFor("workbook")) {
    const detail = `Too many workbooks are being written; try again in a moment, or read ${csv}.`;
    throw new Problem("busy", { detail, headers: { "Retry-After": "1" } });
  }

  async function* listBatches(): AsyncGenerator<readonly StoredTeacher[]> {
    for (let at = start; at < end; at += batchSize) {
      await streams.waitForIteration();
      garbage.countLarge(batchSize * garbagePerTeacher);
      yield Array.from(directory.positionsOn(listing, at, Math.min(batchSize, end - at)), directory.teacherAt);
    }
  }
  async function* pack(): AsyncPieces {
    // The library returns a Uint8Array of a plain ArrayBuffer.
    for await (const bytes of writeTeachersWorkbook(listBatches(), lang)) yield bytes as Bytes;
  }
  return pack();
}
