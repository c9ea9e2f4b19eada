import { expect, test } from "bun:test";
import fc from "fast-check";
import { visitIntersection } from "./intersection.ts";
import { stepsBetweenYields } from "./scheduler.ts";

/** The ranks in all lists, and how often the task yields. */
function intersect(lists: readonly Uint32Array[]): { ranks: number[]; yields: number } {
  const ranks: number[] = [];
  const task = visitIntersection(lists, (rank) => ranks.push(rank));
  let yields = 0;
  while (!task.next().done) yields++;
  return { ranks, yields };
}

const range = (from: number, length: number): Uint32Array => Uint32Array.from({ length }, (_, i) => from + i);

test.each<[string, Uint32Array[], Uint32Array]>([
  ["an empty list", [range(0, 9), range(0, 0)], range(0, 0)],
  ["equal lists", [range(3, 9), range(3, 9)], range(3, 9)],
  ["lists one after another", [range(0, 9), range(9, 9)], range(0, 0)],
  ["overlapping lists", [range(0, 9), range(5, 9), range(4, 3)], range(5, 2)],
  ["a list of one", [range(7, 1), range(0, 1000)], range(7, 1)],
  ["the largest ranks", [range(2 ** 32 - 3, 3), range(2 ** 32 - 1, 1)], range(2 ** 32 - 1, 1)],
])("visitIntersection() of %s", (_, lists, expected) => {
  expect(intersect(lists).ranks).toEqual([...expected]);
});

test("visitIntersection() of any lists visits what all of them contain", () => {
  const list = fc.uniqueArray(fc.nat({ max: 80 })).map((ranks) => Uint32Array.from(ranks).sort());
  fc.assert(
    fc.property(fc.array(list, { minLength: 1, maxLength: 4 }), (lists) => {
      const [first, ...others] = lists;
      const expected = [...first!].filter((rank) => others.every((other) => other.includes(rank)));
      expect(intersect(lists).ranks).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

test("visitIntersection() skips runs that another list does not have, and yields while it can't", () => {
  expect(intersect([range(0, 1_000_000), range(999_999, 1_000_000)])).toEqual({ ranks: [999_999], yields: 1 });
  expect(intersect([range(0, 10_000), range(0, 10_000)]).yields).toBeGreaterThanOrEqual(20_000 / stepsBetweenYields);
});
