/** Ctrl-C during long operations: they end soon, say what is unchanged, and leave nothing unfinished. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { closeSync, copyFileSync, mkdirSync, openSync, readdirSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { generateCsv } from "./support/generate/teachers.ts";
import { makeFolder, run } from "./support/program.ts";
import { importConfirmed } from "./support/publish.ts";
import { ctrlC, startOnTerminal } from "./support/terminal.ts";

const source = makeFolder();
afterAll(() => source.remove());

beforeAll(async () => {
  const teachers = [...generateCsv(100_000, 1)].join("");
  const versions = [teachers, teachers.replace(/,[^,\n]*\n2,/, ",декан\n2,")];
  for (const [i, content] of versions.entries()) {
    writeFileSync(join(source.path, `${i}.csv`), content);
    expect(await importConfirmed([`${i}.csv`], { folder: source.path })).toMatchObject({ exitCode: 0 });
  }
  expect(await run(["backup", "all.backup"], { folder: source.path })).toMatchObject({ exitCode: 0 });
});

/** A folder with a copy of the database of two versions. */
function makeTarget() {
  const folder = makeFolder();
  const database = join(folder.path, "var/teachers.db");
  mkdirSync(join(folder.path, "var"));
  copyFileSync(join(source.path, "var/teachers.db"), database);
  return {
    ...folder,
    /** The state that must not change. */
    content(): unknown {
      using connection = new Database(database, { readonly: true });
      return ["select count(*) as rows, sum(id) as ids from teacher", "select * from publication"].map((query) =>
        connection.query(query).all(),
      );
    },
  };
}

describe.skipIf(process.platform !== "linux")("Ctrl-C", () => {
  async function expectInterrupted(folder: string, command: string, when: string, words: string, exitCode = 130) {
    const terminal = startOnTerminal(folder, command);
    await terminal.shows(when);
    terminal.type(ctrlC);
    expect(await terminal.exited).toBe(exitCode);
    expect(terminal.shown()).toContain(words);
  }

  test("ends an import whose input stalls", async () => {
    using target = makeTarget();
    const before = target.content();
    const pipe = join(target.path, "pipe");
    Bun.spawnSync(["mkfifo", pipe]);
    const handle = openSync(pipe, "r+");
    writeSync(handle, "id,last_name,first_name,middle_name,degree\n1,");
    await expectInterrupted(
      target.path,
      `import - < "${pipe}"`,
      "Database:",
      "teachers: Interrupted: nothing was published",
    );
    closeSync(handle);
    expect(target.content()).toEqual(before);
  });

  test("ends an import that writes", async () => {
    using target = makeTarget();
    const args = ["import", join(source.path, "1.csv"), "--database", "sqlite:new.db"];
    const { stderr } = await run([...args, "--dry-run"], { folder: target.path });
    const [confirmation] = /--confirm \w+/.exec(stderr)!;
    const command = `${args.join(" ")} ${confirmation}`;
    await expectInterrupted(target.path, command, "Writing", "teachers: Interrupted: nothing was published");
  });

  test.each([
    ["rollback 1", "Reading", "Interrupted: nothing was published", 130],
    ["erase 7", "[y/N]", "Nothing was erased", 1],
    ["erase 7 --yes", "Erasing", "Interrupted: nothing was erased", 130],
    ["backup new.backup", "Backing up", "Interrupted: nothing was written", 130],
    [`restore "${source.path}/all.backup"`, "Restoring", "Interrupted: nothing was changed", 130],
  ])("ends %s", async (command, when, words, exitCode) => {
    using target = makeTarget();
    const before = target.content();
    await expectInterrupted(target.path, command, when, `teachers: ${words}`, exitCode);
    expect(target.content()).toEqual(before);
    expect(readdirSync(target.path).filter((name) => /backup|tmp/.test(name))).toEqual([]);
    expect(await run(["status"], { folder: target.path })).toMatchObject({ exitCode: 0 });
  });

  test("does not end the clearing of files once teachers are erased", async () => {
    using target = makeTarget();
    await expectInterrupted(target.path, "erase 7 --yes", "Clearing the files", "The names may remain in:", 0);
  });
});
