import { describe, expect, test } from "bun:test";
import { concatenate, createRankList, visitRanks } from "./rank-sets.ts";
import { runTask } from "./scheduler.ts";

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
