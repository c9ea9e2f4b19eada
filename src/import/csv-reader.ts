/** Reads CSV: csv-parse splits the bytes into rows, which go to the row check as arrays, without an object per row. */
import { CsvError, type InfoRecord, Parser } from "csv-parse";
import { findHeader, findSeparator, type Separator } from "./columns.ts";
import { createRowTaker } from "./csv-row.ts";
import type { FaultList } from "./fault.ts";
import { lineLengthMax } from "./limits.ts";
import { createRowBytes } from "./row-bytes.ts";
import type { RowCheck } from "./row-check.ts";

/** Reads UTF-8 in pieces of any size. The header determines the separator and the order of columns. */
export async function readCsv(pieces: AsyncIterable<Buffer>, rows: RowCheck, faults: FaultList): Promise<void> {
  let head: Buffer = Buffer.alloc(0);
  let parser: OpenParser | null = null;
  for await (const piece of pieces) {
    if (parser === null) {
      head = Buffer.concat([head, piece]);
      const start = head.subarray(0, lineLengthMax);
      const header = findHeader(start);
      if (header === undefined && start.length < lineLengthMax) continue;
      parser = openParser(findSeparator(header ?? start), rows, faults);
      await parser.write(head);
    } else await parser.write(piece);
    if (faults.stopped) break;
  }
  if (parser === null && !faults.stopped) {
    parser = openParser(findSeparator(head), rows, faults);
    await parser.write(head);
  }
  if (faults.stopped) parser?.close();
  else await parser?.end();
}

/** Stops csv-parse in the middle of a piece. */
const stopped = new Error("stopped");

interface OpenParser {
  /** Resolves when the rows that the bytes complete are checked. */
  write(bytes: Buffer): Promise<void>;
  end(): Promise<void>;
  close(): void;
}

function openParser(delimiter: Separator, rows: RowCheck, faults: FaultList): OpenParser {
  const bytes = createRowBytes();
  const taker = createRowTaker(delimiter, bytes, rows, faults);
  const parser = new Parser({
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    max_record_size: lineLengthMax,
    relax_column_count: true,
    // Rows with stray quotes are parsed too, so they are reported along with later faults.
    relax_quotes: true,
    skip_empty_lines: true,
    // Called per row with its end offset. Returning null keeps the row off the readable side of the stream.
    on_record: (row: string[], info: InfoRecord) => {
      taker.take(row, info.bytes);
      // Otherwise csv-parse would parse the rest of the piece, slowly if column counts differ.
      if (faults.stopped) throw stopped;
      return null;
    },
  });
  // The callbacks below handle errors; without a listener they would also end the program.
  parser.on("error", () => {});

  /** Resolves when csv-parse is done with what it is given, whether it can go on after it or not. */
  function settle(start: (done: (error?: Error | null) => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      start((error) => {
        if (!error || error === stopped) resolve();
        else if (!(error instanceof CsvError)) reject(error);
        else {
          taker.stop(error);
          resolve();
        }
      });
    });
  }

  return {
    write(piece) {
      bytes.add(piece);
      return settle((done) => parser.write(piece, done));
    },
    end: () => settle((done) => parser.end(done)),
    close: () => parser.destroy(),
  };
}
