/** Finds out what a file is, and reads it with the reader of its format. */

import type { RowCheck } from "./checks/row-check.ts";
import type { FaultList, FindingList } from "./fault.ts";
import { describeOleFile, findFileKind } from "./file-kind.ts";
import { findFormat, findTextFormat, type ImportFormat, isTextFormat, type TextFormat } from "./format.ts";
import { readJson, readNdjson } from "./json/json-reader.ts";
import { gzippedSpreadsheetBytesMax, spreadsheetBytesMax } from "./limits.ts";
import type { FileMessage, LocationUnit } from "./message.ts";
import type { Separator } from "./table/columns.ts";
import type { TableContext } from "./table/table-reader.ts";
import { decodeStart, decodeText } from "./text/decode-text.ts";
import type { TextEncoding } from "./text/encoding.ts";
import { peekBytes } from "./text/peek.ts";

/** What the user and the name of a file say of its content. */
export interface ContentOptions {
  /** The format that the user demands; null or absent where the file tells it. */
  readonly format?: ImportFormat | null;
  /** The name of the file, whose ending may tell the format. */
  readonly fileName?: string;
  /** The encoding that the user demands. */
  readonly encoding?: TextEncoding | null;
  /** The name or the number of the sheet that the user demands. */
  readonly sheet?: string | null;
  /** Whether all sheets with a table are read. */
  readonly allSheets?: boolean;
}

interface ContentContext extends Omit<TableContext, "rows">, ContentOptions {
  readonly faults: FaultList;
  readonly findings: FindingList;
  readonly createRows: (unit: LocationUnit) => RowCheck;
}

/** Enough bytes to tell what a file is. */
const startLength = 4096;

/** The unit of the locations of rows, and whether they are those of a table. */
interface ReadRows {
  readonly unit: LocationUnit;
  readonly isTable: boolean;
}

const tableRows: ReadRows = { unit: "line", isTable: true };

/** Adds the rows of a file. */
export async function readContent(input: AsyncIterable<Uint8Array>, context: ContentContext): Promise<ReadRows> {
  const { faults } = context;
  let { start, bytes } = await peekBytes(input, startLength);
  const isPacked = findFileKind(start) === "gzip";
  if (isPacked) {
    // Loaded here, because few files are packed.
    const { readGzip } = await import("./text/gunzip.ts");
    ({ start, bytes } = await peekBytes(readGzip(bytes, faults), startLength));
  }
  if (faults.stopped) return tableRows;
  const kind = findFileKind(start);
  const bytesMax = isPacked ? gzippedSpreadsheetBytesMax : spreadsheetBytesMax;
  if (kind === "zip") return readSpreadsheet(await readWhole(bytes, bytesMax, faults), context, isPacked);
  if (kind === "text") return readText(start, bytes, context, isPacked);
  const findMessage = async (): Promise<FileMessage> => {
    if (kind === "gzip") return { code: "gzipTwice" };
    if (kind === "ole") return describeOleFile((await readWhole(bytes, bytesMax, faults)) ?? start);
    return { code: "foreign", kind: kind.foreign };
  };
  faults.stop({ message: await findMessage() });
  return tableRows;
}

/** All bytes; null, with a fault, where there are too many. */
async function readWhole(bytes: AsyncIterable<Buffer>, bytesMax: number, faults: FaultList): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > bytesMax) {
      faults.stop({ message: { code: "spreadsheetTooLarge", megabytesMax: bytesMax / 1024 / 1024 } });
      return null;
    }
    pieces.push(piece);
  }
  return faults.stopped ? null : Buffer.concat(pieces);
}

async function readSpreadsheet(bytes: Buffer | null, context: ContentContext, isPacked: boolean): Promise<ReadRows> {
  if (bytes === null) return tableRows;
  const { readSheet } = await import("./spreadsheet/sheet-reader.ts");
  await readSheet(bytes, { ...context, rows: context.createRows("line") }, isPacked);
  return tableRows;
}

async function readText(
  start: Buffer,
  bytes: AsyncIterable<Buffer>,
  context: ContentContext,
  isPacked: boolean,
): Promise<ReadRows> {
  const { faults, findings, fileName = "", format: demanded = null, sheet = null } = context;
  if (demanded !== null && !isTextFormat(demanded)) {
    faults.stop({ message: { code: "notSpreadsheet", wanted: demanded } });
    return tableRows;
  }
  if (sheet !== null) {
    faults.stop({ message: { code: "textHasNoSheets" } });
    return tableRows;
  }
  const decoded = await decodeText(bytes, context.encoding ?? null, faults);
  const named = findFormat(fileName);
  const format = demanded ?? (named === "json" || named === "ndjson" ? named : findTextFormat(decodeStart(start)));
  const unit = format === "json" ? "record" : "line";
  const rows = context.createRows(unit);
  const separator = await readers[format](decoded.pieces, { ...context, rows });
  const encoding = decoded.encoding();
  const isUsual = encoding === "utf-8" && !isPacked && (separator ?? ",") === ",";
  if (!isUsual || format !== (demanded ?? named ?? "csv")) {
    findings.note({ code: "readText", format, encoding, separator, isUnpacked: isPacked });
  }
  return { unit, isTable: format === "csv" };
}

/** Returns the separator of the fields; null where the format has none. */
type TextReader = (pieces: AsyncIterable<Buffer>, context: TableContext) => Promise<Separator | null>;

const readers: Readonly<Record<TextFormat, TextReader>> = {
  async csv(pieces, context) {
    const { readCsv } = await import("./csv/csv-reader.ts");
    return readCsv(pieces, context);
  },
  async json(pieces, { rows, faults }) {
    await readJson(pieces, rows, faults);
    return null;
  },
  async ndjson(pieces, { rows, faults }) {
    await readNdjson(pieces, rows, faults);
    return null;
  },
};
