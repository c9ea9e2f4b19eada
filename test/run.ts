/**
 * `npm test`: runs every file of `test/` in a process of its own and the files of each folder of `src/` together in one, six at a
 * time, and prints one line for each file. Arguments are parts of paths, such as `src/` or `search`. The tests in `test/` run on an
 * executable that is built first, or on the program that PROGRAM names. The output of a file is shown only if one of its tests fails.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildExecutable } from "./support/executable.ts";
import { isLong } from "./support/long.ts";
import { makeRunFolder } from "./support/run-folder.ts";

const root = join(import.meta.dir, "..");
/** The tests wait for clocks as much as for processors, so six processes fill two cores. */
const processes = 6;

/** The slowest files. They start first, so that the run does not end with one of them running alone. */
const slowest = [
  ...["large-downloads", "browser", "cli", "kills", "outage", "contract", "fuzz", "office-browser", "older-database"],
  ...["postgres", "serve", "states", "browser-pages", "backup", "broken-files", "history", "interruption"],
  "postgres-store",
].map((name) => `test/${name}.test.ts`);

/** The only bound of all tests in time: a process that runs for longer is ended. */
const minutesMax = isLong ? 30 : 10;

/** The tests of one process. */
interface Unit {
  /** Its file, or the folder of its files with a slash at the end. */
  readonly name: string;
  readonly files: readonly string[];
}

interface Result extends Unit {
  readonly exitCode: number;
  /** Whether it was ended because it ran for too long. */
  readonly wasEnded: boolean;
  readonly output: string;
  /** The processor time of the process and of those that it waited for. */
  readonly processorSeconds: number;
  /** The results of its files, in the format of JUnit; empty if the process ended before it was written. */
  readonly report: string;
}

/** The result of the tests of a file. */
interface FileResult {
  readonly file: string;
  readonly hasPassed: boolean;
  /** Such as `36 pass, 1 skip (0.3 s)`. */
  readonly summary: string;
}

function findUnits(parts: readonly string[]): Unit[] {
  const files = [...new Bun.Glob("{src,test}/**/*.test.{ts,tsx}").scanSync(root)].sort();
  const chosen = parts.length === 0 ? files : files.filter((file) => parts.some((part) => file.includes(part)));
  // The tests beside the code start no program and share nothing, and a process takes longer to start than most of them take.
  const units = Map.groupBy(chosen, (file) => (file.startsWith("src/") ? `${dirname(file)}/` : file));
  const place = (name: string): number => {
    // The tests of `src/` need no executable, so they run while it is built.
    if (name.startsWith("src/")) return -1;
    return slowest.includes(name) ? slowest.indexOf(name) : slowest.length;
  };
  return [...units].map(([name, files]) => ({ name, files })).sort((a, b) => place(a.name) - place(b.name));
}

const running = new Set<Bun.Subprocess>();

