/** `npm run bench`: our service and its peers side by side on the same data, one core each, and one table a size. */
import { Command } from "commander";
import { caseNames, drawCases, slowCaseNames } from "./cases.ts";
import { findDifferences } from "./check.ts";
import { compare, type Row } from "./compare.ts";
import { checkTools, describeCommand, describeLoadedMachine } from "./machine.ts";
import { parseNames, parseNumber, parseNumbers } from "./options.ts";
import { django } from "./peers/django/peer.ts";
import { fastify } from "./peers/fastify/peer.ts";
import { jsonServer } from "./peers/json-server/peer.ts";
import { nginx } from "./peers/nginx/peer.ts";
import { startPostgres } from "./peers/postgres.ts";
import { makeFolder, openCleanup } from "./process.ts";
import type { Database, Peer, Service } from "./service.ts";
import { renderTable } from "./table.ts";
import { makeDirectory, serveTeachers } from "./teachers.ts";

const peers: readonly Peer[] = [nginx, fastify, django, jsonServer];

/** What answers has one core, the load another. */
const serverCores = "0";
const loadCores = "1";

/** Directories of more than this many teachers are for us alone, and for nginx, which does not care. */
const peersCountMax = 1_000_000;

interface Options {
  readonly size: readonly number[];
  readonly cases: readonly string[];
  readonly peers: readonly string[];
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
  readonly database?: string;
  readonly json?: string;
  readonly quick?: true;
}

const program = new Command("bench")
  .description("Measures the service against its peers.")
  .option("--size <numbers>", "how many teachers", parseNumbers, [5000, 1_000_000])
  .option("--cases <names>", `some of ${caseNames.join(",")}`, parseNames(caseNames), [...caseNames])
  .option(
    "--peers <names>",
    `some of ${peers.map(({ name }) => name).join(",")}, or none`,
    parsePeers,
    peers.map(({ name }) => name),
  )
  .option("--seconds <n>", "how long each measurement takes", parseNumber, 8)
  .option("--rounds <n>", "how often each is made, after a warm-up", parseNumber, 3)
  .option("--connections <n>", "how many are open at a time", parseNumber, 64)
  .option("--database <url>", "measures a directory that is there, in place of generated ones")
  .option("--quick", "5,000 teachers, 2 rounds of a second, no warm-up: done in two minutes, to be trusted little")
  .option("--json <file>", "writes every measurement");

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

Medians of ${options.rounds} rounds of ${options.seconds} s with ${options.connections} connections. Whatever answers shares core ${serverCores}, PostgreSQL with its service
too; wrk has core ${loadCores}. Memory is PSS, shared pages counted once, and in brackets the sum of RSS.\n`);
const results: { readonly count: number; readonly rows: readonly Row[] }[] = [];
for (const size of options.database === undefined ? options.size : [0]) {
  results.push(await measure(size));
  if (options.json !== undefined) await Bun.write(options.json, JSON.stringify({ options, results }, null, 2));
}

async function measure(size: number): Promise<{ count: number; rows: Row[] }> {
  await using cleanup = openCleanup();
  const folder = makeFolder(cleanup);
  progress(options.database ?? `Making a directory of ${size.toLocaleString("en")} teachers`);
  const database = options.database ?? (await makeDirectory(folder, size));
  const ours = await serveTeachers(database, { cores: serverCores, folder, cleanup });
  const drawn = await drawCases(ours);
  const cases = drawn.filter(({ name }) => options.cases.includes(name));

  console.log(`### ${ours.count.toLocaleString("en")} teachers\n`);
  let opened: Promise<Database> | undefined;
  const openDatabase = (): Promise<Database> => {
    opened ??= startPostgres(ours, { folder, cleanup, cores: serverCores });
    return opened;
  };
  const services: Service[] = [ours];
  for (const peer of peers.filter(({ name }) => options.peers.includes(name))) {
    if (!peer.anySize && ours.count > peersCountMax) continue;
    progress(`Starting ${peer.name}`);
    try {
      const service = await peer.start({ folder, cleanup, cores: serverCores, ours, cases, openDatabase });
      // A static file is the same whatever is asked, so there is nothing to compare.
      const differences = service.originOf === undefined ? await findDifferences(ours, service, drawn) : [];
      console.log(`- ${peer.name}: ${peer.describe()}${differences.map((text) => `\n  - differs, ${text}`).join("")}`);
      services.push(service);
    } catch (error) {
      console.log(`- ${peer.name}: **missing**, ${(error as Error).message}`);
    }
  }

  const { seconds, rounds, connections } = options;
  const warmUpSeconds = options.quick === undefined ? 2 : 0;
  const load = { seconds, rounds, connections, warmUpSeconds, cores: loadCores, folder };
  const rows = await compare(services, cases, { ...load, onProgress: progress });
  progress("");
  console.log(`\n${renderTable(rows, ours.name)}\n`);
  return { count: ours.count, rows };
}

/** Says on a terminal what is going on. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

function parsePeers(text: string): string[] {
  return text === "none" ? [] : parseNames(peers.map(({ name }) => name))(text);
}
