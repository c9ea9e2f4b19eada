/** The commands as a user runs them: help, settings, exit codes, and imports. output.test.ts has what they write. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commands } from "../src/cli/commands.ts";
import { settings } from "../src/cli/settings/settings.ts";
import { runAll } from "./support/command-lines.ts";
import { expectEnd } from "./support/ends.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, root, run, startServer } from "./support/program.ts";
import { importConfirmed, makeTeachers, parseExport, publish, renderNdjson } from "./support/publish.ts";

const header = "id,last_name,first_name,middle_name,degree";

/** This many teachers with ids from 1 as CSV without quotes. */
const csvOf = (count: number): string =>
  `${header}\n${Array.from({ length: count }, (_, i) => `${i + 1},Шевченко,Олена,Петрівна,доцент\n`).join("")}`;

/** A folder to run commands in, with the given files. */
function makeTarget(files: Readonly<Record<string, string>> = {}) {
  const folder = makeFolder();
  const write = (name: string, content: string | Uint8Array): void => writeFileSync(join(folder.path, name), content);
  for (const [name, content] of Object.entries(files)) write(name, content);
  return {
    ...folder,
    /** The default database, as messages name it. */
    database: `sqlite:${join(realpathSync(folder.path), "var/teachers.db")}`,
    write,
    run: (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
      run(args, { folder: folder.path, environment }),
  };
}

describe("--help", () => {
  test("lists every command with its purpose, and no internal command", async () => {
    const { exitCode, stdout, stderr } = await run(["--help"], { folder: root });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    const listed = [...stdout.matchAll(/^ {2}([a-z][a-z-]*) .*\S {2,}\S/gm)].map(([, name]) => name!);
    expect(listed).toEqual(commands.map(({ name }) => name));
  });

  test("of each command lists its settings with variable and default, and every setting belongs to one", async () => {
    const helps = await runAll(
      commands.map(({ name }) => `${name} --help`),
      root,
    );
    for (const [i, command] of commands.entries()) {
      const { exitCode, stdout, stderr } = helps[i]!;
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
      const own = command.settings.map((name) => settings[name]);
      for (const { flags, description, defaultValue, defaultValueDescription, envVar } of own) {
        const standard = defaultValueDescription ?? JSON.stringify(defaultValue);
        const more = [defaultValue === undefined ? [] : `default: ${standard}`, envVar ? `env: ${envVar}` : []].flat();
        const wanted = `${flags} ${description}${more.length === 0 ? "" : ` (${more.join(", ")})`}`;
        expect(stdout.replace(/\s+/g, " ")).toContain(wanted);
      }
      const flags = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag]) => flag!);
      expect(flags.sort()).toEqual([...own.map(({ long }) => long!), "--help"].sort());
    }
    const used = new Set(commands.flatMap(({ settings }): readonly string[] => settings));
    expect(Object.keys(settings).filter((name) => !used.has(name))).toEqual([]);
  });

  test("comes on standard error, with exit code 2, if no command is given", async () => {
    expectEnd(await run([], { folder: root }), 2, "Usage: teachers", "import");
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
    // The flag counts, even if both are invalid.
    ["serve --port flag", { TEACHERS_PORT: "own" }, "argument 'flag'"],
    ["serve", { TEACHERS_PORT: "own" }, "value 'own' from env 'TEACHERS_PORT'"],
    ["serve --base-url=https://anna:secret@example.edu", {}, "anna:***@"],
    ["import - --annotated=wrong.xls", {}, "--annotated"],
    ["import - --confirm=YES", {}, "--confirm"],
    ["import -", { TEACHERS_PROT: "80" }, "TEACHERS_PROT", "teachers COMMAND --help"],
    ...["mysql", "postgres", "postgresql"].map((scheme) => {
      const url = `${scheme}://anna:${scheme === "mysql" ? "" : "sec/ret@"}secret@db.example.edu/teachers?ssl=secret`;
      return [`status --database ${url}`, {}, ...noDatabase] as const;
    }),
    ...["serve", "import -"].map((line) => [line, { TEACHERS_DATABASE: mysql }, ...noDatabase] as const),
    ...["0.0.0.0", "::", "10.1.2.3", "example.edu"].flatMap((host) => [
      [`serve --port=0 --host ${host}`, {}, `--host: "${host}"`, needsBase] as const,
      ["serve --port=0", { TEACHERS_HOST: host }, needsBase] as const,
    ]),
    [
      "serve --port=0 --host=nosuch.invalid --base-url=https://example.edu",
      {},
      `--host: "nosuch.invalid" is not an address of this machine; use 127.0.0.1, :: or localhost\n`,
    ],
  ];

test("bad command lines and settings are refused and named, without a password, before anything is written", async () => {
  using target = makeTarget();
  const lines = refused.map(([line, environment]) => ({ args: line.split(" "), environment }));
  for (const [i, result] of (await runAll(lines, target.path)).entries()) {
    const [line, , ...words] = refused[i]!;
    expectEnd(result, 2, ...words);
    expect(result.stderr, line).not.toContain("secret");
  }
  expect(readdirSync(target.path)).toEqual([]);
});

test("a setting comes from its flag, else from its variable, else by default", async () => {
  using target = makeTarget();
  const [flag, own] = ["sqlite:a folder/flag.db", "sqlite:own.db"];
  for (const [i, url] of [flag, own, undefined].entries()) await publish(target.path, makeTeachers(i + 1), url);
  const rows: readonly (readonly [count: number, args: readonly string[], variable?: string])[] = [
    [1, ["--database", flag], own],
    [1, [`--database=${flag}`]],
    [2, [], own],
    [3, [], "  "],
    [3, []],
  ];
  const lines = rows.map(([, args, url]) => ({
    args: ["status", ...args],
    environment: url === undefined ? {} : { TEACHERS_DATABASE: url },
  }));
  for (const [i, result] of (await runAll(lines, target.path)).entries())
    expectEnd(result, 0, `Teachers   ${rows[i]![0]} (`);
});

test("a --base-url with non-ASCII letters is written in ASCII, and its path works", async () => {
  using target = makeTarget();
  const args = ["--sample", "--base-url=https://Школа.УКР:443/вчителі/"];
  await using server = await startServer(args, { folder: target.path });
  const response = await fetch(`${server.origin}/%D0%B2%D1%87%D0%B8%D1%82%D0%B5%D0%BB%D1%96/teachers/?limit=1`);
  expect(((await response.json()) as { next: string }).next).toBe(
    "https://xn--80atdl2c.xn--j1amh/%D0%B2%D1%87%D0%B8%D1%82%D0%B5%D0%BB%D1%96/teachers/?limit=1&offset=1",
  );
});

const localhost = findPart("the name localhost");
test.each([
  ["127.0.0.2", []],
  ["0.0.0.0", ["--base-url=https://example.edu"]],
  ...(localhost === null ? [] : [[localhost, []] as const]),
] as const)("serve --host %s is listened on with %j", async (host, flags) => {
  using target = makeTarget();
  await using server = await startServer(["--host", host, ...flags], { folder: target.path });
  expect(server.readyLine).toStartWith(`Listening on http://${host}:`);
  expect((await fetch(`${server.origin.replace("0.0.0.0", "127.0.0.1")}/livez`)).status).toBe(200);
});

describe("import", () => {
  test("publishes nothing and ends with 0 if the content is the same in any order and form", async () => {
    const content = csvOf(30);
    using target = makeTarget();
    const stdin = { folder: target.path, stdin: content };
    expect(await run(["import", "-"], stdin)).toMatchObject({ exitCode: 0 });
    const status = await target.run(["status"]);
    expect(status.stdout).toContain(" from standard input\n");
    const [, ...rows] = content.trimEnd().split("\n");
    const otherColumns = rows.map((row) => row.split(",").reverse().join(","));
    const letters1251 = new TextDecoder("windows-1251").decode(Uint8Array.from({ length: 256 }, (_, i) => i));
    const forms: Readonly<Record<string, string | Uint8Array>> = {
      "reversed.csv": `${header}\n${rows.toReversed().join("\n")}\n`,
      "columns.csv": `${header.split(",").reverse().join(",")}\n${otherColumns.join("\n")}\n`,
      "crlf.csv": content.replaceAll("\n", "\r\n"),
      "bom.csv": `\u{feff}${content}`,
      "no-last-line-break.csv": content.trimEnd(),
      "semicolons.csv": content.replaceAll(",", ";"),
      "tabs.tsv": content.replaceAll(",", "\t"),
      "tabs.TXT": `\u{feff}${content.replaceAll(",", "\t").replaceAll("\n", "\r\n")}`,
      "quoted.csv": content.replace(/[^,\n]+/g, '"$&"'),
      "utf-16.tsv": Buffer.from(`\u{feff}${content.replaceAll(",", "\t")}`, "utf16le"),
      "windows-1251.csv": Uint8Array.from(content, (letter) => letters1251.indexOf(letter)),
      "lines.ndjson": renderNdjson(parseExport(content)),
    };
    for (const [name, form] of Object.entries(forms)) target.write(name, form);
    const lines = Object.keys(forms).map((name) => `import ${name}`);
    const words = "Nothing to publish: 0 added, 0 changed, 0 removed, 30 unchanged; version 1 already has this content";
    for (const result of await runAll(lines, target.path)) {
      const stderr = expect.stringMatching(/^Database: .*\n$/);
      expect(result).toEqual({ exitCode: 0, stdout: `${words} (database ${target.database})\n`, stderr });
    }
    expect(await target.run(["status"])).toEqual(status);
  });

  test("shows the first 20 errors of a kind, counts the others, and publishes nothing", async () => {
    const faulty = Array.from({ length: 33 }, (_, i) => `x,Коваль,Олена,,доцент ${i}\n`);
    using target = makeTarget({ "a.csv": `${header}\n${faulty.join("")}` });
    const { exitCode, stdout, stderr } = await target.run(["import", "a.csv"]);
    const advice = '"x" is not an id; enter the right id, or clear the cell';
    const errors = Array.from({ length: 20 }, (_, i) => `error: A${i + 2} "id": ${advice}\n`).join("");
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toEndWith(`${errors}  … and 13 more\nteachers: Nothing was published: the file has 33 errors\n`);
    expect(existsSync(join(target.path, "var"))).toBe(false);
  });

  test("of a missing file or a folder ends with 1, says so, and creates no database", async () => {
    using target = makeTarget();
    const rows = { "none.csv": "no such file or directory", ".": "Directories cannot be read like files" };
    for (const [file, words] of Object.entries(rows)) {
      const stderr = `Database: ${target.database}\nteachers: "${file}" can't be read: ${words}\n`;
      expect(await target.run(["import", file])).toEqual({ exitCode: 1, stdout: "", stderr });
    }
    expect(readdirSync(target.path)).toEqual([]);
  });

  test("into a file that is not a database ends with 1, names it, and does not change it", async () => {
    const notes = "not a database\n".repeat(500);
    using target = makeTarget({ "a.csv": csvOf(3), "notes.txt": notes });
    for (const url of ["sqlite:notes.txt", "sqlite:notes.txt/t.db", "sqlite:."]) {
      const { exitCode, stdout, stderr } = await target.run(["import", "a.csv", "--database", url]);
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
      expect(stderr).toMatch(
        /\nteachers: sqlite:\S+ (?:is damaged, or no database: file is not a database; if --database is right|is not a file \([^)]*\); correct)/,
      );
    }
    expect(await Bun.file(join(target.path, "notes.txt")).text()).toBe(notes);
  });

  test("of several files at once into a missing database publishes one after another", async () => {
    const counts = [1000, 2000, 3000, 4000];
    using target = makeTarget(Object.fromEntries(counts.map((count) => [`${count}.csv`, csvOf(count)])));
    const results = await Promise.all(
      counts.map((count) => importConfirmed([`${count}.csv`], { folder: target.path })),
    );
    const versions = results.map(({ stdout }) => Number(/^Published version (\d):/m.exec(stdout)?.[1]));
    expect(versions.toSorted()).toEqual([1, 2, 3, 4]);
    const lines = versions.map((version) => `export --at=${version}`);
    for (const [i, { stdout }] of (await runAll(lines, target.path)).entries())
      expect(stdout).toBe(csvOf(counts[i]!).replaceAll("\n", "\r\n"));
  });
});

test("where nothing is published, export ends with 1 and creates no file, and status with 0", async () => {
  using target = makeTarget();
  expect(await target.run(["export", "--output", "a.csv"])).toMatchObject({ exitCode: 1 });
  expect(readdirSync(target.path)).toEqual([]);
  await target.run(["migrate"]);
  expectEnd(await target.run(["export"]), 1, " has nothing published yet; import a file, or check --database\n");
  expectEnd(await target.run(["status"]), 0, "Nothing is published yet in ", "; import a file, or check --database\n");
});
