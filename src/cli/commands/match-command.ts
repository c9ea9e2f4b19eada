/** The match command: who is meant by the written names in a file, as CSV. */
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDirectory, type Directory } from "../../directory/directory.ts";
import { matchCell, type NameMatch } from "../../directory/search/match.ts";
import { quoteCsvField } from "../../domain/csv-field.ts";
import { normalizeText } from "../../domain/names/names.ts";
import type { Publication } from "../../domain/publication.ts";
import type { Verdict } from "../../domain/readings.ts";
import { textLengthMax } from "../../domain/teacher.ts";
import { type Image, openNewestImage } from "../../image/image-file.ts";
import { createFaultList } from "../../import/fault.ts";
import { readUtf8 } from "../../import/text/decode-text.ts";
import { readLines } from "../../import/text/lines.ts";
import { buildImage } from "../../server/follow/build-image.ts";
import { imageFolderBeside } from "../../store/database-url.ts";
import type { Store } from "../../store/store.ts";
import type { SettingValues } from "../settings/settings.ts";
import { fail, printAll, printError } from "../terminal/output.ts";
import { createProgress } from "../terminal/progress.ts";
import { describeFileError, systemTexts } from "../terminal/system-texts.ts";
import { withStore } from "../with-store.ts";
import { historyTexts } from "./history-texts.ts";

/** The most names in a file: all are read and checked before the first one is matched. */
const namesMax = 1_000_000;

/** Rows between two writes: a few milliseconds of work. */
const rowsPerPiece = 100;

/** Matches the names in a file, one per line, against the published directory. Returns the exit code. */
export async function matchFile({ database, dataDir }: SettingValues, file: string): Promise<number> {
  const names = await readNames(file);
  const match = async (store: Store): Promise<number> => {
    const current = await store.findCurrent();
    if (current === null) return fail(historyTexts.nothingToMatch(store.database.name));
    const folder = dataDir ?? imageFolderBeside(database);
    const directory = createDirectory(await openImageOf(store, current, folder));
    const counts: Record<Verdict, number> = { one: 0, several: 0, none: 0 };
    await printAll(renderMatches(directory, names, counts));
    printError(historyTexts.matched(names.length, counts, current.version, store.database.name));
    return 0;
  };
  return withStore(database, match, { create: false });
}

/** The names in a file, or in standard input for `-`; blank lines are skipped. Throws `ImportFaults`, and if it can't be read. */
async function readNames(file: string): Promise<string[]> {
  const names: string[] = [];
  const faults = createFaultList();
  const input = file === "-" ? Bun.stdin.stream() : createReadStream(file);
  try {
    await readLines(readUtf8(input as AsyncIterable<Uint8Array>, faults), faults, true, (text, _, line) => {
      const name = normalizeText(text);
      if (name === "") return;
      const { length } = [...name.slice(0, 2 * textLengthMax + 1)];
      if (length > textLengthMax) {
        faults.stop({ line, message: { code: "nameTooLong", max: textLengthMax } });
      } else if (names.length === namesMax) {
        faults.stop({ line, message: { code: "tooManyNames", max: namesMax } });
      } else names.push(name);
    });
  } catch (error) {
    if ((error as { syscall?: string }).syscall === undefined) throw error;
    throw new Error(systemTexts.unreadable(file, describeFileError(error as Error)));
  }
  if (faults.count > 0) throw faults.toError();
  return names;
}

/** The image of a version: the servers' one if it is there, otherwise one that is built for this command. */
async function openImageOf(store: Store, { id }: Publication, folder: string): Promise<Image> {
  const newest = await openNewestImage(folder, () => {});
  if (newest?.publication.id === id) return newest;
  const ownFolder = mkdtempSync(join(tmpdir(), "teachers-match-"));
  const building = createProgress("building");
  try {
    await buildImage(store, ownFolder, (rows, total) => building.update(rows, total, rows));
    const built = await openNewestImage(ownFolder, () => {});
    if (built === null) throw new Error(`The image that was built in ${ownFolder} can't be opened`);
    return built;
  } finally {
    building.stop();
    rmSync(ownFolder, { recursive: true });
  }
}

/** The rows as CSV (RFC 4180), after a header line. Counts the verdicts. */
function* renderMatches(
  directory: Directory,
  names: readonly string[],
  counts: Record<Verdict, number>,
): Generator<string, void> {
  const matching = createProgress("matching");
  yield "cell,name,verdict,reading,id,full_name,candidates\r\n";
  let cell = 0;
  for (let start = 0; start < names.length; start += rowsPerPiece) {
    let rows = "";
    for (const name of names.slice(start, start + rowsPerPiece)) {
      for (const match of finish(matchCell(directory.content, name, cell++))) {
        counts[match.verdict]++;
        rows += renderRow(directory, match);
      }
    }
    yield rows;
    const done = Math.min(start + rowsPerPiece, names.length);
    matching.update(done, names.length, done);
  }
  matching.stop();
}

function renderRow({ teacherAt }: Directory, match: NameMatch): string {
  const { cell, name, verdict, reading, position } = match;
  const teacher = position === null ? null : teacherAt(position);
  const candidates = match.candidates.map(teacherAt).map(({ id, full_name }) => `${id} ${full_name}`);
  const about = [teacher?.id.toString() ?? "", teacher?.full_name ?? "", candidates.join("; ")];
  return `${[String(cell), name, verdict, reading ?? "", ...about].map(quoteCsvField).join(",")}\r\n`;
}

/** Runs a task at once: nothing else waits in this process. */
function finish<Result>(task: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = task.next();
    if (done) return value;
  }
}
