import { describe, expect, test } from "bun:test";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite } from "./sqlite.ts";

describe("openSqlite()", () => {
  const lockWaitMs = 100;

  async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), "database-test-"));
    await work(folder).finally(() => rmSync(folder, { recursive: true }));
  }

  test("binds values by their numbers, in any order and more than once", () =>
    withFolder(async (folder) => {
      const database = await openSqlite(`${folder}/t.db`, { lockWaitMs });
      expect(await database.query("select $2 as b, $1 as a, $2 as again", ["one", 2])).toEqual([
        { b: 2, a: "one", again: 2 },
      ]);
      await database.close();
    }));

  test("refuses to query a file that was moved away or replaced while it was open", () =>
    withFolder(async (folder) => {
      const url = `sqlite:${folder}/t.db`;
      const database = await openSqlite(`${folder}/t.db`, { lockWaitMs });
      await database.write((queries) => queries.query("create table t (i integer)"));
      renameSync(`${folder}/t.db`, `${folder}/old.db`);
      await expect(database.query("select 1")).rejects.toThrow(`${url} was moved away while it was open`);
      await Bun.write(`${folder}/t.db`, "");
      await expect(database.query("select 1")).rejects.toThrow(`${url} was replaced while it was open`);
      renameSync(`${folder}/old.db`, `${folder}/t.db`);
      expect(await database.query("select 1 as one")).toEqual([{ one: 1 }]);
      await database.close();
    }));
});
