/** Imports before they publish: the preview, the guard, and kept ids. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StoredTeacher } from "../src/domain/teacher.ts";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { findPart } from "./support/parts.ts";
import { type Finished, makeFolder, programFile, run } from "./support/program.ts";
import { anyContent, publish } from "./support/publish.ts";
import { startOnTerminal } from "./support/terminal.ts";

/** A folder with a directory of 40 teachers, and files to import into it. */
async function makeDirectory() {
  const folder = makeFolder();
  const teachers = Array.from({ length: 40 }, (_, i) => makeTeacher(i + 1));
  const write = (content: readonly object[]): void =>
    writeFileSync(join(folder.path, "a.ndjson"), content.map((teacher) => `${JSON.stringify(teacher)}\n`).join(""));
  const target = {
    ...folder,
    teachers,
    import: (content: readonly object[], ...flags: readonly string[]): Promise<Finished> => {
      write(content);
      return run(["import", "a.ndjson", ...flags], { folder: folder.path });
    },
    run: (...args: readonly string[]) => run(args, { folder: folder.path }),
    version: async (): Promise<string> => {
      const { stdout } = await run(["status"], { folder: folder.path });
      return /^Version +(\d+)/m.exec(stdout)![1]!;
    },
    export: async (): Promise<StoredTeacher[]> =>
      JSON.parse((await run(["export", "--format=json"], { folder: folder.path })).stdout),
  };
  write(teachers);
  await publish(folder.path, teachers);
  return target;
}

function makeTeacher(id: number, changes: Partial<StoredTeacher> = {}): StoredTeacher {
  return storedTeacher({
    id,
    last_name: spell(`Шевченко${id}`),
    first_name: "Олена",
    middle_name: "",
    degree: "доцент",
    ...changes,
  });
}

/** Replaces digits by letters, because digits in names cause warnings. */
function spell(text: string): string {
  return text.replace(/(?<=Шевченко)\d+/g, (digits) =>
    [...digits].map((digit) => "абвгдежзик"[Number(digit)]).join(""),
  );
}

const withoutId = ({ id: _, ...teacher }: StoredTeacher): object => teacher;

describe("the preview", () => {
  test("lists who is added, removed and changed, with old and new values", async () => {
    using target = await makeDirectory();
    const [first, second, third, ...others] = target.teachers;
    const next = [
      { ...first!, degree: "" },
      { ...second!, last_name: "Коваль", degree: "професор" },
      ...others.slice(0, -1),
      makeTeacher(100, { degree: "" }),
      { ...third!, id: 7000 },
    ];
    const wanted = spell(`Added: 2
  +  100  Шевченко100 Олена
  + 7000  Шевченко3 Олена, доцент  (had the id 3)
Removed: 2
  -  3  Шевченко3 Олена, доцент  (now has the id 7000)
  - 40  Шевченко40 Олена, доцент
Changed: 2
  ~ 1  Шевченко1 Олена  degree: доцент → (empty)
  ~ 2  Шевченко2 Олена  last name: Шевченко2 → Коваль; degree: доцент → професор
`);
    const warning = "Warning: line 1, column degree: the degree is empty for 2 teachers and filled for 38\n1 warning\n";
    const counts = "2 added, 2 changed, 2 removed, 36 unchanged";
    const name = `sqlite:${join(realpathSync(target.path), "var/teachers.db")}`;
    const [database, stderr] = [`(database ${name})\n`, `Database: ${name}\n${warning}`];
    const [tried, published] = [await target.import(next, "--dry-run"), await target.import(next)];
    expect(tried).toEqual({ exitCode: 0, stdout: `${wanted}Would publish: ${counts} ${database}`, stderr });
    expect(published).toEqual({
      exitCode: 0,
      stdout: `${wanted}Published version 2: ${counts} ${database}`,
      stderr,
    });
  });

  test("shows 20 of each kind and counts the others; a dry run, show and diff list every change", async () => {
    using target = await makeDirectory();
    const next = [
      ...target.teachers.map((teacher) => ({ ...teacher, degree: "=професор" })),
      ...Array.from({ length: 25 }, (_, i) => makeTeacher(1000 + i)),
    ];
    const countLines = (text: string) => [text.match(/^ {2}\+ /gm)?.length, text.match(/^ {2}~ /gm)?.length];
    const refused = await target.import(next);
    expect(countLines(refused.stdout)).toEqual([20, 20]);
    expect(refused.stdout).toContain("  … and 5 more; --dry-run lists all\n");
    const tried = await target.import(next, "--dry-run");
    expect(countLines(tried.stdout)).toEqual([25, 40]);
    expect(tried.stdout).toContain(spell("\n  ~ 40  Шевченко40 Олена  degree: доцент → =професор\n"));

    const published = await target.import(next, ...anyContent);
    expect(published.stdout).toContain("  … and 20 more; `teachers show 2` lists all\n");
    for (const args of [
      ["show", "2"],
      ["diff", "1", "2"],
    ]) {
      const { stdout } = await run(args, { folder: target.path });
      expect(countLines(stdout)).toEqual([25, 40]);
    }
    const again = JSON.parse((await target.import(next, "--json")).stdout);
    expect(again).toMatchObject({ published: false, version: 2, counts: { unchanged: 65 } });
  });

  test("in JSON has the counts and the first changes of each kind", async () => {
    using target = await makeDirectory();
    const next = target.teachers.map((teacher) => ({ ...teacher, degree: "професор" }));
    const json = JSON.parse((await target.import(next, "--json", ...anyContent)).stdout);
    expect(json).toMatchObject({ published: true, version: 2, counts: { changed: 40, renamed: 0 } });
    expect(json.first_changes.changed).toHaveLength(20);
    const [before, after] = [target.teachers[0], next[0]];
    expect(json.first_changes.changed[0]).toEqual({ change: "changed", id: 1, other_id: null, before, after });
  });
});

