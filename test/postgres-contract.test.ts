/** The whole table of the HTTP contract, with what is served kept in PostgreSQL. */
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { startPostgres } from "./support/postgres.ts";
import { root } from "./support/program.ts";

const postgres = (await startPostgres())!;
afterAll(() => postgres?.[Symbol.asyncDispose]());

test.skipIf(postgres === null)(
  "the contract holds on PostgreSQL",
  async () => {
    for (const name of ["full", "empty"]) await postgres.run("postgres", `create database "${name}"`);
    const table = Bun.spawn([join(root, "bin/bun"), "test", "./test/contract.test.ts"], {
      cwd: root,
      env: { ...process.env, CONTRACT_POSTGRES: postgres.urlOf("").replace(/\/$/, "") },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [exitCode, report] = await Promise.all([table.exited, new Response(table.stderr).text()]);
    const [, passed, failed] = /(\d+) pass\n\s*(\d+) fail/.exec(report) ?? [];
    expect([exitCode, failed], report.replace(/^\(pass\).*\n/gm, "")).toEqual([0, "0"]);
    expect(Number(passed)).toBeGreaterThan(300);
    // It would hold on SQLite too: what is asked about lies here.
    expect(await postgres.run("full", "select count(*) > 0 as is_there from publication")).toEqual([
      { is_there: true },
    ]);
  },
  60_000,
);
