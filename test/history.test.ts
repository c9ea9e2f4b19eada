/** The history as an officer uses it: list, compare and roll back, without disturbing a server. */
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { StoredTeacher } from "../src/domain/teacher.ts";
import { waitForVersion } from "./support/asking.ts";
import { expectEnds } from "./support/ends.ts";
import { isLong } from "./support/long.ts";
import { makeFolder, run, type Server, startServer } from "./support/program.ts";
import { makeTeachers, parseExport, publish, renderNdjson } from "./support/publish.ts";
import { startOnTerminal } from "./support/terminal.ts";
import "./support/seed.ts";
import { storedTeacher } from "../src/domain/teacher-testing.ts";

/** Runs a command that must succeed, and returns its output. */
async function tell(folder: string, ...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run(args, { folder });
  expect({ exitCode, stderr }, args.join(" ")).toEqual({
    exitCode: 0,
    // An import names the database, and how it read a file if that is not obvious.
    stderr: expect.stringMatching(/^(Database: .*\n)?(Read as .*\n)?$/),
  });
  return stdout;
}

const readHistory = async (folder: string): Promise<Readonly<Record<string, unknown>>[]> =>
  JSON.parse(await tell(folder, "history", "--json"));

describe("history, show and diff", () => {
  test("list versions with messages, who changed in each, and how two differ", async () => {
    using folder = makeFolder();
    const write = (teachers: readonly StoredTeacher[]): void =>
      writeFileSync(join(folder.path, "staff.ndjson"), renderNdjson(teachers));
    const all = makeTeachers(20);
    write(all);
    await tell(folder.path, "import", "staff.ndjson", "--message=Перше завантаження");
    write(all.with(4, { ...all[4]!, degree: "професор" }));
    await expectEnds(folder.path, [["import staff.ndjson", 0]], { SUDO_USER: "anna", USER: "root" });
    expect(await tell(folder.path, "rollback", "1", "--message", "Не той файл")).toMatch(
      /^Changed: 1\n {2}~ 5 Шевченко Олена, \[професор → доцент\]\nPublished version 3: 0 added, 1 changed, 0 removed, 19 unchanged/,
    );

    const time = "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d \\S+";
    expect(await tell(folder.path, "history")).toMatch(
      new RegExp(
        [
          "^Version {4}Published {13}Teachers  Added  Removed  Changed  From                   By +Message",
          ` {6}3 \\*  ${time} {8}20 {5}\\+0 {7}-0 {7}~1  a return to version 1  \\S+@\\S+ +Не той файл`,
          ` {6}2 {4}${time} {8}20 {5}\\+0 {7}-0 {7}~1  staff\\.ndjson {11}anna@\\S+`,
          ` {6}1 {4}${time} {8}20 {4}\\+20 {7}-0 {7}~0  staff\\.ndjson {11}\\S+@\\S+ +Перше завантаження\n$`,
        ].join("\n"),
      ),
    );
    const listed = await readHistory(folder.path);
    expect(listed.map(({ version, changed }) => [version, changed])).toEqual([
      [3, 1],
      [2, 1],
      [1, 0],
    ]);
    expect(listed[0]!.digest).toBe(listed[2]!.digest);
    await expectEnds(folder.path, [
      ["show 1", 0, "\nMessage    Перше завантаження\n"],
      ["show 2", 0, "Changed: 1\n  ~ 5 Шевченко Олена, [доцент → професор]\n"],
      ["show 2 --json", 0, '"version": 2,', '"changed": 1,'],
      ["diff 1 3", 0, "From version 1 to 3: 0 added, 0 changed, 0 removed, 20 unchanged\n"],
      ["diff 1 2 --json", 0, '"id": 5,', '"after": {'],
      ["rollback 1", 0, "Published version 4: 0 added, 0 changed, 0 removed, 20 unchanged"],
      ["rollback 2 --dry-run", 0, "Would publish: 0 added, 1 changed"],
      ["show 9", 1, "There is no version 9 in "],
      ["diff 1 9", 1, "; it has versions 1–4\n"],
      ["export --at=9", 1, "There is no version 9 "],
      ["rollback 9", 1, "There is no version 9 "],
      ["rollback last", 2, 'VERSION: "last" is not a version; expected a number that `teachers history` lists'],
      ["diff 1", 2, "'B'"],
    ]);
  });
});

