import { expect, test } from "bun:test";
import { rosterOf } from "../domain/roster-testing.ts";
import { storedTeacher } from "../domain/teacher-testing.ts";
import {
  countPostings,
  countValues,
  findCode,
  findFirst,
  findPairRange,
  postingsOf,
  sizeOf,
  textAt,
} from "./column.ts";
import { listSections, openContent } from "./layout.ts";
import { buildSections } from "./sections.ts";

/** Last names in id order, so positions are 0, 1, 2 …, and alphabetical ranks follow the Ukrainian alphabet. */
const names = ["Яр", 'а"б\\в', "Іва", "", "Яр", "Ґалаґан", "Iva\t"];
const roster = rosterOf(names.map((last_name, i) => storedTeacher({ id: i + 1, last_name, first_name: "О" })));
const column = openContent(listSections(buildSections(roster))).columns.last_name;
const values = [...new Set(names)].sort();

test.each([...values.entries()])("value %i is %j: its text, size, code and postings", (code, value) => {
  expect(textAt(column.values, code)).toBe(value);
  expect(sizeOf(column.values, code)).toBe(Buffer.byteLength(JSON.stringify(value)) - 2);
  expect(findCode(column, value)).toBe(code);
  const positions = [...names.keys()].filter((position) => names[position] === value);
  expect([...postingsOf(column, code, false)]).toEqual(positions);
  expect(countPostings(column, code)).toBe(positions.length);
});

test("countValues() counts distinct values, and findCode() of any other is null", () => {
  expect(countValues(column)).toBe(values.length);
  for (const value of ["А", "Яр ", "яр", "\u{10ffff}", "\\t"]) expect(findCode(column, value)).toBeNull();
});

test.each([
  ["Яр", [4, 5]],
  ["", [0]],
])("the ranked postings of %j are %j", (value, ranks) => {
  expect([...postingsOf(column, findCode(column, value)!, true)]).toEqual(ranks);
});

test.each([0, 1, 2, 5, 6, 7, 100])("findFirst() among 7 from %i", (from) => {
  expect(findFirst(7, (index) => index >= from)).toBe(Math.min(from, 7));
});

type Pair = readonly [first: string, middle: string];

test.each<[string, Pair[]]>([
  ["no teacher", []],
  ["a single teacher", [["О", "А"]]],
  ["equal pairs", Array.from({ length: 9 }, (): Pair => ["О", "А"])],
  ["pairs that are all unique", Array.from({ length: 30 }, (_, i): Pair => [`${i % 5}`, `${(i * 7) % 30}`])],
  ["pairs of all sizes", Array.from({ length: 60 }, (_, i): Pair => [`${i % 3}`, `${Math.trunc(Math.sqrt(i))}`])],
])("findPairRange() finds every pair of %s, and nobody for others", (_, pairs) => {
  const teachers = pairs.map(([first_name, middle_name], i) => {
    return { id: i + 1, last_name: `${-i}`, first_name, middle_name, degree: "" };
  });
  const content = openContent(listSections(buildSections(rosterOf(teachers))));
  const { first_name, middle_name } = content.columns;
  for (let first = 0; first < countValues(first_name); first++) {
    for (let middle = 0; middle < countValues(middle_name); middle++) {
      const { start, end } = findPairRange(content, first, middle);
      const positions = [...pairs.keys()].filter(
        (at) => first_name.codes[at] === first && middle_name.codes[at] === middle,
      );
      expect([...content.givenNames.postings.subarray(start, end)]).toEqual(positions);
      const ranked = content.givenNames.rankedPostings.subarray(start, end);
      expect(Array.from(ranked, (rank) => content.alphabetical[rank]!).sort((a, b) => a - b)).toEqual(positions);
    }
  }
});
