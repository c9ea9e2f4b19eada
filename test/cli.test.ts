/** The commands as a user runs them: help, settings, exit codes, and files read and written. */

import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { commands } from "../src/cli/commands.ts";
import { settings } from "../src/cli/settings/settings.ts";
import type { StoredTeacher } from "../src/domain/teacher.ts";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { openStore } from "../src/store/store.ts";
import { type CommandLine, runAll } from "./support/command-lines.ts";
import { generateCsv } from "./support/generate/teachers.ts";
import { findPart } from "./support/parts.ts";
import { type Finished, makeFolder, programFile, root, run, start, startServer } from "./support/program.ts";
import { importConfirmed } from "./support/publish.ts";

const header = "id,last_name,first_name,middle_name,degree";

/** 3,000 teachers as CSV without quotes. */
const generated = [...generateCsv(3000, 1)].join("");

/** This many teachers with ids from 1, each with a different name. */
function csvOf(count: number, degree = "доцент"): string {
  const ending = (i: number): string => String(i).replace(/\d/g, (digit) => "абвгдежзик"[Number(digit)]!);
  const rows = Array.from({ length: count }, (_, i) => `${i + 1},Шевчен${ending(i)},Олена,Петрівна,${degree}\n`);
  return `${header}\n${rows.join("")}`;
}

/** A folder to run commands in, with the given files. */
async function makeTarget(files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const folder = makeFolder();
  for (const [name, content] of Object.entries(files)) await Bun.write(join(folder.path, name), content);
  return {
    ...folder,
    /** The default database, as messages name it. */
    database: `sqlite:${join(realpathSync(folder.path), "var/teachers.db")}`,
    write: (name: string, content: string | Uint8Array) => Bun.write(join(folder.path, name), content),
    run: (args: readonly string[], environment: Readonly<Record<string, string>> = {}, stdin?: string) =>
      run(args, { folder: folder.path, environment, ...(stdin === undefined ? {} : { stdin }) }),
    /** Runs command lines that are refused, all in one process. */
    runAll: (commandLines: readonly CommandLine[]) => runAll(commandLines, folder.path),
    /** One value, read by SQLite itself. */
    ask(query: string): unknown {
      using database = new Database(join(folder.path, "var/teachers.db"), { readonly: true });
      return Object.values(database.query(query).get() as Record<string, unknown>)[0];
    },
    tamper(statements: string): void {
      using database = new Database(join(folder.path, "var/teachers.db"));
      database.run(statements);
    },
    async readVersion(version: number): Promise<StoredTeacher[]> {
      const store = await openStore(`sqlite:${folder.path}/var/teachers.db`, { lockWaitMs: 1000 });
      const all: StoredTeacher[] = [];
      for await (const batch of store.readTeachers(version)) all.push(...batch);
      await store.close();
      return all;
    },
  };
}

type Target = Awaited<ReturnType<typeof makeTarget>>;

/** Parses CSV without quotes. */
function parseRows(csv: string): StoredTeacher[] {
  const [, ...lines] = csv.trimEnd().split(/\r?\n/);
  return lines.map((line) => {
    const [id, last_name = "", first_name = "", middle_name = "", degree = ""] = line.split(",");
    return storedTeacher({ id: Number(id), last_name, first_name, middle_name, degree });
  });
}

const printed = (stdout: string): Finished => ({ exitCode: 0, stdout, stderr: "" });

/** The output of an import: the changes, then a line that ends with the database; on standard error, the database and notes. */
function told(
  target: { readonly database: string },
  words: string,
  said: string | RegExp = /^Database: .*\n$/,
): Finished {
  const lastLine = `${words} (database ${target.database})\n`.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return { ...printed(expect.stringMatching(new RegExp(`(?:^|\n)${lastLine}$`))), stderr: expect.stringMatching(said) };
}

