/** Measures imports, compared with the tools of the databases, into tables with the same columns and indexes. */

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { writeTeachers } from "../sample/generate/teachers.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { describeMachine } from "./support/machine.ts";
import { parseNumber } from "./support/options.ts";
import { launcher } from "./support/own-service.ts";
import { confirmed, createFolder, openCleanup, run } from "./support/process.ts";
import { median } from "./support/table.ts";

const { size, runs } = new Command("import")
  .description("Measures imports of CSV, compared with .import of the sqlite3 shell and \\copy of psql.")
  .option("--size <n>", "the number of teachers", parseNumber, 1_000_000)
  .option("--runs <n>", "the number of runs of each command, in turns", parseNumber, 5)
  .parse()
  .opts<{ readonly size: number; readonly runs: number }>();

/** The table of src/store/migrations.ts without `last_version`, which a CSV file can't leave null. */
const shellTable = `create table teacher (first_version integer not null, id bigint not null, last_name text not null,
    first_name text not null, middle_name text not null, degree text not null, primary key (id, first_version)) without rowid`;
const columns = "first_version, id, last_name, first_name, middle_name, degree";

await using cleanup = openCleanup();
const folder = createFolder(cleanup);
const file = join(folder, "teachers.csv");
/** The same rows in the columns of the table, with their version number. */
const rowsFile = join(folder, "rows.csv");
writeTeachers(file, size);
const [, ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
writeFileSync(rowsFile, lines.map((line) => `1,${line}\n`).join(""));
const postgres = await startPostgres(folder);
if (postgres !== null) cleanup.use(postgres);

interface Times {
  readonly seconds: number[];
  readonly cpuSeconds: number[];
}
const results = new Map<string, Times>();

for (let i = 0; i < runs; i++) {
  const [path, shellPath] = [join(folder, "own.db"), join(folder, "shell.db")];
  await measure("import into SQLite", confirmed([launcher, "import", file, "--database", `sqlite:${path}`]));
  if (Bun.which("sqlite3") !== null) {
    await run(["sqlite3", shellPath, shellTable], { log: join(folder, "shell.log") });
    await measure("`.import` of the sqlite3 shell", ["sqlite3", "-csv", shellPath, `.import ${rowsFile} teacher`]);
  }
  for (const name of [path, shellPath]) rmSync(name, { force: true });
  if (postgres === null) continue;
  const url = postgres.urlOf(await postgres.createDatabase());
  const environment = { TEACHERS_DATABASE: url };
  await measure("import into PostgreSQL", confirmed([launcher, "import", file], environment), environment);
  if (Bun.which("psql") === null) continue;
  const shellUrl = postgres.urlOf(await postgres.createDatabase());
  // Creates the tables.
  await run([launcher, "migrate"], { log: join(folder, "migrate.log"), environment: { TEACHERS_DATABASE: shellUrl } });
  const copy = `\\copy teacher (${columns}) from '${rowsFile}' (format csv, force_not_null (middle_name, first_name, last_name, degree))`;
  await measure("`\\copy` of psql", ["psql", "--quiet", shellUrl, "-c", copy]);
}

console.log(`${describeMachine()}; ${size} teachers, medians of ${runs} runs in turns, with the range in brackets\n`);
console.log("| command | s | processor time of the command, s |\n|---|--:|--:|");
for (const [name, { seconds, cpuSeconds }] of results) {
  console.log(`| ${name} | ${describe(seconds)} | ${describe(cpuSeconds)} |`);
}
printRatio("import into SQLite", "`.import` of the sqlite3 shell");
printRatio("import into PostgreSQL", "`\\copy` of psql");

async function measure(name: string, command: string[], environment: Record<string, string> = {}): Promise<void> {
  const startedAt = performance.now();
  const finished = await run(command, { log: join(folder, "command.log"), environment });
  const times = results.get(name) ?? { seconds: [], cpuSeconds: [] };
  results.set(name, times);
  times.seconds.push((performance.now() - startedAt) / 1000);
  times.cpuSeconds.push(finished.cpuSeconds());
}

function printRatio(own: string, other: string): void {
  const [a, b] = [results.get(own), results.get(other)];
  if (a === undefined || b === undefined) return;
  // The server does the work of psql, so their processor times can't be compared.
  const ratio = own.endsWith("SQLite") ? (median(a.cpuSeconds) / median(b.cpuSeconds)).toFixed(2) : "";
  console.log(`| ${own} divided by ${other} | ${(median(a.seconds) / median(b.seconds)).toFixed(2)} | ${ratio} |`);
}

function describe(values: readonly number[]): string {
  return `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`;
}
