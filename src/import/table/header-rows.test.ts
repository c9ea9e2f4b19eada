import { expect, test } from "bun:test";
import { readLines } from "../../publishing/reader-testing.ts";

const teacher = "Шевченко,Тарас,Григорович";

test.each<[what: string, file: string, teachers: string[]]>([
  [
    "headings under a merged one",
    `№,ТН,ПІБ,,,Посада\n,,Прізвище,Ім'я,По батькові,\n1,5,${teacher},доцент\n`,
    ["5|Шевченко|Тарас|Григорович|доцент"],
  ],
  [
    "headings of which only the lower row names enough",
    `Табельний номер,Працівник,,,Робота\n,Прізвище,Ім'я,По батькові,Посада\n5,${teacher},доцент\n`,
    ["5|Шевченко|Тарас|Григорович|доцент"],
  ],
  [
    "a position under a merged heading",
    `ID,ПІБ,Робота,\n,,Посада,Кафедра\n5,Шевченко Т.Г.,доцент,фізики\n`,
    ["5|Шевченко|Т.|Г.|доцент"],
  ],
  [
    "both rows again on another page, with numbers of columns",
    `ТН,ПІБ,,,Посада\n,Прізвище,Ім'я,По батькові,\n1,2,3,4,5\n5,${teacher},доцент\nТН,ПІБ,,,Посада\n,Прізвище,Ім'я,По батькові,\n1,2,3,4,5\n6,${teacher},доцент\n`,
    ["5|Шевченко|Тарас|Григорович|доцент", "6|Шевченко|Тарас|Григорович|доцент"],
  ],
  ["a teacher who is a lecturer", `ID,ПІБ,Посада\n5,Шевченко Т.Г.,викладач\n`, ["5|Шевченко|Т.|Г.|викладач"]],
  ["only a header of one row", "ID,ПІБ,Посада\n", ["the file has no teachers", "1 fault: nothing was published"]],
])("the header is found with %s", async (_, file, teachers) => {
  expect((await readLines("csv", file)).filter((line) => !line.startsWith("Split "))).toEqual(teachers);
});

test.each<[what: string, header: string, row: string, advice: string]>([
  ["names", "ID,Хто,Посада", "1,Шевченко Тарас Григорович,доцент", '. If it is "Хто", add: --map name=Хто'],
  [
    "names that none looks like",
    "ID,Хто,Посада",
    "1,12,доцент",
    '; if it has another heading, add: --map name="HEADING"',
  ],
  [
    "names below a title",
    "Список,,\n№,Хто,Ким є",
    "1,Шевченко Тарас Григорович,викладач",
    '. If it is "Ким є", add: --map degree="Ким є"',
  ],
  [
    "last names",
    "ID,Родове,Ім'я,По батькові,Посада",
    `1,${teacher},доцент`,
    '. If it is "Родове", add: --map last_name=Родове',
  ],
  [
    "degrees beside whole names",
    "ID,ПІБ,Ким є",
    "1,Шевченко Тарас Григорович,доцент",
    '. If it is "Ким є", add: --map degree="Ким є"',
  ],
  [
    "degrees or positions",
    "ID,Прізвище,Ім'я,По батькові,Ким є",
    `1,${teacher},доцент`,
    '. If it is "Ким є", add: --map degree="Ким є"',
  ],
])("a missing column of %s is guessed by its values", async (_, header, row, advice) => {
  expect((await readLines("csv", `${header}\n${row}\n`)).at(-2)).toEndWith(advice);
});

test("missing ids are advised to be assigned", async () => {
  expect(await readLines("csv", `№,ПІБ,Посада\n1,Шевченко Т.Г.,доцент\n2,Бойко\u0007 Т.Г.,доцент\n`)).toEqual([
    'Ignored the column "№"',
    'Split the column "ПІБ" into last_name, first_name and middle_name',
    "line 1: the file has no ids; to have the program assign them, add --keep-ids",
    'line 3, column "ПІБ": "Бойко\\u0007" has the control character U+0007; text without control characters is accepted',
    "2 faults: nothing was published",
  ]);
});
