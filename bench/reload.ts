/** What a client notices of a new publication: latencies at half of the top rate without one, and while it comes. */
import { join } from "node:path";
import { Command } from "commander";
import { install } from "./cache.ts";
import { load } from "./load.ts";
import { checkTools, describeCommand, describeLoadedMachine } from "./machine.ts";
import { parseNumber } from "./options.ts";
import { makeFolder, openCleanup, start } from "./process.ts";
import { importGenerated, makeDirectory, serveTeachers } from "./teachers.ts";

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
  .description("Measures a reload at half of the top rate.")
  .option("--size <n>", "how many teachers", parseNumber, 1_000_000)
  .option("--seconds <n>", "how long the phases without a reload take", parseNumber, 15)
  .option("--rate <n>", "requests a second, in place of half of what wrk reaches", parseNumber)
  .option("--connections <n>", "how many are open", parseNumber, 64);
const { size, seconds, connections, ...given } = program.parse().opts<{
  readonly size: number;
  readonly seconds: number;
  readonly rate?: number;
  readonly connections: number;
}>();

checkTools();
await using cleanup = openCleanup();
const folder = makeFolder(cleanup);
const place = await install(join(import.meta.dir, "autocannon"), "autocannon", ["fixed-rate.js"]);
const database = await makeDirectory(folder, size);
// The service, its builder and the import share both cores, as on a machine of two; the load comes from one of them.
const ours = await serveTeachers(database, { cores: "0,1", folder, cleanup });
const url = `${ours.origin}/teachers/`;
const hot = { origin: ours.origin, paths: ["/teachers/"], hasSerial: false, headers: {} };
const top = await load(hot, { connections, seconds: Math.min(5, seconds), cores: "1", folder });
const rate = given.rate ?? Math.round(top.requestsPerSecond / 2);

const command = ["node", "fixed-rate.js", url, String(rate), String(connections)];
const autocannon = cleanup.use(start(command, { cores: "1", log: join(folder, "autocannon.log"), folder: place }));
const names = ["warm-up"];
await Bun.sleep(3000);
await pass("without", () => Bun.sleep(seconds * 1000));
const before = await findVersion();
await pass("import", () => importGenerated(database, { folder, count: size, seed: 2 }));
await pass("noticed, built, swapped", async () => {
  while ((await findVersion()) === before) await Bun.sleep(20);
});
await pass("after", () => Bun.sleep(seconds * 1000));
await autocannon[Symbol.asyncDispose]();

const count = size.toLocaleString("en");
const topRate = Math.round(top.requestsPerSecond).toLocaleString("en");
console.log(`${describeLoadedMachine()}; \`${describeCommand("bin/bun bench/reload.ts")}\`

${count} teachers, default page, ${connections} connections: wrk reaches ${topRate} requests a second, autocannon asks for ${rate.toLocaleString("en")}.

| phase | s | requests/s | 50 %, ms | 99 %, ms | 99 % corrected, ms | longest, ms | failed |
|---|--:|--:|--:|--:|--:|--:|--:|`);
const lines = autocannon.output().trim().split("\n");
for (const [place, name] of names.entries()) {
  const { seconds, requestsPerSecond, failed, ...times } = JSON.parse(lines[place]!) as Phase;
  const texts = Object.values(times).map((ms) => ms.toFixed(2));
  console.log(`| ${[name, seconds.toFixed(1), Math.round(requestsPerSecond), ...texts, failed].join(" | ")} |`);
}

/** Begins a phase, does what belongs to it, and leaves the load running. */
async function pass(name: string, work: () => Promise<void>): Promise<void> {
  process.kill(autocannon.pid, "SIGUSR2");
  names.push(name);
  await work();
}

async function findVersion(): Promise<string | null> {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.headers.get("dataset-version");
}
