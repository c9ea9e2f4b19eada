/** The import command: from a file to a publication. */
import { createReadStream, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Findings } from "../import/findings.ts";
import type { Reading } from "../import/read-roster.ts";
import { describeSystemError } from "../server/system-error.ts";
import { DatabaseMissingError } from "../store/engine.ts";
import type { PublishResult, Store } from "../store/store.ts";
import { log, print, printError, report } from "./output.ts";
import { createProgress } from "./progress.ts";
import type { SettingValues } from "./settings.ts";
import { withStore } from "./with-store.ts";

/** Checks a file, and publishes it as the new content of the directory. */
export async function importFile(settings: SettingValues, file: string): Promise<number> {
  const { database, dryRun } = settings;
  const fromInput = file === "-";
  const { roster, findings } = await readFile(fromInput ? null : file, settings).catch(
    (error: Error & { syscall?: string }) => {
      if (error.syscall === undefined) throw error;
      // Node's own message, `EISDIR: illegal operation on a directory, read`, does not always name the file.
      throw new Error(`"${file}" can't be read: ${describeSystemError(error)}`);
    },
  );
  printFindings(findings);
  const publish = async (store: Store): Promise<number> => {
    const source = fromInput ? "standard input" : basename(file);
    const writing = createProgress("Writing");
    const onWritten = (rows: number, total: number): void => writing.update(rows, total, rows);
    const result = await store.publish(roster, { source, dryRun, onWritten }).finally(writing.stop);
    const show = dryRun ? print : report;
    show(renderResult(result, dryRun, store.database.name));
    return 0;
  };
  return withStore(database, publish, { wanted: "writable", create: !dryRun }).catch((error: Error) => {
    if (!dryRun || !(error instanceof DatabaseMissingError)) throw error;
    const added = { publication: null, published: false, added: roster.count, changed: 0, removed: 0, unchanged: 0 };
    print(renderResult(added, dryRun, `${error.databaseName}, which does not exist yet`));
    return 0;
  });
}

/** Reads a file, or standard input for null, and shows progress. */
async function readFile(file: string | null, settings: SettingValues): Promise<Reading> {
  const { readTeacherFile } = await import("../import/read-roster.ts");
  const size = file === null ? null : statSync(file).size;
  // Opened last, because errors of the stream are only seen once it is read.
  const input = file === null ? Bun.stdin.stream() : createReadStream(file, { highWaterMark: 1024 * 1024 });
  const reading = createProgress("Reading");
  return readTeacherFile(input as AsyncIterable<Uint8Array>, {
    format: settings.format,
    fileName: file ?? "",
    encoding: settings.encoding,
    sheet: settings.sheet,
    columnMap: settings.map ?? {},
    isStrict: settings.strict,
    isCleaning: settings.clean,
    onProgress: (bytes, teachers) => reading.update(bytes, size, teachers),
  }).finally(reading.stop);
}

/** Says how the file was read, and what is odd about it. */
function printFindings({ notes, repairs, warnings, warningCount }: Findings): void {
  const lines = [
    ...notes,
    ...repairs.map((line) => `Repaired ${line}`),
    ...warnings.map((line) => `Warning: ${line}`),
    ...(warningCount === null ? [] : [`${warningCount}; --clean repairs what is safe, and --strict refuses the file`]),
  ];
  printError(lines.map((line) => `${line}\n`).join(""));
}

/** Publishes the sample like any other file. */
export async function publishSample(store: Store): Promise<void> {
  if ((await store.findCurrent()) !== null) return;
  const file = join(import.meta.dir, "../../sample/teachers.csv");
  const { readRoster } = await import("../import/read-roster.ts");
  const roster = await readRoster(createReadStream(file), { format: "csv" });
  await store.publish(roster, { source: "sample/teachers.csv", dryRun: false });
  log("sample.published", { teachers: roster.count });
}

function renderResult(result: PublishResult, dryRun: boolean, database: string): string {
  const { added, changed, removed, unchanged, publication, published } = result;
  const counts = `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged`;
  const render = (): string => {
    if (published) return `Published version ${publication!.version}: ${counts}`;
    if (publication !== null)
      return `Nothing to publish: ${counts}; version ${publication.version} already has this content`;
    return `${dryRun ? "Would publish" : "Published"}: ${counts}`;
  };
  return `${render()} (database ${database})\n`;
}
