/** The output of commands: it is complete or the command fails, and it can't control a terminal. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { makeFolder, programFile, run } from "./support/program.ts";
import { importConfirmed, makeTeachers, publish } from "./support/publish.ts";
import { startOnTerminal } from "./support/terminal.ts";

/** Forges a line of the history, hides the text after it, and reverses the direction of the line. */
const hostile = "a\n     9 *  2030-01-01 00:00 UTC  \u001b[8m\u009b2J\u202e.csv";
const escaped = "a\\u000a     9 *  2030-01-01 00:00 UTC  \\u001b[8m\\u009b2J\\u202e.csv";

const header = "id,last_name,first_name,middle_name,degree";
const database = "sqlite:teachers.db";
const folder = makeFolder();
afterAll(() => folder.remove());

beforeAll(async () => {
  await publish(folder.path, makeTeachers(2000), database);
  writeFileSync(join(folder.path, hostile), `${header}\n1,Шевченко,Олена,,професор\n`);
  const args = [hostile, "--database", database];
  expect(await importConfirmed(args, { folder: folder.path })).toMatchObject({ exitCode: 0 });
  // The output is longer than the buffer of a pipe.
  const file = new Database(join(folder.path, "teachers.db"));
  for (let version = 3; version <= 300; version++) {
    file.run(`insert into publication select ${version}, '${crypto.randomUUID()}', published_at, source, count, 0, 0, 0, digest,
      message, published_by, answers from publication where version = 2`);
  }
  file.close();
});

const shell = (script: string) =>
  run([], {
    folder: folder.path,
    environment: { TEACHERS_DATABASE: database },
    launcher: ["sh", "-c", script, programFile],
  });

describe("on a full disk", () => {
  test.each(["history", "history --json", "show 2 --json", "status", "diff 1 2", "status --json", "export", "--help"])(
    "%s fails and says why",
    async (args) => {
      expect(await shell(`exec "$0" ${args} >/dev/full`)).toEqual({
        exitCode: 1,
        stdout: "",
        stderr: "teachers: Standard output can't be written: no space left on device\n",
      });
    },
  );
});

test("a full pipe that does not block gets everything", async () => {
  const whole = await shell('exec "$0" history --json');
  expect(whole.stdout.length).toBeGreaterThan(65536);
  // dd changes the pipe for all who have it open, as a parent does that reads it without blocking.
  const script = '{ dd oflag=nonblock count=0 status=none; "$0" history --json; echo "ended with $?" >&2; } | cat';
  expect(await shell(script)).toEqual({ ...whole, stderr: "ended with 0\n" });
});

describe("a hostile file name", () => {
  test.each(["history", "show 2", "show 2 --json", "history --json"])("is harmless in %s", async (args) => {
    const { stdout } = await shell(`exec "$0" ${args}`);
    // JSON has its own escape for a line feed.
    expect(stdout).toContain(args.endsWith("--json") ? escaped.replace("\\u000a", "\\n") : escaped);
    expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
    if (args.endsWith("--json"))
      expect(JSON.stringify(JSON.parse(stdout))).toContain(JSON.stringify(hostile).slice(1, -1));
  });

  test("is harmless in an error", async () => {
    const { exitCode, stdout, stderr } = await run(["restore", `no${hostile}`], { folder: folder.path });
    expect([exitCode, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(`teachers: "no${escaped}" does not exist; name a backup\n`);
  });

  test("is harmless on a terminal, where it is escaped", async () => {
    const terminal = startOnTerminal(folder.path, `history --database ${database}`);
    expect(await terminal.exited).toBe(0);
    expect(terminal.shown()).toContain(escaped);
    expect(terminal.shown()).not.toContain("\u001b[8m");
  });
});

describe("export --output", () => {
  test.each([
    ["staff.XLS", "ends like no format of an export; name it .csv, .tsv or .ndjson, each also with .gz, or .xlsx"],
    ["staff", "ends like no format"],
    ["staff.csv.zip", "ends like no format"],
    ["staff.xlsx.gz", "ends like no format"],
  ])("refuses %s, whose name is of no format", async (name, problem) => {
    const exported = ["export", "--output", name, "--database", database];
    const { exitCode, stderr } = await run(exported, { folder: folder.path });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`teachers: --output: "${name}" ${problem}`)]);
    expect(existsSync(join(folder.path, name))).toBe(false);
  });

  test.each([
    ["staff.csv", "id,last_name,"],
    ["staff.TSV", "id\tlast_name\t"],
    ["staff.ndjson", '{"id":'],
    ["staff.csv.gz", "id,last_name,"],
    ["staff.tsv.GZ", "id\tlast_name\t"],
  ])("writes %s in the format of its extension", async (name, start) => {
    const { exitCode } = await run(["export", "--output", name, "--database", database], { folder: folder.path });
    expect(exitCode).toBe(0);
    const bytes = readFileSync(join(folder.path, name));
    expect((/gz$/i.test(name) ? gunzipSync(bytes) : bytes).toString()).toStartWith(start);
  });
});

test("--json names a database that does not exist yet, without prose", async () => {
  writeFileSync(join(folder.path, "a.csv"), `${header}\n1,Шевченко,Олена,,\n`);
  const args = ["import", "a.csv", "--dry-run", "--json", "--lang=uk", "--database", "sqlite:none.db"];
  const { stdout } = await run(args, { folder: folder.path });
  expect(JSON.parse(stdout).database).toMatch(/^sqlite:\/.*none\.db$/);
});
