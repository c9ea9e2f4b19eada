/** `npm run bench`: compares our service with its peers on the same data, on one core each. Prints one table per size. */
import { Command } from "commander";
import { bare } from "./peers/bare/peer.ts";
import { createBaseline } from "./peers/baseline/peer.ts";
import { django } from "./peers/django/peer.ts";
import { fastify } from "./peers/fastify/peer.ts";
import { jsonServer } from "./peers/json-server/peer.ts";
import { nginx } from "./peers/nginx/peer.ts";
import { startPostgres } from "./peers/postgres.ts";
import { createWithMetrics } from "./peers/with-metrics/peer.ts";
import { buildCases, caseNames, slowCaseNames } from "./support/cases.ts";
import { compare, joinRows, type Row } from "./support/compare.ts";
import { checkTools, describeCommand, describeLoadedMachine } from "./support/machine.ts";
import { parseNames, parseNumber, parseNumbers } from "./support/options.ts";
import { createDatabase, ownName, startService } from "./support/own-service.ts";
import { createFolder, openCleanup } from "./support/process.ts";
import type { Database, Peer, Service } from "./support/service.ts";
import { renderTable } from "./support/table.ts";
import { findDifferences } from "./support/verify-peer.ts";

const peers: readonly Peer[] = [bare, nginx, fastify, django, jsonServer];

/** All services share one core; the load has another. */
const serverCores = "0";
const loadCores = "1";

/** Above this number of teachers, only our service and peers with `anySize` are measured. */
const peerTeachersMax = 1_000_000;

interface Options {
  readonly size: readonly number[];
  readonly cases: readonly string[];
  readonly peers: readonly string[];
  readonly seconds: number;
  readonly rounds: number;
  readonly starts: number;
  readonly connections: number;
  readonly baseline?: string;
  readonly withMetrics?: true;
  readonly database?: string;
  readonly json?: string;
  readonly quick?: true;
}

const program = new Command("bench")
  .description("Compares the service with its peers.")
  .option("--size <numbers>", "numbers of teachers, separated by commas", parseNumbers, [5000, 1_000_000])
  .option("--cases <names>", `cases, separated by commas: ${caseNames.join(",")}`, parseNames(caseNames), [
    ...caseNames,
  ])
  .option(
    "--peers <names>",
    `peers, separated by commas: ${peers.map(({ name }) => name).join(",")}; or none`,
    parsePeers,
    peers.map(({ name }) => name),
  )
  .option("--seconds <n>", "the duration of each measurement", parseNumber, 8)
  .option("--rounds <n>", "the number of measurements, after a warm-up", parseNumber, 3)
  .option(
    "--starts <n>",
    "how often all services are started and measured, since processes of one program differ",
    parseNumber,
    1,
  )
  .option("--connections <n>", "the number of concurrent connections", parseNumber, 64)
  .option("--baseline <folder>", "another checkout of the service, as a further peer")
  .option("--with-metrics", "the service with --admin-port, as a further peer")
  .option("--database <url>", "use an existing database instead of generated ones")
  .option("--quick", "5,000 teachers, 2 rounds of a second, no warm-up; takes two minutes and is imprecise")
  .option("--json <file>", "write all measurements to a file");

checkTools();
const given = program.parse().opts<Options>();
const options: Options =
  given.quick === undefined
    ? given
    : {
        ...given,
        size: [5000],
        seconds: 1,
        rounds: 2,
        cases: given.cases.filter((name) => !slowCaseNames.includes(name)),
      };

console.log(`${describeLoadedMachine()}; \`${describeCommand("bin/bun bench/run.ts")}\`

Medians of ${describeRounds()} with ${options.connections} connections. A service and its PostgreSQL share core ${serverCores}; wrk has core
${loadCores}. Memory is PSS, which counts shared memory once, with the sum of RSS in brackets.\n`);
const results: { readonly count: number; readonly rows: readonly Row[] }[] = [];
for (const size of options.database === undefined ? options.size : [0]) {
  results.push(await measure(size));
  if (options.json !== undefined) await Bun.write(options.json, JSON.stringify({ options, results }, null, 2));
}

async function measure(size: number): Promise<{ count: number; rows: Row[] }> {
  await using cleanup = openCleanup();
  const folder = createFolder(cleanup);
  progress(options.database ?? `Generating ${size.toLocaleString("en")} teachers`);
  const database = options.database ?? (await createDatabase(folder, size));
  const first = await measureOnce(database, console.log);
  let { rows } = first;
  for (let start = 1; start < options.starts; start++) {
    rows = joinRows(rows, (await measureOnce(database, () => {})).rows);
  }
  progress("");
  console.log(`\n${renderTable(rows, ownName)}\n`);
  return { count: first.count, rows };
}

/** Starts all services, measures them, and stops them. Reports which services there are. */
async function measureOnce(database: string, report: (line: string) => void): Promise<{ count: number; rows: Row[] }> {
  await using cleanup = openCleanup();
  const folder = createFolder(cleanup);
  progress(`Starting ${ownName}`);
  const ownService = await startService(database, { cores: serverCores, folder, cleanup });
  const allCases = await buildCases(ownService);
  const cases = allCases.filter(({ name }) => options.cases.includes(name));

  report(`### ${ownService.count.toLocaleString("en")} teachers\n`);
  let postgres: Promise<Database> | undefined;
  const openDatabase = (): Promise<Database> => {
    postgres ??= startPostgres(ownService, { folder, cleanup, cores: serverCores });
    return postgres;
  };
  const services: Service[] = [ownService];
  const variants = [
    ...(options.withMetrics === undefined ? [] : [createWithMetrics(database)]),
    ...(options.baseline === undefined ? [] : [createBaseline(options.baseline)]),
  ];
  for (const peer of [...variants, ...peers.filter(({ name }) => options.peers.includes(name))]) {
    if (!peer.anySize && ownService.count > peerTeachersMax) continue;
    progress(`Starting ${peer.name}`);
    try {
      const service = await peer.start({ folder, cleanup, cores: serverCores, ownService, cases, openDatabase });
      // A static file is the same for every URL, so there is nothing to compare.
      const differences = service.originOf === undefined ? await findDifferences(ownService, service, allCases) : [];
      report(`- ${peer.name}: ${peer.describe()}${differences.map((text) => `\n  - differs, ${text}`).join("")}`);
      services.push(service);
    } catch (error) {
      report(`- ${peer.name}: **missing**, ${(error as Error).message}`);
    }
  }

  const { seconds, rounds, connections } = options;
  const warmUpSeconds = options.quick === undefined ? 2 : 0;
  const load = { seconds, rounds, connections, warmUpSeconds, cores: loadCores, folder };
  const rows = await compare(services, cases, { ...load, onProgress: progress });
  return { count: ownService.count, rows };
}

function describeRounds(): string {
  const rounds = `${options.rounds} rounds of ${options.seconds} s`;
  return options.starts === 1 ? rounds : `${options.starts} starts of all services, each with ${rounds},`;
}

/** Shows the current step, on a terminal only. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

function parsePeers(text: string): string[] {
  return text === "none" ? [] : parseNames(peers.map(({ name }) => name))(text);
}
