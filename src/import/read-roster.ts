/** Reads a file of teachers in any format into a roster, or reports all of its faults. */
import { createRosterBuilder, type Roster } from "../domain/roster.ts";
import { readCsv } from "./csv-reader.ts";
import { createFaultList, type FaultList } from "./fault.ts";
import type { ImportFormat } from "./format.ts";
import { readJson } from "./json-reader.ts";
import { readNdjson } from "./ndjson-reader.ts";
import { createRowCheck, type RowCheck } from "./row-check.ts";
import { readUtf8 } from "./utf8.ts";

export interface ReadOptions {
  readonly format: ImportFormat;
  /** Whether teachers may come without an id; they get a placeholder, see `assignIds`. */
  readonly isIdOptional?: boolean;
  /** Called after every chunk and at the end. */
  readonly onProgress?: (bytesRead: number, teachers: number) => void;
}

/** Throws ImportFaults for what is wrong with the file; what the input throws is passed on. */
export async function readRoster(input: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<Roster> {
  const { format, isIdOptional = false, onProgress } = options;
  const builder = createRosterBuilder();
  const faults = createFaultList();
  const rows = createRowCheck(builder, faults, format === "json" ? "record" : "line", isIdOptional);
  let bytesRead = 0;

  async function* observe(): AsyncGenerator<Uint8Array> {
    for await (const chunk of input) {
      bytesRead += chunk.byteLength;
      yield chunk;
      onProgress?.(bytesRead, builder.added);
    }
  }

  await readers[format](readUtf8(observe(), faults), rows, faults, isIdOptional);
  onProgress?.(bytesRead, builder.added);
  rows.refuseRepeated();
  if (builder.added === 0 && faults.count === 0) faults.add({ message: "the file has no teachers" });
  if (faults.count > 0) throw faults.toError();
  return builder.finish();
}

type Reader = (
  pieces: AsyncIterable<Buffer>,
  rows: RowCheck,
  faults: FaultList,
  isIdOptional: boolean,
) => Promise<void>;

const readers: Readonly<Record<ImportFormat, Reader>> = { csv: readCsv, json: readJson, ndjson: readNdjson };
