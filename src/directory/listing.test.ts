import { describe, expect, test } from "bun:test";
import { orderings } from "../domain/names/ordering.ts";
import { contentWith } from "../image/content-testing.ts";
import { findFilterConditions } from "./directory.ts";
import { type Condition, createRankList, listAll, listAtOnce, listMatches, mergeLists, noTeacher } from "./listing.ts";
import { runTask } from "./task-testing.ts";

/** Alphabetically: ids 3, 4, 2, 1. */
const content = contentWith([
  { id: 1, last_name: "Яценко", first_name: "Яна", degree: "доцент" },
  { id: 2, last_name: "Яценко", first_name: "Олена" },
  { id: 3, last_name: "Бойко", first_name: "Олена", degree: "доцент" },
  { id: 4, last_name: "Бойко", first_name: "Яна", degree: "доцент" },
]);

/** The ranks of the teachers that match the filters, and the memory that they take. */
async function listFiltered(filters: Parameters<typeof findFilterConditions>[1], alphabetical: boolean) {
  const conditions = findFilterConditions(content, filters);
  const { ranks, bytes } = await runTask(listMatches(content, conditions, alphabetical ? "last_name" : "id"));
  return { ranks: ranks === null ? null : [...ranks], bytes };
}

describe("listAll()", () => {
  test.each(orderings.map((ordering) => [ordering]))("in the order of %s", (ordering) => {
    expect(listAll(content, ordering)).toEqual({
      count: 4,
      ranks: null,
      bytes: 0,
      alphabetical: !ordering.includes("id"),
      descending: ordering.startsWith("-"),
      interpretation: null,
    });
  });
});

describe("listMatches()", () => {
  test.each<[Parameters<typeof findFilterConditions>[1], ranks: number[] | null, byName: number[] | null]>([
    [{}, null, null],
    [{ last_name: "Яценко" }, [0, 1], [2, 3]],
    [{ degree: "" }, [1], [2]],
    [{ degree: "професор" }, [], []],
    [{ last_name: "Яценко", degree: "доцент" }, [0], [3]],
    [{ last_name: "Бойко", first_name: "Яна", degree: "доцент" }, [3], [1]],
    [{ last_name: "Бойко", degree: "" }, [], []],
    [{ last_name: "Бойко", degree: "професор" }, [], []],
    [{ first_name: "Яна", middle_name: "" }, [0, 3], [1, 3]],
    [{ first_name: "Яна", middle_name: "Яна" }, [], []],
    [{ first_name: "Ян", middle_name: "" }, [], []],
    [{ last_name: "Бойко", first_name: "Яна", middle_name: "" }, [3], [1]],
    [{ last_name: "Бойко", first_name: "Яна", middle_name: "", degree: "" }, [], []],
  ])("of %j", async (filters, ranks, byName) => {
    const isCopied = findFilterConditions(content, filters).length > 1;
    expect(await listFiltered(filters, false)).toEqual({ ranks, bytes: isCopied ? 4 * ranks!.length : 0 });
    expect(await listFiltered(filters, true)).toEqual({ ranks: byName, bytes: isCopied ? 4 * byName!.length : 0 });
  });

  test("finds the same teachers in both orders, for lists of any length", async () => {
    const many = Array.from({ length: 300 }, (_, i) => {
      return { last_name: `${i % 2}`, first_name: `${i % 9}`, middle_name: i < 3 ? "О" : "", degree: `${i % 70}` };
    });
    const large = contentWith(many.map((fields, i) => ({ id: i + 1, ...fields })));
    for (const [i, { last_name, first_name, middle_name, degree }] of many.entries()) {
      const combinations = [
        { last_name, first_name },
        { last_name, degree },
        { last_name, middle_name, degree },
      ];
      for (const filters of i < 140 ? combinations : []) {
        const conditions = findFilterConditions(large, filters);
        const byId = await runTask(listMatches(large, conditions, "id"));
        const byName = await runTask(listMatches(large, conditions, "last_name"));
        const names = Object.keys(filters) as (keyof typeof filters)[];
        const expected = [...many.keys()].filter((at) => names.every((name) => many[at]![name] === filters[name]));
        expect([...byId.ranks!]).toEqual(expected);
        expect([...byName.ranks!]).toEqual([...byName.ranks!].sort((a, b) => a - b));
        expect(Array.from(byName.ranks!, (rank) => large.alphabetical[rank]!).sort((a, b) => a - b)).toEqual(expected);
      }
    }
  });

  test("checks the candidates of a condition that is not exact", async () => {
    const lists = [Uint32Array.of(0, 2), Uint32Array.of(1, 2)];
    const odd: Condition = { count: 4, isExact: false, listCount: 2, lists: () => lists, passes: (at) => at !== 1 };
    expect((await runTask(listMatches(content, [odd], "id"))).ranks).toEqual(Uint32Array.of(0, 2));
    expect((await runTask(listMatches(content, [odd, noTeacher], "id"))).ranks).toEqual(new Uint32Array(0));
  });
});

describe("listAtOnce()", () => {
  test("is null for a condition that is not exact, or has several lists", () => {
    expect(listAtOnce({ ...noTeacher, isExact: false }, "id")).toBeNull();
    expect(listAtOnce({ ...noTeacher, listCount: 2 }, "id")).toBeNull();
    expect(listAtOnce(noTeacher, "-id")?.count).toBe(0);
  });
});

describe("mergeLists()", () => {
  test("visits each rank once, in ascending order", async () => {
    const lists = Array.from({ length: 9 }, (_, i) =>
      Uint32Array.from({ length: 9000 }, (_, j) => j * (i + 1) + (i % 3)),
    );
    for (const some of [lists, lists.map((list) => list.subarray(0, 100)), lists.slice(1, 2)]) {
      const visited: number[] = [];
      const count = some.reduce((sum, { length }) => sum + length, 0);
      await runTask(mergeLists(some, count, 100_000, (rank) => visited.push(rank)));
      expect(visited).toEqual([...new Set(some.flatMap((list) => [...list]))].sort((a, b) => a - b));
    }
  });
});

describe("createRankList()", () => {
  for (const count of [0, 1, 1024, 1025, 2048, 2049, 200_000]) {
    test(`gives back ${count} ranks in their order`, () => {
      const list = createRankList();
      for (let rank = 0; rank < count; rank++) list.add(rank);
      expect(list.added()).toEqual(Uint32Array.from({ length: count }, (_, rank) => rank));
    });
  }
});
