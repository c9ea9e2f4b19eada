/** Ctrl-C during long operations: they end soon, say what is unchanged, and leave nothing unfinished. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { closeSync, copyFileSync, mkdirSync, openSync, readdirSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { generateTeachers } from "../sample/generate/teachers.ts";
import { expectEnd } from "./support/ends.ts";
import { makeFolder, run } from "./support/program.ts";
import { makeTeachers, publish, renderNdjson } from "./support/publish.ts";
import { ctrlC, startOnTerminal } from "./support/terminal.ts";

const source = makeFolder();
afterAll(source.remove);

beforeAll(async () => {
  const teachers = [...generateTeachers(100_000, 1)];
  await publish(source.path, teachers);
  await publish(source.path, teachers.with(0, { ...teachers[0]!, degree: "декан" }));
  writeFileSync(join(source.path, "a.ndjson"), renderNdjson(makeTeachers(100_000)));
  expectEnd(await run(["backup", "all.backup"], { folder: source.path }), 0);
});

/** A folder with a copy of the database of two versions. */
function makeTarget() {
  const folder = makeFolder();
  const database = join(folder.path, "var/teachers.db");
  mkdirSync(join(folder.path, "var"));
  copyFileSync(join(source.path, "var/teachers.db"), database);
  /** The state that must not change. */
  const content = (): unknown => {
    using connection = new Database(database, { readonly: true });
    return ["select count(*) as rows, sum(id) as ids from teacher", "select * from publication"].map((query) =>
      connection.query(query).all(),
    );
  };
  /** Runs a command on a terminal, and presses Ctrl-C when it shows something. Returns what it has shown. */
  const interrupt = async (command: string, when: string, exitCode = 130): Promise<string> => {
    const terminal = startOnTerminal(folder.path, command);
    await terminal.shows(when);
    terminal.type(ctrlC);
    expect(await terminal.exited).toBe(exitCode);
    return terminal.shown();
  };
  return { ...folder, content, interrupt };
}

describe.skipIf(process.platform !== "linux")("Ctrl-C", () => {
  test("ends an import whose input stalls", async () => {
    using target = makeTarget();
    const before = target.content();
    const pipe = join(target.path, "pipe");
    Bun.spawnSync(["mkfifo", pipe]);
    const handle = openSync(pipe, "r+");
    writeSync(handle, "id,last_name,first_name,middle_name,degree\n1,");
    expect(await target.interrupt(`import - < "${pipe}"`, "Database:")).toContain("Interrupted: nothing was published");
    closeSync(handle);
    expect(target.content()).toEqual(before);
  });

  test.each([
    [`import "${source.path}/a.ndjson" --database sqlite:new.db`, "Writing", "nothing was published"],
    ["rollback 1", "Reading", "nothing was published"],
    ["erase 7 --yes", "Erasing", "nothing was erased"],
    ["backup new.backup", "Backing up", "nothing was written"],
    [`restore "${source.path}/all.backup"`, "Restoring", "nothing was changed"],
  ])("ends %s", async (command, when, words) => {
    using target = makeTarget();
    const before = target.content();
    expect(await target.interrupt(command, when)).toContain(`teachers: Interrupted: ${words}`);
    expect(target.content()).toEqual(before);
    expect(readdirSync(target.path).filter((name) => /backup|tmp/.test(name))).toEqual([]);
    expectEnd(await run(["status"], { folder: target.path }), 0);
  });

  test("at the question before an erasure leaves everything as it was", async () => {
    using target = makeTarget();
    const before = target.content();
    expect(await target.interrupt("erase 7", "[y/N]", 1)).toContain("teachers: Nothing was erased");
    expect(target.content()).toEqual(before);
  });

  test("does not end the clearing of files once teachers are erased", async () => {
    using target = makeTarget();
    const shown = await target.interrupt("erase 7 --yes", "Clearing the files", 0);
    expect(shown).toContain("The names may remain in:");
  });
});
