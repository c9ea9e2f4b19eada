/** Imports before they publish: the preview, the guard, reports, and kept ids. */
import { describe, expect, test } from "bun:test";
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StoredTeacher } from "../src/domain/teacher.ts";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { findPart } from "./support/parts.ts";
import { type Finished, makeFolder, programFile, run } from "./support/program.ts";

/** A folder with a directory of 40 teachers, and files to import into it. */
async function makeDirectory() {
  const folder = makeFolder();
  const teachers = Array.from({ length: 40 }, (_, i) => makeTeacher(i + 1));
  const target = {
    ...folder,
    teachers,
    import: (content: readonly object[], ...flags: readonly string[]): Promise<Finished> => {
      writeFileSync(join(folder.path, "a.ndjson"), content.map((teacher) => `${JSON.stringify(teacher)}\n`).join(""));
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
  await target.import(teachers);
  return target;
}

function makeTeacher(id: number, changes: Partial<StoredTeacher> = {}): StoredTeacher {
  return storedTeacher({
    id,
    last_name: `Шевченко${id}`,
    first_name: "Олена",
    middle_name: "",
    degree: "доцент",
    ...changes,
  });
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
    const wanted = `Added: 2
  +  100  Шевченко100 Олена
  + 7000  Шевченко3 Олена, доцент  (had the id 3)
Removed: 2
  -  3  Шевченко3 Олена, доцент  (now has the id 7000)
  - 40  Шевченко40 Олена, доцент
Changed: 2
  ~ 1  Шевченко1 Олена  degree: доцент → (empty)
  ~ 2  Шевченко2 Олена  last name: Шевченко2 → Коваль; degree: доцент → професор
`;
    const counts = "2 added, 2 changed, 2 removed, 36 unchanged";
    const database = `(database sqlite:${join(realpathSync(target.path), "var/teachers.db")})\n`;
    const [tried, published] = [await target.import(next, "--dry-run"), await target.import(next)];
    expect(tried).toEqual({ exitCode: 0, stdout: `${wanted}Would publish: ${counts} ${database}`, stderr: "" });
    expect(published).toEqual({
      exitCode: 0,
      stdout: `${wanted}Published version 2: ${counts} ${database}`,
      stderr: "",
    });
  });

  test("shows 20 of each kind and counts the others; --report has all, and so has --json", async () => {
    using target = await makeDirectory();
    const next = [
      ...target.teachers.map((teacher) => ({ ...teacher, degree: "=професор" })),
      ...Array.from({ length: 25 }, (_, i) => makeTeacher(1000 + i)),
    ];
    const { stdout } = await target.import(next, "--dry-run", "--report=changes.csv");
    expect(stdout.match(/^ {2}\+ /gm)).toHaveLength(20);
    expect(stdout.match(/^ {2}~ /gm)).toHaveLength(20);
    expect(stdout.match(/^ {2}… and (\d+) more$/gm)).toEqual(["  … and 5 more", "  … and 20 more"]);
    const lines = readFileSync(join(target.path, "changes.csv"), "utf8").split("\r\n");
    expect(lines).toHaveLength(1 + 65 + 1);
    expect(lines[1]).toBe("added;1000;;;Шевченко1000;;Олена;;;;доцент");
    expect(lines.at(-2)).toBe("changed;40;;Шевченко40;Шевченко40;Олена;Олена;;;доцент;'=професор");

    const json = JSON.parse((await target.import(next, "--json", "--report=changes.json")).stdout);
    expect(json).toMatchObject({ published: true, version: 2, counts: { added: 25, changed: 40, renamed: 0 } });
    expect(json.first_changes.added).toHaveLength(20);
    const all = JSON.parse(readFileSync(join(target.path, "changes.json"), "utf8"));
    expect(all).toHaveLength(65);
    expect(all[25]).toEqual({ change: "changed", id: 1, other_id: null, before: target.teachers[0], after: next[0] });
    const again = JSON.parse((await target.import(next, "--json")).stdout);
    expect(again).toMatchObject({ published: false, version: 2, counts: { unchanged: 65 } });
  });

  test("does not start if the report can't be written", async () => {
    using target = await makeDirectory();
    const { exitCode, stderr } = await target.import(target.teachers.slice(1), "--report=none/changes.csv");
    const words = `teachers: --report: "none/changes.csv" can't be written: no such file or directory\n`;
    expect([exitCode, stderr]).toEqual([2, words]);
    expect(await target.version()).toBe("1");
  });
});

