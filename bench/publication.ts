/** Measures how long a publication of few changes takes until three servers on one PostgreSQL database serve it. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { Command } from "commander";
import { writeTeachers } from "../sample/generate/teachers.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { describeMachine } from "./support/machine.ts";
import { parseNumber } from "./support/options.ts";
import { launcher, startService } from "./support/own-service.ts";
import { confirmed, createFolder, openCleanup, run } from "./support/process.ts";
import { median } from "./support/table.ts";

const { size, changes, servers, runs } = new Command("publication")
  .description("Measures the time from an import of few changes until servers on one PostgreSQL database serve them.")
  .option("--size <n>", "the number of teachers", parseNumber, 1_000_000)
  .option("--changes <n>", "the number of teachers that change", parseNumber, 50)
  .option("--servers <n>", "the number of servers", parseNumber, 3)
  .option("--runs <n>", "the number of publications", parseNumber, 5)
  .parse()
  .opts<{ readonly size: number; readonly changes: number; readonly servers: number; readonly runs: number }>();

await using cleanup = openCleanup();
const folder = createFolder(cleanup);
const postgres = await startPostgres(folder);
if (postgres === null) throw new Error("PostgreSQL is not installed");
cleanup.use(postgres);
const database = postgres.urlOf(await postgres.createDatabase());
const environment = { TEACHERS_DATABASE: database };
const file = join(folder, "teachers.csv");
writeTeachers(file, size);
const lines = readFileSync(file, "utf8").trimEnd().split("\n");
await run(confirmed([launcher, "import", file], environment), { log: join(folder, "import.log"), environment });

const services = await Promise.all(
  Array.from({ length: servers }, () => {
    const own = createFolder(cleanup);
    return startService(database, { flags: ["--copy", join(own, "copy")], folder: own, cleanup });
  }),
);
const sql = new SQL(database, { max: 1 });
cleanup.defer(() => sql.close());

const steps = [
  ["start of `import`", "compared with the current content"],
  ["compared with the current content", "the command has ended"],
  ["compared with the current content", "served by the first server"],
  ["compared with the current content", "served by all servers"],
  ["start of `import`", "served by all servers"],
] as const;
const times: number[][] = steps.map(() => []);
for (let i = 0; i < runs; i++) {
  for (let change = 0; change < changes; change++) {
    const line = 1 + Math.floor((change * (lines.length - 1)) / changes) + i;
    lines[line] = lines[line]!.replace(/[^,]*$/, `ступінь ${i}`);
  }
  writeFileSync(file, `${lines.join("\n")}\n`);
  const version = await findVersion(services[0]!.origin);
  const command = confirmed([launcher, "import", file], environment);
  const startedAt = Date.now();
  const following = Promise.all(services.map(({ origin }) => waitForOther(origin, version)));
  await run(command, { log: join(folder, "import.log"), environment });
  const endedAt = Date.now();
  const served = await following;
  const [row] = await sql.unsafe("select published_at from publication order by version desc limit 1");
  const comparedAt = Date.parse((row as { published_at: string }).published_at);
  const [first, last] = [Math.min(...served), Math.max(...served)];
  const durations = [
    comparedAt - startedAt,
    endedAt - comparedAt,
    first - comparedAt,
    last - comparedAt,
    last - startedAt,
  ];
  for (const [step, ms] of durations.entries()) times[step]!.push(ms);
}

console.log(
  `${describeMachine()}; ${changes} changes of ${size} teachers, ${servers} servers, medians of ${runs} runs\n`,
);
console.log("| from | to | ms |\n|---|---|--:|");
for (const [step, [from, to]] of steps.entries()) {
  const values = times[step]!;
  const [middle, min, max] = [median(values), Math.min(...values), Math.max(...values)].map(Math.round);
  console.log(`| ${from} | ${to} | ${middle} (${min} to ${max}) |`);
}

async function findVersion(origin: string): Promise<string> {
  const response = await fetch(`${origin}/teachers/`, { method: "HEAD" });
  return response.headers.get("dataset-version") ?? "";
}

/** When a server first answers with another version. */
async function waitForOther(origin: string, version: string): Promise<number> {
  while ((await findVersion(origin)) === version) await Bun.sleep(10);
  return Date.now();
}
