import { describe, expect, test } from "bun:test";
import { contentWith } from "../image/content-testing.ts";
import { findIdsCondition, findNeighbours, findPosition } from "./positions.ts";
import { runTask } from "./task-testing.ts";

/** Alphabetically: 7 Андрій, 9 and 3 Лук’яненко that differ in apostrophes, 2 Яна, 5 Яна. */
const content = contentWith([
  { id: 2, last_name: "Яценко", first_name: "Яна" },
  { id: 3, last_name: "Лук'яненко", first_name: "Олена" },
  { id: 5, last_name: "Яценко", first_name: "Яна" },
  { id: 7, last_name: "Яценко", first_name: "Андрій" },
  { id: 9, last_name: "Лук’яненко", first_name: "Олена", middle_name: "Іванівна" },
]);

describe("findPosition()", () => {
  test.each([
    [2, 0],
    [3, 1],
    [9, 4],
    [1, null],
    [4, null],
    [10, null],
    [Number.MAX_SAFE_INTEGER, null],
  ])("of id %p is %p", (id, position) => {
    expect(findPosition(content, id)).toBe(position);
  });
});

describe("findIdsCondition()", () => {
  test.each<[ids: number[], positions: number[], ranks: number[]]>([
    [[], [], []],
    [[4], [], []],
    [[3], [1], [0]],
    [
      [2, 7],
      [0, 3],
      [2, 3],
    ],
    [
      [1, 2, 3, 5, 7, 9, 10],
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3, 4],
    ],
  ])("of %j lists positions %j and alphabetical ranks %j", async (ids, positions, ranks) => {
    const byId = await runTask(findIdsCondition(content, ids, false));
    expect([...byId.lists(false)]).toEqual([Uint32Array.from(positions)]);
    expect([...(await runTask(findIdsCondition(content, ids, true))).lists(true)]).toEqual([Uint32Array.from(ranks)]);
    expect([byId.count, byId.isExact, byId.listCount]).toEqual([positions.length, true, 1]);
    expect([0, 1, 2, 3, 4].filter(byId.passes)).toEqual(positions);
  });
});

/** Alphabetically: positions 2, 3, 1, 0, 4, the last two with equal names. */
const neighbours = contentWith([
  { id: 1, last_name: "Яценко", first_name: "Яна" },
  { id: 2, last_name: "Яценко", first_name: "Олена" },
  { id: 3, last_name: "Бойко", first_name: "Олена" },
  { id: 4, last_name: "Бойко", first_name: "Яна" },
  { id: 9, last_name: "Яценко", first_name: "Яна" },
]);

describe("findNeighbours()", () => {
  test.each<[position: number, rank: number, previous: number | null, next: number | null]>([
    [2, 0, null, 3],
    [3, 1, 2, 1],
    [1, 2, 3, 0],
    [0, 3, 1, 4],
    [4, 4, 0, null],
  ])("of position %d", (position, rank, previous, next) => {
    expect(findNeighbours(neighbours, position)).toEqual({ rank, previous, next });
  });
});