/** Expects exit code 2, an empty standard output, and these words on standard error. */
function expectRefused({ exitCode, stdout, stderr }: Finished, ...words: readonly string[]): void {
  expect({ exitCode, stdout }, stderr).toEqual({ exitCode: 2, stdout: "" });
  for (const word of words) expect(stderr).toContain(word);
}

describe("--help", () => {
  const plain = (text: string): string => text.replace(/\s+/g, " ");

  /** The help of each command, written by one process. */
  let helps: Readonly<Record<string, Finished>>;
  beforeAll(async () => {
    const names = commands.map(({ name }) => name);
    const results = await runAll(
      names.map((name) => ({ args: [name, "--help"] })),
      root,
    );
    helps = Object.fromEntries(names.map((name, i) => [name, results[i]!]));
  });

  test("lists every command with its purpose, and no internal command", async () => {
    const { exitCode, stdout, stderr } = await run(["--help"], { folder: root });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    const listed = [...stdout.matchAll(/^ {2}([a-z][a-z-]*) .*\S {2,}\S/gm)].map(([, name]) => name!);
    expect(listed).toEqual(commands.map(({ name }) => name));
  });

  test.each(commands.map(({ name, settings }) => [name, settings] as const))(
    "of %s lists its settings with variable and default",
    (name, own) => {
      const { exitCode, stdout, stderr } = helps[name]!;
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
      for (const { flags, description, defaultValue, defaultValueDescription, envVar } of own.map((n) => settings[n])) {
        const standard = defaultValueDescription ?? JSON.stringify(defaultValue);
        const more = [defaultValue === undefined ? [] : `default: ${standard}`, envVar ? `env: ${envVar}` : []].flat();
        expect(plain(stdout)).toContain(`${flags} ${description}${more.length === 0 ? "" : ` (${more.join(", ")})`}`);
      }
      const flags = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag]) => flag!);
      expect(flags.sort()).toEqual([...own.map((setting) => settings[setting].long!), "--help"].sort());
    },
  );

  test("lists every setting for at least one command", () => {
    const all = Object.values(helps)
      .map(({ stdout }) => stdout)
      .join("");
    for (const { long } of Object.values(settings)) expect(all).toMatch(new RegExp(`^ {2}${long} `, "m"));
  });

  test("comes on standard error, with exit code 2, if no command is given", async () => {
    expectRefused(await run([], { folder: root }), "Usage: teachers", "import");
  });
});

const mysql = "mysql2://anna:secret@db.example.edu/teachers?password=secret";
const noDatabase = ["anna:***@db.example.edu", "expected sqlite:PATH"];
const needsBase = "set --base-url";

/** Command lines with variables, and words of their errors. */
const refused: readonly (readonly [line: string, environment: Record<string, string>, ...words: readonly string[]])[] =
  [
    ["publish", {}, "'publish'"],
    ["status --wat", {}, "'--wat'"],
    ["status --port 1", {}, "'--port'"],
    ["status --database", {}, "'--database <URL>'"],
    ["import", {}, "'FILE'"],
    ["import a.csv b.csv", {}, "too many arguments"],
    ["serve here", {}, "too many arguments"],
    ["serve --port=http", {}, "--port"],
    ["serve --port=", {}, "--port"],
    ["serve", { TEACHERS_PORT: "80.5" }, "TEACHERS_PORT"],
    // The flag counts, even if both are invalid.
    ["serve --port flag", { TEACHERS_PORT: "own" }, "argument 'flag'"],
    ["serve", { TEACHERS_PORT: "own" }, "value 'own' from env 'TEACHERS_PORT'"],
    ["serve --base-url=ftp://example.edu", {}, "--base-url"],
    ["serve --base-url=https://anna:secret@example.edu", {}, "anna:***@"],
    ["status", { TEACHERS_DATABASE: "mysql://localhost/teachers" }, "--database"],
    ["import - --annotated=wrong.xls", {}, "--annotated"],
    ["import - --confirm=YES", {}, "--confirm"],
    ["import - --header=0", {}, "--header"],
    ["prune --keep=0", {}, "--keep"],
    ["status", { TEACHERS_DRY_RUN: "true" }, "TEACHERS_DRY_RUN: Only the flag --dry-run sets this"],
    ...["status", "serve", "import -", "export"].map(
      (line) => [line, { TEACHERS_PROT: "80" }, "TEACHERS_PROT", "teachers COMMAND --help"] as const,
    ),
    ...["mysql", "postgres", "postgresql"].map((scheme) => {
      const url = `${scheme}://anna:${scheme === "mysql" ? "" : "sec/ret@"}secret@db.example.edu/teachers?ssl=secret`;
      return [`status --database ${url}`, {}, ...noDatabase] as const;
    }),
    ...["serve", "import -"].map((line) => [line, { TEACHERS_DATABASE: mysql }, ...noDatabase] as const),
    ...["0.0.0.0", "::", "10.1.2.3", "example.edu"].flatMap((host) => [
      [`serve --port=0 --host ${host}`, {}, `--host: "${host}"`, needsBase] as const,
      ["serve --port=0", { TEACHERS_HOST: host }, needsBase] as const,
    ]),
  ];

