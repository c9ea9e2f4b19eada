import { describe, expect, test } from "bun:test";
import { numberPages, offsetOf } from "./pager.tsx";

describe("numberPages()", () => {
  const cases: readonly [
    name: string,
    limit: number,
    offset: number,
    count: number,
    current: number | null,
    shown: string,
  ][] = [
    ["has one page for no teachers", 10, 0, 0, 1, "1"],
    ["has one page for as many as fit on it", 10, 0, 10, 1, "1"],
    ["counts a last page that is not full", 10, 0, 11, 1, "1 2"],
    ["shows the first page", 10, 0, 1000, 1, "1 2 … 100"],
    ["shows the second page", 10, 10, 1000, 2, "1 2 3 … 100"],
    ["shows a page instead of a gap as wide as it", 10, 30, 1000, 4, "1 2 3 4 5 … 100"],
    ["shows a gap on both sides in the middle", 10, 490, 1000, 50, "1 … 49 50 51 … 100"],
    ["shows the last page", 10, 990, 1000, 100, "1 … 99 100"],
    ["takes a limit that does not divide the count", 30, 990, 1000, 34, "1 … 33 34"],
    ["takes a limit of one", 1, 4, 7, 5, "1 … 4 5 6 7"],
    ["has no current page if the offset is not the start of a page", 10, 15, 40, null, "1 2 3 4"],
    ["has no current page past the end", 10, 40, 40, null, "1 2 3 4"],
    ["has no current page far past the end", 10, 999_999_990, 40, null, "1 2 3 4"],
    ["has no current page past the end of nothing", 10, 10, 0, null, "1"],
  ];
  test.each(cases)("%s", (_, limit, offset, count, current, shown) => {
    const numbers = numberPages(limit, offset, count);
    expect(numbers.current).toBe(current);
    expect(numbers.shown.map((page) => page ?? "…").join(" ")).toBe(shown);
    expect(numbers.shown.at(-1)).toBe(numbers.last);
  });

  test("gives pages that together show every teacher once", () => {
    for (const limit of [1, 3, 7, 10, 1000]) {
      for (const count of [1, 2, 9, 10, 11, 99, 1000]) {
        const { last } = numberPages(limit, 0, count);
        expect(offsetOf(last, limit)).toBeLessThan(count);
        expect(offsetOf(last + 1, limit)).toBeGreaterThanOrEqual(count);
      }
    }
  });
});
