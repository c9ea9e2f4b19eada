/** The black-box suite once more, with what is served kept in PostgreSQL. */
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { startPostgres } from "./support/postgres.ts";
import { root } from "./support/program.ts";

const postgres = (await startPostgres())!;
afterAll(() => postgres?.[Symbol.asyncDispose]());

/** Files that ask a server over its socket; those about SQLite files, the command line and packages are not meant. */
const suite = ["walk", "search", "downloads", "hostile-names", "fuzz", "openapi-properties"];
/** More than the files have folders. */
const spareDatabases = 12;

test.skipIf(postgres === null)(
  "walks, searches, downloads, harmful names, random requests and the description hold on PostgreSQL",
  async () => {
    const names = await Promise.all(Array.from({ length: spareDatabases }, () => postgres.createDatabase()));
    await expectPass(
      suite.map((name) => `./test/${name}.test.ts`),
      { SPARE_DATABASES: names.map((name) => postgres.urlOf(name)).join(" ") },
    );
    // It would hold on SQLite too: what was asked about lies here.
    const used = await Promise.all(
      names.map((name) => postgres.run(name, "select to_regclass('publication') is not null as is_used")),
    );
    expect(used.flat().filter(({ is_used }) => is_used).length).toBeGreaterThanOrEqual(suite.length);
  },
  120_000,
);

test.skipIf(postgres === null)(
  "the contract holds on PostgreSQL",
  async () => {
    for (const name of ["full", "empty"]) await postgres.run("postgres", `create database "${name}"`);
    await expectPass(["./test/contract.test.ts"], { CONTRACT_POSTGRES: postgres.urlOf("").replace(/\/$/, "") });
    expect(await postgres.run("full", "select count(*) > 0 as is_there from publication")).toEqual([
      { is_there: true },
    ]);
  },
  60_000,
);

/** Runs test files by themselves, and expects hundreds of tests to pass and none to fail. */
async function expectPass(files: readonly string[], environment: Readonly<Record<string, string>>): Promise<void> {
  const tests = Bun.spawn([join(root, "bin/bun"), "test", ...files], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [exitCode, report] = await Promise.all([tests.exited, new Response(tests.stderr).text()]);
  const [, passed, failed] = /(\d+) pass\n\s*(?:\d+ skip\n\s*)?(\d+) fail/.exec(report) ?? [];
  expect([exitCode, failed], report.replace(/^\(pass\).*\n/gm, "")).toEqual([0, "0"]);
  expect(Number(passed)).toBeGreaterThan(300);
}
