import { expect, test } from "bun:test";
import fc from "fast-check";
import { countEdits, isOneEditApart, readOtherLayouts } from "./typing.ts";

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

test("the punctuation of a Cyrillic text is not read as letters", () => {
  expect(readOtherLayouts("Шевченко, Т.").join(" ")).not.toContain("Шевченкоб");
  expect(readOtherLayouts("Евдоким'")).toEqual(["Tdljrbv"]);
  expect(readOtherLayouts("Сем'нов")).toContain("Семёнов");
});

/** The optimal string alignment distance, by its definition. */
function countNaively(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const [restA, restB] = [a.slice(1), b.slice(1)];
  const ways = [
    countNaively(restA, b) + 1,
    countNaively(a, restB) + 1,
    countNaively(restA, restB) + Number(a[0] !== b[0]),
  ];
  if (a.length > 1 && a[0] === b[1] && a[1] === b[0]) ways.push(countNaively(a.slice(2), b.slice(2)) + 1);
  return Math.min(...ways);
}

test("countEdits() is the distance up to a maximum", () => {
  const word = fc.string({ unit: fc.constantFrom("а", "б", "в"), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(word, word, fc.constantFrom(1, 2), (a, b, most) => {
      expect(Math.min(countEdits(a, b, most), most + 1)).toBe(Math.min(countNaively(a, b), most + 1));
    }),
  );
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
