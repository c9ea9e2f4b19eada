/** The soak: loads a server for 20 minutes while versions are published, and prints failures, latencies and memory. */
import { Command } from "commander";
import { describeCommand, describeMachine } from "./support/machine.ts";
import { parseNumber } from "./support/options.ts";
import { createFolder, openCleanup } from "./support/process.ts";
import { quarterMeans, soak } from "./support/soak.ts";
import { formatWhole } from "./support/table.ts";

const program = new Command("soak")
  .description("Loads a server with clients, slow downloads and abandoned connections while versions are published.")
  .option("--minutes <n>", "how long", parseNumber, 20)
  .option("--rate <n>", "requests per second", parseNumber, 5000)
  .option("--import-seconds <n>", "the time between two imports", parseNumber, 10);
interface Options {
  readonly minutes: number;
  readonly rate: number;
  readonly importSeconds: number;
}
const { minutes, rate, importSeconds } = program.parse().opts<Options>();

await using cleanup = openCleanup();
const folder = createFolder(cleanup);
const seconds = minutes * 60;
const report = await soak({ folder, seconds, requestsPerSecond: rate, secondsPerImport: importSeconds });
const { requests, downloads, abandoned, imports, p99Ms, memory, failures } = report;
const [resident, anonymous] = (["resident", "anonymous"] as const).map((part) =>
  quarterMeans(memory, part).map(Math.round).join(", "),
);
console.log(`${describeMachine()}; \`${describeCommand("bin/bun bench/soak.ts")}\`

| requests | a second | 99 %, ms | slow downloads | abandoned | imports | failures | memory by quarter, MiB | without mapped files |
|--:|--:|--:|--:|--:|--:|--:|---|---|
| ${formatWhole(requests)} | ${formatWhole(requests / seconds)} | ${p99Ms.toFixed(1)} | ${downloads} | ${abandoned} | ${imports} | ${failures.length} | ${resident} | ${anonymous} |`);
for (const failure of failures.slice(0, 10)) console.error(failure);
process.exitCode = failures.length === 0 ? 0 : 1;
