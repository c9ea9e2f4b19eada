/** Measures startup time and memory, also from a cold page cache. */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { writeTeachers } from "../sample/generate/teachers.ts";
import { describeMachine } from "./support/machine.ts";
import { parseNumber, parseNumbers } from "./support/options.ts";
import { createDatabase, launcher, type OwnService, startService } from "./support/own-service.ts";
import {
  confirmed,
  createFolder,
  findFreePort,
  openCleanup,
  readMemory,
  run,
  start,
  waitForAnswer,
} from "./support/process.ts";
import { mebibytes, median, printRow } from "./support/table.ts";

const { size, runs, cold, database } = new Command("startup")
  .description("Measures startup time and memory.")
  .option("--size <numbers>", "numbers of teachers, separated by commas", parseNumbers, [5000, 1_000_000])
  .option("--runs <n>", "the number of runs of each measurement", parseNumber, 5)
  .option(
    "--cold",
    "measure how soon each kind of request is answered from a cold page cache; needs root on Linux",
    false,
  )
  .option("--database <url>", "with --cold: an existing database, instead of generated ones")
  .parse()
  .opts<{
    readonly size: readonly number[];
    readonly runs: number;
    readonly cold: boolean;
    readonly database?: string;
  }>();

/** The pause between two tries, long enough that they take little processor time. */
const pauseMs = 10;
/** The first requests. They are repeated, all at the same time, until each is answered with 200. */
const firstRequests = {
  "/livez": "/livez",
  "a page in the order of ids": "/teachers/",
  "a page in alphabetical order": "/teachers/?ordering=last_name",
  "a filter": "/teachers/?first_name=Олена",
  "a filter in alphabetical order": "/teachers/?first_name=Олена&ordering=last_name",
  "a search": "/teachers/?search=шев",
  "/readyz": "/readyz",
} as const;

if (database !== undefined && !cold) throw new Error("--database needs --cold");
await using cleanup = openCleanup();
const folder = createFolder(cleanup);

console.log(`${describeMachine()}; medians of ${runs} runs, with the range in brackets\n`);
const columns: Record<string, string>[] = [];
if (database === undefined) {
  printRow("what", ...size.map((count) => `${count.toLocaleString("en")} teachers`));
  console.log(`|---|${"---|".repeat(size.length)}`);
  for (const count of size) columns.push(cold ? await measureGeneratedCold(count) : await measure(count));
} else {
  printRow("what", database);
  console.log("|---|---|");
  columns.push(await measureCold(database));
}
for (const name of Object.keys(columns[0]!)) printRow(name, ...columns.map((column) => column[name]!));

async function measure(count: number): Promise<Record<string, string>> {
  const file = join(folder, `${count}.csv`);
  writeTeachers(file, count);

  const database = `sqlite:${join(folder, `${count}.db`)}`;
  await run(confirmed([launcher, "import", file, "--database", database]), { log: join(folder, "import.log") });
  const starts: number[] = [];
  let memory = "";
  for (let i = 0; i < runs; i++) {
    starts.push(
      await withServer(database, async ({ origin, pids }) => {
        for (let page = 0; page < 2000; page++) {
          await (await fetch(`${origin}/teachers/?offset=${(page * 7919) % count}`)).arrayBuffer();
        }
        memory = `${mebibytes(readMemory(pids).rssBytes)} MiB`;
      }),
    );
  }
  return { "start to first response, ms": describe(starts), "memory after 2,000 different pages": memory };
}

async function measureGeneratedCold(count: number): Promise<Record<string, string>> {
  const ownFolder = join(folder, String(count));
  mkdirSync(ownFolder);
  const times = await measureCold(await createDatabase(ownFolder, count));
  rmSync(ownFolder, { recursive: true });
  return times;
}

async function measureCold(database: string): Promise<Record<string, string>> {
  const times = Object.keys(firstRequests).map((): number[] => []);
  for (let i = 0; i < runs; i++) {
    await using serverCleanup = new AsyncDisposableStack();
    const port = findFreePort();
    const command = [launcher, "serve", "--port", String(port), "--database", database];
    await run(["sync"], { log: join(folder, "sync.log") });
    writeFileSync("/proc/sys/vm/drop_caches", "3");
    const startedAt = performance.now();
    const server = serverCleanup.use(start(command, { log: join(folder, "teachers.log") }));
    await Promise.all(
      Object.values(firstRequests).map(async (path, row) => {
        await waitForAnswer(`http://127.0.0.1:${port}${path}`, server, 600_000, pauseMs);
        times[row]!.push(performance.now() - startedAt);
      }),
    );
  }
  return Object.fromEntries(
    Object.keys(firstRequests).map((name, row) => [`cold start to ${name}, ms`, describe(times[row]!)]),
  );
}

/** Starts a server, uses it, and returns the milliseconds from its start to its first response. */
async function withServer(database: string, use: (ownService: OwnService) => Promise<void>): Promise<number> {
  await using serverCleanup = new AsyncDisposableStack();
  const ownService = await startService(database, { folder, cleanup: serverCleanup });
  await use(ownService);
  return ownService.startMs;
}

/** The median and the range of durations in milliseconds. */
function describe(values: readonly number[]): string {
  const [middle, min, max] = [median(values), Math.min(...values), Math.max(...values)].map(Math.round);
  return `${middle} (${min} to ${max})`;
}