describe("the guard", () => {
  const shuffled = (teachers: readonly StoredTeacher[]): StoredTeacher[] =>
    teachers.map((teacher, i) => ({ ...teachers[(i + 1) % teachers.length]!, id: teacher.id }));
  const cases: [string, (teachers: readonly StoredTeacher[]) => StoredTeacher[], string, string][] = [
    ["half the rows", (all) => all.slice(20), "It would remove 20 of 40 teachers (50%).", "--allow-removed 50%"],
    [
      "shuffled ids",
      shuffled,
      "It would assign the ids of 40 of 40 teachers (100%) to other names.",
      "--allow-renamed 100%",
    ],
    [
      "other ids",
      (all) => all.map((teacher) => ({ ...teacher, id: teacher.id + 100 })),
      "It would change the ids of 40 of 40 teachers (100%).",
      "--allow-renamed 100%",
    ],
    [
      "both",
      (all) => all.slice(7).map((teacher, i) => (i < 5 ? { ...teacher, last_name: "Інша" } : teacher)),
      "It would remove 7 of 40 teachers (18%). It would assign the ids of 5 of 40 teachers (13%) to other names.",
      "--allow-removed 18% --allow-renamed 13%",
    ],
  ];

  test.each(cases)("refuses %s, says what would happen, and how to let it through", async (_, edit, words, flags) => {
    using target = await makeDirectory();
    const next = edit(target.teachers);
    const refused = await target.import(next);
    expect(refused).toEqual({
      exitCode: 1,
      stdout: expect.stringMatching(/^(?:Added|Removed|Changed): \d+\n/),
      stderr: `teachers: Nothing was published. ${words} If this is right, repeat with ${flags}\n`,
    });
    const tried = await target.import(next, "--dry-run");
    expect([tried.exitCode, tried.stderr]).toEqual([1, expect.stringContaining(`would be refused. ${words}`)]);
    expect(JSON.parse((await target.import(next, "--json")).stdout).refused).toHaveLength(flags.split("--").length - 1);
    expect(await target.version()).toBe("1");
    expect(
      await target.import(next, ...flags.replaceAll(" --", "\0--").replaceAll(" ", "=").split("\0")),
    ).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await target.version()).toBe("2");
  });

  test("allows changes of a tenth, and any number of additions and new degrees", async () => {
    using target = await makeDirectory();
    const rest = target.teachers.slice(4).map((teacher) => ({ ...teacher, degree: "професор" }));
    const next = [...rest, ...Array.from({ length: 100 }, (_, i) => makeTeacher(100 + i))];
    expect(await target.import(next)).toMatchObject({ exitCode: 0, stderr: "" });
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
    expect(terminal.stdout).toContain("It would remove 20 of 40 teachers (50%). Publish it? [y/N]");
    expect(terminal.exitCode).toBe(exitCode);
    expect(terminal.stdout.match(/Removed: 20/g)).toHaveLength(1);
    expect(await target.version()).toBe(version);
  });
});

describe("import --keep-ids", () => {
  test("keeps the ids of existing teachers, and gives the next ids to the others", async () => {
    using target = await makeDirectory();
    const [first, ...others] = target.teachers;
    const next = [...others.map((teacher) => ({ ...teacher, degree: "професор" })), makeTeacher(0), first!];
    expect((await target.import(next.map(withoutId))).stderr).toContain("id");
    const { stdout } = await target.import(next.map(withoutId), "--keep-ids");
    expect(stdout).toContain("Added: 1\n  + 41  Шевченко0 Олена, доцент\n");
    expect(stdout).toContain("Published version 2: 1 added, 39 changed, 0 removed, 1 unchanged");
    expect((await target.import(next.map(withoutId), "--keep-ids")).stdout).toStartWith("Nothing to publish");
    // The teacher with the highest id is removed. The id is not assigned again.
    await target.import(target.teachers.map(withoutId), "--keep-ids");
    await target.import([...target.teachers, makeTeacher(1, { last_name: "Новий" })].map(withoutId), "--keep-ids");
    expect((await target.export()).at(-1)).toMatchObject({ id: 42, last_name: "Новий" });
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
    const lines = "Added: 2\n  + 1  Шевченко5 Олена, доцент\n  + 2  Шевченко4 Олена, доцент\n";
    expect((await target.import(people, ...flags, "--dry-run")).stdout).toStartWith(lines);
    expect((await target.import(people, ...flags)).stdout).toStartWith(lines);
  });
});
