/** What commands write: it is complete or the command fails, it never replaces a database or an input, and it can't control a terminal. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  cpSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { runAll } from "./support/command-lines.ts";
import { expectEnd } from "./support/ends.ts";
import { makeFolder, programFile, run } from "./support/program.ts";
import { importConfirmed, makeTeachers, publish, renderNdjson } from "./support/publish.ts";
import { startOnTerminal } from "./support/terminal.ts";

/** Forges a line of the history, hides the text after it, and reverses the direction of the line. */
const hostile = "a\n     9 *  2030-01-01 00:00 UTC  \u001b[8m\u009b2J\u202e.csv";
const escaped = "a\\u000a     9 *  2030-01-01 00:00 UTC  \\u001b[8m\\u009b2J\\u202e.csv";

const header = "id,last_name,first_name,middle_name,degree";
const environment = { TEACHERS_DATABASE: "sqlite:teachers.db" };
const published = makeFolder();
afterAll(published.remove);

beforeAll(async () => {
  const file = join(published.path, hostile);
  writeFileSync(file, `${header}\n1,Шевченко,Олена,,професор\n`);
  expect(await importConfirmed([hostile], { folder: published.path, environment })).toMatchObject({ exitCode: 0 });
  rmSync(file);
  await publish(published.path, makeTeachers(2000), "sqlite:teachers.db");
  // The history is longer than the buffer of a pipe.
  using database = new Database(join(published.path, "teachers.db"));
  for (let version = 3; version <= 300; version++) {
    database.run(`insert into publication select ${version}, '${crypto.randomUUID()}', published_at, source, count, 0, 0, 0,
      digest, message, published_by, answers from publication where version = 2`);
  }
});

/** Runs a script whose `$0` is the program. */
const shell = (script: string, folder = published.path) =>
  run([], { folder, environment, launcher: ["sh", "-c", script, programFile] });

/** A folder with a copy of the database, and the files of it. */
function makeTarget() {
  const folder = makeFolder();
  cpSync(published.path, folder.path, { recursive: true });
  const at = (name: string): string => join(folder.path, name);
  return {
    ...folder,
    at,
    run: (...args: readonly string[]) => run(args, { folder: folder.path, environment }),
    read: (name: string) => readFileSync(at(name)),
    files: () => readdirSync(folder.path).toSorted(),
  };
}

const isFull = "teachers: Standard output can't be written: no space left on device\n";

describe("on a full disk", () => {
  test.each(["history", "history --json", "show 2 --json", "status", "diff 1 2", "status --json", "export", "--help"])(
    "%s fails and says why",
    async (args) => {
      expect(await shell(`exec "$0" ${args} >/dev/full`)).toEqual({ exitCode: 1, stdout: "", stderr: isFull });
    },
  );

  test("an import has published nevertheless", async () => {
    using folder = makeFolder();
    for (const count of [3, 4]) writeFileSync(join(folder.path, `${count}.ndjson`), renderNdjson(makeTeachers(count)));
    const script =
      'for line in 3.ndjson "3.ndjson --json" "4.ndjson --dry-run"; do "$0" import $line >/dev/full; echo $?; done; "$0" status';
    const { stdout, stderr } = await shell(script, folder.path);
    expect(stdout).toMatch(/^1\n1\n1\nDatabase .*\nVersion +1 /);
    expect(stderr.replace(/^Database: .*\n/gm, "")).toBe(isFull.repeat(3));
  });
});

test("a full pipe that does not block gets everything", async () => {
  const whole = await shell('exec "$0" history --json');
  expect(whole.stdout.length).toBeGreaterThan(65536);
  // dd changes the pipe for all who have it open, as a parent does that reads it without blocking.
  const script = '{ dd oflag=nonblock count=0 status=none; "$0" history --json; echo "ended with $?" >&2; } | cat';
  expect(await shell(script)).toEqual({ ...whole, stderr: "ended with 0\n" });
});

test("export ends quietly when its reader stops reading", async () => {
  expect(await shell('{ "$0" export; echo "ended with $?" >&2; } | head -n 1')).toEqual({
    exitCode: 0,
    stdout: `${header}\r\n`,
    stderr: "ended with 0\n",
  });
});

