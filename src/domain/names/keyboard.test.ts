import { expect, test } from "bun:test";
import { readOtherLayouts } from "./keyboard.ts";

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
