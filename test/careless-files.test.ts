/** Files of a careless officer: no teacher is lost, changed or invented without a message. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { runAll } from "./support/command-lines.ts";
import { type Finished, makeFolder } from "./support/program.ts";

const header = "id,Прізвище,Ім'я,По батькові,Посада";
const noIds = "Прізвище,Ім'я,По батькові,Посада";
const staff = `${header}
1,Шевченко,Тарас,Григорович,доцент
2,Коваль,Ганна,Петрівна,професор
3,Мороз,Олег,Ігорович,доцент
4,Бойко,Іван,,доцент
5,Гончар,Олена,,доцент`;
const subtotal = staff.replace("3,Мороз", "Разом по кафедрі: 2,,,,\n3,Мороз").replace("4,", ",").replace("5,", ",");
const around = `${noIds}
Кафедра вищої математики,,,204-82-05
Шевченко,Тарас,Григорович,доцент
Начальник відділу кадрів,,Петренко О.В.,`;
const wholeNames = (name: string): string =>
  `id,ПІБ,Посада\n${[11, 12, 13].map((id) => `${id},${name},доцент`).join("\n")}`;
const row = (name: string, degree = "доцент"): string => `${staff}\n6,${name},${degree}`;

const keepIds = ["--keep-ids"];

/** Whether the file is accepted, and the output of the import. */
const cases: readonly (readonly [
  what: string,
  file: string,
  flags: readonly string[],
  isAccepted: boolean,
  ...printed: readonly string[],
])[] = [
  ["teachers without ids below a sum", subtotal, [], false, "line 6, column id: there is no id"],
  ["the same, who keep their ids", subtotal, keepIds, true, 'Skipped line 4: "Разом по кафедрі: 2"', "0 removed, 5 un"],
  ["a heading and a signature", around, keepIds, true, 'line 2: "Кафедра вищої', 'line 4: "Начальник', "4 removed"],
  ["last names in capitals", wholeNames("Галина КУЗЬМЕНКО"), [], true, "+ 11  КУЗЬМЕНКО Галина, доцент"],
  ["given names first", wholeNames("Галина Кузьменко"), [], false, "3 of 3 whole names may be split wrongly"],
  ["a vacancy", row("Вакансія,,"), [], true, '"Вакансія" is a placeholder'],
  ["dashes", row("Сич,Іван,-"), [], true, '"-" is a placeholder'],
  ["no data", row("Сич,Іван,н/д"), [], true, '"н/д" is a placeholder'],
  ["a test", row("Тест,Тест,Тест"), [], true, '"Тест" is a placeholder'],
  ["a leave", row("Сич (декрет),Іван,"), [], true, '"Сич (декрет)" has a note'],
  ["a rate of pay", row('"Сич 0,5 ст.",Іван,'), [], true, '"Сич 0,5 ст." has a note'],
  ["two people", row('"Сич, Гай",Іван,'), [], true, '"Сич, Гай" seems to name more than one person'],
  ["a digit", row("Сич7,Іван,"), [], true, '"Сич7" has a digit'],
  ["small letters", row("сич,Іван,"), [], true, '"сич" is a name without a capital letter'],
  ["punctuation", row('"Сич,",Іван,'), [], true, '"Сич," has stray punctuation'],
  ["spaces between letters", row("Щ е р б а к,Іван,"), [], true, '"Щ е р б а к" has spaces between its letters'],
  ["a heading with an id", row("Кафедра фізики,,"), [], true, '"Кафедра фізики" is a heading'],
  ["a row in Latin", row("Smith,John,"), [], true, '"Smith" is in Latin letters'],
  ["other letters", row("Рыбак,Іван,"), [], true, '"Рыбак" has the letter "ы"'],
  ["an abbreviated position", row("Сич,Іван,", "доц."), [], true, '"доц." occurs 1 time beside "доцент"'],
  ["an empty position", row("Сич,Іван,", ""), [], true, "is empty for 1 teacher and filled for 5"],
  ["a telephone number", row("Сич,Іван,", "204-82-05"), [], false, "has a telephone number"],
  ["an e-mail address", row("Сич,Іван,", "sych@example.ua"), [], false, "has an e-mail address"],
  ["a URL in a name", row("Сич https://example.ua,Іван,"), [], false, "has a URL"],
  ["an invisible character", row("С\u200bич,Іван,"), [], true, '"С\\u200bич" became "Сич"'],
  ["a turned direction", row("С\u202eич,Іван,"), [], false, "has the control character U+202E"],
];

const folder = makeFolder();
afterAll(() => folder.remove());

let finished: Finished[] = [];

beforeAll(async () => {
  await Bun.write(join(folder.path, "staff.csv"), staff);
  for (const [i, [, file]] of cases.entries()) await Bun.write(join(folder.path, `${i}.csv`), `${file}\n`);
  const imports = cases.map(([, , flags], i) => ({
    args: ["import", `${i}.csv`, "--dry-run", "--allow-removed=100%", "--allow-renamed=100%", ...flags],
  }));
  [, ...finished] = await runAll([{ args: ["import", "staff.csv"] }, ...imports], folder.path);
});

test.each(cases.map(([what, ...rest], i) => [what, i, rest] as const))("%s", (_, i, [, , isAccepted, ...printed]) => {
  const { exitCode, stdout, stderr } = finished[i]!;
  for (const text of printed) expect(stderr + stdout).toContain(text);
  expect(exitCode).toBe(isAccepted ? 0 : 1);
});
