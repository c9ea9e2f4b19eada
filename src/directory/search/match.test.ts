/** Written names, and the teachers whom they match. */
import { describe, expect, test } from "bun:test";
import { storedTeacher } from "../../domain/teacher-testing.ts";
import { openNames, openSearchOf, runNow } from "./search-testing.ts";

const people: readonly (readonly [last: string, first: string, middle: string, degree?: string])[] = [
  ["Шевченко", "Тарас", "Григорович", "доцент"],
  ["Коваль-Мельник", "Олена", "Іванівна"],
  ["Бондаренко", "Іван", "Васильович", "професор"],
  ["Гнатюк", "Олег", "Петрович"],
  ["Гнатюк", "О.", "І."],
  ["Мартин", "Петро", "Ілліч"],
  ["Савчук", "Н", "К"],
  ["Фоміна", "С", "К"],
  ["Фомін", "Антон", "Сергійович"],
  ["Ткач", "Олеся", "Степанівна"],
];
const search = openSearchOf(
  people.map(([last_name, first_name, middle_name, degree = ""], i) =>
    storedTeacher({ id: i + 1, last_name, first_name, middle_name, degree }),
  ),
);
async function match(cell: string): Promise<string> {
  const matches = await search.match([cell], runNow);
  return matches.map(({ rank, verdict }) => (rank === null ? verdict : people[search.ids[rank]! - 1]![0])).join(" + ");
}

describe("evidence for one teacher", () => {
  const cases: readonly (readonly [name: string, expected: string])[] = [
    ["Шевченко", "Шевченко"],
    ["доц. Шевченко Т. Г.", "Шевченко"],
    ["ШевченкоТ.Г.", "Шевченко"],
    ["ауд. 5 Шев&#1095;енко Т. Г.", "Шевченко"],
    ["Шевченко ТГ", "Шевченко"],
    ["Шевченко T.Г.", "Шевченко"],
    ["Савчук H.K.", "Савчук"],
    ["Т. Г. Шевченко", "Шевченко"],
    ["Шевченко Та. Гр.", "Шевченко"],
    ["Шевченко Г.", "none"],
    ["Шевченко Г. Т.", "none"],
    ["проф. Шевченко Т. Г.", "several"],
    ["Шевчинко Тарас Григорович", "Шевченко"],
    ["Шевчинко Т. Г.", "several"],
    ["Шевченка Тараса Григоровича", "Шевченко"],
    ["Шевченка Т. Г.", "several"],
    ["Shevchenko Taras", "Шевченко"],
    ["Shevchenko T. H.", "several"],
    ["Коваль О. І.", "several"],
    ["Коваль-Мельник О. І.", "Коваль-Мельник"],
    ["Бондаренко Іван Вадимович", "none"],
    ["Бондаренко Іван Васильвич", "several"],
    ["Гнатюк Орест Іванович", "several"],
    ["Гнатюк О. П.", "Гнатюк"],
    ["Петро Мартин", "several"],
    ["Мартин Петро", "Мартин"],
    ["ФомінА.С.", "Фомін"],
    ["Ткач Олександра Степанівна", "several"],
    ["Коваль-Мельник Оленка Іванівна", "Коваль-Мельник"],
  ];
  for (const [name, expected] of cases) test(name, async () => expect(await match(name)).toBe(expected));
});