async function runUnit(unit: Unit): Promise<Result> {
  const reportFile = join(folder, `${unit.name.replaceAll("/", "-")}.xml`);
  const msMax = minutesMax * 60_000;
  // Without --no-orphans, the programs that a test started would outlive an interrupted run.
  const command = [process.execPath, "test", "--no-orphans", "--timeout", String(msMax)];
  command.push("--reporter=junit", `--reporter-outfile=${reportFile}`);
  const tests = Bun.spawn([...command, ...unit.files.map((file) => `./${file}`)], {
    cwd: root,
    env: environment,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(tests);
  let wasEnded = false;
  const timer = setTimeout(() => {
    wasEnded = true;
    void end(tests);
  }, msMax);
  const outputs = [tests.stdout, tests.stderr].map((stream) => new Response(stream).text());
  const output = (await Promise.all(outputs)).join("");
  const exitCode = await tests.exited;
  running.delete(tests);
  clearTimeout(timer);
  const report = existsSync(reportFile) ? readFileSync(reportFile, "utf8") : "";
  const processorSeconds = Number(tests.resourceUsage()?.cpuTime.total ?? 0) / 1e6;
  return { ...unit, exitCode, wasEnded, output, processorSeconds, report };
}

/** Ends the tests of a file and every program that they started. */
async function end(tests: Bun.Subprocess): Promise<void> {
  tests.kill();
  await tests.exited;
  // --no-orphans misses the children of a program that it killed, such as the workers of nginx.
  try {
    process.kill(-tests.pid, "SIGKILL");
  } catch (error) {
    if ((error as { code?: string }).code !== "ESRCH") throw error;
  }
}

/** The result of each file. A process that failed without a failed test is a result of its own. */
function listResults({ name, files, exitCode, wasEnded, processorSeconds, report }: Result): FileResult[] {
  const suites = /^ {2}<testsuite name="([^"]+)".* tests="(\d+)".* failures="(\d+)" skipped="(\d+)" time="([^"]+)"/gm;
  const worked = files.length === 1 ? `, ${processorSeconds.toFixed(1)} s of processor time` : "";
  const results = [...report.matchAll(suites)].map(([, file, tests, fail, skip, time]): FileResult => {
    const counts = { pass: Number(tests) - Number(fail) - Number(skip), fail: Number(fail), skip: Number(skip) };
    const shown = Object.entries(counts).filter(([outcome, count]) => count > 0 || outcome === "pass");
    const summary = `${shown.map(([outcome, count]) => `${count} ${outcome}`).join(", ")} (${Number(time).toFixed(1)} s${worked})`;
    return { file: file!, hasPassed: counts.fail === 0, summary };
  });
  if (exitCode === 0 || results.some(({ hasPassed }) => !hasPassed)) return results;
  const summary = wasEnded ? `ended after ${minutesMax} minutes` : `ended with ${exitCode}`;
  return [...results, { file: name, hasPassed: false, summary }];
}

const units = findUnits(process.argv.slice(2));
if (units.length === 0) {
  console.error("No test file has this in its path. One test: bin/bun test ./test/walk.test.ts -t 'part of its name'");
  process.exit(2);
}

const folder = makeRunFolder();
// The executable is not built in memory, because Linux maps a large file from a disk in larger pages, and the
// executable starts faster.
const built = mkdtempSync(join(tmpdir(), "teachers-built-"));
process.on("exit", () => {
  for (const path of [folder, built]) rmSync(path, { recursive: true, force: true });
});
const environment: Record<string, string | undefined> = {
  ...process.env,
  TMPDIR: folder,
  POSTGRES_TEMPLATE: join(folder, "postgres-template"),
  SAMPLE_TEMPLATE: join(folder, "sample-template"),
};
let isInterrupted = false;
for (const [signal, exitCode] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const) {
  process.on(signal, async () => {
    isInterrupted = true;
    await Promise.all([...running].map(end));
    process.exit(exitCode);
  });
}

const from = performance.now();
const mustBuild = environment.PROGRAM === undefined && units.some(({ name }) => name.startsWith("test/"));
const program = mustBuild ? buildExecutable(built) : environment.PROGRAM;
let passed = 0;
let processorSeconds = 0;
const failed: string[] = [];
/** The lines about missing programs, each once for all files. */
const skipped = new Set<string>();

async function runUnits(queue: Iterable<Unit>): Promise<void> {
  for (const unit of queue) {
    if (unit.name.startsWith("test/")) environment.PROGRAM ??= await program;
    const result = await runUnit(unit);
    if (isInterrupted) return;
    processorSeconds += result.processorSeconds;
    for (const { file, hasPassed, summary } of listResults(result)) {
      console.log(`${hasPassed ? "ok  " : "FAIL"} ${file}: ${summary}`);
      if (hasPassed) passed++;
      else failed.push(file);
    }
    for (const [line] of result.output.matchAll(/^SKIPPED: .*$/gm)) skipped.add(line);
    // If a file hangs, its list of passed tests shows which test hangs.
    const output = result.wasEnded ? result.output : result.output.replace(/^(?:\(pass\) .*)?\n/gm, "");
    if (result.exitCode !== 0) console.log(output.trimEnd());
  }
}

/** All processes take their units from the same iterator. */
const queue = units.values();
await Promise.all(Array.from({ length: processes }, () => runUnits(queue)));
for (const line of skipped) console.log(line);
const seconds = ((performance.now() - from) / 1000).toFixed(0);
console.log(
  `${passed} of ${passed + failed.length} files passed in ${seconds} s, ${processorSeconds.toFixed(0)} s of processor time`,
);
if (failed.length > 0) console.log(`Failed: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
