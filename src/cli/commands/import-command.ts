/**
 * The import command: publishes a file. Prints the database first, so nobody publishes to the wrong one without
 * noticing.
 */
import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { countEn } from "../../domain/lang.ts";
import { describeSystemError, quotePath } from "../../domain/quoting.ts";
import type { VersionSource } from "../../domain/version.ts";
import { annotate, renderAnnotated } from "../../publish/annotated.ts";
import type { Current } from "../../publish/change.ts";
import { type Plan, plan } from "../../publish/plan.ts";
import { describeErased } from "../../publish/texts.ts";
import { parseAnswers } from "../../read/answers.ts";
import { openFile } from "../../read/formats/open.ts";
import { isOpenQuestion } from "../../read/issue.ts";
import { findNamesakes } from "../../read/posts.ts";
import { type ReadFile, readFile } from "../../read/read.ts";
import { nameOfDatabase } from "../../store/database-url.ts";
import { isSameFile } from "../../store/files.ts";
import { checkInterrupted } from "../../store/history/reader.ts";
import { SettingError, type SettingValues } from "../settings/settings.ts";
import { withInterruption } from "../terminal/interruption.ts";
import { fail, printError } from "../terminal/output.ts";
import { refuseDatabase, writeWholeFile } from "../terminal/whole-file.ts";
import { renderIssues } from "./import-issues.ts";
import { publishPlan, readAnswersOf, readPublished } from "./publishing.ts";

/** Checks a file, and publishes it as the new content of the directory. Returns the exit code. */
export function importFile(settings: SettingValues, [file = ""]: readonly string[]): Promise<number> {
  const { sheet, allSheets, annotated, database } = settings;
  if (sheet !== null && allSheets)
    throw new SettingError("--sheet names one sheet, and --all-sheets reads all; use one of the two");
  if (annotated !== null && isSameFile(file === "-" ? "/dev/stdin" : file, annotated))
    throw new SettingError(`--annotated: "${annotated}" is the file to read; name another file`);
  if (annotated !== null) refuseDatabase(annotated, "--annotated", database);
  return withInterruption("published", async (interruption) => {
    printError(`Database: ${nameOfDatabase(database)}`);
    const published = await readPublished(settings, interruption.signal);
    const found = await readAndPlan(file, settings, published.current, interruption.signal);
    const problem = found.errors === 0 ? "a question to answer" : countEn(found.errors, "error", "errors");
    if (found.plan === null) return fail(`Nothing was published: the file has ${problem}`);
    if (found.plan.erased.length > 0) return fail(describeErased(found.plan.erased));
    const planned = { ...published, read: found.read, plan: found.plan };
    const source: VersionSource = file === "-" ? { kind: "input" } : { kind: "file", name: basename(file) };
    return publishPlan(planned, source, (current) => plan(current, found.read), settings, interruption);
  });
}

/** Reads the file, prints what was found, and compares. The plan is null if the file has errors or open questions. */
async function readAndPlan(
  file: string,
  settings: SettingValues,
  current: Current,
  signal: AbortSignal,
): Promise<{ readonly read: ReadFile; readonly errors: number; readonly plan: Plan | null }> {
  // A read of standard input can't be stopped.
  const aborted = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  let bytes: Buffer | null = await Promise.race([readBytes(file), aborted]);
  const remembered = parseAnswers(current.newest?.answers ?? "");
  const read = await readFile(bytes, { ...readAnswersOf(settings), remembered }, findNamesakes(current.roster));
  await checkInterrupted(signal);
  // Only the annotated copy needs them again. Comparing a million rows leaves 100 MB of garbage.
  if (settings.annotated === null) bytes = null;
  Bun.gc(true);
  const { errors, lines } = renderIssues(read);
  printError(lines);
  const planned = errors > 0 || read.issues.some(isOpenQuestion) ? null : plan(current, read);
  await writeAnnotated(bytes, read, planned, settings);
  return { read, errors, plan: planned };
}

/** The bytes of a file, of a pipe, or of standard input for `-`. */
async function readBytes(file: string): Promise<Buffer> {
  try {
    if (file !== "-" && statSync(file).isFile()) return readFileSync(file);
    return Buffer.from(await new Response((file === "-" ? Bun.stdin : Bun.file(file)).stream()).bytes());
  } catch (error) {
    throw new Error(`${quotePath(file)} can't be read: ${describeSystemError(error as Error)}`);
  }
}

/** Writes the copy of the file that says what to correct, if it says anything. */
async function writeAnnotated(
  bytes: Buffer | null,
  read: ReadFile,
  planned: Plan | null,
  { annotated: path, encoding }: SettingValues,
): Promise<void> {
  if (path === null || bytes === null || read.headers.length === 0) return;
  const annotations = annotate(read, planned);
  if (annotations.remarks.length === 0) return;
  const file = await openFile(bytes, encoding ?? undefined);
  await writeWholeFile(path, [await renderAnnotated(file, annotations)]);
  printError(`Wrote what to correct to ${quotePath(path)}`);
}