test("bad command lines and settings are refused and named, without a password, before anything is written", async () => {
  using target = await makeTarget();
  const lines = refused.map(([line, environment]) => ({ args: line.split(" "), environment }));
  for (const [i, result] of (await target.runAll(lines)).entries()) {
    const [line, , ...words] = refused[i]!;
    expectRefused(result, ...words);
    expect(result.stderr, line).not.toContain("secret");
  }
  expect(readdirSync(target.path)).toEqual([]);
});

describe("a setting comes", () => {
  test("from its flag, else from its variable, else by default", async () => {
    using target = await makeTarget({ "1.csv": csvOf(1), "2.csv": csvOf(2), "4.csv": csvOf(4) });
    const [flag, own] = ["sqlite:a folder/flag.db", "sqlite:own.db"];
    for (const [file, url] of Object.entries({ "1.csv": flag, "2.csv": own }))
      expect(await target.run(["import", file, "--database", url])).toMatchObject({ exitCode: 0 });
    expect(await target.run(["import", "4.csv"])).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(target.path, "var/teachers.db"))).toBe(true);

    const variable = { TEACHERS_DATABASE: own };
    const rows: [count: number, args: readonly string[], environment: Readonly<Record<string, string>>][] = [
      [1, ["--database", flag], variable],
      [1, [`--database=${flag}`], {}],
      [2, [], variable],
      [4, [], { TEACHERS_DATABASE: "  " }],
      [4, [], {}],
    ];
    for (const [count, args, environment] of rows) {
      const { stdout } = await target.run(["status", ...args], environment);
      expect(stdout, JSON.stringify([args, environment])).toContain(`Teachers   ${count} (`);
    }
  });

  test("from a variable for a switch too", async () => {
    using target = await makeTarget({ "3.csv": csvOf(3) });
    await target.run(["import", "3.csv"]);
    for (const [value, isIndexed] of Object.entries({ 1: true, true: true, 0: false, false: false })) {
      const environment = { TEACHERS_ALLOW_INDEXING: value };
      await using server = await startServer([], { folder: target.path, environment });
      const robots = await (await fetch(`${server.origin}/robots.txt`)).text();
      expect([value, !robots.includes("Disallow: /\n")]).toEqual([value, isIndexed]);
    }
  });
});

