import { expect, test } from "bun:test";
import { isOneEditApart, readOtherLayouts } from "./typing.ts";

test.each([
  ["itdxtyrj", "шевченко"],
  ["Itdxtyrj, Nfhfc", "Шевченкоб Тарас"],
  ["Itdxtyrj, Nfhfc", "Шевченко Тарас"],
  ["Ірумсрутлщ", "Shevchenko"],
  ["сыдоренко", "сідоренко"],
  ["kjubyjd", "логинов"],
  ["ktd`q", "левґй"],
])("readOtherLayouts(%j) has %j", (typed, meant) => {
  expect(readOtherLayouts(typed)).toContain(meant);
});

test("a letter is never read as punctuation", () => {
  for (const text of readOtherLayouts("Жук")) expect(text).not.toMatch(/[;:]/);
});

const cases: [text: string, other: string, isApart: boolean][] = [
  ["доцент", "доцент", true],
  ["доценти", "доцент", true],
  ["оцент", "доцент", true],
  ["доцинт", "доцент", true],
  ["доцетн", "доцент", true],
  ["доцент😀", "доцент", true],
  ["доценти😀", "доцент", false],
  ["тоценд", "доцент", false],
  ["тнецод", "доцент", false],
  ["доц", "доцент", false],
  ["", "", true],
  ["", "д", true],
  ["", "до", false],
];
test.each(cases)("isOneEditApart() of %j and %j is %p, both ways", (text, other, isApart) => {
  expect(isOneEditApart(text, other)).toBe(isApart);
  expect(isOneEditApart(other, text)).toBe(isApart);
});
