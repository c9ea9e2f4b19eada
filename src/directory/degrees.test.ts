import { describe, expect, test } from "bun:test";
import { contentWith } from "../image/content-testing.ts";
import { countDegrees } from "./degrees.ts";
import { listAll } from "./listing.ts";
import { runTask } from "./task-testing.ts";

function contentWithDegrees(degrees: readonly string[]) {
  const teachers = degrees.map((degree, i) => ({ id: i + 1, degree }));
  return contentWith(teachers);
}

describe("countDegrees()", () => {
  const many = Array.from({ length: 17 }, (_, i) => String.fromCharCode(97 + i));
  test.each<[degrees: string[], ranks: number[] | null, frequent: [string, number][], others: number]>([
    [[], null, [], 0],
    [
      ["b", "a", "b", ""],
      null,
      [
        ["b", 2],
        ["", 1],
        ["a", 1],
      ],
      0,
    ],
    [
      ["b", "a", "b", ""],
      [1, 3],
      [
        ["", 1],
        ["a", 1],
      ],
      0,
    ],
    [["b", "a"], [], [], 0],
    [many, null, many.slice(0, 15).map((degree) => [degree, 1]), 2],
    [["", ...many], null, ["", ...many.slice(0, 14)].map((degree) => [degree, 1]), 3],
    [[...many, "q"], null, [["q", 2], ...many.slice(0, 14).map((degree): [string, number] => [degree, 1])], 2],
  ])("of %j among %j", async (degrees, ranks, frequent, others) => {
    const content = contentWithDegrees(degrees);
    const some = ranks === null ? {} : { ranks: Uint32Array.from(ranks), count: ranks.length };
    const counts = await runTask(countDegrees(content, { ...listAll(content, "id"), ...some }));
    expect(counts.frequent.map(({ degree, count }) => [degree, count])).toEqual(frequent);
    expect(counts.others).toBe(others);
  });
});