describe("a hostile file name", () => {
  test.each(["history", "show 1", "show 1 --json", "history --json"])("is harmless in %s", async (args) => {
    const { stdout } = await shell(`exec "$0" ${args}`);
    // JSON has its own escape for a line feed.
    expect(stdout).toContain(args.endsWith("--json") ? escaped.replace("\\u000a", "\\n") : escaped);
    expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
    if (args.endsWith("--json"))
      expect(JSON.stringify(JSON.parse(stdout))).toContain(JSON.stringify(hostile).slice(1, -1));
  });

  test("is harmless in an error", async () => {
    const stderr = `teachers: "no${escaped}" does not exist; name a backup\n`;
    const restored = await run(["restore", `no${hostile}`], { folder: published.path, environment });
    expect(restored).toEqual({ exitCode: 1, stdout: "", stderr });
  });

  test("is harmless on a terminal, where it is escaped", async () => {
    const terminal = startOnTerminal(published.path, "history --database sqlite:teachers.db");
    expect(await terminal.exited).toBe(0);
    expect(terminal.shown()).toContain(escaped);
    expect(terminal.shown()).not.toContain("\u001b[8m");
  });
});

describe("export --output", () => {
  test("writes each format by the extension", async () => {
    using target = makeTarget();
    const starts = {
      csv: "id,last_name,",
      TSV: "id\tlast_name\t",
      ndjson: '{"id":',
      "csv.gz": "id,last_name,",
      "tsv.GZ": "id\t",
    };
    for (const [ending, start] of Object.entries(starts)) {
      expect(await target.run("export", "--output", `a.${ending}`)).toEqual({ exitCode: 0, stdout: "", stderr: "" });
      const bytes = target.read(`a.${ending}`);
      expect((/gz$/i.test(ending) ? gunzipSync(bytes) : bytes).toString()).toStartWith(start);
    }
  });

  test("replaces an existing file, also a copy of the database, and keeps its permissions and links", async () => {
    using target = makeTarget();
    const { stdout } = await target.run("export");
    writeFileSync(target.at("old.csv"), target.read("teachers.db"));
    chmodSync(target.at("old.csv"), 0o640);
    symlinkSync("old.csv", target.at("link.csv"));
    expect(await target.run("export", "--output", "link.csv")).toMatchObject({ exitCode: 0 });
    expect(target.read("old.csv").toString()).toBe(stdout);
    expect(statSync(target.at("old.csv")).mode & 0o777).toBe(0o640);
    expect(lstatSync(target.at("link.csv")).isSymbolicLink()).toBe(true);
    expect(target.files()).toEqual(["link.csv", "old.csv", "teachers.db"]);
  });

  test("leaves the file unchanged, and no other file, if the disk is full", async () => {
    using target = makeTarget();
    writeFileSync(target.at("a.csv"), "old\n");
    // A limit on the size of files simulates a full disk. It is enough for SQLite, but not for all teachers.
    const stderr = `teachers: "a.csv" can't be written: file too large\n`;
    const result = await shell('ulimit -f 128; exec "$0" export --output a.csv', target.path);
    expect(result).toEqual({ exitCode: 1, stdout: "", stderr });
    expect(target.read("a.csv").toString()).toBe("old\n");
    expect(target.files()).toEqual(["a.csv", "teachers.db"]);
  });

  test("refuses a folder, a device, and a folder that is not there", async () => {
    using target = makeTarget();
    mkdirSync(target.at("folder.csv"));
    symlinkSync("/dev/null", target.at("device.csv"));
    const rows = { "none/a.csv": "can't be written: no such file or directory", "folder.csv": "is not a file" };
    for (const [path, words] of Object.entries({ ...rows, "device.csv": "is not a file" })) {
      const stderr = `teachers: "${path}" ${words}\n`;
      expect(await target.run("export", "--output", path)).toEqual({ exitCode: 1, stdout: "", stderr });
    }
    expect(target.files()).toEqual(["device.csv", "folder.csv", "teachers.db"]);
  });

  test("refuses a workbook of more teachers than a sheet has rows for, and names a CSV file", async () => {
    using target = makeTarget();
    {
      using database = new Database(target.at("teachers.db"));
      database.run("update publication set count = 1048576");
    }
    const stderr =
      'teachers: A workbook has room for 1,048,575 teachers, and there are 1,048,576; use --output "all.csv"\n';
    expect(await target.run("export", "--output", "all.xlsx")).toEqual({ exitCode: 1, stdout: "", stderr });
    expect(target.files()).toEqual(["teachers.db"]);
  });
});

