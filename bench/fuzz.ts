/** The fuzzer: sends many random requests from a grammar, directly to a server and through nginx, and prints a table. */
import { join } from "node:path";
import { Command } from "commander";
import { startDeployedNginx } from "../test/support/deployed-nginx.ts";
import { eventLines } from "../test/support/events.ts";
import { fuzz, fuzzedFlags } from "../test/support/fuzz.ts";
import { drawExchanges } from "../test/support/fuzz-requests.ts";
import { findPart } from "../test/support/parts.ts";
import { startServer } from "../test/support/program.ts";
import { seed } from "../test/support/seed.ts";
import { describeCommand, describeMachine } from "./support/machine.ts";
import { parseNumber } from "./support/options.ts";
import { createFolder, openCleanup } from "./support/process.ts";
import { formatWhole, printRow } from "./support/table.ts";

const program = new Command("fuzz")
  .description("Sends random requests over raw sockets and checks the responses. SEED=2 gives other requests.")
  .option("--requests <n>", "the number of requests, half of them through nginx", parseNumber, 300_000)
  .option("--connections <n>", "the number of concurrent connections", parseNumber, 8);
const { requests, connections } = program.parse().opts<{ readonly requests: number; readonly connections: number }>();

const binary = findPart("nginx");
if (binary === null) throw new Error("nginx is not installed");
await using cleanup = openCleanup();
const folder = createFolder(cleanup);
const server = cleanup.use(await startServer(fuzzedFlags, { folder }));
const port = Number(new URL(server.origin).port);
const nginx = cleanup.use(await startDeployedNginx(binary, join(folder, "nginx"), [port, port, port]));

console.log(`${describeMachine()}; \`${describeCommand("bin/bun bench/fuzz.ts")}\`, seed ${seed}

| target | requests | pipelined | half-closed | ended early | failures | s |
|---|--:|--:|--:|--:|--:|--:|`);
let failed = 0;
const notes: string[] = [];
for (const { name, origin } of [
  { name: "directly", origin: server.origin },
  { name: "through nginx", origin: nginx.origin },
]) {
  const isNginx = origin === nginx.origin;
  const exchanges = drawExchanges(requests / 2, isNginx ? seed + 1 : seed);
  const startedAt = performance.now();
  const report = await fuzz({ origin, isNginx, exchanges, connectionCount: connections });
  const { pipelined, halfClosed, endedEarly, failures, outcomes } = report;
  const counts = [report.requests, pipelined, halfClosed, endedEarly, failures.length];
  const seconds = (performance.now() - startedAt) / 1000;
  printRow(name, ...[...counts, seconds].map(formatWhole));
  for (const failure of failures.slice(0, 3)) console.error(failure);
  failed += failures.length;
  notes.push(
    `${name}: ${[...outcomes]
      .sort()
      .map(([kind, count]) => `${kind} ${formatWhole(count)}`)
      .join(", ")}`,
  );
}
console.log(`
Responses ${notes.join("; ")}.`);
const hasLoggedFailure = eventLines(server, "request.failed").length > 0;
if (hasLoggedFailure) console.error("The server logged request.failed");
process.exitCode = failed === 0 && !hasLoggedFailure ? 0 : 1;