describe("the guard", () => {
  const shuffled = (teachers: readonly StoredTeacher[]): StoredTeacher[] =>
    teachers.map((teacher, i) => ({ ...teachers[(i + 1) % teachers.length]!, id: teacher.id }));
  const cases: [string, (teachers: readonly StoredTeacher[]) => StoredTeacher[], string, string][] = [
    [
      "half the rows",
      (all) => all.slice(20),
      "It would remove 20 of 40 teachers (50%). Check that the file is complete.",
      "--allow-removed 50%",
    ],
    [
      "shuffled ids",
      shuffled,
      "It would assign the ids of 40 of 40 teachers (100%) to other names. Perhaps only some columns were sorted.",
      "--allow-renamed 100%",
    ],
    [
      "other ids",
      (all) => all.map((teacher) => ({ ...teacher, id: teacher.id + 100 })),
      "It would change the ids of 40 of 40 teachers (100%). Perhaps the rows were renumbered.",
      "--allow-renamed 100%",
    ],
    [
      "three tenths in all",
      (all) => all.slice(4).map((teacher, i) => ({ ...teacher, ...(i < 4 ? { last_name: "Інша" } : {}) })),
      "In all, it would remove, rename or renumber 8 of 40 teachers (20%).",
      "--allow-renamed 20%",
    ],
    [
      "other degrees and everybody twice",
      (all) =>
        all.flatMap((teacher) => [
          { ...teacher, degree: "" },
          { ...teacher, id: teacher.id + 100 },
        ]),
      "It would change the degrees of 40 of 40 teachers (100%). Perhaps only some columns were sorted, or another column was used. It would add 40 to 40 teachers (100%). Perhaps the file lists somebody twice.",
      "--allow-changed 100% --allow-added 100%",
    ],
  ];

  test.each(cases)("refuses %s, says what would happen, and how to let it through", async (_, edit, words, flags) => {
    using target = await makeDirectory();
    const next = edit(target.teachers);
    const refused = await target.import(next);
    expect(refused).toEqual({
      exitCode: 1,
      stdout: expect.stringMatching(/^(?:Added|Removed|Changed): \d+\n/),
      stderr: expect.stringContaining(
        `teachers: Nothing was published. ${words} If this is right, repeat with ${flags}\n`,
      ),
    });
    const tried = await target.import(next, "--dry-run");
    expect([tried.exitCode, tried.stderr]).toEqual([1, expect.stringContaining(`would be refused. ${words}`)]);
    expect(JSON.parse((await target.import(next, "--json")).stdout).refused).toHaveLength(flags.split("--").length - 1);
    expect(await target.version()).toBe("1");
    const { exitCode } = await target.import(next, ...flags.replaceAll("% ", "%\0").replaceAll(" ", "=").split("\0"));
    expect([exitCode, await target.version()]).toEqual([0, "2"]);
  });

  test("allows changes of a tenth, degrees of a third, and half as many additions", async () => {
    using target = await makeDirectory();
    const rest = target.teachers.slice(4).map((teacher, i) => (i < 13 ? { ...teacher, degree: "професор" } : teacher));
    const next = [...rest, ...Array.from({ length: 20 }, (_, i) => makeTeacher(100 + i))];
    expect(await target.import(next)).toMatchObject({ exitCode: 0 });
  });

  test("names at every import a limit that a variable raises", async () => {
    using target = await makeDirectory();
    const environment = { TEACHERS_ALLOW_REMOVED: "60%", TEACHERS_ALLOW_RENAMED: "5%", TEACHERS_ALLOW_ADDED: "" };
    const published = await run(["import", "a.ndjson"], { folder: target.path, environment });
    expect(published).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("Nothing to publish") });
    expect(published.stderr).toMatch(
      /^Database: .*\nTEACHERS_ALLOW_REMOVED raises the limit of --allow-removed to 60%; the default is 10%\n$/,
    );
  });

  test.skipIf(findPart("script") === null).each([
    ["y", 0, "2"],
    ["так", 0, "2"],
    ["n", 1, "1"],
    ["", 1, "1"],
  ])("asks on a terminal, where %j gives exit code %i", async (answer, exitCode, version) => {
    using target = await makeDirectory();
    await target.import(target.teachers, "--dry-run");
    const lines = readFileSync(join(target.path, "a.ndjson"), "utf8").split("\n").slice(20).join("\n");
    writeFileSync(join(target.path, "half.ndjson"), lines);
    const command = `"${programFile}" import half.ndjson`;
    const terminal = await run(["-qec", command, "/dev/null"], {
      folder: target.path,
      launcher: ["script"],
      stdin: `${answer}\n`,
    });
    expect(terminal.stdout).toContain("Check that the file is complete. Publish it? [y/N]");
    expect(terminal.exitCode).toBe(exitCode);
    expect(terminal.stdout.match(/Removed: 20/g)).toHaveLength(1);
    expect(await target.version()).toBe(version);
  });
});

