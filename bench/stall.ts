/** Measures how long other requests wait while clients send heavy queries, download or request large pages. */
import { Command } from "commander";
import { load, type Measurement, withSerial } from "./support/load.ts";
import { checkTools, describeCommand, describeLoadedMachine } from "./support/machine.ts";
import { parseNames, parseNumber, parseNumbers } from "./support/options.ts";
import { createDatabase, fetchPage, startService } from "./support/own-service.ts";
import { createFolder, openCleanup, readCpuSeconds, readPeakBytes, resetPeak } from "./support/process.ts";
import { type ListQuery, pathOf } from "./support/service.ts";

const program = new Command("stall")
  .description(
    "Measures how long other requests wait while clients send heavy queries, download or request large pages.",
  )
  .option("--size <n>", "the number of teachers", parseNumber, 1_000_000)
  .option("--seconds <n>", "the duration of each measurement", parseNumber, 10)
  .option(
    "--connections <numbers>",
    "numbers of concurrent connections for the load, separated by commas",
    parseNumbers,
    [1, 8, 64],
  )
  .option(
    "--cases <names>",
    "heavy queries, written names to match, or downloads and large pages: queries,matches,pages",
    parseNames(["queries", "matches", "pages"]),
    ["queries", "matches", "pages"],
  )
  .option("--database <url>", "use an existing database instead of a generated one");
const { size, seconds, connections, cases, database } = program.parse().opts<{
  readonly size: number;
  readonly seconds: number;
  readonly connections: readonly number[];
  readonly cases: readonly string[];
  readonly database?: string;
}>();

