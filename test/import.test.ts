/**
 * What an import does before it publishes: the plan, its dangers, their confirmation, ids, and the annotated copy. Which months are
 * calm and which are dangerous is in src/publish/plan.test.ts.
 */
import { describe, expect, test } from "bun:test";
import { realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StoredTeacher } from "../src/domain/teacher.ts";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { openFile } from "../src/read/formats/open.ts";
import { expectEnd } from "./support/ends.ts";
import { type Finished, makeFolder, run } from "./support/program.ts";
import { publish, renderNdjson, spellNumber } from "./support/publish.ts";
import { startOnTerminal } from "./support/terminal.ts";

const common = { first_name: "Олена", middle_name: "Іванівна", degree: "доцент" };
const makeTeacher = (id: number, changes: Partial<StoredTeacher> = {}): StoredTeacher =>
  storedTeacher({ id, last_name: spellNumber(id), ...common, ...changes });
const withoutId = ({ id: _, ...teacher }: StoredTeacher): object => teacher;
const codeIn = ({ stderr }: Finished): string => /--confirm ([0-9a-z]+)\n$/.exec(stderr)?.[1] ?? "none";

/** A folder with a directory of 40 teachers, and a file `a.ndjson` to import into it. */
async function makeDirectory() {
  const folder = makeFolder();
  const teachers = Array.from({ length: 40 }, (_, i) => makeTeacher(i + 1));
  const write = (content: readonly object[]): void =>
    writeFileSync(join(folder.path, "a.ndjson"), renderNdjson(content));
  write(teachers);
  await publish(folder.path, teachers);
  const tell = (...args: readonly string[]) => run(args, { folder: folder.path });
  return {
    ...folder,
    teachers,
    tell,
    write,
    import: (content: readonly object[], ...flags: readonly string[]): Promise<Finished> => {
      write(content);
      return tell("import", "a.ndjson", ...flags);
    },
    version: async (): Promise<string> => /^Version +(\d+)/m.exec((await tell("status")).stdout)![1]!,
  };
}

describe("the plan", () => {
  test("lists who is removed, changed and added, with old and new values", async () => {
    using target = await makeDirectory();
    const [first, second, third, ...others] = target.teachers;
    const next = [
      { ...first!, degree: "професор" },
      { ...second!, last_name: "Коваль" },
      ...others.slice(0, -1),
      makeTeacher(100, { first_name: "Марія", degree: "асистент" }),
      { ...third!, id: 7000 },
    ];
    const wanted = `Removed: 2
  - 3 ${spellNumber(3)} Олена Іванівна, доцент (↔ 7000)
  - 40 ${spellNumber(40)} Олена Іванівна, доцент
Changed: 2
  ~ 1 ${spellNumber(1)} Олена Іванівна, [доцент → професор]
  ~ 2 [${spellNumber(2)} → Коваль] Олена Іванівна, доцент
Added: 2
  + 100 ${spellNumber(100)} Марія Іванівна, асистент
  + 7000 ${spellNumber(3)} Олена Іванівна, доцент (↔ 3)
`;
    const name = `sqlite:${join(realpathSync(target.path), "var/teachers.db")}`;
    const counts = `2 added, 2 changed, 2 removed, 36 unchanged (database ${name})\n`;
    const tried = await target.import(next, "--dry-run");
    expect(tried).toEqual({ exitCode: 0, stdout: `${wanted}Would publish: ${counts}`, stderr: `Database: ${name}\n` });
    expect((await target.import(next)).stdout).toBe(`${wanted}Published version 2: ${counts}`);
  });

  test("shows 20 of each kind and counts the others; a dry run, show and diff list every change", async () => {
    using target = await makeDirectory();
    const next = [...target.teachers, ...Array.from({ length: 25 }, (_, i) => makeTeacher(1000 + i))];
    const countLines = (text: string) => text.match(/^ {2} {2}\d+ |^ {2}\+ /gm)?.length;
    const tried = await target.import(next, "--dry-run");
    expect([tried.exitCode, countLines(tried.stdout)]).toEqual([4, 25]);
    expectEnd(await target.import(next, "--confirm", codeIn(tried)), 0);
    for (const command of ["show 2", "diff 1 2"])
      expect(countLines((await target.tell(...command.split(" "))).stdout)).toBe(25);
  });

  test("in JSON has counts, dangers with their rows, questions, and the code", async () => {
    using target = await makeDirectory();
    const asked = await target.import(target.teachers.slice(20).map(withoutId), "--json");
    expectEnd(asked, 4);
    const json = JSON.parse(asked.stdout);
    expect(json).toMatchObject({
      published: false,
      counts: { added: 0, removed: 20, changed: 0, unchanged: 20 },
      dangers: [{ code: "removed", count: 20, statement: "Yes, remove 20 of 40 teachers", field: null }],
      questions: [{ code: "missingIds" }],
    });
    expect(json.first_changes.removed[0]).toMatchObject({ id: 1, other_id: null, after: null });
    const done = JSON.parse((await target.tell("import", "a.ndjson", "--json", "--confirm", json.confirm)).stdout);
    expect(done).toMatchObject({ published: true, version: 2, confirm: json.confirm });
  });
});