describe("on a terminal", () => {
  test.each([
    ["rollback 1", "Publish it? [y/N] ", "teachers: Nothing was published", "Published version 4"],
    ["prune --keep=1", "Delete versions 1 and 2? [y/N] ", "teachers: Nothing was deleted", "Deleted versions 1 and 2"],
  ])("%s asks first, unless --yes is set", async (command, question, left, done) => {
    using folder = makeFolder();
    for (const count of [3, 4, 5]) await publish(folder.path, makeTeachers(count));
    const before = await readHistory(folder.path);
    const asking = startOnTerminal(folder.path, command);
    await asking.shows(question);
    asking.type("n\r");
    expect([await asking.exited, asking.shown()]).toEqual([1, expect.stringContaining(left)]);
    expect(await readHistory(folder.path)).toEqual(before);
    const sure = startOnTerminal(folder.path, `${command} --yes`);
    expect([await sure.exited, sure.shown()]).toEqual([0, expect.stringContaining(done)]);
    expect(sure.shown()).not.toContain("[y/N]");
  });
});

test("prune deletes nothing without a terminal to ask on, unless --yes is set", async () => {
  using folder = makeFolder();
  for (const count of [3, 4, 5]) await publish(folder.path, makeTeachers(count));
  const refusal = "Nothing was deleted, because this can't be undone. To delete versions 1 and 2, repeat with --yes\n";
  await expectEnds(folder.path, [
    ["prune --keep=1", 1, refusal],
    ["prune --before=2999-01-01", 1, refusal],
    ["show 1", 0],
    ["prune", 2, "prune needs --keep or --before, and not both\n"],
    ["prune --keep=1 --before=2020-01-01", 2, "prune needs --keep or --before, and not both\n"],
    ["prune --keep=1 --yes", 0, "Deleted versions 1 and 2 "],
    ["show 3", 0, "Version 2 was pruned, so the changes can't be shown\n"],
    // Without old versions, there is nothing to confirm.
    ["prune --keep=1", 0, "There is nothing to delete"],
  ]);
  await expectEnds(folder.path, [["prune --before=2020-01-01", 0, "There is nothing "]], { TEACHERS_KEEP: "1" });
});

describe("rollback", () => {
  const teacher = fc.record({
    id: fc.integer({ min: 1, max: 30 }),
    last_name: fc.constantFrom("А", "Б", "В"),
    degree: fc.constantFrom("", "доцент", "професор"),
  });
  const content = fc
    .uniqueArray(teacher, { minLength: 1, maxLength: 20, selector: ({ id }) => id })
    .map((drawn) =>
      drawn.map((fields) => storedTeacher({ first_name: "О", ...fields })).toSorted((a, b) => a.id - b.id),
    );

  /** Responses that depend on the version, without the header that names it. */
  const readPages = ({ origin }: Server): Promise<string[]> =>
    Promise.all(
      ["limit=7", "limit=5&offset=5&ordering=last_name", "search=а&degree=доцент"].map(async (query) => {
        const response = await fetch(`${origin}/teachers/?${query}`);
        return `${response.status} ${response.headers.get("etag")} ${await response.text()}`;
      }),
    );

  test("after any edits gives the same bytes as before, and the history is complete", async () => {
    using folder = makeFolder();
    /** The content of each version. */
    const contents: StoredTeacher[][] = [];
    const publishNext = async (teachers: StoredTeacher[]): Promise<void> => {
      if (await publish(folder.path, teachers)) contents.push(teachers);
    };
    await publishNext(makeTeachers(2));
    await using server = await startServer([], { folder: folder.path });
    const edits = fc.array(content, { minLength: 2, maxLength: 3 });
    for (const drawn of fc.sample(edits, isLong ? 20 : 3)) {
      for (const teachers of drawn) await publishNext(teachers);
      const target = contents.length;
      await waitForVersion([server], target);
      const before = await readPages(server);
      await publishNext(makeTeachers(3 + target));
      await waitForVersion([server], target + 1);
      expect(await readPages(server)).not.toEqual(before);
      await tell(folder.path, "rollback", String(target));
      contents.push(contents[target - 1]!);
      await waitForVersion([server], contents.length);
      expect(await readPages(server)).toEqual(before);
    }
    const versions = (await readHistory(folder.path)).map(({ version }) => version as number);
    expect(versions).toEqual(contents.map((_, i) => contents.length - i));
    for (const [i, teachers] of contents.entries())
      expect(parseExport(await tell(folder.path, "export", `--at=${i + 1}`))).toEqual(teachers);
  });
});