describe("the content of an earlier version", () => {
  const warning = (version: string): RegExp =>
    new RegExp(
      `\\nWarning: this is version ${version} again, of \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC \\((?:a|teachers)\\.ndjson\\), without the changes since; check that the file is the newest\\n(?:Would publish|Published)`,
    );

  /**
   * A directory, and last month's file, which is imported by mistake. Since then one teacher was added, and one got
   * another degree.
   */
  async function makeMonths() {
    const target = await makeDirectory();
    const [first, ...others] = target.teachers;
    await target.import([{ ...first!, degree: "професор" }, ...others, makeTeacher(41)]);
    return target;
  }

  test("is named, with its version and time", async () => {
    using target = await makeMonths();
    const tried = await target.import(target.teachers, "--dry-run");
    expect(tried).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(warning("1")) });
    const json = JSON.parse((await target.import(target.teachers, "--dry-run", "--json")).stdout);
    expect(json.same_as_version).toBe(1);
    const published = { exitCode: 0, stdout: expect.stringMatching(warning("1")) };
    expect(await target.import(target.teachers)).toMatchObject(published);
    expect(await target.version()).toBe("3");
    await target.import(target.teachers.slice(1));
    // The newest version with the content is the one to compare with.
    expect((await target.import(target.teachers)).stdout).toMatch(warning("3"));
  });

  test("is named even if the changes are refused", async () => {
    using target = await makeDirectory();
    await target.import(target.teachers.slice(20), "--allow-removed=50%");
    await target.import(target.teachers, "--allow-added=100%");
    const { exitCode, stdout } = await target.import(target.teachers.slice(20));
    expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/\nWarning: this is version 2 again, .*\n$/)]);
  });

  test("is not named if it is the newest content, other content, or requested by rollback", async () => {
    using target = await makeMonths();
    const unnamed = expect.not.stringContaining("Warning: ");
    expect(await target.import([...target.teachers, makeTeacher(42)])).toMatchObject({ exitCode: 0, stdout: unnamed });
    const again = await target.import([...target.teachers, makeTeacher(42)]);
    expect(again).toMatchObject({ stdout: expect.stringMatching(/^Nothing to publish/) });
    expect(await target.run("rollback", "1")).toMatchObject({ exitCode: 0, stdout: unnamed });
  });

  test.skipIf(findPart("script") === null).each([
    ["y", 0, "3"],
    ["n", 1, "2"],
  ])("is asked about on a terminal, where %j gives exit code %i", async (answer, exitCode, version) => {
    using target = await makeMonths();
    await target.import(target.teachers, "--dry-run");
    const terminal = await run(["-qec", `"${programFile}" import a.ndjson`, "/dev/null"], {
      folder: target.path,
      launcher: ["script"],
      stdin: `${answer}\n`,
    });
    expect(terminal.stdout).toMatch(/Changed: 1[\s\S]*Warning: this is version 1 again, .*\r\n.*Publish it\? \[y\/N\]/);
    expect(terminal.stdout.match(/Warning: /g)).toHaveLength(1);
    expect(terminal.exitCode).toBe(exitCode);
    expect(await target.version()).toBe(version);
  });
});

