/** Measures how slow clients affect others: slowhttptest with its slow headers, slow bodies and slow reads. */
import { join } from "node:path";
import { Command } from "commander";
import { describeCommand, describeLoadedMachine } from "./support/machine.ts";
import { parseNumber } from "./support/options.ts";
import { createDatabase, startService } from "./support/own-service.ts";
import { startPhases } from "./support/phases.ts";
import { createFolder, openCleanup, run } from "./support/process.ts";

/** The flags of slowhttptest for each of its modes. */
const modes = {
  "slow headers": ["-H"],
  "slow bodies": ["-B"],
  "slow reads": ["-X", "-w", "10", "-y", "20", "-n", "1", "-z", "32"],
} as const;

const program = new Command("slow-http")
  .description("Measures the latencies of other clients while slowhttptest runs in each of its modes.")
  .option("--size <n>", "the number of teachers", parseNumber, 100_000)
  .option("--seconds <n>", "the duration of each mode", parseNumber, 15)
  .option("--slow <n>", "the number of slow connections", parseNumber, 1000)
  .option("--rate <n>", "requests per second of the other clients", parseNumber, 2000)
  .option("--connections <n>", "the number of their connections", parseNumber, 64);
interface Options {
  readonly size: number;
  readonly seconds: number;
  readonly slow: number;
  readonly rate: number;
  readonly connections: number;
}
const { size, seconds, slow, rate, connections } = program.parse().opts<Options>();

if (Bun.which("slowhttptest") === null) throw new Error("slowhttptest is not installed");
await using cleanup = openCleanup();
const folder = createFolder(cleanup);
const database = await createDatabase(folder, size);
const { origin } = await startService(database, { cores: "0", folder, cleanup });
const phases = await startPhases({ url: `${origin}/teachers/`, rate, connections, folder, cleanup });
await phases.run("alone", () => Bun.sleep(seconds * 1000));
for (const [name, flags] of Object.entries(modes)) {
  // A slow reader needs an answer that is larger than the buffers of its socket.
  const url = `${origin}/teachers/?format=csv`;
  const load = ["-c", String(slow), "-r", String(slow), "-l", String(seconds), "-i", "2", "-u", url];
  const command = ["slowhttptest", ...flags, ...load];
  await phases.run(name, async () => {
    await run(command, { cores: "1", log: join(folder, "slowhttptest.log") });
  });
}
console.log(`${describeLoadedMachine()}; \`${describeCommand("bin/bun bench/slow-http.ts")}\`

${size.toLocaleString("en")} teachers, default page, ${slow} slow connections.

${await phases.finish()}`);
