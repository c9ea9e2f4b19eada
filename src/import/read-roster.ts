/** Reads a file of teachers into a roster: detects its format, and reports all of its faults. */
import { collectNow } from "../domain/garbage.ts";
import { type AddedRows, createRosterBuilder, type Roster } from "../domain/roster.ts";
import { checkContent } from "./checks/content-check.ts";
import { createRowCheck, type RowCheck, type RowFacts, settleRepeatedIds } from "./checks/row-check.ts";
import type { AcceptedNamesakes } from "./checks/row-comparison.ts";
import { createFaultList, createFindingList, type Findings, faultsCountMax, locateLine } from "./fault.ts";
import {
  findFormat,
  findTextFormat,
  type ImportFormat,
  isTextFormat,
  type TextEncoding,
  type TextFormat,
} from "./format.ts";
import type { ColumnMap } from "./headings.ts";
import type { LocationUnit } from "./message.ts";
import type { Columns, Separator } from "./table/columns.ts";
import type { TableContext } from "./table/table-reader.ts";
import { decodeStart, decodeText } from "./text/decode-text.ts";
import { unpackFile } from "./unpack-file.ts";

export interface ReadOptions {
  /** The format that the user named; null or absent to detect it. */
  readonly format?: ImportFormat | null;
  /** The name of the file. Its extension may show the format. */
  readonly fileName?: string;
  /** The encoding that the user named. */
  readonly encoding?: TextEncoding | null;
  /** The name or number of the sheet that the user named. */
  readonly sheet?: string | null;
  /** Whether all sheets with a table are read. */
  readonly allSheets?: boolean;
  /** The headings that the user named. */
  readonly columnMap?: ColumnMap;
  /** Whether teachers may come without an id; they get a placeholder, see `assignIds`. */
  readonly acceptsMissingIds?: boolean;
  /** Whether warnings are faults. */
  readonly isStrict?: boolean;
  /** Whether safe repairs are made. */
  readonly isCleaning?: boolean;
  /** Rows that are left out because they are not teachers. */
  readonly isLeftOut?: (line: number, sheet: string | null) => boolean;
  /** Teachers with the same name who are known to be different people. */
  readonly acceptedNamesakes?: AcceptedNamesakes;
  /** Called for every row of a table that is not blank, in order. If set, all faults are listed, not only the first. */
  readonly onRow?: ((fields: readonly string[], line: number, sheet: string | null) => void) | undefined;
  /** Called for the header of each table, with the last of its lines; without columns if it has faults. */
  readonly onHeader?: ((columns: Columns | undefined, line: number, sheet: string | null) => void) | undefined;
  /** Called after every chunk and at the end. */
  readonly onProgress?: (bytesRead: number, teachers: number) => void;
}

export interface ImportedRoster {
  readonly roster: Roster;
  /** The id and the location of each teacher, in the order of the file. */
  readonly rows: Pick<AddedRows, "ids" | "lines">;
  readonly unit: LocationUnit;
  /** The line within its sheet, and the sheet if several are read. */
  readonly locate: (line: number) => [line: number, sheet: string | null];
  readonly findings: Findings;
  /** The keys of the names that several teachers share. */
  readonly namesakes: ReadonlySet<string>;
}

/** Throws ImportFaults if the file has faults. Errors of the input are passed on. */
export async function readTeacherFile(input: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<ImportedRoster> {
  const {
    onProgress,
    onRow,
    onHeader,
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
  const { unit, isTable, isText } = await readContent(observed, {
    ...options,
    faults,
    findings,
    onRow: onRow && ((fields, line) => onRow(fields, ...locate(line))),
    onHeader: onHeader && ((columns, line) => onHeader(columns, ...locate(line))),
    isLeftOut: isLeftOut && ((line) => isLeftOut(...locate(line))),
    header: { columnMap, acceptsMissingIds },
    createRows: (unit) => createRowCheck(builder, faults, unit, acceptsMissingIds, facts),
  }).finally(() => observed.return(undefined));
  onProgress?.(bytesRead, builder.added);
  if (builder.added === 0 && faults.count === 0) faults.add({ message: { code: "noTeachers" } });
  // Rows and texts can only be compared with each other if the whole file was read.
  if (faults.stopped) throw faults.toError(findings);
  collectNow();
  const settled = settleRepeatedIds(builder, facts, { unit, hasPosts: isTable, acceptsMissingIds }, faults, findings);
  const { acceptedNamesakes } = options;
  const { ids, lines } = settled.addedRows();
  const checked = checkContent(settled, faults, findings, { unit, isText, isCleaning, acceptedNamesakes });
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

/** How the rows were read: the unit of their locations, whether the file is a table, and whether it is text. */
interface ReadRows {
  readonly unit: LocationUnit;
  readonly isTable: boolean;
  readonly isText: boolean;
}

const tableRows: ReadRows = { unit: "line", isTable: true, isText: false };

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
  return { unit, isTable: format === "csv", isText: true };
}

/** Returns the separator of the fields; null if the format has none. */
type TextReader = (pieces: AsyncIterable<Buffer>, context: TableContext) => Promise<Separator | null>;

/** Each reader loads its code when it runs, because a process reads only one file. */
const readers: Readonly<Record<TextFormat, TextReader>> = {
  async csv(pieces, context) {
    const { readCsv } = await import("./csv/csv-reader.ts");
    return readCsv(pieces, context);
  },
  async json(pieces, { rows, faults }) {
    const { readJson } = await import("./json/json-reader.ts");
    await readJson(pieces, rows, faults);
    return null;
  },
  async ndjson(pieces, { rows, faults }) {
    const { readNdjson } = await import("./json/json-reader.ts");
    await readNdjson(pieces, rows, faults);
    return null;
  },
};
