import { describe, expect, test } from "bun:test";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseUrlError, imageFolderBeside, openDatabase, parseDatabaseUrl } from "./database.ts";

describe("parseDatabaseUrl()", () => {
  test.each([
    ["sqlite:var/teachers.db", "var/teachers.db"],
    ["sqlite:teachers.db", "teachers.db"],
    ["sqlite:./teachers.db", "./teachers.db"],
    ["sqlite:/srv/a folder/teachers.db", "/srv/a folder/teachers.db"],
    ["sqlite:///srv/teachers.db", "/srv/teachers.db"],
    ["sqlite:C:\\teachers.db", "C:\\teachers.db"],
  ])("takes %s as the path %s", (url, path) => {
    expect(parseDatabaseUrl(url)).toBe(path);
  });

  test.each([
    ["nothing", "", '""'],
    ["a path alone", "var/teachers.db", '"var/teachers.db"'],
    ["no path", "sqlite:", '"sqlite:"'],
    ["another case", "SQLite:teachers.db", '"SQLite:teachers.db"'],
    ["memory", "sqlite::memory:", '"sqlite::memory:"'],
    ["parameters", "sqlite:teachers.db?mode=ro", '"sqlite:teachers.db?…"'],
    ["a fragment", "sqlite:teachers.db#1", '"sqlite:teachers.db#1"'],
    ["a host", "sqlite://server/teachers.db", '"sqlite://server/teachers.db"'],
    ["another engine", "postgres://localhost:5432/teachers", '"postgres://localhost:5432/teachers"'],
    ["a user alone", "postgres://anna@db/teachers", '"postgres://anna@db/teachers"'],
    ["a password", "postgres://anna:secret@db/teachers", '"postgres://anna:***@db/teachers"'],
    ["a password that was not encoded", "postgresql://anna:secret@se/cr:et?@db/t", '"postgresql://anna:***@db/t"'],
    ["a password alone", "redis://:secret@db:6379", '"redis://:***@db:6379"'],
    ["a password and a scheme with a digit", "mysql2://anna:secret@db/t", '"mysql2://anna:***@db/t"'],
    ["a password without a scheme", "anna:secret@db/t", '"anna:***@db/t"'],
    ["a password as a parameter", "postgres://db/t?user=anna&password=secret", '"postgres://db/t?…"'],
    ["a password behind a line break", "postgres://anna:\nsecret@db/t", '"postgres://anna:***@db/t"'],
  ])("refuses %s and shows no password", (_, url, shown) => {
    expect(() => parseDatabaseUrl(url)).toThrow(DatabaseUrlError);
    expect(() => parseDatabaseUrl(url)).toThrow(shown);
    expect(() => parseDatabaseUrl(url)).toThrow("accepted is sqlite:PATH");
  });
});

test("imageFolderBeside() gives an absolute folder with the database's name", () => {
  expect(imageFolderBeside("sqlite:var/teachers.db")).toBe(`${process.cwd()}/var/teachers.db.images`);
  expect(imageFolderBeside("sqlite:/srv/t.db")).toBe("/srv/t.db.images");
});

describe("openDatabase()", () => {
  const lockWaitMs = 100;

  async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), "database-test-"));
    await work(folder).finally(() => rmSync(folder, { recursive: true }));
  }

  test("binds values by their numbers, in any order and more than once", () =>
    withFolder(async (folder) => {
      const database = await openDatabase(`sqlite:${folder}/t.db`, { lockWaitMs });
      expect(await database.query("select $2 as b, $1 as a, $2 as again", ["one", 2])).toEqual([
        { b: 2, a: "one", again: 2 },
      ]);
      await database.close();
    }));

  test("refuses to query a file that was moved away or replaced while it was open", () =>
    withFolder(async (folder) => {
      const url = `sqlite:${folder}/t.db`;
      const database = await openDatabase(url, { lockWaitMs });
      await database.query("create table t (i integer)");
      renameSync(`${folder}/t.db`, `${folder}/old.db`);
      await expect(database.query("select 1")).rejects.toThrow(`The file of ${url} was moved away while it was open`);
      await Bun.write(`${folder}/t.db`, "");
      await expect(database.query("select 1")).rejects.toThrow(`The file of ${url} was replaced while it was open`);
      renameSync(`${folder}/old.db`, `${folder}/t.db`);
      expect(await database.query("select 1 as one")).toEqual([{ one: 1 }]);
      await database.close();
    }));
});