describe("cells of timetables", () => {
  const cases: readonly (readonly [cell: string, expected: string])[] = [
    ["доц. Шевченко Т. Г., проф. Бондаренко І. В.", "Шевченко + Бондаренко"],
    ["Шевченко Т.Г. / Гнатюк О.П.", "Шевченко + Гнатюк"],
    ["Шевченко Т.Г.\nГнатюк О.П.", "Шевченко + Гнатюк"],
    ["Шевченко Т.Г. Гнатюк О.П.", "Шевченко + Гнатюк"],
    ["Т.Г. Шевченко О.П. Гнатюк", "Шевченко + Гнатюк"],
    ["доц. Шевченко Т.Г. (зам.)", "Шевченко"],
    ["к.т.н., доц. Шевченко Т. Г., ауд. 302-18", "Шевченко"],
    ["Шевченко Т.Г. 302/1 онлайн https://zoom.us/j/12", "Шевченко"],
    ["Шевченко Т.Г., доц., зав. каф.", "Шевченко"],
    ["Шевченко, Тарас Григорович", "Шевченко"],
    ["Шевченко, Орест Іванович", "several + none"],
    ["інж. Шевченко Т.Г.", "several"],
    ["інж. Гнатюк О.П.", "Гнатюк"],
    ["Механіка Шевченко Тарас Григорович", "Шевченко"],
    ["Механіка Шевченко Т. Г.", "several"],
    ["КН-21 Іванов О.П. / Гнатюк О.П.", "none + Гнатюк"],
    ["302", "none"],
    ["Шевченко С. Г.", "none"],
    ["Шевченко М.", "none"],
    ["Гнатюк Н. П.", "none"],
    ["Шевченко Костянтин Григорович", "none"],
    ["Шевченко Костянтин", "none"],
    ["д.ф.-м.н. Шевченко Т. Г.", "Шевченко"],
  ];
  for (const [cell, expected] of cases) test(cell, async () => expect(await match(cell)).toBe(expected));
});

describe("usual writings", () => {
  const { match: judge } = openNames([
    "Shevchenko, Olena",
    "Petrenko, Olha",
    "Petrenko, Olha, Ivanivna",
    "Дьяченко, Марія, Іванівна, доцент",
    "Дем'янчук, Олег, Іванович",
    "Кулик, Леся, Іванівна, доктор наук",
    "Середа, Іван, Петрович",
    "Костенко, , Михайлівна",
    "Костенко, Марія, Володимирівна",
    "Василенко, Петро, Василинович",
  ]);
  test.each<[what: string, cell: string, verdicts: string[]]>([
    ["a last and a first name with a comma", "Shevchenko, Olena", ["one: Shevchenko, Olena"]],
    ["the same of two people", "Petrenko, Olha", ["several: Petrenko, Olha; Petrenko, Olha, Ivanivna"]],
    [
      "two people with titles",
      "доцент Дьяченко М. І., асистент Дем'янчук О. І.",
      ["one: Дьяченко, Марія, Іванівна, доцент", "one: Дем'янчук, Олег, Іванович"],
    ],
    ["ь for an apostrophe that nobody wrote", "Дяченко М. І.", ["several: Дьяченко, Марія, Іванівна, доцент"]],
    ["ь for the apostrophe", "Демьянчук О. І.", ["several: Дем'янчук, Олег, Іванович"]],
    ["both with the full name", "Демьянчук Олег Іванович", ["one: Дем'янчук, Олег, Іванович"]],
    ["a printed form with a degree", "доктор наук Кулик Леся Іванівна", ["one: Кулик, Леся, Іванівна, доктор наук"]],
    ["a name that is a day", "Середа І. П.", ["one: Середа, Іван, Петрович"]],
    ["a printed form, whoever else it may mean", "Костенко М.", ["one: Костенко, , Михайлівна"]],
    ["no real patronymic as a typo of another one", "Василенко Петро Васильович", ["none"]],
    ["a wrong initial of the only name", "Shevchenko T.", ["none"]],
    ["nobody", "", ["none"]],
  ])("%s: %s", async (_, cell, verdicts) => expect(await judge(cell)).toEqual(verdicts));
});

test("match says what it has set aside, and takes a turn for each name", async () => {
  let turns = 0;
  const matches = await search.match(["Шевченко Т. Г. ауд. 302", "Гнатюк О. П. / Мартин Петро"], (task) => {
    turns++;
    return runNow(task);
  });
  expect(matches.map(({ cell, setAside, reading }) => [cell, reading, ...setAside])).toEqual([
    [0, "part", "302", "ауд"],
    [1, "spelling"],
    [1, "spelling"],
  ]);
  expect(turns).toBeGreaterThanOrEqual(matches.length);
});
