/** The black-box suite again, with the content in PostgreSQL. */
import { afterAll, describe, expect, test } from "bun:test";
import { isLong } from "./support/long.ts";
import { startPostgres } from "./support/postgres.ts";
import { root } from "./support/program.ts";

const postgres = (await startPostgres())!;
afterAll(() => postgres?.[Symbol.asyncDispose]());

/**
 * Files that test a server over its socket, without those about SQLite files, the command line and packages; and the number of
 * databases that they need, one for each folder that they make.
 */
const suite = { walk: 1, search: 2, downloads: 1, "hostile-names": 1, history: 9 };
/** Files with random requests. The image is the same as on SQLite, so they run in the long form only. */
const drawn = isLong ? { fuzz: 1, "openapi-properties": 1 } : {};
/** The smallest number of tests in each file whose tests come from a table. */
const testsMin: Readonly<Record<string, number>> = {
  "test/search": 150,
  "test/downloads": 50,
  "test/hostile-names": 300,
  "test/contract": 500,
  "src/store/store": 11,
  "src/store/history": 4,
};

describe.skipIf(postgres === null)("on PostgreSQL", () => {
  for (const [name, count] of Object.entries({ ...suite, ...drawn })) {
    test(`test/${name} holds`, async () => {
      const databases = await Promise.all(Array.from({ length: count }, () => postgres.createDatabase()));
      await expectPass(`test/${name}`, {
        SPARE_DATABASES: databases.map((database) => postgres.urlOf(database)).join(" "),
      });
      // The tests would also pass on SQLite. This shows that the data was in PostgreSQL.
      const used = await postgres.run(databases[0]!, "select to_regclass('publication') is not null as is_used");
      expect(used).toEqual([{ is_used: true }]);
    });
  }

  test("the contract holds", async () => {
    for (const name of ["full", "empty"]) await postgres.run("postgres", `create database "${name}"`);
    await expectPass("test/contract", { CONTRACT_POSTGRES: postgres.urlOf("").replace(/\/$/, "") });
    expect(await postgres.run("full", "select count(*) > 0 as is_there from publication")).toEqual([
      { is_there: true },
    ]);
  });

  for (const name of ["src/store/store", "src/store/history"]) {
    // The tests for SQLite run beside those of the other modules.
    const filter = ["-t", "PostgreSQL"];
    test(`${name} holds`, () => expectPass(name, { STORE_ON_POSTGRES: "true" }, filter));
  }
});

/** Runs a test file alone, and expects all of its tests to pass. */
async function expectPass(
  name: string,
  environment: Readonly<Record<string, string>>,
  filter: readonly string[] = [],
): Promise<void> {
  const command = [process.execPath, "test", "--only-failures", "--timeout", "600000", ...filter, `./${name}.test.ts`];
  const tests = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [exitCode, report] = await Promise.all([tests.exited, new Response(tests.stderr).text()]);
  const [, passed, failed] = /(\d+) pass\n\s*(?:\d+ (?:skip|filtered out)\n\s*)*(\d+) fail/.exec(report) ?? [];
  expect([exitCode, failed], report).toEqual([0, "0"]);
  expect(Number(passed)).toBeGreaterThanOrEqual(testsMin[name] ?? 1);
}
