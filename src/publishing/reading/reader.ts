/** The internal command that reads a file: a process of its own, without the database, that can be ended at any time. */
import { createReadStream, writeFileSync } from "node:fs";
import { textAtPosition } from "../../domain/roster.ts";
import { textFieldNames } from "../../domain/teacher.ts";
import { type FindingGroup, ImportFaults } from "../../import/fault.ts";
import { type ImportedRoster, type ReadOptions, readTeacherFile } from "../../import/read-roster.ts";
import { createRowCollector, renderFaultsWorkbook } from "../faults-workbook.ts";
import { setLanguage } from "../texts/language.ts";
import type { ReadRequest } from "./read-apart.ts";
import { type FileRow, placeOf, type WrittenReading } from "./reading.ts";

/** The file. Standard input is the request, and standard output another file. */
const fileDescriptor = 3;
/** This many rows show which column is what; longer cells are clipped there. */
const [startRows, cellLengthMax] = [8, 80];
/** The most faults of a kind that a page shows. The workbook has all. */
const shownMax = 200;
/** What is written at most: three times as much as a list that may be uploaded. */
const writtenMax = 64 * 1024 * 1024;

/** Writes a reading, or the workbook of what to correct. Returns the exit code. */
export async function runReader(): Promise<number> {
  const request = JSON.parse(await Bun.stdin.text()) as ReadRequest;
  const written = request.workbookIn === null ? await writeReading(request) : await writeWorkbook(request);
  if (written.length > writtenMax) throw new Error("The file has more text than a list of teachers");
  writeFileSync(1, written);
  return 0;
}

/** Reads the file. Faults are a result too. */
async function read({ fileName, answers, namesakes, leftOut }: ReadRequest, onRow: NonNullable<ReadOptions["onRow"]>) {
  // A position, because the file was written through the same descriptor.
  const options = { fd: fileDescriptor, start: 0, autoClose: false, highWaterMark: 1024 * 1024 };
  try {
    const imported = await readTeacherFile(createReadStream("", options) as AsyncIterable<Uint8Array>, {
      fileName,
      columnMap: answers.columnMap,
      sheet: answers.sheet,
      allSheets: answers.allSheets,
      acceptsMissingIds: answers.givesIds,
      acceptedNamesakes: namesakes === "all" ? "all" : new Map(namesakes),
      isLeftOut: (line, sheet) => leftOut.includes(placeOf(line, sheet)),
      onRow,
    });
    return { imported, faults: { listed: [], count: 0 }, findings: imported.findings };
  } catch (error) {
    if (!(error instanceof ImportFaults)) throw error;
    return { imported: null, faults: { listed: error.faults, count: error.count }, findings: error.findings };
  }
}

/** The file with a column that says what to correct; empty if there is nothing to correct. */
async function writeWorkbook(request: ReadRequest): Promise<Uint8Array> {
  setLanguage(request.workbookIn!);
  const { rows, onRow } = createRowCollector();
  const { faults, findings } = await read(request, onRow);
  return (await renderFaultsWorkbook(rows, faults.listed, findings ?? { warnings: new Map() })) ?? new Uint8Array();
}

async function writeReading(request: ReadRequest): Promise<Uint8Array> {
  const start: FileRow[] = [];
  const { imported, faults, findings } = await read(request, (cells, line, sheet) => {
    const clipped = cells.map((cell) => cell.slice(0, cellLengthMax));
    if (start.length < startRows) start.push({ place: placeOf(line, sheet), cells: clipped });
  });
  const reading: WrittenReading = {
    faults: firstOf(faults),
    notes: findings?.notes ?? [],
    skipped: firstOf(findings?.skipped),
    repairs: firstOf(findings?.repairs),
    warnings: [...(findings?.warnings ?? [])].map(([code, group]) => [code, firstOf(group)] as const),
    start,
    namesakes: [...(imported?.namesakes ?? [])],
    teachers: imported === null ? [] : listTeachers(imported),
  };
  return Buffer.from(JSON.stringify(reading));
}

function firstOf({ listed, count }: FindingGroup = { listed: [], count: 0 }): FindingGroup {
  return { listed: listed.slice(0, shownMax), count };
}

function listTeachers({ roster, rows, locate }: ImportedRoster): WrittenReading["teachers"] {
  const lines = new Map(Array.from(rows.ids, (id, i) => [id, rows.lines[i]!]));
  return Array.from(roster.ids, (id, position) => [
    id,
    placeOf(...locate(lines.get(id)!)),
    ...textFieldNames.map((name) => textAtPosition(roster, name, position)),
  ]);
}
