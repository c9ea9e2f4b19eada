/** How long other requests wait while queries with many matches run: the longest wait is what counts. */
import { Command } from "commander";
import { load, withSerial } from "./load.ts";
import { checkTools, describeCommand, describeLoadedMachine } from "./machine.ts";
import { parseNumber, parseNumbers } from "./options.ts";
import { makeFolder, openCleanup, readCpuSeconds } from "./process.ts";
import { type Ask, pathOf } from "./service.ts";
import { fetchPage, makeDirectory, serveTeachers } from "./teachers.ts";

const program = new Command("stall")
  .description("Measures how long other requests wait while heavy queries run.")
  .option("--size <n>", "how many teachers", parseNumber, 1_000_000)
  .option("--seconds <n>", "how long each measurement takes", parseNumber, 10)
  .option("--connections <numbers>", "how many run heavy queries at a time", parseNumbers, [1, 8, 64])
  .option("--database <url>", "measures a directory that is there, in place of a generated one");
const { size, seconds, connections, database } = program.parse().opts<{
  readonly size: number;
  readonly seconds: number;
  readonly connections: readonly number[];
  readonly database?: string;
}>();

/** What others ask for meanwhile, each on a connection of its own, one request at a time. */
const watched = ["/livez", "/teachers/"] as const;
const pauseMs = 2;

checkTools();
await using cleanup = openCleanup();
const folder = makeFolder(cleanup);
const ours = await serveTeachers(database ?? (await makeDirectory(folder, size)), { cores: "0", folder, cleanup });
// Who waits must not be in the way of who answers.
Bun.spawnSync(["taskset", "-a", "-cp", "1", String(process.pid)]);

console.log(`${describeLoadedMachine()}; \`${describeCommand("bin/bun bench/stall.ts")}\`

${ours.count.toLocaleString("en")} teachers, one process on core 0.

| meanwhile | connections | answered a second | ${watched.map((path) => `${path} 50 / 99 / 100 %, ms`).join(" | ")} |
|---|--:|--:|--:|--:|`);
await report("nothing else", 0, () => Bun.sleep(seconds * 1000).then(() => null));
for (const [name, asks] of Object.entries(await findHeavyAsks())) {
  const paths = asks.map((ask) => withSerial(pathOf(ask)));
  for (const count of connections) {
    await report(name, count, async () => {
      const target = { origin: ours.origin, paths, hasSerial: true, headers: {} };
      const { requestsPerSecond } = await load(target, { connections: count, seconds, cores: "1", folder });
      return requestsPerSecond;
    });
  }
}

/** Waits until the service has worked off what the measurement before has left behind. */
async function settle(): Promise<void> {
  const deadline = performance.now() + 120_000;
  for (let before = -1; performance.now() < deadline; await Bun.sleep(500)) {
    const now = readCpuSeconds(ours.pids);
    if (before >= 0 && now - before < 0.05) return;
    before = now;
  }
}

/** Prints a row: what the watched requests waited while the work ran. */
async function report(name: string, count: number, work: () => Promise<number | null>): Promise<void> {
  await settle();
  const stop = new AbortController();
  const watching = watched.map((path) => watch(ours.origin + path, stop.signal));
  const rate = await work();
  stop.abort();
  const waits = (await Promise.all(watching)).map((times) => {
    const at = (share: number): string => times[Math.ceil(share * times.length) - 1]?.toFixed(1) ?? "";
    return [0.5, 0.99, 1].map(at).join(" / ");
  });
  console.log(`| ${[name, count || "–", rate?.toFixed(1) ?? "–", ...waits].join(" | ")} |`);
}

/** Asks until it is stopped, and gives the times in milliseconds, sorted. */
async function watch(url: string, signal: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  while (!signal.aborted) {
    const from = performance.now();
    await (await fetch(url)).arrayBuffer();
    times.push(performance.now() - from);
    await Bun.sleep(pauseMs);
  }
  return times.sort((a, b) => a - b);
}

/** The questions with the most matches: the commonest names with the commonest degrees, and the shortest beginnings. */
async function findHeavyAsks(): Promise<Record<string, readonly Ask[]>> {
  const { results } = await fetchPage(ours.origin, pathOf({ limit: 1000 }));
  const firsts = rankValues(results.map(({ first_name }) => String(first_name)));
  const middles = rankValues(results.map(({ middle_name }) => String(middle_name)));
  const degrees = rankValues(results.map(({ degree }) => String(degree)));
  const letters = rankValues(results.map(({ last_name }) => String(last_name).slice(0, 1)));
  const pairs = <A, B>(as: readonly A[], bs: readonly B[]): [A, B][] =>
    as.flatMap((a) => bs.map((b): [A, B] => [a, b]));
  const filters = pairs(firsts.slice(0, 60), degrees.slice(0, 5)).map(([first_name, degree]) => ({
    first_name,
    degree,
  }));
  return {
    "two filters": filters,
    "two filters with order": filters.map((filter) => ({ ...filter, ordering: "last_name" })),
    "filter with order": middles.slice(0, 100).map((middle_name) => ({ middle_name, ordering: "-last_name" })),
    search: pairs(letters.slice(0, 20), letters.slice(0, 20)).map(([a, b]) => ({ search: `${a} ${b}` })),
    "search with order": pairs(letters.slice(0, 20), degrees.slice(0, 5)).map(([letter, degree]) => {
      return { search: `${letter} ${degree}`, ordering: "last_name" };
    }),
  };
}

/** The values without the empty one, the commonest first. */
function rankValues(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== "") counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
}
