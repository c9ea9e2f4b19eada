/** Reads CSV: csv-parse splits the bytes into rows, which go to the check of rows as arrays, without an object a row. */
import { CsvError, type InfoRecord, Parser } from "csv-parse";
import { findHeader, findSeparator, type Separator } from "./columns.ts";
import { createRowTaker } from "./csv-row.ts";
import type { FaultList } from "./fault.ts";
import { lineLengthMax } from "./limits.ts";
import { createRowBytes } from "./row-bytes.ts";
import type { RowCheck } from "./row-check.ts";

/** Takes UTF-8 in pieces of any size. The header says what separates the columns, and their order. */
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
    // A row with a stray quote is taken too, so that it can be refused with all that is wrong after it.
    relax_quotes: true,
    skip_empty_lines: true,
    // Called as rows are parsed, and with where they end; nothing goes to the readable side of the stream.
    on_record: (row: string[], info: InfoRecord) => {
      taker.take(row, info.bytes);
      // csv-parse would go on with the piece, and takes long over each row of another number of columns.
      if (faults.stopped) throw stopped;
      return null;
    },
  });
  // Errors come to the callbacks below; without a listener they would end the program as well.
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
