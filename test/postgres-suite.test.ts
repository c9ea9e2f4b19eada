/** The black-box suite again, with the content in PostgreSQL. */
import { afterAll, describe, expect, test } from "bun:test";
import { isLong } from "./support/long.ts";
import { startPostgres } from "./support/postgres.ts";
import { root } from "./support/program.ts";

const postgres = (await startPostgres())!;
afterAll(() => postgres?.[Symbol.asyncDispose]());

/** Files that test a server over its socket, without those about SQLite files, the command line and packages. */
const suite = ["walk", "search", "downloads", "hostile-names", "history"];
/** Files with random requests. The image is the same as on SQLite, so they run in the long form only. */
const drawn = isLong ? ["fuzz", "openapi-properties"] : [];
/** The smallest number of tests in each file whose tests come from a table. */
const testsMin: Readonly<Record<string, number>> = {
  "test/search": 150,
  "test/downloads": 50,
  "test/hostile-names": 300,
  "test/contract": 500,
  // More than the tests for SQLite alone.
  "src/store/store": 22,
  "src/store/history": 8,
};
/** The number of folders in the file that has the most. */
const spareDatabases = 9;

describe.skipIf(postgres === null)("on PostgreSQL", () => {
  for (const name of [...suite, ...drawn]) {
    test(`test/${name} holds`, async () => {
      const databases = await Promise.all(Array.from({ length: spareDatabases }, () => postgres.createDatabase()));
      await expectPass(`test/${name}`, {
        SPARE_DATABASES: databases.map((database) => postgres.urlOf(database)).join(" "),
      });
      // The tests would also pass on SQLite. This shows that the data was in PostgreSQL.
      const used = await postgres.run(databases[0]!, "select to_regclass('publication') is not null as is_used");
      expect(used).toEqual([{ is_used: true }]);
    }, 600_000);
  }

  test("the contract holds", async () => {
    for (const name of ["full", "empty"]) await postgres.run("postgres", `create database "${name}"`);
    await expectPass("test/contract", { CONTRACT_POSTGRES: postgres.urlOf("").replace(/\/$/, "") });
    expect(await postgres.run("full", "select count(*) > 0 as is_there from publication")).toEqual([
      { is_there: true },
    ]);
  }, 600_000);

  for (const name of ["src/store/store", "src/store/history"]) {
    test(`${name} holds`, () => expectPass(name, { STORE_ON_POSTGRES: "true" }), 600_000);
  }
});

/** Runs a test file alone, and expects all of its tests to pass. */
async function expectPass(name: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const tests = Bun.spawn([process.execPath, "test", "--only-failures", "--timeout", "60000", `./${name}.test.ts`], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [exitCode, report] = await Promise.all([tests.exited, new Response(tests.stderr).text()]);
  const [, passed, failed] = /(\d+) pass\n\s*(?:\d+ skip\n\s*)?(\d+) fail/.exec(report) ?? [];
  expect([exitCode, failed], report).toEqual([0, "0"]);
  expect(Number(passed)).toBeGreaterThanOrEqual(testsMin[name] ?? 1);
}
