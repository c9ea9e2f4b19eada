/**
 * The failure drill: kills, freezes and replaces servers and databases behind nginx, and measures how clients are
 * affected.
 */
import { cpus } from "node:os";
import { Command } from "commander";
import { changedTeachers, drill } from "../test/support/drill.ts";
import { findPart } from "../test/support/parts.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { describeCommand } from "./support/machine.ts";
import { parseNumber } from "./support/options.ts";
import { createFolder, openCleanup } from "./support/process.ts";
import { formatWhole, printRow } from "./support/table.ts";

const program = new Command("drill")
  .description("Kills, freezes and restarts servers and databases behind nginx while clients browse.")
  .option("--teachers <n>", "the number of teachers, at least 1000", parseNumber, 5000)
  .option("--freeze <seconds>", "how long to freeze PostgreSQL", parseNumber, 30);
const { teachers, freeze } = program.parse().opts<{ readonly teachers: number; readonly freeze: number }>();
if (teachers < 1000) program.error("error: --teachers must be at least 1000");

const nginx = findPart("nginx");
if (nginx === null) throw new Error("nginx is not installed");
await using cleanup = openCleanup();
const folder = createFolder(cleanup);
const postgres = await startPostgres(folder);
if (postgres === null) throw new Error("PostgreSQL can't be started");
cleanup.use(postgres);

console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model}), Bun ${Bun.version}; \`${describeCommand("bin/bun bench/drill.ts")}\`

${formatWhole(teachers)} teachers, three servers. Each event publishes ${changedTeachers} changes; *propagation* is the time from that commit until all running servers answer with the new version.

| event | duration, ms | propagation, ms | requests | failed | slowest, ms |
|---|--:|--:|--:|--:|--:|`,
);
const { events, versions, published, retried, stale } = await drill({
  nginx,
  postgres,
  folder,
  teachers,
  freezeMs: freeze * 1000,
  onEvent({ name, tookMs, followedMs, requests, failures, slowestMs }) {
    printRow(name, ...[tookMs, followedMs, requests, failures.length, slowestMs].map(formatWhole));
    for (const failure of failures.slice(0, 3)) console.error(failure);
  },
});
const failed = events.reduce((sum, { failures }) => sum + failures.length, 0);
console.log(`
Versions at the end: ${versions.join(", ")}; last published: ${published}. nginx retried ${formatWhole(retried)} requests on another server, and answered ${formatWhole(stale)} from its cache because no server answered.`);
process.exitCode = failed === 0 && versions.every((version) => version === published) ? 0 : 1;
