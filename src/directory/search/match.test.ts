/** Whom written names mean. */
import { describe, expect, test } from "bun:test";
import { rosterOf } from "../../domain/roster-testing.ts";
import { storedTeacher } from "../../domain/teacher-testing.ts";
import { listSections, openContent } from "../../image/layout.ts";
import { buildSections } from "../../image/sections.ts";
import { matchName } from "./match.ts";

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
const content = openContent(
  listSections(
    buildSections(
      rosterOf(
        people.map(([last_name, first_name, middle_name, degree = ""], i) =>
          storedTeacher({ id: i + 1, last_name, first_name, middle_name, degree }),
        ),
      ),
    ),
  ),
);

function match(name: string): string {
  const task = matchName(content, name);
  for (;;) {
    const { done, value } = task.next();
    if (!done) continue;
    return value.position === null ? value.verdict : people[value.position]![0];
  }
}

describe("evidence for one teacher", () => {
  const cases: readonly (readonly [name: string, expected: string])[] = [
    ["Шевченко", "Шевченко"],
    ["доц. Шевченко Т. Г.", "Шевченко"],
    ["ШевченкоТ.Г.", "Шевченко"],
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
  for (const [name, expected] of cases) test(name, () => expect(match(name)).toBe(expected));
});