/** Requests that many clients send concurrently. */
interface HeavyLoad {
  readonly name: string;
  readonly paths: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** The value of `--max-limit` for the service: the largest that it accepts. */
const maxLimit = 5000;

/** Requested at a fixed rate under load. A client that waits for each response would miss most stalls. */
const probedPaths = ["/livez", "/teachers/"] as const;
const probeIntervalMs = 10;

/** Downloads, and the largest pages of each representation. */
const gzip = { "Accept-Encoding": "gzip" };
const pages: readonly HeavyLoad[] = [
  { name: "download, CSV", paths: [pathOf({ format: "csv" })] },
  { name: "download, CSV, gzip", paths: [pathOf({ format: "csv" })], headers: gzip },
  { name: "html, limit=1000", paths: [pathOf({ format: "html", limit: 1000 })] },
  { name: "html, limit=1000, gzip", paths: [pathOf({ format: "html", limit: 1000 })], headers: gzip },
  { name: "JSON, limit=1000", paths: [pathOf({ limit: 1000 })] },
  { name: "JSON, limit=1000, gzip", paths: [pathOf({ limit: 1000 })], headers: gzip },
  { name: "JSON, limit=5000", paths: [pathOf({ limit: maxLimit })] },
];

checkTools();
await using cleanup = openCleanup();
const folder = createFolder(cleanup);
const ownService = await startService(database ?? (await createDatabase(folder, size)), {
  cores: "0",
  flags: ["--max-limit", String(maxLimit)],
  folder,
  cleanup,
});
// The probe must not compete with the service for its core.
Bun.spawnSync(["taskset", "-a", "-cp", "1", String(process.pid)]);

console.log(`${describeLoadedMachine()}; \`${describeCommand("bin/bun bench/stall.ts")}\`

${ownService.count.toLocaleString("en")} teachers, one process on core 0, --max-limit ${maxLimit}.

| load | connections | requests/s | ${probedPaths.map((path) => `${path} 50 / 99 / 100 %, ms`).join(" | ")} | peak memory, MiB (RSS) | faults |
|---|--:|--:|--:|--:|--:|---|`);
await report("none", 0, () => Bun.sleep(seconds * 1000).then(() => null));
const loads = [
  ...(cases.includes("queries") ? await findHeavyQueries() : []),
  ...(cases.includes("matches") ? await findMatches() : []),
  ...(cases.includes("pages") ? pages : []),
];
for (const { name, paths: unnumbered, headers = {} } of loads) {
  const paths = unnumbered.map(withSerial);
  for (const count of connections) {
    await report(name, count, () => {
      const target = { origin: ownService.origin, paths, hasSerial: true, headers };
      return load(target, { connections: count, seconds, cores: "1", folder });
    });
  }
}

/** Waits until the service has processed the requests that are left over from the previous measurement. */
async function waitUntilIdle(): Promise<void> {
  const deadline = performance.now() + 120_000;
  for (let before = -1; performance.now() < deadline; await Bun.sleep(500)) {
    const now = readCpuSeconds(ownService.pids);
    if (before >= 0 && now - before < 0.05) return;
    before = now;
  }
}

/** Runs a load and prints a row: how long the probes waited for their responses. */
async function report(name: string, count: number, work: () => Promise<Measurement | null>): Promise<void> {
  await waitUntilIdle();
  resetPeak(ownService.process.pid);
  const stop = new AbortController();
  const probes = probedPaths.map((path) => probe(ownService.origin + path, stop.signal));
  const measurement = await work();
  stop.abort();
  const waits = (await Promise.all(probes)).map((times) => {
    const percentile = (share: number): string => times[Math.ceil(share * times.length) - 1]?.toFixed(1) ?? "";
    return [0.5, 0.99, 1].map(percentile).join(" / ");
  });
  const peak = (readPeakBytes(ownService.process.pid) / 2 ** 20).toFixed(0);
  const cells = [name, count || "–", measurement?.requestsPerSecond.toFixed(1) ?? "–", ...waits, peak];
  console.log(`| ${[...cells, measurement?.faults.join(", ") || "–"].join(" | ")} |`);
}

/** Sends requests until it is stopped, and returns their durations in milliseconds, sorted. */
async function probe(url: string, signal: AbortSignal): Promise<number[]> {
  const durations: Promise<number>[] = [];
  while (!signal.aborted) {
    durations.push(timeRequest(url));
    await Bun.sleep(probeIntervalMs);
  }
  return (await Promise.all(durations)).sort((a, b) => a - b);
}

async function timeRequest(url: string): Promise<number> {
  const startedAt = performance.now();
  await (await fetch(url)).arrayBuffer();
  return performance.now() - startedAt;
}

/** The queries with the most results: the most common names with the most common degrees, and the shortest beginnings. */
async function findHeavyQueries(): Promise<HeavyLoad[]> {
  const { results } = await fetchPage(ownService.origin, pathOf({ limit: 1000 }));
  const firsts = mostCommon(results.map(({ first_name }) => String(first_name)));
  const middles = mostCommon(results.map(({ middle_name }) => String(middle_name)));
  const degrees = mostCommon(results.map(({ degree }) => String(degree)));
  const letters = mostCommon(results.map(({ last_name }) => String(last_name).slice(0, 1)));
  const pairs = <A, B>(as: readonly A[], bs: readonly B[]): [A, B][] =>
    as.flatMap((a) => bs.map((b): [A, B] => [a, b]));
  const filters = pairs(firsts.slice(0, 60), degrees.slice(0, 5)).map(([first_name, degree]) => ({
    first_name,
    degree,
  }));
  const queries: Readonly<Record<string, readonly ListQuery[]>> = {
    "two filters": filters,
    "two filters with order": filters.map((filter) => ({ ...filter, ordering: "last_name" })),
    "filter with order": middles.slice(0, 100).map((middle_name) => ({ middle_name, ordering: "-last_name" })),
    search: pairs(letters.slice(0, 20), letters.slice(0, 20)).map(([a, b]) => ({ search: `${a} ${b}` })),
    "search with order": pairs(letters.slice(0, 20), degrees.slice(0, 5)).map(([letter, degree]) => {
      return { search: `${letter} ${degree}`, ordering: "last_name" };
    }),
    "search of eight letters": letters.slice(0, 20).map((letter) => ({ search: `${letter} `.repeat(8) })),
  };
  return Object.entries(queries).map(([name, some]) => ({ name, paths: some.map(pathOf) }));
}

/** Requests to match twenty written names each, of the first thousand teachers. */
async function findMatches(): Promise<HeavyLoad[]> {
  const { results } = await fetchPage(ownService.origin, pathOf({ limit: 1000 }));
  const fields = ["full_name", "name", "short_name", "short_name_with_degree"];
  const names = results.map((teacher, i) => String(teacher[fields[i % fields.length]!]));
  const paths = Array.from({ length: 50 }, (_, i) => {
    const asked = names.slice(20 * i, 20 * (i + 1)).map((name) => ["name", name]);
    return `/teachers/match/?${new URLSearchParams(asked)}`;
  });
  return [{ name: "match of 20 names", paths }];
}

/** The unique non-empty values, the most common first. */
function mostCommon(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== "") counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
}
