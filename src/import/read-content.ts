/** Finds out what a file is, and reads it with the reader of its format. */
import { decodeStart, decodeText } from "./decode-text.ts";
import type { TextEncoding } from "./encoding.ts";
import type { FaultList } from "./fault.ts";
import { describeOleFile, findFileKind } from "./file-kind.ts";
import type { FindingList } from "./findings.ts";
import { findFormat, findTextFormat, type ImportFormat, isTextFormat, type TextFormat } from "./format.ts";
import { readGzip } from "./gunzip.ts";
import { readJson } from "./json-reader.ts";
import { spreadsheetBytesMax } from "./limits.ts";
import { readNdjson } from "./ndjson-reader.ts";
import { peekBytes } from "./peek.ts";
import type { LocationUnit, RowCheck } from "./row-check.ts";
import type { TableContext } from "./table-reader.ts";

export interface ContentContext extends Omit<TableContext, "rows"> {
  readonly faults: FaultList;
  readonly findings: FindingList;
  readonly createRows: (unit: LocationUnit) => RowCheck;
  readonly format?: ImportFormat | null;
  readonly fileName?: string;
  readonly encoding?: TextEncoding | null;
  readonly sheet?: string | null;
}

/** Enough bytes to tell what a file is. */
const startLength = 4096;

/** Adds the rows of a file. Returns the unit of their locations. */
export async function readContent(input: AsyncIterable<Uint8Array>, context: ContentContext): Promise<LocationUnit> {
  const { faults } = context;
  let { start, bytes } = await peekBytes(input, startLength);
  const isPacked = findFileKind(start) === "gzip";
  if (isPacked) ({ start, bytes } = await peekBytes(readGzip(bytes, faults), startLength));
  if (faults.stopped) return "line";
  const kind = findFileKind(start);
  if (kind === "zip") return readSpreadsheet(await readWhole(bytes, spreadsheetBytesMax, faults), context, isPacked);
  if (kind === "text") return readText(start, bytes, context, isPacked);
  const refuse = async (): Promise<string> => {
    if (kind === "gzip") return "the file is packed by gzip twice; unpack it once";
    if (kind === "ole") return describeOleFile((await readWhole(bytes, spreadsheetBytesMax, faults)) ?? start);
    return kind.refused;
  };
  faults.stop({ message: await refuse() });
  return "line";
}

/** All bytes; null, with a fault, where there are too many. */
async function readWhole(bytes: AsyncIterable<Buffer>, bytesMax: number, faults: FaultList): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > bytesMax) {
      const message = `the spreadsheet is larger than ${bytesMax / 1024 / 1024} MB; save it as CSV, which is accepted at any size`;
      faults.stop({ message });
      return null;
    }
    pieces.push(piece);
  }
  return faults.stopped ? null : Buffer.concat(pieces);
}

async function readSpreadsheet(
  bytes: Buffer | null,
  context: ContentContext,
  isPacked: boolean,
): Promise<LocationUnit> {
  if (bytes === null) return "line";
  const { readSheet } = await import("./sheet-reader.ts");
  await readSheet(bytes, { ...context, rows: context.createRows("line") }, isPacked);
  return "line";
}

async function readText(
  start: Buffer,
  bytes: AsyncIterable<Buffer>,
  context: ContentContext,
  isPacked: boolean,
): Promise<LocationUnit> {
  const { faults, findings, fileName = "", format: demanded = null, sheet = null } = context;
  if (demanded !== null && !isTextFormat(demanded)) {
    const message = `the file is text and not a spreadsheet (${demanded.toUpperCase()}); leave --format out, and it is read as what it is`;
    faults.stop({ message });
    return "line";
  }
  if (sheet !== null) {
    faults.stop({ message: "--sheet: the file is text, which has no sheets; leave it out" });
    return "line";
  }
  const decoded = await decodeText(bytes, context.encoding ?? null, faults);
  const named = findFormat(fileName);
  const format = demanded ?? (named === "json" || named === "ndjson" ? named : findTextFormat(decodeStart(start)));
  const unit = format === "json" ? "record" : "line";
  const rows = context.createRows(unit);
  const details = await readers[format](decoded.pieces, { ...context, rows });
  const encoding = decoded.encoding();
  const isExpected = encoding === "utf-8" && !isPacked && details === "" && format === (demanded ?? named ?? "csv");
  if (!isExpected) findings.note(renderSource(format.toUpperCase(), encoding.toUpperCase(), details, isPacked));
  return unit;
}

/** `Read as CSV in WINDOWS-1251, separated by semicolons, unpacked from gzip`. */
function renderSource(format: string, encoding: string, details: string, isPacked: boolean): string {
  return `Read as ${format} in ${encoding}${details}${isPacked ? ", unpacked from gzip" : ""}`;
}

/** Returns what a note says of the file beside its format and encoding. */
type TextReader = (pieces: AsyncIterable<Buffer>, context: TableContext) => Promise<string>;

const separatorNames = { ",": "", ";": ", separated by semicolons", "\t": ", separated by tabs" } as const;

const readers: Readonly<Record<TextFormat, TextReader>> = {
  async csv(pieces, context) {
    const { readCsv } = await import("./csv-reader.ts");
    return separatorNames[(await readCsv(pieces, context)) ?? ","];
  },
  async json(pieces, { rows, faults }) {
    await readJson(pieces, rows, faults);
    return "";
  },
  async ndjson(pieces, { rows, faults }) {
    await readNdjson(pieces, rows, faults);
    return "";
  },
};