describe("import --keep-ids", () => {
  test("keeps the ids of existing teachers, and gives the next ids to the others", async () => {
    using target = await makeDirectory();
    const [first, ...others] = target.teachers;
    const promoted = others.map((teacher, i) => (i < 10 ? { ...teacher, degree: "професор" } : teacher));
    const next = [...promoted, makeTeacher(0), first!];
    expect((await target.import(next.map(withoutId))).stderr).toContain("id");
    const { stdout } = await target.import(next.map(withoutId), "--keep-ids");
    expect(stdout).toContain(spell("Added: 1\n  + 41  Шевченко0 Олена, доцент\n"));
    expect(stdout).toContain("Published version 2: 1 added, 10 changed, 0 removed, 30 unchanged");
    expect((await target.import(next.map(withoutId), "--keep-ids")).stdout).toStartWith("Nothing to publish");
    // The teacher with the highest id is removed. The id is not assigned again.
    await target.import(target.teachers.map(withoutId), "--keep-ids");
    await target.import([...target.teachers, makeTeacher(1, { last_name: "Новий" })].map(withoutId), "--keep-ids");
    expect((await target.export()).at(-1)).toMatchObject({ id: 42, last_name: "Новий" });
  });

  test("restores everybody that half of a file removed, and says so", async () => {
    using target = await makeDirectory();
    const people = target.teachers.map(withoutId);
    await target.import(people.slice(20), "--keep-ids", "--allow-removed=50%");
    const { exitCode, stdout } = await target.import([...people, withoutId(makeTeacher(0))], "--keep-ids");
    expect(exitCode).toBe(0);
    expect(stdout).toStartWith(spell("Added: 21\n  +  1  Шевченко1 Олена, доцент  (id 1, removed in version 2)\n"));
    expect(await target.export()).toEqual([...target.teachers, makeTeacher(41, { last_name: spell("Шевченко0") })]);
  });

  test("after an erasure lists everybody with a new id, because it is unknown which of them was erased", async () => {
    using target = await makeDirectory();
    await target.run("erase", "7", "--yes");
    const people = [...target.teachers, ...Array.from({ length: 15 }, (_, i) => makeTeacher(100 + i))].map(withoutId);
    const tried = await target.import(people, "--keep-ids", "--dry-run");
    const [, listed = ""] = tried.stdout.split(
      "1 teacher was erased from this directory, and it keeps no names of them. Check that nobody with a new id is one of them:\n",
    );
    expect(listed.match(/^ {2}\d+ .*\n/gm)).toHaveLength(16);
    expect(listed).toStartWith(spell("  41  Шевченко7 Олена, доцент\n  42  Шевченко100 Олена, доцент\n"));
    const json = JSON.parse((await target.import(people, "--keep-ids", "--dry-run", "--json")).stdout);
    expect([json.erased, json.new_ids]).toEqual([1, Array.from({ length: 16 }, (_, i) => 41 + i)]);
    // With ids, the erased teacher would be refused. Without a new teacher, there is nobody to check.
    const others = target.teachers.toSpliced(6, 1).map((teacher) => ({ ...teacher, middle_name: "" }));
    expect((await target.import(others.map(withoutId), "--keep-ids")).stdout).not.toContain("erased");
  });

  test("accepts CSV without an id column, and with a blank id", async () => {
    using target = await makeDirectory();
    const rows = target.teachers.map(({ id, last_name, first_name, degree }) => [
      id,
      last_name,
      first_name,
      "",
      degree,
    ]);
    const head = "id,last_name,first_name,middle_name,degree";
    const cut = rows.map((row) => row.slice(1).join(",")).join("\n");
    writeFileSync(join(target.path, "none.csv"), `${head.slice(3)}\n${cut}\n`);
    expect((await target.run("import", "none.csv", "--keep-ids")).stdout).toStartWith("Nothing to publish");
    writeFileSync(
      join(target.path, "some.csv"),
      `${head}\n${rows.map((row) => row.join(",")).join("\n")}\n ,Новий,,,\n`,
    );
    expect((await target.run("import", "some.csv", "--keep-ids")).stdout).toContain("+ 41  Новий\n");
    const { exitCode, stderr } = await target.run("import", "some.csv");
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("line 42, column id")]);
  });

  test("into an empty database gives ids from 1 in the order of the file, also in a dry run", async () => {
    using target = await makeDirectory();
    const flags = ["--keep-ids", "--database=sqlite:new.db"];
    const people = [makeTeacher(5), makeTeacher(4)].map(withoutId);
    const lines = spell("Added: 2\n  + 1  Шевченко5 Олена, доцент\n  + 2  Шевченко4 Олена, доцент\n");
    expect((await target.import(people, ...flags, "--dry-run")).stdout).toStartWith(lines);
    expect((await target.import(people, ...flags)).stdout).toStartWith(lines);
  });
});

