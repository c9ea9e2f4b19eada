/** Measures typical searches: unique queries over one keep-alive connection, and how long other requests wait for them. */
import { Command } from "commander";
import type { Teacher } from "../src/domain/teacher.ts";
import { type Connection, openConnection } from "../test/support/wire.ts";
import { describeMachine } from "./support/machine.ts";
import { parseNumber } from "./support/options.ts";
import { createDatabase, startService } from "./support/own-service.ts";
import { createFolder, openCleanup } from "./support/process.ts";
import { createQueries, kinds, type SearchQuery } from "./support/search-queries.ts";

const options = new Command("search")
  .description("Measures typical searches, and how long other requests wait for them.")
  .option("--teachers <n>", "the number of teachers", parseNumber, 1_000_000)
  .option("--database <url>", "use an existing database instead of a generated one")
  .option("--queries <n>", "the number of unique queries", parseNumber, 1000)
  .option(
    "--warmup <n>",
    "the number of additional queries before the measurement, so that the code is compiled",
    Number,
    100,
  )
  .option("--seed <n>", "each seed gives other queries", Number, 1)
  .parse()
  .opts<{ teachers: number; database?: string; queries: number; warmup: number; seed: number }>();

interface Timing extends SearchQuery {
  readonly ms: number;
  readonly count: number;
}

await using cleanup = openCleanup();
const folder = createFolder(cleanup);
const database = options.database ?? (await createDatabase(folder, options.teachers));
const { origin, count } = await startService(database, { folder, cleanup });
const connection = await openConnection(origin);
const { version } = JSON.parse(await get(connection, "/readyz")) as { version: number };
const sample = await readSample(connection);
const queries = createQueries(sample, options.queries + options.warmup, options.seed);

for (const { search } of queries.splice(0, options.warmup)) await runSearch(connection, search);
const probe = startProbe(origin);
const timings: Timing[] = [];
for (const query of queries) timings.push({ ...query, ...(await runSearch(connection, query.search)) });
const { longestMs, requests } = await probe.stop();
connection.close();

console.log(`${describeMachine()}; ${count} teachers, version ${version}, seed ${options.seed}, ${options.warmup} warm-up queries

| queries | number | median matches | median, ms | 95th | 99th | longest |
|---|---|---|---|---|---|---|`);
printRow("all", timings);
for (const { name } of kinds) {
  printRow(
    name,
    timings.filter(({ kind }) => kind === name),
  );
}
console.log(`\nLongest wait of ${requests} concurrent requests for /livez: ${longestMs.toFixed(1)} ms`);
const slowest = timings.toSorted((a, b) => b.ms - a.ms).slice(0, 10);
console.log(
  `Slowest: ${slowest.map(({ search, ms, count }) => `${search} (${ms.toFixed(1)} ms, ${count})`).join(", ")}`,
);

async function get(connection: Connection, target: string): Promise<string> {
  connection.send(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  const response = await connection.read();
  if (response?.status !== 200) throw new Error(`${response?.status} for ${target}`);
  return new TextDecoder().decode(response.body);
}

async function runSearch(connection: Connection, search: string): Promise<{ ms: number; count: number }> {
  const target = `/teachers/?search=${encodeURIComponent(search)}`;
  const start = performance.now();
  const body = await get(connection, target);
  const ms = performance.now() - start;
  return { ms, count: (JSON.parse(body) as { count: number }).count };
}

/** Requests /livez on a separate connection, 1 ms after each response, until it is stopped. */
function startProbe(origin: string): { stop(): Promise<{ longestMs: number; requests: number }> } {
  let isStopped = false;
  const result = (async () => {
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
  result.catch(() => {}); // The caller of stop() gets the error.
  return {
    stop() {
      isStopped = true;
      return result;
    },
  };
}

/** Teachers from evenly spaced pages. Their first and last names have at least three letters. */
async function readSample(connection: Connection): Promise<Teacher[]> {
  const pages = 20;
  const page = async (offset: number): Promise<{ count: number; results: Teacher[] }> =>
    JSON.parse(await get(connection, `/teachers/?limit=500&offset=${offset}`));
  const { count } = await page(0);
  const teachers: Teacher[] = [];
  for (let i = 0; i < pages; i++) teachers.push(...(await page(Math.floor((count / pages) * i))).results);
  const fullName = /^[а-щьюяєіїґ'\u2019\u02bc -]{3,}$/i;
  return teachers.filter(({ first_name, last_name }) => fullName.test(first_name) && fullName.test(last_name));
}

function printRow(name: string, timings: readonly Timing[]): void {
  const percentile = (values: readonly number[], share: number): number =>
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN;
  const times = timings.map(({ ms }) => ms);
  const matches = percentile(
    timings.map(({ count }) => count),
    0.5,
  );
  const cells = [0.5, 0.95, 0.99, 1].map((share) => percentile(times, share).toFixed(2));
  console.log(`| ${[name, timings.length, matches, ...cells].join(" | ")} |`);
}
