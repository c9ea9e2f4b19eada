import { expect, test } from "bun:test";
import { isLong } from "../../../test/support/long.ts";
import { WorkbookError } from "../fault.ts";
import { createSharedTexts } from "./xlsx-parts.ts";

function listOf(texts: readonly string[]) {
  const list = createSharedTexts();
  for (const text of texts) list.add(text);
  return list;
}

test.each([
  ["none", []],
  ["empty ones", ["", "", "а", "", "б", ""]],
  ["one that is asked for twice", ["Шевченко", "Коваль", "доцент"]],
  ["characters of one to four bytes", ["a", "ж", "ґ’", "😀", "😀ж", "\u0000"]],
  ["long ones among short ones", ["a", "б".repeat(101), "", "в", "г".repeat(200), "д"]],
  [
    "long ones, over several chunks",
    Array.from({ length: 100 }, (_, i) => ["ж", "a", "😀"][i % 3]!.repeat(32_767 - i)),
  ],
  ["a chunk that is exactly full", ["a".repeat(2 ** 19), "b".repeat(2 ** 19), "", "c", ""]],
  ["more than are kept as strings", Array.from({ length: 300_000 }, (_, i) => `Т${i}`)],
])("createSharedTexts() gives back %s", (_, texts) => {
  const list = listOf(texts);
  for (let twice = 0; twice < 2; twice++) expect(texts.map((_, i) => list.at(i))).toEqual(texts);
});

test.if(isLong)("createSharedTexts() refuses too many", () => {
  const list = createSharedTexts();
  for (let i = 0; i < 8_000_000; i++) list.add("");
  expect(() => list.add("")).toThrow(WorkbookError);
  expect(list.at(7_999_999)).toBe("");
});

test.each([2, -1, 0.5, Number.NaN, 1e9])("createSharedTexts() has nothing at %d of two", (index) => {
  expect(listOf(["а", "б"]).at(index)).toBeUndefined();
});
