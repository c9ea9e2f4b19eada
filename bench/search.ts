/** Measures search as people type: different queries, each once, over keep-alive, and how long others wait meanwhile. */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import type { Subprocess } from "bun";
import { Command } from "commander";
import type { Teacher } from "../src/teacher.ts";
import { type Connection, openConnection } from "../test/support/wire.ts";
import { drawQueries, kinds, type Query } from "./queries.ts";

const launcher = join(import.meta.dir, "../bin/teachers");

const options = new Command("bench/search.ts")
  .option("--teachers <N>", "how many teachers to generate and import", "1000000")
  .option("--database <URL>", "a database that holds teachers already, instead")
  .option("--queries <N>", "how many different queries", "1000")
  .option("--warmup <N>", "how many more to ask first, so that the code is compiled", "100")
  .option("--seed <S>", "another seed draws other queries", "1")
  .parse()
  .opts<{ teachers: string; database?: string; queries: string; warmup: string; seed: string }>();

interface Timing extends Query {
  readonly ms: number;
  readonly count: number;
}

const folder = mkdtempSync(join(tmpdir(), "teachers-bench-"));
let server: Subprocess<"ignore", "pipe", "inherit"> | null = null;
try {
  const database = options.database ?? (await prepareDatabase());
  const started = await startServer(database);
  server = started.process;
  const { origin } = started;
  const connection = await openConnection(origin);
  const sample = await readSample(connection);
  const warmups = Number(options.warmup);
  const queries = drawQueries(sample, Number(options.queries) + warmups, Number(options.seed));

  for (const { search } of queries.splice(0, warmups)) await ask(connection, search);
  const stalls = watchStalls(origin);
  const timings: Timing[] = [];
  for (const query of queries) timings.push({ ...query, ...(await ask(connection, query.search)) });
  const { longestMs, requests } = await stalls.stop();
  connection.close();

  const memory = Math.round(totalmem() / 2 ** 30);
  const [cpu] = cpus();
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpu?.model}), ${memory} GiB, Bun ${Bun.version}; ` +
      `${started.content}, seed ${options.seed}, ${warmups} queries before\n`,
  );
  console.log(
    "| queries | number | teachers found, median | median, ms | 95th | 99th | longest |\n|---|---|---|---|---|---|---|",
  );
  printRow("all", timings);
  for (const kind of kinds.map(({ name }) => name)) {
    printRow(
      kind,
      timings.filter((timing) => timing.kind === kind),
    );
  }
  console.log(`\nLongest wait of ${requests} requests for /livez meanwhile: ${longestMs.toFixed(1)} ms`);
  const slowest = timings.toSorted((a, b) => b.ms - a.ms).slice(0, 10);
  console.log(
    `Slowest: ${slowest.map(({ search, ms, count }) => `${search} (${ms.toFixed(1)} ms, ${count})`).join(", ")}`,
  );
} finally {
  server?.kill("SIGTERM");
  await server?.exited;
  rmSync(folder, { recursive: true });
}

async function prepareDatabase(): Promise<string> {
  const file = join(folder, "teachers.csv");
  const database = `sqlite:${join(folder, "teachers.db")}`;
  await Bun.write(file, Bun.spawn([launcher, "generate", options.teachers], { stdout: "pipe" }).stdout);
  const imported = Bun.spawn([launcher, "import", file, "--database", database], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if ((await imported.exited) !== 0) throw new Error("The import failed");
  return database;
}

async function startServer(
  database: string,
): Promise<{ process: Subprocess<"ignore", "pipe", "inherit">; origin: string; content: string }> {
  const process = Bun.spawn([launcher, "serve", "--port", "0", "--database", database], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const decoder = new TextDecoder();
  let output = "";
  for await (const bytes of process.stdout as unknown as AsyncIterable<Uint8Array>) {
    output += decoder.decode(bytes);
    const ready = /(http:\/\/[^/]+)\S* \((.+)\)/.exec(output);
    if (ready !== null) return { process, origin: ready[1]!, content: ready[2]! };
  }
  throw new Error(`The server ended before it was ready: ${output}`);
}

async function get(connection: Connection, target: string): Promise<string> {
  connection.send(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  const answer = await connection.read();
  if (answer?.status !== 200) throw new Error(`${answer?.status} for ${target}`);
  return new TextDecoder().decode(answer.body);
}

async function ask(connection: Connection, search: string): Promise<{ ms: number; count: number }> {
  const target = `/teachers/?search=${encodeURIComponent(search)}`;
  const start = performance.now();
  const body = await get(connection, target);
  const ms = performance.now() - start;
  return { ms, count: (JSON.parse(body) as { count: number }).count };
}

/** Asks for /livez all the time, a moment after each answer, on a connection of its own. */
function watchStalls(origin: string): { stop(): Promise<{ longestMs: number; requests: number }> } {
  let isStopped = false;
  const watched = (async () => {
    const connection = await openConnection(origin);
    let longestMs = 0;
    let requests = 0;
    while (!isStopped) {
      const start = performance.now();
      await get(connection, "/livez");
      longestMs = Math.max(longestMs, performance.now() - start);
      requests++;
      await Bun.sleep(1);
    }
    connection.close();
    return { longestMs, requests };
  })();
  return {
    stop() {
      isStopped = true;
      return watched;
    },
  };
}

/** Teachers from all over the directory with whole names, to draw queries from. */
async function readSample(connection: Connection): Promise<Teacher[]> {
  const pages = 20;
  const page = async (offset: number): Promise<{ count: number; results: Teacher[] }> =>
    JSON.parse(await get(connection, `/teachers/?limit=500&offset=${offset}`));
  const { count } = await page(0);
  const teachers: Teacher[] = [];
  for (let i = 0; i < pages; i++) teachers.push(...(await page(Math.floor((count / pages) * i))).results);
  const isWhole = /^[а-щьюяєіїґ'\u2019\u02bc -]{3,}$/i;
  return teachers.filter(({ first_name, last_name }) => isWhole.test(first_name) && isWhole.test(last_name));
}

function printRow(name: string, timings: readonly Timing[]): void {
  const at = (values: readonly number[], share: number): number =>
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN;
  const times = timings.map(({ ms }) => ms);
  const found = at(
    timings.map(({ count }) => count),
    0.5,
  );
  const cells = [0.5, 0.95, 0.99, 1].map((share) => at(times, share).toFixed(2));
  console.log(`| ${[name, timings.length, found, ...cells].join(" | ")} |`);
}
