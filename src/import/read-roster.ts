/** Reads a file of teachers into a roster: finds out what the file is, and reports all of its faults. */
import { type AddedRows, createRosterBuilder, type Roster } from "../domain/roster.ts";
import { checkContent } from "./checks/content-check.ts";
import type { AcceptedNamesakes } from "./checks/duplicates.ts";
import { type RowFacts, settleRepeatedIds } from "./checks/repeated-ids.ts";
import { createRowCheck, type RowCheck } from "./checks/row-check.ts";
import { createFaultList, createFindingList, type Findings, faultsCountMax, locateLine } from "./fault.ts";
import {
  findFormat,
  findTextFormat,
  type ImportFormat,
  isTextFormat,
  type TextEncoding,
  type TextFormat,
} from "./format.ts";
import { readJson, readNdjson } from "./json/json-reader.ts";
import type { LocationUnit } from "./message.ts";
import type { Separator } from "./table/columns.ts";
import type { ColumnMap } from "./table/headings.ts";
import type { TableContext } from "./table/table-reader.ts";
import { decodeStart, decodeText } from "./text/decode-text.ts";
import { unpackFile } from "./unpack-file.ts";

export interface ReadOptions {
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
  /** The headings that the user named. */
  readonly columnMap?: ColumnMap;
  /** Whether teachers may come without an id; they get a placeholder, see `assignIds`. */
  readonly acceptsMissingIds?: boolean;
  /** Whether warnings are faults. */
  readonly isStrict?: boolean;
  /** Whether what is safe to repair is repaired. */
  readonly isCleaning?: boolean;
  /** Rows that are left out because they are not teachers. */
  readonly isLeftOut?: (line: number, sheet: string | null) => boolean;
  /** The teachers who are known to be different people of one name. */
  readonly acceptedNamesakes?: AcceptedNamesakes;
  /** Called for every row of a table that is not blank, in its order; the faults then list all rows. */
  readonly onRow?: ((fields: readonly string[], line: number, sheet: string | null) => void) | undefined;
  /** Called after every chunk and at the end. */
  readonly onProgress?: (bytesRead: number, teachers: number) => void;
}

export interface ImportedRoster {
  readonly roster: Roster;
  /** Where each teacher was read, in the order of the file. */
  readonly rows: Pick<AddedRows, "ids" | "lines">;
  readonly unit: LocationUnit;
  /** The line within its sheet, and the sheet if several are read. */
  readonly locate: (line: number) => [line: number, sheet: string | null];
  readonly findings: Findings;
  /** The keys of the names that several teachers share. */
  readonly namesakes: ReadonlySet<string>;
}

/** Throws ImportFaults for what is wrong with the file; what the input throws is passed on. */
export async function readTeacherFile(input: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<ImportedRoster> {
  const {
    onProgress,
    onRow,
    isLeftOut,
    columnMap = {},
    acceptsMissingIds = false,
    isStrict = false,
    isCleaning = false,
  } = options;
  const builder = createRosterBuilder();
  const faults = createFaultList(onRow === undefined ? {} : { listedMax: faultsCountMax });
  const findings = createFindingList(faults, isStrict);
  const facts: RowFacts = { shares: [], personnelNumbers: [] };
  const locate = (line: number): [number, string | null] => locateLine(faults.about, line);
  let bytesRead = 0;

  async function* observe(): AsyncGenerator<Uint8Array> {
    for await (const chunk of input) {
      bytesRead += chunk.byteLength;
      yield chunk;
      onProgress?.(bytesRead, builder.added);
    }
  }

  const observed = observe();
  // Reading may stop before the end, and even before the first byte is passed on.
  const { unit, isTable } = await readContent(observed, {
    ...options,
    faults,
    findings,
    onRow: onRow && ((fields, line) => onRow(fields, ...locate(line))),
    isLeftOut: isLeftOut && ((line) => isLeftOut(...locate(line))),
    header: { columnMap, acceptsMissingIds },
    createRows: (unit) => createRowCheck(builder, faults, unit, acceptsMissingIds, facts),
  }).finally(() => observed.return(undefined));
  onProgress?.(bytesRead, builder.added);
  if (builder.added === 0 && faults.count === 0) faults.add({ message: { code: "noTeachers" } });
  // Of a file that was not read to its end, neither rows nor texts are a measure of each other.
  if (faults.stopped) throw faults.toError(findings);
  const settled = settleRepeatedIds(builder, facts, { unit, hasPosts: isTable, acceptsMissingIds }, faults, findings);
  const { acceptedNamesakes } = options;
  const { ids, lines } = settled.addedRows();
  const checked = checkContent(settled, faults, findings, { unit, isCleaning, acceptedNamesakes });
  if (faults.count > 0) throw faults.toError(findings);
  return {
    roster: checked.builder.finish(),
    rows: { ids, lines },
    unit,
    locate,
    findings,
    namesakes: checked.namesakes,
  };
}

interface ContentContext
  extends Omit<TableContext, "rows">,
    Pick<ReadOptions, "format" | "fileName" | "encoding" | "sheet" | "allSheets"> {
  readonly createRows: (unit: LocationUnit) => RowCheck;
}

/** The unit of the locations of rows, and whether they are those of a table. */
interface ReadRows {
  readonly unit: LocationUnit;
  readonly isTable: boolean;
}

const tableRows: ReadRows = { unit: "line", isTable: true };

/** Adds the rows of a file. */
async function readContent(input: AsyncIterable<Uint8Array>, context: ContentContext): Promise<ReadRows> {
  const file = await unpackFile(input, context.faults);
  if (file === null) return tableRows;
  const { text, spreadsheet, isPacked } = file;
  if (text !== null) return readText(text.start, text.bytes, context, isPacked);
  const { readSheet } = await import("./spreadsheet/sheet-reader.ts");
  await readSheet(spreadsheet!, { ...context, rows: context.createRows("line") }, isPacked);
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
