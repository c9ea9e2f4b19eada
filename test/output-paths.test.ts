/** Files that a command writes, and that are also its database or its input. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, linkSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runAll } from "./support/command-lines.ts";
import { makeFolder, programFile, run } from "./support/program.ts";
import { makeTeachers, publish } from "./support/publish.ts";

const published = makeFolder();
afterAll(published.remove);
beforeAll(async () => {
  for (const count of [3, 4]) await publish(published.path, makeTeachers(count), "sqlite:teachers.db");
  const { exitCode } = await run(["export", "--output", "staff.csv", "--database", "sqlite:teachers.db"], {
    folder: published.path,
  });
  expect(exitCode).toBe(0);
});

/** A folder with a database, its log, a file to import, and links to them. */
function makeTarget() {
  const folder = makeFolder();
  const at = (name: string): string => join(folder.path, name);
  cpSync(published.path, folder.path, { recursive: true });
  linkSync(at("teachers.db"), at("hard.backup"));
  symlinkSync("teachers.db", at("soft.backup"));
  linkSync(at("teachers.db"), at("hard.csv"));
  symlinkSync("here/teachers.db", at("soft.xlsx"));
  symlinkSync("teachers.db-wal", at("log.xlsx"));
  writeFileSync(at("teachers.db-wal"), "");
  linkSync(at("staff.csv"), at("hard-input.xlsx"));
  symlinkSync("staff.csv", at("soft-input.xlsx"));
  symlinkSync(".", at("here"));
  const read = (): unknown =>
    readdirSync(folder.path)
      .filter((name) => name !== "here")
      .map((name) => [name, readFileSync(at(name), "base64")]);
  return { ...folder, read };
}

const database = ["--database", "sqlite:teachers.db"];
const belongs = "belongs to the database, and would be overwritten; name another file";
const isInput = "is the file to read; name another file";
const noFormat = "ends like no format of an export; name it .csv, .tsv or .ndjson, each also with .gz, or .xlsx";

describe("refused, before anything is written, is", () => {
  test.each<[string, string, string, string]>([
    ["export --output", "--output", "teachers.db ./teachers.db here/teachers.db teachers.db-wal", noFormat],
    ["export --output", "--output", "hard.csv soft.xlsx log.xlsx here/hard.csv", belongs],
    ["import staff.csv --dry-run --annotated", "--annotated", "soft.xlsx here/log.xlsx", belongs],
    ["backup", "FILE", "teachers.db hard.backup soft.backup here/teachers.db-wal", belongs],
    ["import staff.csv --dry-run --annotated", "--annotated", "hard-input.xlsx soft-input.xlsx", isInput],
    ["import hard-input.xlsx --dry-run --annotated", "--annotated", "soft-input.xlsx here/soft-input.xlsx", isInput],
  ])("%s", async (command, source, paths, words) => {
    using target = makeTarget();
    const before = target.read();
    const names = paths.split(" ");
    const lines = names.map((path) => ({ args: [...command.split(" "), path, ...database], environment: {} }));
    expect(await runAll(lines, target.path)).toEqual(
      names.map((path) => ({ exitCode: 2, stdout: "", stderr: `teachers: ${source}: "${path}" ${words}\n` })),
    );
    expect(target.read()).toEqual(before);
  });

  test("a workbook over the file that standard input comes from", async () => {
    using target = makeTarget();
    const before = target.read();
    const script = 'exec "$0" import - --dry-run --annotated hard-input.xlsx --database sqlite:teachers.db <staff.csv';
    const { exitCode, stderr } = await run([], { folder: target.path, launcher: ["sh", "-c", script, programFile] });
    expect([exitCode, stderr]).toEqual([2, `teachers: --annotated: "hard-input.xlsx" ${isInput}\n`]);
    expect(target.read()).toEqual(before);
  });
});

test("a copy of the database is a file like others", async () => {
  using target = makeTarget();
  writeFileSync(join(target.path, "copy.csv"), readFileSync(join(target.path, "teachers.db")));
  const exported = await run(["export", ...database, "--output", "copy.csv"], { folder: target.path });
  expect(exported).toMatchObject({ exitCode: 0 });
  expect(readFileSync(join(target.path, "copy.csv"))).toEqual(readFileSync(join(target.path, "staff.csv")));
});
