/** Measures what clients notice of a new publication: latencies at half of the maximum rate, before, during and after it. */
import { join } from "node:path";
import { Command } from "commander";
import { install } from "./install.ts";
import { load } from "./load.ts";
import { checkTools, describeCommand, describeLoadedMachine } from "./machine.ts";
import { parseNumber } from "./options.ts";
import { createDatabase, importGenerated, startService } from "./own-service.ts";
import { createFolder, openCleanup, start } from "./process.ts";

/** A line that fixed-rate.js prints for a phase. */
interface Phase {
  readonly seconds: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p99CorrectedMs: number;
  readonly longestMs: number;
  readonly failed: number;
}

const program = new Command("reload")
  .description("Measures latencies at half of the maximum rate while a new version is published.")
  .option("--size <n>", "the number of teachers", parseNumber, 1_000_000)
  .option("--seconds <n>", "the duration of the phases before and after the publication", parseNumber, 15)
  .option("--rate <n>", "requests per second; by default half of the rate that wrk reaches", parseNumber)
  .option("--connections <n>", "the number of concurrent connections", parseNumber, 64);
const { size, seconds, connections, ...given } = program.parse().opts<{
  readonly size: number;
  readonly seconds: number;
  readonly rate?: number;
  readonly connections: number;
}>();

checkTools();
await using cleanup = openCleanup();
const folder = createFolder(cleanup);
const autocannonFolder = await install(join(import.meta.dir, "autocannon"), "autocannon", ["fixed-rate.js"]);
const database = await createDatabase(folder, size);
// Server, builder and import share both cores, as on a machine with two cores. The load comes from one of them.
const ownService = await startService(database, { cores: "0,1", folder, cleanup });
const url = `${ownService.origin}/teachers/`;
const defaultPage = { origin: ownService.origin, paths: ["/teachers/"], hasSerial: false, headers: {} };
const maximum = await load(defaultPage, { connections, seconds: Math.min(5, seconds), cores: "1", folder });
const rate = given.rate ?? Math.round(maximum.requestsPerSecond / 2);

const command = ["node", "fixed-rate.js", url, String(rate), String(connections)];
const autocannon = cleanup.use(
  start(command, { cores: "1", log: join(folder, "autocannon.log"), folder: autocannonFolder }),
);
const phaseNames = ["warm-up"];
await Bun.sleep(3000);
await runPhase("before", () => Bun.sleep(seconds * 1000));
const oldVersion = await findVersion();
await runPhase("import", () => importGenerated(database, { folder, count: size, seed: 2 }));
await runPhase("build and switch", async () => {
  while ((await findVersion()) === oldVersion) await Bun.sleep(20);
});
await runPhase("after", () => Bun.sleep(seconds * 1000));
await autocannon[Symbol.asyncDispose]();

const count = size.toLocaleString("en");
const maximumRate = Math.round(maximum.requestsPerSecond).toLocaleString("en");
console.log(`${describeLoadedMachine()}; \`${describeCommand("bin/bun bench/reload.ts")}\`

${count} teachers, default page, ${connections} connections: wrk reaches ${maximumRate} requests per second; the target rate of autocannon is ${rate.toLocaleString("en")}.

| phase | s | requests/s | 50 %, ms | 99 %, ms | 99 % corrected, ms | longest, ms | failed |
|---|--:|--:|--:|--:|--:|--:|--:|`);
const lines = autocannon.output().trim().split("\n");
for (const [i, name] of phaseNames.entries()) {
  const { seconds, requestsPerSecond, failed, ...times } = JSON.parse(lines[i]!) as Phase;
  const texts = Object.values(times).map((ms) => ms.toFixed(2));
  console.log(`| ${[name, seconds.toFixed(1), Math.round(requestsPerSecond), ...texts, failed].join(" | ")} |`);
}

/** Starts a phase and does its work. The load continues. */
async function runPhase(name: string, work: () => Promise<void>): Promise<void> {
  process.kill(autocannon.pid, "SIGUSR2");
  phaseNames.push(name);
  await work();
}

async function findVersion(): Promise<string | null> {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.headers.get("dataset-version");
}
