/**
 * The Ukrainian of the command line: what a file and its changes need is said in the language of the locale or of
 * --lang, everything else in English. import-messages.test.ts has the messages about files.
 */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { runAll } from "./support/command-lines.ts";
import { expectEnds } from "./support/ends.ts";
import { makeFolder } from "./support/program.ts";

const header = "id,last_name,first_name,middle_name,degree";
const files: Readonly<Record<string, string | Uint8Array>> = {
  "first.csv": `${header}\n1,Шевченко,Олена,,доцент\n2,Коваль,Ганна,,\n`,
  "second.csv": `${header}\n1,Шевченко,Олена,,професор\n2,Коваль,Ганна,,\n3,Бойко,Іван,,\n`,
  "empty.csv": `${header}\n`,
  "cut.backup": gzipSync('["teachers-backup",1'),
};

async function makeTarget() {
  const folder = makeFolder();
  for (const [name, content] of Object.entries(files)) await Bun.write(join(folder.path, name), content);
  return folder;
}

test("the language is that of --lang, else of the locale", async () => {
  using folder = await makeTarget();
  const cases: readonly (readonly [args: string[], environment: Record<string, string>, isUkrainian: boolean])[] = [
    [[], {}, false],
    [[], { LANG: "uk_UA.UTF-8" }, true],
    [[], { LANG: "uk_UA.UTF-8", LC_ALL: "C" }, false],
    [[], { LANG: "en_US.UTF-8", LC_MESSAGES: "uk_UA.UTF-8" }, true],
    [[], { LANG: "pl_PL.UTF-8" }, false],
    [["--lang=en"], { LC_ALL: "uk_UA.UTF-8" }, false],
    [["--lang=uk"], { LC_ALL: "C" }, true],
    [[], { TEACHERS_LANG: "uk", LC_ALL: "C" }, true],
  ];
  const lines = cases.map(([args, environment]) => ({ args: ["import", "empty.csv", ...args], environment }));
  const finished = await runAll(lines, folder.path);
  for (const [i, [args, environment, isUkrainian]] of cases.entries()) {
    const words = isUkrainian ? "помилка: у файлі немає жодного викладача\n" : "error: the file has no teachers\n";
    expect([args, environment, finished[i]!.stderr]).toEqual([
      args,
      environment,
      expect.stringMatching(new RegExp(`^Database: .*\n${words}`)),
    ]);
  }
});

test("with a Ukrainian locale, only what a file and its changes need is said in Ukrainian", async () => {
  using folder = await makeTarget();
  const steps: readonly (readonly [command: string, exitCode: number, ...words: string[]])[] = [
    ["import first.csv --dry-run", 0, "Додано: 2\n", "Would publish: 2 added, 0 changed", "does not exist yet)\n"],
    ["import none.csv", 1, 'teachers: "none.csv" can\'t be read: no such file or directory\n'],
    ["status", 1, "teachers: sqlite:", " does not exist; "],
    ["migrate", 0, "Created the tables in sqlite:"],
    ["import first.csv", 0, "Database: sqlite:", "Додано: 2\n", "Published version 1: 2 added"],
    [
      "import second.csv",
      0,
      "Додано: 1\n  + 3 Бойко Іван\n",
      "Змінено: 1\n  ~ 1 Шевченко Олена, [доцент → професор]\n",
    ],
    ["import second.csv", 0, "Nothing to publish: 0 added"],
    [
      "import first.csv",
      4,
      "! Так, повернути список версії 1\n",
      "teachers: Nothing was published. If all of this is right, repeat the command with --confirm ",
    ],
    ["diff 1 2", 0, "Додано: 1\n", "From version 1 to 2: 1 added, 1 changed, 0 removed, 1 unchanged\n"],
    ["show 2", 0, "Published ", " from second.csv\n", "Teachers   3 (1 added, 1 changed, 0 removed)\n", "Змінено: 1\n"],
    ["show 9", 1, "There is no version 9 in "],
    ["rollback 1", 0, "Вилучено: 1\n", "Published version 3: 0 added, 1 changed, 1 removed, 1 unchanged"],
    ["history", 0, "Version", "From", "Message", "a return to version 1"],
    ["backup a.backup", 0, 'Wrote versions 1–3 to "a.backup" (database sqlite:'],
    ["erase 2", 1, "Коваль", "Nothing was erased, because this can't be undone. If this is right, repeat with --yes"],
    ["erase 2 --yes", 0, "Erased 1 teacher from 3 versions; version 4 is published", "The names may remain in:\n  - "],
    ["import first.csv", 1, "teachers: Викладача з номером 2 (рядок 3) видалено назавжди, тож "],
    ["restore cut.backup", 1, '"cut.backup" is not a backup of this program; name one\n'],
    ["prune --keep 1 --yes", 0, "Deleted versions 1–3 (database sqlite:"],
  ];

  await expectEnds(folder.path, steps, { LANG: "uk_UA.UTF-8" });
});
