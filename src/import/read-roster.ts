/** Reads a file of teachers into a roster: detects its format, and reports all of its faults. */
import type { AddedRows, Roster } from "../domain/roster.ts";
import { checkContent } from "./checks/content-check.ts";
import { createRowCheck, settleRepeatedIds } from "./checks/row-check.ts";
import type { ImportContext, ReadOptions } from "./context.ts";
import { createFaultList, createFindingList, type FileFacts, type Findings, faultsCountMax } from "./fault.ts";
import { findFormat, findTextFormat, isTextFormat, type TextFormat } from "./format.ts";
import type { Separator } from "./table/columns.ts";
import { decodeStart, decodeText } from "./text/decode-text.ts";
import { type UnpackedText, unpackFile } from "./unpack-file.ts";

export interface ImportedRoster {
  readonly roster: Roster;
  /** The id and the line of each teacher, in the order of the file. */
  readonly rows: Pick<AddedRows, "ids" | "lines">;
  readonly about: FileFacts;
  readonly findings: Findings;
  /** The keys of the names that several teachers share. */
  readonly namesakes: ReadonlySet<string>;
}

/** Throws ImportFaults if the file has faults. Errors of the input are passed on. */
export async function readTeacherFile(input: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<ImportedRoster> {
  const { onProgress, acceptsMissingIds = false } = options;
  const { acceptedNamesakes = new Map() } = options;
  const faults = createFaultList();
  if (options.onRow !== undefined) faults.about.listedMax = faultsCountMax;
  const findings = createFindingList(faults);
  const rows = createRowCheck(faults, acceptsMissingIds);
  let bytesRead = 0;

  async function* observe(): AsyncGenerator<Uint8Array> {
    for await (const chunk of input) {
      bytesRead += chunk.byteLength;
      yield chunk;
      onProgress?.(bytesRead, rows.builder.added);
    }
  }

  const observed = observe();
  // The input must be closed here, because reading may stop before its end, or even before its first byte.
  const format = await readContent(observed, { options, rows, faults, findings }).finally(() =>
    observed.return(undefined),
  );
  onProgress?.(bytesRead, rows.builder.added);
  if (rows.builder.added === 0 && faults.count === 0) faults.add({ message: { code: "noTeachers" } });
  // Rows and texts can only be compared with each other if the whole file was read.
  if (faults.stopped) throw faults.toError(findings);
  // The garbage of the stage before would add to the peak of the next one.
  Bun.gc(true);
  const hasPosts = format === "csv" || format === null;
  const settled = settleRepeatedIds(rows, { hasPosts, acceptsMissingIds }, faults, findings);
  const { ids, lines } = settled.addedRows();
  const contentOptions = { isText: format !== null, acceptedNamesakes };
  const { builder, namesakes } = checkContent(settled, faults, findings, contentOptions);
  if (faults.count > 0) throw faults.toError(findings);
  return { roster: builder.finish(), rows: { ids, lines }, about: faults.about, findings, namesakes };
}

/** Adds the rows of a file. Returns the format of a text; null for a spreadsheet, or if reading stopped. */
async function readContent(input: AsyncIterable<Uint8Array>, context: ImportContext): Promise<TextFormat | null> {
  const file = await unpackFile(input, context.faults);
  if (file === null) return null;
  if (file.text !== null) return readText(file.text, context, file.isPacked);
  const { readSheet } = await import("./spreadsheet/sheet-reader.ts");
  await readSheet(file.spreadsheet!, context, file.isPacked);
  return null;
}

async function readText(
  { start, bytes }: UnpackedText,
  context: ImportContext,
  isPacked: boolean,
): Promise<TextFormat | null> {
  const { options, faults, findings } = context;
  const { format: demanded = null, sheet = null } = options;
  if (demanded !== null && !isTextFormat(demanded)) {
    faults.stop({ message: { code: "notSpreadsheet", wanted: demanded } });
    return null;
  }
  if (sheet !== null) {
    faults.stop({ message: { code: "textHasNoSheets" } });
    return null;
  }
  const pieces = decodeText(bytes, options.encoding ?? null, faults);
  const named = findFormat(options.fileName ?? "");
  const format = demanded ?? (named === "json" || named === "ndjson" ? named : findTextFormat(decodeStart(start)));
  const separator = await readRows(format, pieces, context);
  const { encoding } = faults.about;
  const isUsual = encoding === "utf-8" && !isPacked && (separator ?? ",") === ",";
  if (!isUsual || format !== (demanded ?? named ?? "csv")) {
    findings.note({ code: "readText", format, encoding, separator, isUnpacked: isPacked });
  }
  return format;
}

/** Returns the separator of the fields; null if the format has none. Loads only the reader of the format. */
async function readRows(
  format: TextFormat,
  pieces: AsyncIterable<Buffer>,
  context: ImportContext,
): Promise<Separator | null> {
  if (format === "csv") return (await import("./csv/csv-reader.ts")).readCsv(pieces, context);
  const { readJson, readNdjson } = await import("./json/json-reader.ts");
  await (format === "json" ? readJson : readNdjson)(pieces, context);
  return null;
}
