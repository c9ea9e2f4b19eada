/**
 * `npm test`: runs every test file in a process of its own, three at a time, and prints one line for each. Arguments are parts of
 * paths, such as `src/` or `search`. With PROGRAM, the tests in `test/` run on that executable. The output of a file is shown only
 * if one of its tests fails.
 */
import { join } from "node:path";

const root = join(import.meta.dir, "..");
/** The tests wait for clocks as much as for processors, so three files fill two cores. */
const processes = 3;

/** These files take longest, the longest first. They start first, so the run does not end with a single one. */
const slowFiles = [
  ...["postgres-suite", "cli", "browser", "serve", "drill", "large-downloads", "client-recipes", "postgres"],
  ...["backup", "browser-limits", "restarts", "history", "crash", "browser-pages"],
]
  .map((name) => `test/${name}.test.ts`)
  .concat("src/directory/directory.test.ts");

interface Result {
  readonly file: string;
  readonly exitCode: number;
  readonly output: string;
  readonly seconds: number;
}

function findFiles(parts: readonly string[]): string[] {
  // The tests beside the code start no program.
  const folders = process.env.PROGRAM === undefined ? "{src,test}" : "test";
  const files = [...new Bun.Glob(`${folders}/**/*.test.{ts,tsx}`).scanSync(root)].sort();
  const chosen = parts.length === 0 ? files : files.filter((file) => parts.some((part) => file.includes(part)));
  return [...slowFiles.filter((file) => chosen.includes(file)), ...chosen.filter((file) => !slowFiles.includes(file))];
}

const running = new Set<Bun.Subprocess>();

async function runFile(file: string): Promise<Result> {
  const from = performance.now();
  // Without --no-orphans, the programs that a test started would outlive an interrupted run.
  const command = [process.execPath, "test", "--no-orphans", "--only-failures", "--timeout", "60000", `./${file}`];
  const tests = Bun.spawn(command, { cwd: root, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  running.add(tests);
  const outputs = [tests.stdout, tests.stderr].map((stream) => new Response(stream).text());
  const output = (await Promise.all(outputs)).join("");
  const exitCode = await tests.exited;
  running.delete(tests);
  return { file, exitCode, output, seconds: (performance.now() - from) / 1000 };
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

function describe({ file, exitCode, output, seconds }: Result): string {
  const counts = [...output.matchAll(/^ *(\d+) (pass|fail|skip)$/gm)]
    .filter(([, count, outcome]) => count !== "0" || outcome === "pass")
    .map(([, count, outcome]) => `${count} ${outcome}`);
  return `${exitCode === 0 ? "ok  " : "FAIL"} ${file}: ${counts.join(", ") || "no tests ran"} (${seconds.toFixed(1)} s)`;
}

const files = findFiles(process.argv.slice(2));
if (files.length === 0) {
  console.error("No test file has this in its path. One test: bin/bun test ./test/walk.test.ts -t 'part of its name'");
  process.exit(2);
}

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
const queue = files.values();
const failed: string[] = [];
/** The lines about missing programs, each once for all files. */
const skipped = new Set<string>();
await Promise.all(
  Array.from({ length: processes }, async () => {
    for (const file of queue) {
      const result = await runFile(file);
      if (isInterrupted) return;
      console.log(describe(result));
      for (const [line] of result.output.matchAll(/^SKIPPED: .*$/gm)) skipped.add(line);
      if (result.exitCode === 0) continue;
      failed.push(file);
      console.log(result.output.trimEnd());
    }
  }),
);
for (const line of skipped) console.log(line);
const seconds = ((performance.now() - from) / 1000).toFixed(0);
console.log(`${files.length - failed.length} of ${files.length} files passed in ${seconds} s`);
if (failed.length > 0) console.log(`Failed: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
