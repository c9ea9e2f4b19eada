/**
 * The output of commands in Ukrainian, chosen by the locale and by --lang. import-messages.test.ts has the messages
 * about files.
 */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { runAll } from "./support/command-lines.ts";
import { makeFolder } from "./support/program.ts";

const header = "id,last_name,first_name,middle_name,degree";
const files: Readonly<Record<string, string | Uint8Array>> = {
  "first.csv": `${header}\n1,Шевченко,Олена,,доцент\n2,Коваль,Ганна,,\n`,
  "second.csv": `${header}\n1,Шевченко,Олена,,професор\n2,Коваль,Ганна,,\n3,Бойко,Іван,,\n`,
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
  const lines = cases.map(([args, environment]) => ({ args: ["import", "none.csv", ...args], environment }));
  const finished = await runAll(lines, folder.path);
  for (const [i, [args, environment, isUkrainian]] of cases.entries()) {
    const words = isUkrainian
      ? "Не вдалося прочитати «none.csv»: немає такого файлу чи папки"
      : '"none.csv" can\'t be read: no such file or directory';
    const named = isUkrainian ? "База даних" : "Database";
    expect([args, environment, finished[i]!.stderr]).toEqual([
      args,
      environment,
      expect.stringMatching(new RegExp(`^${named}: .*\nteachers: ${words}\n$`)),
    ]);
  }
});

describe("in Ukrainian", () => {
  const steps: readonly (readonly [command: string, exitCode: number, ...words: string[]])[] = [
    [
      "import first.csv --dry-run",
      0,
      "Буде опубліковано: додано 2, змінено 0, вилучено 0, без змін 0 (база sqlite:",
      "якої ще немає)",
    ],
    ["migrate", 0, "Таблиці створено в sqlite:"],
    ["migrate", 0, "Таблиці в sqlite:", " уже актуальні\n"],
    ["history", 0, "У sqlite:", " ще нічого не опубліковано\n"],
    ["import first.csv", 0, "Додано: 2\n", "Опубліковано версію 1: додано 2"],
    [
      "import second.csv",
      0,
      "Додано: 1\n  + 3  Бойко Іван\n",
      "Змінено: 1\n  ~ 1  Шевченко Олена  посада: доцент → професор\n",
    ],
    ["import second.csv", 0, "Змін немає: такий самий вміст уже опубліковано (версія 2)"],
    [
      "import first.csv",
      1,
      "База даних: sqlite:",
      "teachers: Нічого не опубліковано. Буде вилучено 1 із 3 викладачів (34%). Перевірте, чи файл повний. Якщо так і треба, додайте --allow-removed 34%",
    ],
    ["diff 1 2", 0, "Від версії 1 до 2: додано 1, змінено 1, вилучено 0, без змін 1\n"],
    ["show 2", 0, "Опубліковано ", ", джерело: second.csv\n", "Викладачів      3 (додано 1, змінено 1, вилучено 0)\n"],
    ["show 9", 1, "немає версії 9; є версії 1 і 2"],
    ["show x", 2, 'teachers: VERSION: "x" is not a version'],
    ["rollback 1", 0, "Вилучено: 1\n", "Опубліковано версію 3: додано 0, змінено 1, вилучено 1, без змін 1"],
    ["history", 0, "Версія", "Джерело", "Примітка", "повернення до версії 1", "second.csv"],
    ["backup a.backup", 0, "Історію щонайменше до версії 3 записано у файл «a.backup» (база sqlite:"],
    ["backup none/a.backup", 2, "teachers: FILE: не вдалося записати «none/a.backup»: немає такого файлу чи папки"],
    ["erase 9", 1, "У жодній версії в sqlite:", "немає id 9; нікого не видалено"],
    ["erase x", 2, 'teachers: ID: "x" is not an id'],
    ["erase 2", 1, "Коваль", "Нікого не видалено, бо цього не можна скасувати. Якщо так і треба, повторіть із --yes"],
    [
      "erase 2 --yes",
      0,
      "Видалено 1 викладача з 3 версій; опубліковано версію 4 без цих даних",
      "Імена ще можуть бути в таких місцях:\n  - ",
    ],
    ["erase 2 --yes", 0, "Цих викладачів уже видалено; очищаю файли ще раз"],
    ["import first.csv --allow-removed=100%", 1, "teachers: Викладача з номером 2 (рядок 3) видалено назавжди, тож "],
    ["restore cut.backup", 1, "Не вдалося відновити «cut.backup»: ", "; нічого не змінено\n"],
    [
      "restore a.backup",
      1,
      "є версії, яких немає в резервній копії і які буде втрачено: 4; нічого не змінено. Якщо так і треба, повторіть із --yes",
    ],
    [
      "restore a.backup --yes",
      0,
      "Відновлено 3 версії з файлу «a.backup»; опубліковано версію 4",
      "Не відновлено викладачів, яких видалено вже після створення копії: 2\n",
    ],
    ["prune", 2, "teachers: prune needs --keep or --before, and not both"],
    ["prune --keep 1", 1, "Нічого не прибрано, бо цього не можна скасувати. Щоб прибрати з історії 3 версії (1–3), "],
    ["prune --keep 1 --yes", 0, "Прибрано з історії 3 версії: 1–3 (база sqlite:"],
    ["prune --keep 1", 0, "Із історії немає чого прибирати (база sqlite:"],
    ["show 4", 0, "Версію 3 прибрано з історії, тож змін не показати\n"],
  ];

  test("every command says what it did, and what is wrong", async () => {
    using folder = await makeTarget();
    const lines = steps.map(([command]) => ({ args: command.split(" "), environment: { LANG: "uk_UA.UTF-8" } }));
    const finished = await runAll(lines, folder.path);
    for (const [i, [command, exitCode, ...words]] of steps.entries()) {
      const { stdout, stderr, ...found } = finished[i]!;
      expect([command, found.exitCode, stdout + stderr]).toEqual([command, exitCode, expect.any(String)]);
      for (const word of words) expect(stdout + stderr).toContain(word);
    }
  });

  test("--json keeps its keys", async () => {
    using folder = await makeTarget();
    const lines = (lang: string) => [
      {
        args: ["import", "first.csv", "--json", `--lang=${lang}`, `--database=sqlite:${lang}.db`],
      },
      { args: ["history", "--json", `--lang=${lang}`, `--database=sqlite:${lang}.db`] },
    ];
    const [uk, ukHistory, en, enHistory] = await runAll([...lines("uk"), ...lines("en")], folder.path);
    const keysOf = (text: string): string[] => text.match(/"\w+":/g) ?? [];
    expect(keysOf(uk!.stdout)).toEqual(keysOf(en!.stdout));
    expect(keysOf(ukHistory!.stdout)).toEqual(keysOf(enHistory!.stdout));
  });
});