describe("serve --host", () => {
  test("an unknown name is refused, and the message names it", async () => {
    using target = await makeTarget();
    const settings = ["--port=0", "--host=nosuch.invalid", "--base-url=https://example.edu"];
    const { exitCode, stderr } = await target.run(["serve", ...settings]);
    expect([exitCode, stderr]).toEqual([
      2,
      `teachers: --host: "nosuch.invalid" is not an address of this machine; use 127.0.0.1, :: or localhost\n`,
    ]);
  });

  test("a --base-url with non-ASCII letters is written in ASCII, and its path works", async () => {
    using target = await makeTarget({ "a.csv": csvOf(2) });
    await target.run(["import", "a.csv"]);
    const settings = ["--base-url=https://Школа.УКР:443/вчителі/"];
    await using server = await startServer(settings, { folder: target.path });
    const response = await fetch(`${server.origin}/%D0%B2%D1%87%D0%B8%D1%82%D0%B5%D0%BB%D1%96/teachers/?limit=1`);
    expect(((await response.json()) as { next: string }).next).toBe(
      "https://xn--80atdl2c.xn--j1amh/%D0%B2%D1%87%D0%B8%D1%82%D0%B5%D0%BB%D1%96/teachers/?limit=1&offset=1",
    );
  });

  const localhost = findPart("the name localhost");
  const base = ["--base-url=https://example.edu"];
  test.each([["127.0.0.2", []], ["0.0.0.0", base], ...(localhost === null ? [] : [[localhost, []] as const])] as const)(
    "%s is listened on with %j",
    async (host, flags) => {
      using target = await makeTarget();
      await using server = await startServer(["--host", host, ...flags], { folder: target.path });
      expect(server.readyLine).toStartWith(`Listening on http://${host}:`);
      expect((await fetch(`${server.origin.replace("0.0.0.0", "127.0.0.1")}/livez`)).status).toBe(200);
    },
  );
});

