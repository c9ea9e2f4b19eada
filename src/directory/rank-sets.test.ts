import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { concatenate, createRankList, visitCommonRanks, visitRanks } from "./rank-sets.ts";
import { runTask, stepsBetweenYields } from "./scheduler.ts";

describe("visitRanks()", () => {
  test("visits the same by sorting and by marking", async () => {
    const lists = Array.from({ length: 9 }, (_, i) =>
      Uint32Array.from({ length: 9000 }, (_, j) => j * (i + 1) + (i % 3)),
    );
    for (const some of [lists, lists.map((list) => list.subarray(0, 1000)), lists.slice(1, 2)]) {
      const visited: number[] = [];
      const count = some.reduce((sum, { length }) => sum + length, 0);
      const condition = { count, listCount: some.length, lists: () => some };
      await runTask(visitRanks(condition, false, 100_000, (rank) => visited.push(rank)));
      expect(visited).toEqual([...new Set(some.flatMap((list) => [...list]))].sort((a, b) => a - b));
    }
  });
});

describe("createRankList()", () => {
  for (const count of [0, 1, 1024, 1025, 65_536, 65_537, 200_000]) {
    test(`gives back ${count} ranks in their order`, async () => {
      const list = createRankList();
      for (let rank = 0; rank < count; rank++) list.add(rank);
      expect(await runTask(concatenate(list.pieces()))).toEqual(Uint32Array.from({ length: count }, (_, rank) => rank));
    });
  }
});

/** The ranks in all lists, and how often the task yields. */
function intersect(lists: readonly Uint32Array[]): { ranks: number[]; yields: number } {
  const ranks: number[] = [];
  const task = visitCommonRanks(lists, (rank) => ranks.push(rank));
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
])("visitCommonRanks() of %s", (_, lists, expected) => {
  expect(intersect(lists).ranks).toEqual([...expected]);
});

test("visitCommonRanks() of any lists visits what all of them contain", () => {
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

test("visitCommonRanks() skips runs that another list does not have, and yields where it can't", () => {
  expect(intersect([range(0, 1_000_000), range(999_999, 1_000_000)])).toEqual({ ranks: [999_999], yields: 1 });
  expect(intersect([range(0, 10_000), range(0, 10_000)]).yields).toBeGreaterThanOrEqual(20_000 / stepsBetweenYields);
});
