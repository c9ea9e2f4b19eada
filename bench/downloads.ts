/**
 * Measures downloads of the whole list: the processor time of the server, and its memory. The checkouts are measured in
 * turn.
 */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { describeCommand, describeLoadedMachine } from "./support/machine.ts";
import { parseNumber } from "./support/options.ts";
import { createDatabase, startService } from "./support/own-service.ts";
import { createFolder, openCleanup, readCpuSeconds, readPeakBytes, resetPeak } from "./support/process.ts";
import { mebibytes, median } from "./support/table.ts";

const formats = ["csv", "ndjson"] as const;
const codings = ["identity", "gzip"] as const;

const program = new Command("downloads")
  .description("Measures downloads of the whole list in each format, with and without compression.")
  .argument("[folders...]", "the checkouts, with their packages installed", ["."])
  .option("--size <n>", "the number of teachers", parseNumber, 1_000_000)
  .option("--rounds <n>", "the number of downloads of each kind, after the first one", parseNumber, 3);
const { size, rounds } = program.parse().opts<{ size: number; rounds: number }>();
const checkouts = program.args.length === 0 ? ["."] : program.args;

await using cleanup = openCleanup();
const folder = createFolder(cleanup);
const services = await Promise.all(
  checkouts.map(async (checkout, i) => {
    const own = join(folder, String(i));
    mkdirSync(own);
    const launcher = resolve(checkout, "bin/teachers");
    // Each checkout has a database of its own: its tables may differ.
    const service = await startService(await createDatabase(own, size), { launcher, folder: own, cleanup });
    return { checkout, ...service };
  }),
);

interface Download {
  readonly cpuSeconds: number;
  readonly peakBytes: number;
  readonly bytes: number;
}

async function download({ origin, pids }: (typeof services)[number], path: string, coding: string): Promise<Download> {
  for (const pid of pids) resetPeak(pid);
  const before = readCpuSeconds(pids);
  const response = await fetch(origin + path, { headers: { "Accept-Encoding": coding }, decompress: false });
  let bytes = 0;
  const count = new WritableStream<Uint8Array>({
    write(piece) {
      bytes += piece.length;
    },
  });
  await response.body!.pipeTo(count);
  return { cpuSeconds: readCpuSeconds(pids) - before, peakBytes: Math.max(...pids.map(readPeakBytes)), bytes };
}

const rows: string[] = [];
for (const format of formats) {
  for (const coding of codings) {
    const downloads = services.map((): Download[] => []);
    for (let round = 0; round <= rounds; round++) {
      for (const [i, service] of services.entries()) {
        const done = await download(service, `/teachers/?format=${format}`, coding);
        if (round > 0) downloads[i]!.push(done);
      }
    }
    for (const [i, { checkout }] of services.entries()) {
      const cpuSeconds = median(downloads[i]!.map((done) => done.cpuSeconds)).toFixed(2);
      const peak = mebibytes(Math.max(...downloads[i]!.map((done) => done.peakBytes)));
      rows.push(
        `| ${format} | ${coding} | ${checkout} | ${mebibytes(downloads[i]![0]!.bytes)} | ${cpuSeconds} | ${peak} |`,
      );
    }
  }
}
console.log(`${describeLoadedMachine()}; \`${describeCommand("bin/bun bench/downloads.ts")}\`

${size.toLocaleString("en")} teachers.

| format | coding | checkout | MiB | CPU, s | peak memory, MiB |
|---|---|---|--:|--:|--:|
${rows.join("\n")}`);