describe("import", () => {
  test("publishes nothing and ends with 0 if the content is the same in any order and form", async () => {
    const content = csvOf(30);
    using target = await makeTarget({ "a.csv": content });
    await target.run(["import", "a.csv"]);
    const status = await target.run(["status"]);
    const [, ...rows] = content.trimEnd().split("\n");
    const otherColumns = rows.map((row) => row.split(",").reverse().join(","));
    const forms: Readonly<Record<string, string>> = {
      "again.csv": content,
      "reversed.csv": `${header}\n${rows.toReversed().join("\n")}\n`,
      "columns.csv": `${header.split(",").reverse().join(",")}\n${otherColumns.join("\n")}\n`,
      "crlf.csv": content.replaceAll("\n", "\r\n"),
      "bom.csv": `\u{feff}${content}`,
      "no-last-line-break.csv": content.trimEnd(),
      "semicolons.csv": content.replaceAll(",", ";"),
      "tabs.tsv": content.replaceAll(",", "\t"),
      "tabs.TXT": `\u{feff}${content.replaceAll(",", "\t").replaceAll("\n", "\r\n")}`,
      "quoted.csv": content.replace(/[^,\n]+/g, '"$&"'),
      "lines.ndjson": parseRows(content)
        .map((teacher) => `${JSON.stringify(teacher)}\n`)
        .join(""),
    };
    for (const [name, content] of Object.entries(forms)) {
      await target.write(name, content);
      const words =
        "Nothing to publish: 0 added, 0 changed, 0 removed, 30 unchanged; version 1 already has this content";
      expect([name, await target.run(["import", name])]).toEqual([name, told(target, words)]);
    }
    expect(await target.run(["status"])).toEqual(status);
  });

  test("--dry-run says what would change and publishes nothing", async () => {
    using target = await makeTarget({ "a.csv": csvOf(5), "b.csv": csvOf(6) });
    expect(await target.run(["import", "--dry-run", "a.csv"])).toEqual(
      told(
        { database: `${target.database}, which does not exist yet` },
        "Would publish: 5 added, 0 changed, 0 removed, 0 unchanged",
      ),
    );
    expect(readdirSync(target.path).toSorted()).toEqual(["a.csv", "b.csv"]);
    await target.run(["import", "a.csv"]);
    const status = await target.run(["status"]);
    expect(await target.run(["import", "b.csv", "--dry-run"])).toEqual(
      told(target, "Would publish: 1 added, 0 changed, 0 removed, 5 unchanged"),
    );
    expect(await target.run(["status"])).toEqual(status);
    expect(target.ask("select count(*) from teacher")).toBe(5);
  });

  test("- reads standard input", async () => {
    using target = await makeTarget();
    expect(await target.run(["import", "-"], {}, csvOf(3))).toEqual(
      told(target, "Published version 1: 3 added, 0 changed, 0 removed, 0 unchanged"),
    );
    expect((await target.run(["status"])).stdout).toContain(" from standard input\n");
  });

  test("that has published ends with 1 if its output can't be written, and with 0 if nobody reads it", async () => {
    using target = await makeTarget({ "a.csv": csvOf(3), "b.csv": csvOf(4), "c.csv": csvOf(5) });
    const shell = (script: string) => run([], { folder: target.path, launcher: ["sh", "-c", script, programFile] });
    const named = `Database: ${target.database}\n`;
    const stderr = `${named}teachers: Standard output can't be written: no space left on device\n`;
    expect(await shell('"$0" import a.csv >/dev/full')).toEqual({ exitCode: 1, stdout: "", stderr });
    expect(target.ask("select count(*) from publication")).toBe(1);
    expect(await shell('"$0" import a.csv --json >/dev/full')).toEqual({ exitCode: 1, stdout: "", stderr });
    const intoClosedPipe = '{ "$0" import b.csv; echo "ended with $?" >&2; } | :';
    expect(await shell(intoClosedPipe)).toEqual({ exitCode: 0, stdout: "", stderr: `${named}ended with 0\n` });
    expect(target.ask("select count(*) from publication")).toBe(2);
    // A dry run does nothing but print.
    expect((await shell('"$0" import c.csv --dry-run >/dev/full')).exitCode).toBe(1);
  });

  const good = "1,Шевченко,Олена,Петрівна,доцент";
  let published: Target;
  let status: Finished;
  beforeAll(async () => {
    published = await makeTarget({ "good.csv": csvOf(3) });
    await published.run(["import", "good.csv"]);
    status = await published.run(["status"]);
  });
  afterAll(() => published.remove());

  test.each<[string, string, string | Uint8Array, readonly string[]]>([
    ["an id twice", "a.csv", `${header}\n${good}\n2,А,Б,В,Г\n1,Коваль,Іван,,\n`, ['error: A4 "id"', "line 2"]],
    ["a column too many", "a.csv", `${header}\n${good}\n2,А,Б,В,Г,Д\n`, ["line 3", "6"]],
    ["letters that were lost", "a.csv", `${header}\n1,Ков?ль,Олена,,\n`, ['error: B2 "last_name"', "letters are lost"]],
    ["broken JSON", "a.ndjson", '{"id":1,"last_name":\n', ["line 1", "object"]],
    ["a JSON array", "a.json", '[{"id":1,"last_name":"Коваль"}]', ["one object per line"]],
    ["nothing at all", "a.csv", "", ["the file is empty"]],
  ])("of %s ends with 1, says where and what, and publishes nothing", async (_, name, content, words) => {
    await published.write(name, content);
    const { exitCode, stdout, stderr } = await published.run(["import", name]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    for (const word of words) expect(stderr).toContain(word);
    expect(await published.run(["status"])).toEqual(status);
  });

  test("shows the first 20 errors of a kind and counts the others", async () => {
    const faulty = Array.from({ length: 33 }, (_, i) => `x,Коваль,Олена,,доцент ${i}`);
    using target = await makeTarget({ "a.csv": `${header}\n${faulty.join("\n")}\n` });
    const [, ...lines] = (await target.run(["import", "a.csv"])).stderr.trimEnd().split("\n");
    const errors = Array.from({ length: 20 }, (_, i) => `error: A${i + 2} "id": "x" is no id`);
    expect(lines.slice(-21)).toEqual([...errors, "  … and 13 more"]);
  });

  test("of a missing file or a folder ends with 1, says so, and creates no database", async () => {
    using target = await makeTarget({ "folder/a.csv": "" });
    const rows = { "none.csv": "no such file or directory", folder: "Directories cannot be read like files" };
    for (const [file, words] of Object.entries(rows)) {
      const stderr = `Database: ${target.database}\nteachers: "${file}" can't be read: ${words}\n`;
      expect(await target.run(["import", file])).toEqual({ exitCode: 1, stdout: "", stderr });
    }
    expect(readdirSync(target.path)).toEqual(["folder"]);
  });

  test("into a file that is not a database ends with 1, names it, and does not change it", async () => {
    using target = await makeTarget({ "a.csv": csvOf(3), "notes.txt": "not a database\n".repeat(500) });
    for (const url of ["sqlite:notes.txt", "sqlite:notes.txt/t.db", "sqlite:."]) {
      const { exitCode, stdout, stderr } = await target.run(["import", "a.csv", "--database", url]);
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
      expect(stderr).toMatch(
        /\nteachers: sqlite:\S+ (?:is damaged, or no database: file is not a database; if --database is right|is not a file \([^)]*\); correct)/,
      );
    }
    expect(await Bun.file(join(target.path, "notes.txt")).text()).toBe("not a database\n".repeat(500));
  });

  test("waits for the lock of another process, then publishes; status works meanwhile", async () => {
    using target = await makeTarget({ "a.csv": csvOf(3), "b.csv": csvOf(4) });
    await target.run(["import", "a.csv"]);
    using holder = new Database(join(target.path, "var/teachers.db"));
    holder.run("begin immediate");
    await using waiting = start(["import", "b.csv"], { folder: target.path });
    // A command takes as long to start as the import, so the import waits for the lock when the first command answers.
    for (let i = 0; i < 3; i++) expect((await target.run(["status"])).stdout).toContain("Teachers   3 (");
    expect(waiting.process.exitCode).toBeNull();
    holder.run("commit");
    expect(await waiting.finished).toEqual(
      told(target, "Published version 2: 1 added, 0 changed, 0 removed, 3 unchanged"),
    );
  });

  test("of several files at once into a missing database publishes one after another", async () => {
    const counts = [1000, 2000, 3000, 4000];
    const files = Object.fromEntries(counts.map((count) => [`${count}.csv`, csvOf(count)]));
    using target = await makeTarget(files);
    const results = await Promise.all(
      counts.map((count) => importConfirmed([`${count}.csv`], { folder: target.path })),
    );
    const versions = results.map(({ stdout }) => Number(/^Published version (\d):/m.exec(stdout)?.[1]));
    expect(versions.toSorted()).toEqual([1, 2, 3, 4]);
    for (const [i, version] of versions.entries()) {
      expect(await target.readVersion(version)).toEqual(parseRows(csvOf(counts[i]!)));
    }
  });
});

