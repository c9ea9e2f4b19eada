/** The internal command that reads an upload: a process of its own, without the database, that can be ended at any time. */
import { createReadStream, writeSync } from "node:fs";
import type { Namesakes } from "../../domain/changes/namesakes.ts";
import type { Lang } from "../../domain/lang.ts";
import { type Findings, ImportFaults } from "../../import/fault.ts";
import { type ImportedRoster, readTeacherFile } from "../../import/read-roster.ts";
import type { Answers } from "../../publishing/answers.ts";
import { createRowCollector, renderFaultsWorkbook } from "../../publishing/faults-workbook.ts";
import { setLanguage } from "../../publishing/texts/language.ts";
import { readDescriptor } from "./private-file.ts";
import { type FileRow, locationOf, type ReadingHead, type ReadTeacher, textsAt } from "./reading.ts";

/** What the process is told, in a file: arguments and variables are seen by others. */
export interface ReadRequest {
  readonly fileName: string;
  readonly answers: Answers;
  /** The locations of rows that are not teachers. */
  readonly leftOut: readonly string[];
  /** The teachers who are known to be different people of one name; "all" if all are. */
  readonly namesakes: readonly (readonly [key: string, ids: Namesakes])[] | "all";
  /** The language of the workbook with what to correct; null for a reading. */
  readonly workbookIn: Lang | null;
}

/** The standard streams are the upload and what is written. */
const requestDescriptor = 3;
/** So many rows show which column is what. */
const startRows = 8;
/** Longer cells are clipped where the first rows are shown. */
const cellLengthMax = 80;
/** What is written at most: three times as much as a list that may be uploaded. */
const writtenMax = 64 * 1024 * 1024;
const writtenAtOnce = 1024 * 1024;

/** Reads standard input, a file, and writes a reading or a workbook to standard output, a file. Returns the exit code. */
export async function runReadUpload(): Promise<number> {
  const request = JSON.parse(readDescriptor(requestDescriptor).toString()) as ReadRequest;
  let waiting: Uint8Array[] = [];
  let [length, written] = [0, 0];
  const flush = (): void => {
    const bytes = Buffer.concat(waiting);
    written += bytes.length;
    if (written > writtenMax) throw new Error("The file has more text than a list of teachers");
    for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
    [waiting, length] = [[], 0];
  };
  for await (const piece of request.workbookIn === null ? renderReading(request) : renderWorkbook(request)) {
    waiting.push(piece);
    length += piece.byteLength;
    if (length >= writtenAtOnce) flush();
  }
  flush();
  return 0;
}

/** Reads the file. Faults are a result too. */
async function read(
  request: ReadRequest,
  onRow: (cells: readonly string[], line: number, sheet: string | null) => void,
) {
  const { fileName, answers, namesakes } = request;
  const leftOut = new Set(request.leftOut);
  // A position, because whoever started this process shares the file and has written it.
  const input = createReadStream("", { fd: 0, start: 0, autoClose: false, highWaterMark: 1024 * 1024 });
  try {
    const imported: ImportedRoster = await readTeacherFile(input as AsyncIterable<Uint8Array>, {
      fileName,
      columnMap: answers.columnMap,
      sheet: answers.sheet,
      allSheets: answers.allSheets,
      acceptsMissingIds: answers.givesIds,
      acceptedNamesakes: namesakes === "all" ? "all" : new Map(namesakes),
      isLeftOut: (line, sheet) => leftOut.has(locationOf(line, sheet)),
      onRow,
    });
    return { imported, faults: { listed: [], count: 0 }, findings: imported.findings };
  } catch (error) {
    if (!(error instanceof ImportFaults)) throw error;
    return { imported: null, faults: { listed: error.faults, count: error.count }, findings: error.findings };
  }
}

/** The file with a column that says what to correct; nothing if there is nothing to correct. */
async function* renderWorkbook(request: ReadRequest): AsyncGenerator<Uint8Array> {
  setLanguage(request.workbookIn!);
  const collector = createRowCollector();
  const { faults, findings } = await read(request, collector.onRow);
  const workbook = await renderFaultsWorkbook(collector.rows, faults.listed, findings ?? { warnings: new Map() });
  if (workbook !== null) yield workbook;
}

async function* renderReading(request: ReadRequest): AsyncGenerator<Uint8Array> {
  const start: FileRow[] = [];
  const { imported, faults, findings } = await read(request, (cells, line, sheet) => {
    if (start.length < startRows) start.push({ line, sheet, cells: cells.map((cell) => cell.slice(0, cellLengthMax)) });
  });
  const namesakes = [...(imported?.namesakes ?? [])];
  const encode = (line: ReadingHead | ReadTeacher): Uint8Array => Buffer.from(`${JSON.stringify(line)}\n`);
  yield encode({ faults: firstOf(faults), start, namesakes, ...listFindings(findings) });
  if (imported === null) return;
  const { roster, rows, locate } = imported;
  const lines = new Map(Array.from(rows.ids, (id, i) => [id, rows.lines[i]!]));
  for (let position = 0; position < roster.count; position++) {
    const id = roster.ids[position]!;
    yield encode([id, locationOf(...locate(lines.get(id)!)), ...textsAt(roster, position)]);
  }
}

/** The most faults of a kind that a page shows. The workbook has all. */
const shownMax = 200;

function firstOf({ listed, count }: ReadingHead["faults"]): ReadingHead["faults"] {
  return { listed: listed.slice(0, shownMax), count };
}

function listFindings(findings: Findings | null): Omit<ReadingHead, "faults" | "start" | "namesakes"> {
  const none = { listed: [], count: 0 };
  if (findings === null) return { notes: [], skipped: none, repairs: none, warnings: [] };
  const { notes, skipped, repairs, warnings } = findings;
  const listed = [...warnings].map(([code, group]) => [code, firstOf(group)] as const);
  return { notes, skipped: firstOf(skipped), repairs: firstOf(repairs), warnings: listed };
}
