/**
 * The import command: publishes a file. Prints the database first, so nobody publishes to the wrong one without
 * noticing.
 */
import { createReadStream, existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { VersionSource } from "../../domain/publication.ts";
import type { AcceptedNamesakes } from "../../import/checks/row-comparison.ts";
import { type Fault, type Findings, ImportFaults, locateLine } from "../../import/fault.ts";
import type { ImportedRoster } from "../../import/read-roster.ts";
import { renderFaultsWorkbook } from "../../publishing/faults/faults-workbook.ts";
import { createTableCollector, type TableCollector } from "../../publishing/faults/table-collector.ts";
import { renderFaults, renderFindings } from "../../publishing/file-lines.ts";
import { reviewAsFirst } from "../../publishing/publish-reviewed.ts";
import { findAcceptedNamesakes } from "../../publishing/review.ts";
import { failureTexts } from "../../publishing/texts/failure-texts.ts";
import { describeRow } from "../../publishing/texts/field-labels.ts";
import { withLanguage } from "../../read/language.ts";
import { nameOfDatabase, parseDatabaseUrl } from "../../store/database-url.ts";
import { isFailure } from "../../store/failure.ts";
import { ErasedIdError } from "../../store/history/ids.ts";
import { type Store, withStore } from "../../store/store.ts";
import { limitNames, type ReadSettings, SettingError, type SettingValues, settings } from "../settings/settings.ts";
import { readUntilAborted, withInterruption } from "../terminal/interruption.ts";
import { ask, canAsk, fail, nameUnreadable, printError } from "../terminal/output.ts";
import { createProgress } from "../terminal/progress.ts";
import { checkWholeFile, writeWholeFile } from "../terminal/whole-file.ts";
import { importTexts } from "./import-texts.ts";
import { publishAsking, showOutcome } from "./publish-asking.ts";

/** Checks a file, and publishes it as the new content of the directory. */
export function importFile(
  settings: SettingValues,
  [file = ""]: readonly string[],
  { sources }: ReadSettings,
): Promise<number> {
  const { database, dryRun, lang } = settings;
  if (settings.sheet !== null && settings.allSheets) {
    throw new SettingError("--sheet names one sheet, and --all-sheets reads all; use one of the two");
  }
  const { format } = settings;
  if (format === "excel" || format === "tsv")
    throw new SettingError(`--format: "${format}" can only be exported; leave it out, and the format is detected`);
  if (settings.faults !== null) checkWholeFile(settings.faults, "--faults");
  return withInterruption("published", async (interruption) => {
    printTarget(settings, sources);
    if (!(await confirmCreation(settings, sources, interruption.signal))) return fail(importTexts.nothingPublished);
    const collector = settings.faults === null ? null : createTableCollector();
    const imported = await readFile(file, settings, collector, interruption.signal).catch(async (error: Error) => {
      if (!(error instanceof ImportFaults)) throw nameUnreadable(file, error);
      await writeFaults(settings, collector, error.faults, error.findings);
      printError(withLanguage(lang, () => renderFaults(error)));
      return null;
    });
    if (imported === null) return 1;
    const { roster, findings, namesakes } = imported;
    printError(withLanguage(lang, () => renderFindings(findings)));
    await writeFaults(settings, collector, [], findings);
    const source: VersionSource = file === "-" ? { kind: "input" } : { kind: "file", name: basename(file) };
    const intent = { source, acceptedNames: settings.acceptNamesakes ? namesakes : null };
    const publish = (store: Store): Promise<number> =>
      publishAsking(store, roster, intent, settings, interruption).catch((error: Error) => {
        if (!(error instanceof ErasedIdError)) throw error;
        throw new Error(withLanguage(lang, () => failureTexts.erasedIds(locateIds(error.ids, imported))));
      });
    const options = { create: !dryRun, migrates: !dryRun } as const;
    return withStore(database, options, publish).catch(async (error: Error) => {
      if (!dryRun || !isFailure(error, "missing", "empty")) throw error;
      const target = { database: nameOfDatabase(database), isMissing: error.code === "missing" };
      return showOutcome({ ...(await reviewAsFirst(roster)), ...target }, settings);
    });
  });
}

/** Each id with its line in the file. */
function locateIds(ids: readonly number[], { rows, about }: ImportedRoster): string[] {
  return ids.map((id) => {
    const [location, sheet] = locateLine(about, rows.lines[rows.ids.indexOf(id)]!);
    return `${id} (${describeRow({ unit: about.unit, location, sheet: sheet ?? undefined })})`;
  });
}

/** The namesakes that any version accepted; none without a database. */
function readAcceptedNamesakes(database: string): Promise<AcceptedNamesakes> {
  return withStore<AcceptedNamesakes>(database, { create: false }, findAcceptedNamesakes).catch((error: Error) => {
    // Nothing was accepted yet.
    if (!isFailure(error, "missing", "empty", "outdated")) throw error;
    return new Map();
  });
}

/** Writes the workbook of faults, and prints its path. */
async function writeFaults(
  { faults: path, lang }: SettingValues,
  collector: TableCollector | null,
  faults: readonly Fault[],
  findings: Findings | null,
): Promise<void> {
  if (path === null || collector === null || findings === null) return;
  const workbook = await withLanguage(lang, () => renderFaultsWorkbook(collector.tables, faults, findings.warnings));
  if (workbook === null) return;
  await writeWholeFile(path, [workbook], "--faults");
  printError(importTexts.wroteFaults(path));
}

/** Reads a file, or standard input for `-`, and shows progress. */
async function readFile(
  file: string,
  settings: SettingValues,
  collector: TableCollector | null,
  signal: AbortSignal,
): Promise<ImportedRoster> {
  const { readTeacherFile } = await import("../../import/read-roster.ts");
  const accepted = settings.acceptNamesakes ? "all" : await readAcceptedNamesakes(settings.database);
  const isInput = file === "-";
  const size = isInput ? null : statSync(file).size;
  // Opened last, because errors of the stream are unhandled until reading starts.
  const input = isInput ? Bun.stdin.stream() : createReadStream(file, { highWaterMark: 1024 * 1024 });
  const reading = createProgress("reading");
  return readTeacherFile(readUntilAborted(input as AsyncIterable<Uint8Array>, signal), {
    format: settings.format === "excel" || settings.format === "tsv" ? null : settings.format,
    fileName: isInput ? "" : file,
    encoding: settings.encoding,
    sheet: settings.sheet,
    allSheets: settings.allSheets,
    columnMap: settings.map ?? {},
    acceptsMissingIds: settings.keepIds,
    acceptedNamesakes: accepted,
    onRow: collector?.onRow,
    onHeader: collector?.onHeader,
    onProgress: (bytes, teachers) => reading.update(bytes, size, teachers),
  }).finally(reading.stop);
}

/**
 * Prints the database, and every limit that a variable raises: a variable that was set long ago is easily forgotten.
 */
function printTarget(values: SettingValues, sources: ReadSettings["sources"]): void {
  printError(importTexts.database(nameOfDatabase(values.database)));
  for (const name of limitNames) {
    const { long, defaultValue, defaultValueDescription: usual = "" } = settings[name];
    const source = sources[name];
    if (source === undefined || source === long || values[name] <= defaultValue) continue;
    const percent = Number((100 * values[name]).toFixed(3));
    printError(importTexts.raisedLimit(source, String(long), percent, usual));
  }
}

/**
 * Whether the import may create a missing database. Outside the folder of the program, asks before it creates the
 * default database, because servers probably use the one in that folder. Throws {@link SettingError} if there is no
 * terminal to ask on.
 */
async function confirmCreation(
  { database, yes, dryRun }: SettingValues,
  sources: ReadSettings["sources"],
  signal: AbortSignal,
): Promise<boolean> {
  const address = parseDatabaseUrl(database);
  const isNamed = sources.database !== undefined || address.engine !== "sqlite";
  if (isNamed || yes || dryRun || existsSync(address.path) || resolve() === findProgramFolder()) return true;
  const name = nameOfDatabase(database);
  if (!canAsk()) throw new SettingError(importTexts.newDatabase(name));
  return ask(importTexts.askToCreate(name), signal);
}

/**
 * The folder where the program is installed: the checkout, the folder of the executable, or the parent of its `bin` or
 * `dist`.
 */
function findProgramFolder(): string {
  if (!Bun.isStandaloneExecutable) return join(import.meta.dir, "../../..");
  const folder = dirname(process.execPath);
  return ["bin", "dist"].includes(basename(folder)) ? dirname(folder) : folder;
}
