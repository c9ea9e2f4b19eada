/** How long other requests wait while queries with many matches run: the longest wait is what counts. */
import { Command } from "commander";
import { load, type Measured, withSerial } from "./load.ts";
import { checkTools, describeCommand, describeLoadedMachine } from "./machine.ts";
import { parseNames, parseNumber, parseNumbers } from "./options.ts";
import { makeFolder, openCleanup, readCpuSeconds, readPeakBytes, resetPeak } from "./process.ts";
import { type Ask, pathOf } from "./service.ts";
import { fetchPage, makeDirectory, serveTeachers } from "./teachers.ts";

const program = new Command("stall")
  .description("Measures how long other requests wait while heavy queries run.")
  .option("--size <n>", "how many teachers", parseNumber, 1_000_000)
  .option("--seconds <n>", "how long each measurement takes", parseNumber, 10)
  .option("--connections <numbers>", "how many run heavy queries at a time", parseNumbers, [1, 8, 64])
  .option("--cases <names>", "which of them: queries, pages", parseNames(["queries", "pages"]), ["queries", "pages"])
  .option("--database <url>", "measures a directory that is there, in place of a generated one");
const { size, seconds, connections, cases, database } = program.parse().opts<{
  readonly size: number;
  readonly seconds: number;
  readonly connections: readonly number[];
  readonly cases: readonly string[];
  readonly database?: string;
}>();

/** What many clients ask for at a time. */
interface Heavy {
  readonly name: string;
  readonly asks: readonly Ask[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** The maximum limit of the measured service, the largest that the setting accepts. */
const maxLimit = 100_000;

/** What others ask for meanwhile, at a fixed rate: who waits for an answer before the next request notices few stalls. */
const watched = ["/livez", "/teachers/"] as const;
const intervalMs = 10;

/** The largest pages of each representation. */
const gzip = { "Accept-Encoding": "gzip" };
const pages: readonly Heavy[] = [
  { name: "html, limit=1000", asks: [{ format: "html", limit: 1000 }] },
  { name: "html, limit=1000, gzip", asks: [{ format: "html", limit: 1000 }], headers: gzip },
  { name: "JSON, limit=1000", asks: [{ limit: 1000 }] },
  { name: "JSON, limit=1000, gzip", asks: [{ limit: 1000 }], headers: gzip },
  { name: "JSON, limit=1000, indent=8", asks: [{ limit: 1000 }], headers: { Accept: "application/json; indent=8" } },
  { name: "JSON, limit=100000", asks: [{ limit: maxLimit }] },
  {
    name: "JSON, limit=100000, indent=8, gzip",
    asks: [{ limit: maxLimit }],
    headers: { Accept: "application/json; indent=8", ...gzip },
  },
];

checkTools();
await using cleanup = openCleanup();
const folder = makeFolder(cleanup);
const ours = await serveTeachers(database ?? (await makeDirectory(folder, size)), {
  cores: "0",
  flags: ["--max-limit", String(maxLimit)],
  folder,
  cleanup,
});
// Who waits must not be in the way of who answers.
Bun.spawnSync(["taskset", "-a", "-cp", "1", String(process.pid)]);

console.log(`${describeLoadedMachine()}; \`${describeCommand("bin/bun bench/stall.ts")}\`

${ours.count.toLocaleString("en")} teachers, one process on core 0, --max-limit ${maxLimit}.

| meanwhile | connections | answered a second | ${watched.map((path) => `${path} 50 / 99 / 100 %, ms`).join(" | ")} | peak memory, MiB (RSS) | faults |
|---|--:|--:|--:|--:|--:|---|`);
await report("nothing else", 0, () => Bun.sleep(seconds * 1000).then(() => null));
const heavy = [
  ...(cases.includes("queries") ? await findHeavyQueries() : []),
  ...(cases.includes("pages") ? pages : []),
];
for (const { name, asks, headers = {} } of heavy) {
  const paths = asks.map((ask) => withSerial(pathOf(ask)));
  for (const count of connections) {
    await report(name, count, () => {
      const target = { origin: ours.origin, paths, hasSerial: true, headers };
      return load(target, { connections: count, seconds, cores: "1", folder });
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
async function report(name: string, count: number, work: () => Promise<Measured | null>): Promise<void> {
  await settle();
  resetPeak(ours.process.pid);
  const stop = new AbortController();
  const watching = watched.map((path) => watch(ours.origin + path, stop.signal));
  const measured = await work();
  stop.abort();
  const waits = (await Promise.all(watching)).map((times) => {
    const at = (share: number): string => times[Math.ceil(share * times.length) - 1]?.toFixed(1) ?? "";
    return [0.5, 0.99, 1].map(at).join(" / ");
  });
  const peak = (readPeakBytes(ours.process.pid) / 2 ** 20).toFixed(0);
  const cells = [name, count || "–", measured?.requestsPerSecond.toFixed(1) ?? "–", ...waits, peak];
  console.log(`| ${[...cells, measured?.faults.join(", ") || "–"].join(" | ")} |`);
}

/** Asks until it is stopped, and gives the times in milliseconds, sorted. */
async function watch(url: string, signal: AbortSignal): Promise<number[]> {
  const asked: Promise<number>[] = [];
  while (!signal.aborted) {
    asked.push(ask(url));
    await Bun.sleep(intervalMs);
  }
  return (await Promise.all(asked)).sort((a, b) => a - b);
}

async function ask(url: string): Promise<number> {
  const from = performance.now();
  await (await fetch(url)).arrayBuffer();
  return performance.now() - from;
}

/** The questions with the most matches: the commonest names with the commonest degrees, and the shortest beginnings. */
async function findHeavyQueries(): Promise<Heavy[]> {
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
  return [
    { name: "two filters", asks: filters },
    { name: "two filters with order", asks: filters.map((filter) => ({ ...filter, ordering: "last_name" })) },
    {
      name: "filter with order",
      asks: middles.slice(0, 100).map((middle_name) => ({ middle_name, ordering: "-last_name" })),
    },
    {
      name: "search",
      asks: pairs(letters.slice(0, 20), letters.slice(0, 20)).map(([a, b]) => ({ search: `${a} ${b}` })),
    },
    {
      name: "search with order",
      asks: pairs(letters.slice(0, 20), degrees.slice(0, 5)).map(([letter, degree]) => {
        return { search: `${letter} ${degree}`, ordering: "last_name" };
      }),
    },
    {
      name: "search of eight letters",
      asks: letters.slice(0, 20).map((letter) => ({ search: `${letter} `.repeat(8) })),
    },
  ];
}

/** The values without the empty one, the commonest first. */
function rankValues(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== "") counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
}
