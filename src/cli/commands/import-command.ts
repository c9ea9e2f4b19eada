/**
 * The import command: publishes a file. Prints the database first, so nobody publishes to the wrong one without
 * noticing.
 */
import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import type { VersionSource } from "../../domain/publication.ts";
import { annotate, renderAnnotated } from "../../publish/annotated.ts";
import { apply, findPublisher, nothing, readCurrent } from "../../publish/apply.ts";
import type { Current } from "../../publish/change.ts";
import { type Plan, plan } from "../../publish/plan.ts";
import { describeErased } from "../../publish/texts.ts";
import { parseAnswers, type ReadAnswers } from "../../read/answers.ts";
import { isOpenQuestion } from "../../read/issue.ts";
import { quoteText, withLanguage } from "../../read/language.ts";
import { openFile } from "../../read/open.ts";
import { findNamesakes } from "../../read/posts.ts";
import { type ReadFile, readFile, renderAnswers } from "../../read/read.ts";
import { describeSystemError } from "../../server/log/log.ts";
import { nameOfDatabase } from "../../store/database-url.ts";
import { isFailure } from "../../store/failure.ts";
import { type Store, withStore } from "../../store/store.ts";
import { SettingError, type SettingValues } from "../settings/settings.ts";
import { type Interruption, runWithProgress, untilAborted, withInterruption } from "../terminal/interruption.ts";
import { fail, printError } from "../terminal/output.ts";
import { checkWholeFile, writeWholeFile } from "../terminal/whole-file.ts";
import { confirmPlan, reportPlan, reportPublished } from "./import-confirmation.ts";
import { renderFindings } from "./import-findings.ts";

/** Checks a file, and publishes it as the new content of the directory. Returns the exit code. */
export function importFile(settings: SettingValues, [file = ""]: readonly string[]): Promise<number> {
  if (settings.sheet !== null && settings.allSheets)
    throw new SettingError("--sheet names one sheet, and --all-sheets reads all; use one of the two");
  if (settings.annotated !== null) checkWholeFile(settings.annotated, "--annotated");
  return withInterruption("published", (interruption) =>
    withLanguage(settings.lang, async () => {
      printError(`Database: ${nameOfDatabase(settings.database)}`);
      const published = await readPublished(settings, interruption.signal);
      const { read, planned } = await readAndPlan(file, settings, published.current, interruption.signal);
      if (planned === null) return 1;
      const source: VersionSource = file === "-" ? { kind: "input" } : { kind: "file", name: basename(file) };
      return publishPlan(planned, { ...published, read, source }, settings, interruption);
    }),
  );
}

/** Reads the file, prints what was found, and compares. The plan is null if the file has errors or open questions. */
async function readAndPlan(
  file: string,
  settings: SettingValues,
  current: Current,
  signal: AbortSignal,
): Promise<{ readonly read: ReadFile; readonly planned: Plan | null }> {
  const bytes = await untilAborted(readBytes(file), signal).catch((error: Error & { readonly syscall?: string }) => {
    // The message of a system error may lack the name of the file.
    if (error.syscall === undefined) throw error;
    throw new Error(`${quoteText(file)} can't be read: ${describeSystemError(error)}`);
  });
  const remembered = parseAnswers(current.newest?.answers ?? "");
  const read = await readFile(bytes, { ...optionsOf(settings), remembered }, findNamesakes(current.roster));
  // Reading a million rows leaves 200 MB of garbage, which would stay until the import ends.
  Bun.gc(true);
  const { errors, lines } = renderFindings(read);
  printError(lines);
  const planned = errors > 0 || read.issues.some(isOpenQuestion) ? null : plan(current, read);
  await writeAnnotated(bytes, read, planned, settings);
  return { read, planned };
}

interface Compared extends Published {
  readonly read: ReadFile;
  readonly source: VersionSource;
}

/** Has the plan confirmed, and publishes it. Compares again if somebody else publishes meanwhile. */
async function publishPlan(
  planned: Plan,
  { current, isMissing, read, source }: Compared,
  settings: SettingValues,
  interruption: Interruption,
): Promise<number> {
  if (planned.erased.length > 0) return fail(describeErased(planned.erased));
  const database = nameOfDatabase(settings.database);
  const target = { database, isMissing, current, read, options: optionsOf(settings) };
  if (settings.dryRun || planned.same !== null) return reportPlan(planned, target, settings);
  const confirmed = await confirmPlan(planned, target, settings, interruption.signal);
  if (confirmed !== 0) return confirmed;
  const answers = renderAnswers(read, current.newest?.answers ?? "");
  const note = { message: settings.message ?? "", publishedBy: findPublisher() };
  const publication = await withStore(settings.database, { migrates: true }, (store) =>
    runWithProgress("Writing", interruption, (work) => apply(store, planned, { source, answers, ...note }, work)),
  );
  if (publication !== null) return reportPublished(planned, publication, target, settings);
  printError("Somebody else has published meanwhile; comparing again");
  const published = await readPublished(settings, interruption.signal);
  return publishPlan(plan(published.current, read), { ...published, read, source }, settings, interruption);
}

interface Published {
  readonly current: Current;
  /** Whether the database does not exist yet. */
  readonly isMissing: boolean;
}

/** What is published now; nothing if the database is missing or empty. */
async function readPublished({ database, dryRun }: SettingValues, signal: AbortSignal): Promise<Published> {
  const read = async (store: Store): Promise<Current> => {
    // Found before anything is asked.
    const refusal = dryRun ? null : await store.findRefusal();
    if (refusal !== null) throw refusal;
    return readCurrent(store, signal);
  };
  try {
    return { current: await withStore(database, { create: false, migrates: !dryRun }, read), isMissing: false };
  } catch (error) {
    if (!isFailure(error, "missing", "empty")) throw error;
    return { current: nothing, isMissing: isFailure(error, "missing") };
  }
}

/** The flags that say how the file is read. */
const optionsOf = ({ sheet, allSheets, header, map, encoding, case: written }: SettingValues): ReadAnswers => ({
  sheets: allSheets ? "all" : sheet === null ? undefined : [sheet],
  headerLine: header ?? undefined,
  map: map ?? undefined,
  encoding: encoding ?? undefined,
  rewritesCapitals: written === null ? undefined : written === "names",
});

/** A file, a pipe, or standard input for `-`. */
async function readBytes(file: string): Promise<Buffer> {
  if (file !== "-" && statSync(file).isFile()) {
    if (statSync(file).size > bytesMax) throw new Error(tooLarge);
    return readFileSync(file);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (file === "-" ? Bun.stdin : Bun.file(file)).stream()) {
    length += chunk.length;
    if (length > bytesMax) throw new Error(tooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The largest file: some ten million teachers as CSV. */
const bytesMax = 1024 ** 3;
const tooLarge = "The file is larger than 1 GB";

/** Writes the copy of the file that says what to correct, if it says anything. */
async function writeAnnotated(
  bytes: Buffer,
  read: ReadFile,
  planned: Plan | null,
  { annotated: path, encoding }: SettingValues,
): Promise<void> {
  if (path === null || read.headers.length === 0) return;
  const annotations = annotate(read, planned);
  if (annotations.remarks.length === 0) return;
  const file = await openFile(bytes, encoding === null ? {} : { encoding });
  await writeWholeFile(path, [await renderAnnotated(file, annotations)], "--annotated");
  printError(`Wrote what to correct to ${quoteText(path)}`);
}
