import { describe, expect, test } from "bun:test";
import type { Range } from "../../domain/results.ts";
import { composeTeacher } from "../../domain/teacher.ts";
import { storedTeacher } from "../../domain/teacher-testing.ts";
import { openSearchOf } from "./search-testing.ts";

const names: readonly (readonly [last: string, first: string, middle: string, degree: string])[] = [
  ["Шевченко", "Тарас", "Григорович", "старший викладач"],
  ["Шевченко", "Т.", "Г.", "к.т.н."],
  ["Іваненко", "Іван", "Іванович", ""],
  ["Квітка-Основ’яненко", "Григорій", "", "зав.кафедрою"],
  ["Ковальчук", "Анна-Марія", "", "доцент"],
  ["Дем'янчук", "Ольга", "Р.", ""],
  ["Зеле\u0301нський", "Юрій", "", "професор"],
  ["", "Соломія", "", ""],
  ["", "Сава", "", "⚕ головний"],
];
const teachers = names.map(([last_name, first_name, middle_name, degree], i) =>
  storedTeacher({ id: i + 1, last_name, first_name, middle_name, degree }),
);
const { find, ids } = openSearchOf(teachers);

/** The text with its highlights in brackets. */
function bracket(text: string, ranges: readonly Range[]): string {
  return ranges.toReversed().reduce((marked, [start, end]) => {
    return `${marked.slice(0, start)}[${marked.slice(start, end)}]${marked.slice(end)}`;
  }, text);
}

/** Every match in the order of ids: degree and name with highlights, and the meant words. */
function mark(search: string): [text: string, meant: string][] {
  const { ranks, highlight } = find(search)!;
  const sorted = [...ranks].sort((a, b) => ids[a]! - ids[b]!);
  return sorted.map((rank) => {
    const { name, degree, meant } = highlight(rank);
    const teacher = composeTeacher(teachers[ids[rank]! - 1]!);
    return [`${bracket(teacher.degree, degree)} ${bracket(teacher.name, name)}`.trim(), meant];
  });
}

describe("a search highlights", () => {
  test.each<[what: string, search: string, ...[text: string, meant: string][]]>([
    ["the beginning of a name", "кова", ["доцент [Кова]льчук Анна-Марія", "Ковальчук"]],
    ["a whole name in any letter case", "КОВАЛЬЧУК", ["доцент [Ковальчук] Анна-Марія", "Ковальчук"]],
    ["every word that a term may stand for", "іван", ["[Іван]енко [Іван] Іванович", "Іван"]],
    ["different words for different terms", "іван іваненко", ["[Іваненко] [Іван] Іванович", "Іван Іваненко"]],
    ["the second part of a double name", "марія", ["доцент Ковальчук Анна-[Марія]", "Марія"]],
    [
      "the letters before and after an apostrophe",
      "основян",
      ["зав.кафедрою Квітка-[Основ’ян]енко Григорій", "Основ’яненко"],
    ],
    ["a letter with its stress mark", "зеле", ["професор [Зеле\u0301]нський Юрій", "Зеле\u0301нський"]],
    ["a name without a last name", "соло", ["[Соло]мія", "Соломія"]],
    [
      "an initial where the full name is not stored",
      "Шевченко Тарас Григорович",
      ["старший викладач [Шевченко] [Тарас] [Григорович]", "Шевченко Тарас Григорович"],
      ["к.т.н. [Шевченко] [Т]. [Г].", "Шевченко Т. Г."],
    ],
    ["letters by their initials", "г к", ["зав.кафедрою [К]вітка-Основ’яненко [Г]ригорій", "Г. К."]],
    ["a beginning by sound", "Kov", ["доцент [Ковальчук] Анна-Марія", "Ковальчук"]],
    ["a whole name by sound", "Kovalchuk", ["доцент [Ковальчук] Анна-Марія", "Ковальчук"]],
    [
      "the words in the order of the search",
      "Yurii Zelenskyi",
      ["професор [Зеле\u0301нський] [Юрій]", "Юрій Зеле\u0301нський"],
    ],
    ["a beginning by the other keyboard layout", "rjdf", ["доцент [Кова]льчук Анна-Марія", "Ковальчук"]],
    ["a whole name with a typo", "Кволаьчук", ["доцент [Ковальчук] Анна-Марія", "Ковальчук"]],
    ["a whole name in Latin letters with a typo", "Kovalchik", ["доцент [Ковальчук] Анна-Марія", "Ковальчук"]],
    ["a degree", "ст викл", ["[ст]арший [викл]адач Шевченко Тарас Григорович", "старший викладач"]],
    ["an abbreviated degree", "зав.к.", ["[зав].[к]афедрою Квітка-Основ’яненко Григорій", "зав.кафедрою"]],
    ["letters of a degree", "к.т.н. шевч", ["[к].[т].[н]. [Шевч]енко Т. Г.", "к.т.н. Шевченко"]],
    ["no word without a letter", "⚕ голов", ["⚕ [голов]ний Сава", "⚕ головний"]],
    ["no degree that another person has", "проф ковальчук", ["доцент [Ковальчук] Анна-Марія", "Ковальчук"]],
    [
      "a degree by sound, which comes first in the meant words",
      "Kovalchuk dots",
      ["доцент [Ковальчук] Анна-Марія", "доцент Ковальчук"],
    ],
  ])("%s: %s", (_, search, ...marked) => {
    expect(mark(search)).toEqual(marked);
  });
});