const belongs = "belongs to the database, and would be overwritten; name another file";
const isInput = "is the file to read; name another file";
const noFormat = "ends like no format of an export; name it .csv, .tsv or .ndjson, each also with .gz, or .xlsx";

describe("refused, before anything is written, is", () => {
  /** A folder with a database, its log, a file to import, and links to them. */
  function makeLinked() {
    const { at, ...folder } = makeTarget();
    linkSync(at("teachers.db"), at("hard.backup"));
    symlinkSync("teachers.db", at("soft.backup"));
    linkSync(at("teachers.db"), at("hard.csv"));
    symlinkSync("here/teachers.db", at("soft.xlsx"));
    symlinkSync("teachers.db-wal", at("log.xlsx"));
    writeFileSync(at("teachers.db-wal"), "");
    writeFileSync(at("staff.csv"), `${header}\n1,Шевченко,Олена,,професор\n`);
    linkSync(at("staff.csv"), at("hard-input.xlsx"));
    symlinkSync("staff.csv", at("soft-input.xlsx"));
    symlinkSync(".", at("here"));
    const content = () =>
      folder.files().map((name) => [name, name === "here" ? "" : folder.read(name).toString("base64")]);
    return { ...folder, content };
  }

  test.each<[string, string, string, string]>([
    ["export --output", "--output", "teachers.db ./teachers.db here/teachers.db teachers.db-wal", noFormat],
    ["export --output", "--output", "staff.XLS staff staff.csv.zip staff.xlsx.gz", noFormat],
    ["export --output", "--output", "hard.csv soft.xlsx log.xlsx here/hard.csv", belongs],
    ["import staff.csv --dry-run --annotated", "--annotated", "soft.xlsx here/log.xlsx", belongs],
    ["backup", "FILE", "teachers.db hard.backup soft.backup here/teachers.db-wal", belongs],
    ["import staff.csv --dry-run --annotated", "--annotated", "hard-input.xlsx soft-input.xlsx", isInput],
    ["import hard-input.xlsx --dry-run --annotated", "--annotated", "soft-input.xlsx here/soft-input.xlsx", isInput],
  ])("%s", async (command, source, paths, words) => {
    using target = makeLinked();
    const before = target.content();
    const names = paths.split(" ");
    const lines = names.map((path) => ({ args: [...command.split(" "), path], environment }));
    expect(await runAll(lines, target.path)).toEqual(
      names.map((path) => ({ exitCode: 2, stdout: "", stderr: `teachers: ${source}: "${path}" ${words}\n` })),
    );
    expect(target.content()).toEqual(before);
  });

  test("a workbook over the file that standard input comes from", async () => {
    using target = makeLinked();
    const before = target.content();
    const imported = await shell('exec "$0" import - --dry-run --annotated hard-input.xlsx <staff.csv', target.path);
    expectEnd(imported, 2, `teachers: --annotated: "hard-input.xlsx" ${isInput}\n`);
    expect(target.content()).toEqual(before);
  });
});

test("--json names a database that does not exist yet, without prose", async () => {
  using target = makeTarget();
  writeFileSync(target.at("a.csv"), `${header}\n1,Шевченко,Олена,,\n`);
  const args = ["a.csv", "--dry-run", "--json", "--lang=uk", "--database", "sqlite:none.db"];
  expect(JSON.parse((await target.run("import", ...args)).stdout).database).toMatch(/^sqlite:\/.*none\.db$/);
});