describe("the database of an import", () => {
  const named = (folder: string): string => `sqlite:${join(realpathSync(folder), "var/teachers.db")}`;
  // Other tests name it by this variable.
  const environment = { DATABASE_URL: "" };

  test("is not created by default in another folder than the program's, unless --yes says so", async () => {
    using folder = makeFolder();
    writeFileSync(join(folder.path, "a.ndjson"), `${JSON.stringify(makeTeacher(1))}\n`);
    const command = (...args: readonly string[]) => run(["import", ...args], { folder: folder.path, environment });
    const name = named(folder.path);
    expect(await command("a.ndjson")).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: `Database: ${name}\nteachers: --database: ${name} does not exist yet, so no server reads it; name the database of the directory with --database, or create this one with --yes\n`,
    });
    expect((await command("a.ndjson", "--dry-run")).stdout).toContain("which does not exist yet");
    expect(readdirSync(folder.path)).toEqual(["a.ndjson"]);
    expect((await command("a.ndjson", "--yes")).stdout).toContain(`Published version 1: 1 added`);
    // The database exists now, and a server may follow it.
    expect((await command("a.ndjson")).stdout).toStartWith("Nothing to publish");
    expect((await command("a.ndjson", "--database=sqlite:other.db")).exitCode).toBe(0);
  });

  test.each([
    ["yes", 0],
    ["no", 1],
  ])("is asked about on a terminal, where %j ends with %i", async (answer, exitCode) => {
    using folder = makeFolder();
    writeFileSync(join(folder.path, "a.ndjson"), `${JSON.stringify(makeTeacher(1))}\n`);
    const terminal = startOnTerminal(folder.path, "import a.ndjson --lang uk", environment);
    await terminal.shows("Create it? [y/N]");
    terminal.type(`${answer}\r`);
    expect(await terminal.exited).toBe(exitCode);
    expect(existsSync(join(folder.path, "var/teachers.db"))).toBe(exitCode === 0);
  });
});
