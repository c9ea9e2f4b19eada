/** The match command: matches the cells of a file to teachers, and writes CSV. */
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDirectory, type Directory } from "../../directory/directory.ts";
import { matchCell, type NameMatch, openNameReader } from "../../directory/search/match.ts";
import type { Publication } from "../../domain/publication.ts";
import type { Verdict } from "../../domain/results.ts";
import { quoteCsvField } from "../../domain/teacher.ts";
import { type Image, openNewestImage } from "../../image/image-file.ts";
import { readCells } from "../../import/read-cells.ts";
import { buildImage } from "../../server/images/build-image.ts";
import { imageFolderBeside } from "../../store/database-url.ts";
import { type Store, withStore } from "../../store/store.ts";
import type { SettingValues } from "../settings/settings.ts";
import { fail, nameUnreadable, printAll, printError } from "../terminal/output.ts";
import { createProgress } from "../terminal/progress.ts";
import { historyTexts } from "./history-texts.ts";

/** Rows per write; matching them takes a few milliseconds. */
const rowsPerPiece = 100;

/** Matches the cells of a file against the published directory. Returns the exit code. */
export async function matchFile(
  { database, dataDir, ...options }: SettingValues,
  [file = ""]: readonly string[],
): Promise<number> {
  const cells = await readFile(file, options);
  const match = async (store: Store): Promise<number> => {
    const current = await store.findCurrent();
    if (current === null) return fail(historyTexts.nothingToMatch(store.database.name));
    const folder = dataDir ?? imageFolderBeside(database);
    const directory = createDirectory(await openImageOf(store, current, folder));
    const counts: Record<Verdict, number> = { one: 0, several: 0, none: 0 };
    await printAll(renderMatches(directory, cells, counts));
    printError(historyTexts.matched(counts, current.version, store.database.name));
    return 0;
  };
  return withStore(database, { create: false }, match);
}

/** The cells of a file, or of standard input for `-`. Throws `ImportFaults`, or an error if it can't be read. */
function readFile(file: string, options: Pick<SettingValues, "encoding" | "sheet">): Promise<string[]> {
  const input = file === "-" ? Bun.stdin.stream() : createReadStream(file);
  return readCells(input as AsyncIterable<Uint8Array>, { ...options, fileName: file }).catch((error: Error) => {
    throw nameUnreadable(file, error);
  });
}

/** The image of a version: the file that servers use, if it exists, otherwise an image built for this command. */
async function openImageOf(store: Store, { id }: Publication, folder: string): Promise<Image> {
  const newest = await openNewestImage(folder, () => {});
  if (newest?.publication.id === id) return newest;
  const ownFolder = mkdtempSync(join(tmpdir(), "teachers-match-"));
  const building = createProgress("building");
  try {
    await buildImage(store, ownFolder, building.update);
    const built = await openNewestImage(ownFolder, () => {});
    if (built === null) throw new Error(`The image that was built in ${ownFolder} can't be opened`);
    return built;
  } finally {
    building.stop();
    rmSync(ownFolder, { recursive: true });
  }
}

/**
 * Renders the results as CSV (RFC 4180) with a header line. Adds the number of results with each verdict to `counts`.
 */
function* renderMatches(
  directory: Directory,
  cells: readonly string[],
  counts: Record<Verdict, number>,
): Generator<string, void> {
  const matching = createProgress("matching");
  const reader = finish(openNameReader(directory.content));
  yield "cell,name,verdict,reading,id,full_name,candidates,set_aside\r\n";
  let cell = 0;
  for (let start = 0; start < cells.length; start += rowsPerPiece) {
    let rows = "";
    for (const text of cells.slice(start, start + rowsPerPiece)) {
      for (const match of finish(matchCell(reader, text, cell++))) {
        counts[match.verdict]++;
        rows += renderRow(directory, match);
      }
    }
    yield rows;
    const done = Math.min(start + rowsPerPiece, cells.length);
    matching.update(done, cells.length);
  }
  matching.stop();
}

function renderRow({ teacherAt }: Directory, match: NameMatch): string {
  const { cell, name, verdict, reading, position, setAside } = match;
  const teacher = position === null ? null : teacherAt(position);
  const candidates = match.candidates.map(teacherAt).map(({ id, full_name }) => `${id} ${full_name}`);
  const about = [teacher?.id.toString() ?? "", teacher?.full_name ?? "", candidates.join("; "), setAside.join(" ")];
  return `${[String(cell), name, verdict, reading ?? "", ...about].map(quoteCsvField).join(",")}\r\n`;
}

/** Runs a task to its end without yielding, because nothing else runs in this process. */
function finish<Result>(task: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = task.next();
    if (done) return value;
  }
}
