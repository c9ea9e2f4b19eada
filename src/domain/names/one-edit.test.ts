import { expect, test } from "bun:test";
import { isOneEditApart } from "./one-edit.ts";

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