describe("a danger", () => {
  test("is named with all its rows, and needs the code of exactly this plan", async () => {
    using target = await makeDirectory();
    const half = target.teachers.slice(20);
    const asked = await target.import(half);
    expectEnd(asked, 4, "! Yes, remove 20 of 40 teachers\n    1 ");
    expect(asked.stdout.match(/^ {4}\d+ /gm)).toHaveLength(20);
    const [code, again] = [codeIn(asked), await target.import(half)];
    expect(codeIn(again)).toBe(code);
    expectEnd(await target.import(half, "--yes"), 4);
    const others = await target.import(target.teachers.slice(19), "--confirm", code);
    expectEnd(others, 4, `--confirm ${code} confirms something else`);
    expect(await target.version()).toBe("1");
    expectEnd(await target.import(half, "--confirm", code), 0, "Published version 2: 0 added, 0 changed, 20 removed");
    // The version is another one now, so the code fits no more.
    expect(codeIn(await target.import(target.teachers.slice(30)))).not.toBe(code);
  });

  test.each([
    ["y", 0, "2"],
    ["так", 0, "2"],
    ["n", 1, "1"],
    ["", 1, "1"],
  ])("is asked about on a terminal, where %j gives exit code %i", async (answer, exitCode, version) => {
    using target = await makeDirectory();
    target.write(target.teachers.slice(20));
    const terminal = startOnTerminal(target.path, "import a.ndjson");
    await terminal.shows("Publish it? [y/N]");
    expect(terminal.shown()).toMatch(/ teachers\r?\n {4}1 [^!]* {4}20 .*\r?\n! Yes, remove 20 of 40 teachers\r?\n/);
    terminal.type(`${answer}\r`);
    expect(await terminal.exited).toBe(exitCode);
    expect(await target.version()).toBe(version);
  });

  test("is a new id where somebody was erased, whose own id is refused", async () => {
    using target = await makeDirectory();
    await target.tell("erase", "7", "--yes");
    expectEnd(await target.import(target.teachers), 1, "The id 7 (line 7) was erased");
    const people = target.teachers.map(withoutId);
    const statement = `! Yes, this new person was not erased for good\n    41 ${spellNumber(7)} `;
    expectEnd(await target.import(people, "--yes"), 4, statement);
    expectEnd(await target.import(people.toSpliced(6, 1), "--yes"), 0);
  });
});

describe("a question with a preset", () => {
  const csv = "ПІБ;Посада;Вчене звання\nКоваль Ганна Петрівна;доцент;без звання\n";

  test("needs --yes or the code, and its answer is stored for the next file", async () => {
    using folder = makeFolder();
    writeFileSync(join(folder.path, "a.csv"), csv);
    const tell = (...args: readonly string[]) =>
      run(["import", "a.csv", "--database=sqlite:a.db", ...args], { folder: folder.path });
    const asked = await tell();
    expectEnd(asked, 4, "Column B is read as position; for another one: --map degree=C\n");
    expect((await tell("--map", "degree=C", "--dry-run", "--yes")).stdout).toContain("без звання");
    expect((await tell("--confirm", codeIn(asked))).stdout).toContain("Published version 1: 1 added");
    writeFileSync(join(folder.path, "a.csv"), csv.replace("доцент", "професор"));
    expectEnd(await tell(), 0, 'B "Посада": position, as last time');
  });

  test("each flag that is printed works", async () => {
    using folder = makeFolder();
    writeFileSync(join(folder.path, "a.csv"), "Прізвище;Прізвище;Ім'я;Посада\nКоваль;Гук;Ганна;доцент\n");
    const flags: string[] = [];
    for (;;) {
      const { exitCode, stderr } = await run(["import", "a.csv", "--dry-run", "--yes", ...flags], {
        folder: folder.path,
      });
      if (exitCode === 0) break;
      const [, flag, value] = /Choose with (--\w+) (\S+)/.exec(stderr) ?? [];
      expect(stderr).toContain("Choose with ");
      flags.push(flag!, value!);
    }
    expect(flags).toEqual(["--map", "last_name=A"]);
  });
});

test("a file without ids keeps those of current and past teachers, and gives the next ones to others", async () => {
  using target = await makeDirectory();
  const importWith = (...ids: readonly number[]) =>
    target.import([...target.teachers.toReversed(), ...ids.map((id) => makeTeacher(id))].map(withoutId), "--yes");
  expect((await importWith(50)).stdout).toContain(`Added: 1\n  + 41 ${spellNumber(50)} `);
  expect((await importWith(50)).stdout).toStartWith("Nothing to publish");
  expect((await importWith(50, 60)).stdout).toContain(`Added: 1\n  + 42 ${spellNumber(60)} `);
  expect((await importWith(60)).stdout).toContain("Removed: 1");
  // Whoever returns has the old id.
  expect((await importWith(60, 50)).stdout).toContain(
    `    41 ${spellNumber(50)} Олена Іванівна, доцент (the previous id)`,
  );
  // Whoever has another name now would get a new one.
  expect((await importWith(70)).stdout).toContain("! Yes, give 1 teacher another id;");
});

test("the annotated copy says what to correct", async () => {
  using folder = makeFolder();
  writeFileSync(join(folder.path, "a.csv"), "id,last_name,first_name,middle_name,degree\nx,Гук,Ада,Іванівна,=1+1\n");
  const args = ["import", "a.csv", "--database=sqlite:a.db", "--annotated", "b.xlsx"];
  expectEnd(await run(args, { folder: folder.path }), 1, 'Wrote what to correct to "b.xlsx"');
  const { tables } = await openFile(Buffer.from(await Bun.file(join(folder.path, "b.xlsx")).bytes()));
  expect([...tables[0]!.rows].map(({ cells }) => [cells[0], cells[1], cells[5]])).toEqual([
    ["What to correct", "id", "degree"],
    ['"x" is not an id; enter the right id, or clear the cell · stray punctuation', "x", "=1+1"],
  ]);
});
