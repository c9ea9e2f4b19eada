/** The command of --after-publish: when it runs, its variables, and that its failure changes nothing. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Officer, startOffice } from "./support/officer.ts";
import { makeFolder, run, waitFor } from "./support/program.ts";

const folder = makeFolder();
afterAll(folder.remove);

const file = join(folder.path, "teachers.csv");
const variables = join(folder.path, "variables");
const command = `env | grep ^PUBLISHED_ | sort > '${variables}'; echo said`;

const head = "id,last_name,first_name,middle_name,degree\n";
const lastNames = ["Коваль", "Бойко", "Ткач", "Мельник", "Гончар"];
const renderFile = (id: number): string => `${head}${id},${lastNames[id % 5]},Олена,Петрівна,доцент\n`;

function writeTeachers(count: number): void {
  const rows = Array.from({ length: count }, (_, i) => `${i + 1},Шевченко${"абвгдежзик"[i]},Тарас,Григорович,доцент\n`);
  writeFileSync(file, head + rows.join(""));
}

const runWith = (args: readonly string[], afterPublish = command) =>
  run(args, { folder: folder.path, environment: { TEACHERS_AFTER_PUBLISH: afterPublish } });

const readTold = () =>
  Object.fromEntries(
    readFileSync(variables, "utf8")
      .trim()
      .split("\n")
      .map((line) => line.split("=")),
  );

beforeAll(() => writeTeachers(3));

test("its variables describe an import, a rollback and an erasure", async () => {
  const imported = await runWith(["import", file, "--json"]);
  expect(imported.exitCode).toBe(0);
  // The output of the command is not part of the result of the import.
  expect(JSON.parse(imported.stdout)).toMatchObject({ published: true, version: 1 });
  expect(imported.stderr).toEndWith("said\n");
  expect(readTold()).toEqual({
    PUBLISHED_BY: "import",
    PUBLISHED_VERSION: "1",
    PUBLISHED_DATASET_VERSION: expect.stringMatching(/^1-[0-9a-f]{8}$/),
    PUBLISHED_TEACHERS: "3",
    PUBLISHED_ADDED: "3",
    PUBLISHED_CHANGED: "0",
    PUBLISHED_REMOVED: "0",
  });

  writeTeachers(4);
  await runWith(["import", file]);
  expect((await runWith(["rollback", "1", "--yes"])).exitCode).toBe(0);
  expect(readTold()).toMatchObject({ PUBLISHED_BY: "rollback", PUBLISHED_VERSION: "3", PUBLISHED_REMOVED: "1" });

  expect((await runWith(["erase", "2", "--yes"])).exitCode).toBe(0);
  expect(readTold()).toMatchObject({ PUBLISHED_BY: "erase", PUBLISHED_VERSION: "4", PUBLISHED_TEACHERS: "2" });
});

test("it does not run if nothing is published", async () => {
  rmSync(variables);
  writeTeachers(5);
  for (const args of [
    ["import", file, "--dry-run"],
    ["rollback", "4", "--yes"],
    ["import", "nowhere.csv"],
  ]) {
    expect((await runWith(args)).stderr).not.toContain("said");
  }
  expect(() => readTold()).toThrow("ENOENT");
});

let contents = 0;

/** Imports content that no version has. */
function importNext(afterPublish: string) {
  writeFileSync(file, renderFile(10 + ++contents));
  return runWith(["import", file, "--allow-removed", "100%", "--allow-added", "900%"], afterPublish);
}

test.each([
  ["exit 7", "exit code 7"],
  ["kill -9 $$", "SIGKILL"],
  ["no-such-program", "exit code 127"],
])("its failure is reported, and changes nothing: %s", async (failing, reason) => {
  const { exitCode, stdout, stderr } = await importNext(failing);
  expect(stdout).toMatch(/^Published version \d+:/m);
  expect(stderr).toEndWith(`The version is published, but the command of --after-publish failed: ${reason}\n`);
  expect(exitCode).toBe(0);
});

test("a command that publishes does not run itself again", async () => {
  const { exitCode, stderr } = await importNext("echo [$TEACHERS_AFTER_PUBLISH]");
  expect(exitCode).toBe(0);
  expect(stderr).toEndWith("[]\n");
});

test("the officer's pages run it too, and log its failure", async () => {
  const environment = { TEACHERS_AFTER_PUBLISH: `${command}; exit 7` };
  await using office = await startOffice([], { folder: folder.path, environment });
  const officer = new Officer(office.origin);
  await officer.enter(office.key);
  const { text } = await officer.upload(renderFile(99), "teachers.csv");
  const sure = [...officer.page.html.matchAll(/name="sure" value="([^"]*)"/g)].map(([, value]) => value!);
  expect(text).toContain("Гончар");
  expect((await officer.publish({ sure })).status).toBe(200);
  await waitFor(office.stderr, (log) => log.includes("office.command_failed"), { program: office });
  expect(office.stderr()).toContain("exit code 7");
  expect(readTold()).toMatchObject({ PUBLISHED_BY: "import", PUBLISHED_TEACHERS: "1" });
});
