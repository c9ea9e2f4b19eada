/** Measures what an operator asks first: how long an import and a start take, and how much memory a server needs. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { imageFolderBeside } from "../src/store/database-url.ts";
import { describeMachine } from "./machine.ts";
import { parseNumber, parseNumbers } from "./options.ts";
import { makeFolder, openCleanup, readMemory, run } from "./process.ts";
import { mebibytes, median } from "./table.ts";
import { launcher, type OwnService, serveTeachers } from "./teachers.ts";

const { size, runs } = new Command("figures")
  .description("Measures imports, starts and memory.")
  .option("--size <numbers>", "how many teachers", parseNumbers, [5000, 1_000_000])
  .option("--runs <n>", "how often each is measured", parseNumber, 5)
  .parse()
  .opts<{ readonly size: readonly number[]; readonly runs: number }>();

await using cleanup = openCleanup();
const folder = makeFolder(cleanup);

console.log(`${describeMachine()}; medians of ${runs} runs, lowest to highest in brackets\n`);
printRow("what", ...size.map((count) => `${count.toLocaleString("en")} teachers`));
console.log(`|---|${"---|".repeat(size.length)}`);
const columns: Record<string, string>[] = [];
for (const count of size) columns.push(await measure(count));
for (const name of Object.keys(columns[0]!)) printRow(name, ...columns.map((column) => column[name]!));

function printRow(...cells: readonly string[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}

async function measure(count: number): Promise<Record<string, string>> {
  const file = join(folder, `${count}.csv`);
  await run([launcher, "generate", String(count)], { log: file });

  const imports: number[] = [];
  const shells: number[] = [];
  for (let number = 0; number < runs; number++) {
    const path = join(folder, `${count}-${number}`);
    imports.push(await time([launcher, "import", file, "--database", `sqlite:${path}.db`]));
    if (Bun.which("sqlite3")) {
      shells.push(await time(["sqlite3", `${path}.shell.db`, ".mode csv", `.import ${file} teacher`]));
    }
  }

  const database = `sqlite:${join(folder, `${count}-0.db`)}`;
  const cold: number[] = [];
  const warm: number[] = [];
  let memory = "";
  for (let number = 0; number < runs; number++) {
    rmSync(imageFolderBeside(database), { recursive: true, force: true });
    cold.push(await withServer(database, async () => {}));
    warm.push(
      await withServer(database, async ({ origin, pids }) => {
        for (let offset = 0; offset < 2000; offset++) {
          await (await fetch(`${origin}/teachers/?offset=${(offset * 7919) % count}`)).arrayBuffer();
        }
        const { rssBytes, anonymousBytes } = readMemory(pids);
        // What is of files, the page cache holds anyway.
        memory = `${mebibytes(anonymousBytes)} MiB of its own, ${mebibytes(rssBytes - anonymousBytes)} MiB of files`;
      }),
    );
  }
  return {
    "import, s": describe(imports, 1000),
    "`.import` of the sqlite3 shell, s": shells.length === 0 ? "not installed" : describe(shells, 1000),
    "import against the shell": shells.length === 0 ? "" : (median(imports) / median(shells)).toFixed(2),
    "start to first answer, image there, ms": describe(warm, 1),
    "start to first answer, image to be built, ms": describe(cold, 1),
    "memory after 2,000 different pages": memory,
  };
}

async function time(command: readonly string[]): Promise<number> {
  const from = performance.now();
  await run(command, { log: join(folder, "command.log") });
  return performance.now() - from;
}

/** Starts a server, uses it, and gives the milliseconds from its start to its first answer. */
async function withServer(database: string, use: (ours: OwnService) => Promise<void>): Promise<number> {
  await using stopping = new AsyncDisposableStack();
  const ours = await serveTeachers(database, { folder, cleanup: stopping });
  await use(ours);
  return ours.startMs;
}

function describe(values: readonly number[], unit: number): string {
  const format = (value: number): string => (unit === 1 ? String(Math.round(value)) : (value / unit).toFixed(2));
  return `${format(median(values))} (${format(Math.min(...values))} to ${format(Math.max(...values))})`;
}
