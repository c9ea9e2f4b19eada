/**
 * Measures how a new publication affects clients: latencies at half of the maximum rate, before, during and after it.
 */
import { Command } from "commander";
import { load } from "./support/load.ts";
import { checkTools, describeCommand, describeLoadedMachine } from "./support/machine.ts";
import { parseNumber } from "./support/options.ts";
import { createDatabase, importGenerated, startService } from "./support/own-service.ts";
import { startPhases } from "./support/phases.ts";
import { createFolder, openCleanup } from "./support/process.ts";
import { formatWhole } from "./support/table.ts";

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
const database = await createDatabase(folder, size);
// Server, builder and import share both cores, as on a machine with two cores. The load comes from one of them.
const ownService = await startService(database, { cores: "0,1", folder, cleanup });
const url = `${ownService.origin}/teachers/`;
const defaultPage = { origin: ownService.origin, paths: ["/teachers/"], hasSerial: false, headers: {} };
const maximum = await load(defaultPage, { connections, seconds: Math.min(5, seconds), cores: "1", folder });
const rate = given.rate ?? Math.round(maximum.requestsPerSecond / 2);

const phases = await startPhases({ url, rate, connections, folder, cleanup });
await phases.run("before", () => Bun.sleep(seconds * 1000));
const oldVersion = await findVersion();
await phases.run("import", () => importGenerated(database, { folder, count: size, seed: 2 }));
await phases.run("build and switch", async () => {
  while ((await findVersion()) === oldVersion) await Bun.sleep(20);
});
await phases.run("after", () => Bun.sleep(seconds * 1000));
const count = size.toLocaleString("en");
const maximumRate = formatWhole(maximum.requestsPerSecond);
console.log(`${describeLoadedMachine()}; \`${describeCommand("bin/bun bench/reload.ts")}\`

${count} teachers, default page, ${connections} connections: wrk reaches ${maximumRate} requests per second; the target rate of autocannon is ${rate.toLocaleString("en")}.

${await phases.finish()}`);

async function findVersion(): Promise<string | null> {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.headers.get("dataset-version");
}