describe("export", () => {
  test("ends with 1 and creates no file if nothing is published", async () => {
    using target = await makeTarget();
    expect(await target.run(["export", "--output", "a.csv"])).toMatchObject({ exitCode: 1 });
    expect(readdirSync(target.path)).toEqual([]);
    await target.run(["migrate"]);
    const stderr = `teachers: Nothing is published yet in ${target.database}, so there is nothing to export\n`;
    expect(await target.run(["export"])).toEqual({ exitCode: 1, stdout: "", stderr });
    expect(await target.run(["status"])).toEqual(printed(`Nothing is published yet in ${target.database}\n`));
  });
});

describe("export --output", () => {
  let imported: Target;
  beforeAll(async () => {
    imported = await makeTarget();
    await importConfirmed(["-"], { folder: imported.path, stdin: generated });
  });
  afterAll(() => imported.remove());

  /** A folder with a database of 3,000 published teachers, and nothing else. */
  async function makePublished() {
    const target = await makeTarget();
    cpSync(imported.path, target.path, { recursive: true });
    return target;
  }

  test("replaces an existing file, and keeps its permissions and links", async () => {
    using target = await makePublished();
    const { stdout } = await target.run(["export"]);
    expect(await target.run(["export", "--output", "new.csv"])).toEqual(printed(""));
    await target.write("old.csv", "old\n");
    chmodSync(join(target.path, "old.csv"), 0o640);
    symlinkSync("old.csv", join(target.path, "link.csv"));
    expect(await target.run(["export", "--output", "link.csv"])).toEqual(printed(""));
    for (const name of ["new.csv", "old.csv"]) expect(await Bun.file(join(target.path, name)).text()).toBe(stdout);
    expect(statSync(join(target.path, "old.csv")).mode & 0o777).toBe(0o640);
    expect(lstatSync(join(target.path, "link.csv")).isSymbolicLink()).toBe(true);
    expect(readdirSync(target.path).toSorted()).toEqual(["link.csv", "new.csv", "old.csv", "var"]);
  });

  test("leaves the file unchanged, and no other file, if the disk is full", async () => {
    using target = await makePublished();
    await target.write("a.csv", "old\n");
    // A limit on the size of files simulates a full disk. It is enough for SQLite, but not for all teachers.
    const script = 'ulimit -f 128; exec "$0" export --output a.csv';
    const result = await run([], { folder: target.path, launcher: ["sh", "-c", script, programFile] });
    const stderr = `teachers: "a.csv" can't be written: file too large\n`;
    expect(result).toEqual({ exitCode: 1, stdout: "", stderr });
    expect(await Bun.file(join(target.path, "a.csv")).text()).toBe("old\n");
    expect(readdirSync(target.path).toSorted()).toEqual(["a.csv", "var"]);
  });

  test.each([
    ["a folder that is not there", "none/a.csv", "can't be written: no such file or directory"],
    ["a folder", "folder.csv", "is not a file"],
    ["a device", "device.csv", "is not a file"],
  ])("refuses %s", async (_, path, words) => {
    using target = await makePublished();
    mkdirSync(join(target.path, "folder.csv"));
    symlinkSync("/dev/null", join(target.path, "device.csv"));
    const stderr = `teachers: "${path}" ${words}\n`;
    expect(await target.run(["export", "--output", path])).toEqual({ exitCode: 1, stdout: "", stderr });
    expect(readdirSync(target.path).sort()).toEqual(["device.csv", "folder.csv", "var"]);
  });

  test("refuses a workbook of more teachers than a sheet has rows for, and names a CSV file", async () => {
    using target = await makePublished();
    target.tamper("update publication set count = 1048576");
    expect(await target.run(["export", "--output", "all.xlsx"])).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: 'teachers: A workbook has room for 1,048,575 teachers, and there are 1,048,576; use --output "all.csv"\n',
    });
    expect(readdirSync(target.path)).toEqual(["var"]);
  });
});

describe("status", () => {
  test("--json says what is published, with the keys of history", async () => {
    using target = await makeTarget({ "a.csv": csvOf(3) });
    await target.run(["import", "a.csv", "--message", "first"]);
    const [version] = JSON.parse((await target.run(["history", "--json"])).stdout) as [
      { message?: string; published_by?: string },
    ];
    const { message, published_by, ...current } = version;
    const { stdout } = await target.run(["status", "--json"]);
    expect(JSON.parse(stdout)).toEqual({
      database: target.database,
      is_writable: true,
      tables: "current",
      step: expect.any(Number),
      last_backup: null,
      current,
      servers: [],
      problems: [],
    });
  });
});

test("export ends quietly when its reader stops reading", async () => {
  using target = await makeTarget({ "a.csv": generated });
  await importConfirmed(["a.csv"], { folder: target.path });
  const script = '{ "$0" export; echo "ended with $?" >&2; } | head -n 1';
  const result = await run([], { folder: target.path, launcher: ["sh", "-c", script, programFile] });
  expect(result).toEqual({ exitCode: 0, stdout: `${header}\r\n`, stderr: "ended with 0\n" });
});
