/**
 * The internal command that reads an uploaded file. Its process does not open the database, and can be killed at any
 * time.
 */
import { createReadStream, writeFileSync } from "node:fs";
import { textAtPosition } from "../../domain/roster.ts";
import { parseId, textFieldNames } from "../../domain/teacher.ts";
import type { ReadOptions } from "../../import/context.ts";
import { type FindingGroup, ImportFaults, locateLine } from "../../import/fault.ts";
import { type ImportedRoster, readTeacherFile } from "../../import/read-roster.ts";
import { withLanguage } from "../../read/language.ts";
import { listFileFaults, listQuestions } from "../answers.ts";
import { renderFaultsWorkbook } from "../faults/faults-workbook.ts";
import { createTableCollector } from "../faults/table-collector.ts";
import type { ReadRequest } from "./read-apart.ts";
import { type FileRow, placeText, type WrittenReading } from "./reading.ts";

/** The descriptor of the uploaded file. Standard input has the request, and standard output is another file. */
const fileDescriptor = 3;
/** The number of rows that an officer sees when choosing columns. */
const startRows = 8;
/** At most this many faults of each kind are shown on a page; the workbook has all. */
const shownMax = 200;
/** The ids of at most this many rows are kept. They are needed for rows that might not be teachers. */
const idsMax = 100_000;
/** The largest output: three times the largest upload. */
const writtenMax = 64 * 1024 * 1024;

/** Writes a reading, or the workbook of faults. Returns the exit code. */
export async function runReader(): Promise<number> {
  const request = JSON.parse(await Bun.stdin.text()) as ReadRequest;
  const written = request.workbook === null ? await writeReading(request) : await writeWorkbook(request);
  if (written.length > writtenMax) throw new Error("The file has more text than a list of teachers");
  writeFileSync(1, written);
  return 0;
}

/** Reads the file. Returns faults instead of throwing them. */
async function read(
  { fileName, answers, namesakes, leftOut }: ReadRequest,
  observer: Pick<ReadOptions, "onRow" | "onHeader">,
) {
  const { givesIds, ...named } = answers;
  // The start is explicit, because the file was written through the same descriptor, whose position is now at the end.
  const options = { fd: fileDescriptor, start: 0, autoClose: false, highWaterMark: 1024 * 1024 };
  try {
    const imported = await readTeacherFile(createReadStream("", options) as AsyncIterable<Uint8Array>, {
      fileName,
      ...named,
      acceptsMissingIds: givesIds,
      acceptedNamesakes: namesakes === "all" ? "all" : new Map(namesakes),
      isLeftOut: (line, sheet) => leftOut.includes(placeText(line, sheet)),
      ...observer,
    });
    return { imported, faults: { listed: [], count: 0 }, findings: imported.findings };
  } catch (error) {
    if (!(error instanceof ImportFaults)) throw error;
    return { imported: null, faults: { listed: error.faults, count: error.count }, findings: error.findings };
  }
}

/** The workbook of faults; empty if there are none. Faults that the page asks about are left out. */
async function writeWorkbook(request: ReadRequest): Promise<Uint8Array> {
  const { lang, published } = request.workbook!;
  const { tables, ...collector } = createTableCollector();
  const { faults, findings } = await read(request, collector);
  const { listed } = listFileFaults(faults);
  const { warnings } = findings ?? { warnings: new Map() };
  const workbook = withLanguage(lang, () => renderFaultsWorkbook(tables, listed, warnings, published));
  return (await workbook) ?? new Uint8Array();
}

async function writeReading(request: ReadRequest): Promise<Uint8Array> {
  const start: FileRow[] = [];
  const ids = new Map<string, number>();
  let idColumn = -1;
  const { imported, faults, findings } = await read(request, {
    onRow(cells, line, sheet) {
      if (start.length < startRows) start.push({ place: placeText(line, sheet), cells });
      const id = ids.size < idsMax ? parseId(cells[idColumn] ?? "") : null;
      if (id !== null) ids.set(placeText(line, sheet), id);
    },
    onHeader(columns) {
      idColumn = columns?.id ?? -1;
    },
  });
  const found = {
    faults: firstOf(faults),
    notes: findings?.notes ?? [],
    skipped: firstOf(findings?.skipped),
    repairs: firstOf(findings?.repairs),
    warnings: [...(findings?.warnings ?? [])].map(([code, group]) => [code, firstOf(group)] as const),
  };
  const reading: WrittenReading = {
    ...found,
    rowIds: listQuestions(found).rows.flatMap(({ line, sheet }) => {
      const place = placeText(line!, sheet);
      // The first rows were read before their header was known.
      const first = start.find((row) => row.place === place);
      const id = ids.get(place) ?? parseId(first?.cells[idColumn] ?? "");
      return id === null ? [] : [[place, id] as const];
    }),
    start,
    namesakes: [...(imported?.namesakes ?? [])],
    teachers: imported === null ? [] : listPlaced(imported),
  };
  return Buffer.from(JSON.stringify(reading));
}

function firstOf({ listed, count }: FindingGroup = { listed: [], count: 0 }): FindingGroup {
  return { listed: listed.slice(0, shownMax), count };
}

/** The teachers with their places in the file. */
function listPlaced({ roster, rows, about }: ImportedRoster): WrittenReading["teachers"] {
  const lines = new Map(Array.from(rows.ids, (id, i) => [id, rows.lines[i]!]));
  return Array.from(roster.ids, (id, position) => [
    id,
    placeText(...locateLine(about, lines.get(id)!)),
    ...textFieldNames.map((name) => textAtPosition(roster, name, position)),
  ]);
}
