/**
 * Compares the time that the request handlers of several checkouts take until they return; asynchronous work
 * afterwards, as in searches, is not included. The checkouts alternate in one process, so other programs on the machine
 * affect all of them alike.
 */

import { resolve } from "node:path";
import { Command } from "commander";

import { appOptionsOf, stateOf } from "../test/support/app-options.ts";
import { buildCases, caseNames } from "./support/cases.ts";
import { load, withSerial } from "./support/load.ts";
import { checkTools, describeCommand, describeLoadedMachine } from "./support/machine.ts";
import { parseNames, parseNumber } from "./support/options.ts";
import { createDatabase, startService } from "./support/own-service.ts";
import { createFolder, openCleanup } from "./support/process.ts";
import { pathOf } from "./support/service.ts";

type Handler = (request: Request) => Response | Promise<Response>;

const program = new Command("handler")
  .description("Compares the time that the request handlers of several checkouts take, alternating in one process.")
  .argument("[folders...]", "the checkouts, with their packages installed", ["."])
  .option("--size <n>", "the number of teachers", parseNumber, 5000)
  .option("--cases <names>", `cases, separated by commas: ${caseNames.join(",")}`, parseNames(caseNames), ["random"])
  .option("--seconds <n>", "the duration of each round, after a warm-up of one round", parseNumber, 2)
  .option("--rounds <n>", "the number of rounds", parseNumber, 5);
checkTools();
const options = program.parse().opts<{ size: number; cases: readonly string[]; seconds: number; rounds: number }>();

/** Each handler answers this many requests in a row, so that its own code is in the caches of the processor. */
const requestsPerBatch = 100;
/** The slowest requests are left out, because other processes ran meanwhile. */
const countedShare = 0.95;

/** The handler of a checkout, for the newest version in a database. */
async function createHandler(checkout: string, database: string): Promise<Handler> {
  const { runInThread } = await import(resolve(checkout, "src/server/thread.ts"));
  const { createDirectory } = await import(resolve(checkout, "src/directory/directory.ts"));
  const { createApp } = await import(resolve(checkout, "src/http/app.ts"));
  const sent = { content: null, words: null };
  await runInThread({ load: database, copy: null }, (message: object) => Object.assign(sent, message));
  const state = stateOf(createDirectory(sent.content, sent.words));
  return createApp({ ...appOptionsOf(state), onError: console.error });
}

/** The mean of the counted times in microseconds. `times` are in milliseconds. */
function meanMicros(times: readonly number[]): number {
  const counted = times.toSorted((a, b) => a - b).slice(0, Math.ceil(times.length * countedShare));
  return (counted.reduce((sum, ms) => sum + ms, 0) / counted.length) * 1000;
}

await using cleanup = openCleanup();
const folder = createFolder(cleanup);
const database = await createDatabase(folder, options.size);
const cases = await buildCases(await startService(database, { folder, cleanup }));
const handlers: Handler[] = [];
for (const checkout of program.args.length === 0 ? ["."] : program.args) {
  handlers.push(await createHandler(checkout, database));
}

let times: number[][] = [];
let requests = 0;
using server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  development: false,
  fetch(request) {
    const turn = Math.floor(requests++ / requestsPerBatch) % handlers.length;
    const startedAt = performance.now();
    const response = handlers[turn]!(request);
    times[turn]!.push(performance.now() - startedAt);
    return response;
  },
});

console.log(`${describeLoadedMachine()}; \`${describeCommand("bin/bun bench/handler.ts")}\`\n`);
console.log("| case | checkout | µs per request, median of the rounds | rounds |\n|---|---|--:|---|");
for (const { name, queries, hasUniqueUrls } of cases.filter((one) => options.cases.includes(one.name))) {
  const paths = queries.map((query) => (hasUniqueUrls ? withSerial(pathOf(query)) : pathOf(query)));
  const target = { origin: server.url.origin, paths, hasSerial: hasUniqueUrls, headers: {} };
  const means: number[][] = handlers.map(() => []);
  for (let round = -1; round < options.rounds; round++) {
    times = handlers.map(() => []);
    await load(target, { connections: 64, seconds: options.seconds, cores: "1", folder });
    if (round >= 0) for (const [i, all] of times.entries()) means[i]!.push(meanMicros(all));
  }
  for (const [i, rounds] of means.entries()) {
    const median = rounds.toSorted((a, b) => a - b)[rounds.length >> 1]!;
    const list = rounds.map((micros) => micros.toFixed(1)).join(", ");
    console.log(`| ${name} | ${program.args[i] ?? "."} | ${median.toFixed(1)} | ${list} |`);
  }
}
