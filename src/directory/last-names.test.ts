import { describe, expect, test } from "bun:test";
import { contentWith } from "../image/content-testing.ts";
import { findFirstLastNames } from "./last-names.ts";
import { listAll } from "./listing.ts";

describe("findFirstLastNames()", () => {
  const cases: readonly [name: string, lastNames: readonly string[], positions: readonly number[]][] = [
    ["nobody", [], []],
    ["one name for all", Array(9).fill("Бойко"), [0]],
    ["runs of every length", [..."АБББВВВВВГ"], [0, 1, 4, 9]],
    ["a name that comes again once", ["А", "Б", "А", "В"], [0, 1, 3]],
    ["at most 32 runs", Array.from({ length: 40 }, (_, i) => `А${i}`), Array.from({ length: 32 }, (_, i) => i)],
  ];
  test.each(cases)("of %s", (_, lastNames, positions) => {
    const content = contentWith(lastNames.map((last_name, i) => ({ id: i + 1, last_name })));
    expect(findFirstLastNames(content, listAll(content, "id"))).toEqual([...positions]);
  });
});
