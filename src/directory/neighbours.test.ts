import { describe, expect, test } from "bun:test";
import { contentWith } from "../image/content-testing.ts";
import { findNeighbours } from "./neighbours.ts";

/** Alphabetically: positions 2, 3, 1, 0, 4, the last two with equal names. */
const content = contentWith([
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
    expect(findNeighbours(content, position)).toEqual({ rank, previous, next });
  });
});
