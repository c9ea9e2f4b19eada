/** Measures search as people type: different queries, each once, over keep-alive, and how long others wait meanwhile. */
import { Command } from "commander";
import type { Teacher } from "../src/domain/teacher.ts";
import { type Connection, openConnection } from "../test/support/wire.ts";
import { describeMachine } from "./machine.ts";
import { parseNumber } from "./options.ts";
import { makeFolder, openCleanup } from "./process.ts";
import { drawQueries, kinds, type Query } from "./queries.ts";
import { makeDirectory, serveTeachers } from "./teachers.ts";

const options = new Command("bench/search.ts")
  .option("--teachers <N>", "how many teachers to generate and import", parseNumber, 1_000_000)
  .option("--database <URL>", "a database that holds teachers already, instead")
  .option("--queries <N>", "how many different queries", parseNumber, 1000)
  .option("--warmup <N>", "how many more to ask first, so that the code is compiled", Number, 100)
  .option("--seed <S>", "another seed draws other queries", Number, 1)
  .parse()
  .opts<{ teachers: number; database?: string; queries: number; warmup: number; seed: number }>();

interface Timing extends Query {
  readonly ms: number;
  readonly count: number;
}

await using cleanup = openCleanup();
const folder = makeFolder(cleanup);
const database = options.database ?? (await makeDirectory(folder, options.teachers));
const { origin, count } = await serveTeachers(database, { folder, cleanup });
const connection = await openConnection(origin);
const { version } = JSON.parse(await get(connection, "/readyz")) as { version: number };
const sample = await readSample(connection);
const queries = drawQueries(sample, options.queries + options.warmup, options.seed);

for (const { search } of queries.splice(0, options.warmup)) await ask(connection, search);
const stalls = watchStalls(origin);
const timings: Timing[] = [];
for (const query of queries) timings.push({ ...query, ...(await ask(connection, query.search)) });
const { longestMs, requests } = await stalls.stop();
connection.close();

console.log(`${describeMachine()}; ${count} teachers, version ${version}, seed ${options.seed}, ${options.warmup} queries before

| queries | number | teachers found, median | median, ms | 95th | 99th | longest |
|---|---|---|---|---|---|---|`);
printRow("all", timings);
for (const { name } of kinds) {
  printRow(
    name,
    timings.filter(({ kind }) => kind === name),
  );
}
console.log(`\nLongest wait of ${requests} requests for /livez meanwhile: ${longestMs.toFixed(1)} ms`);
const slowest = timings.toSorted((a, b) => b.ms - a.ms).slice(0, 10);
console.log(
  `Slowest: ${slowest.map(({ search, ms, count }) => `${search} (${ms.toFixed(1)} ms, ${count})`).join(", ")}`,
);

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
  watched.catch(() => {}); // Whoever stops it is told.
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
