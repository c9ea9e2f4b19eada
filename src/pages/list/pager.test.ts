import { describe, expect, test } from "bun:test";
import { numberPages } from "./pager.tsx";

describe("numberPages()", () => {
  const cases: readonly [name: string, limit: number, offset: number, count: number, current: number, shown: string][] =
    [
      ["has one page for no teachers", 10, 0, 0, 1, "1"],
      ["has one page for as many as fit on it", 10, 0, 10, 1, "1"],
      ["counts a last page that is not full", 10, 0, 11, 1, "1 2"],
      ["shows the first page", 10, 0, 1000, 1, "1 2 … 50 … 100"],
      ["shows the second page", 10, 10, 1000, 2, "1 2 3 … 50 … 100"],
      ["shows a page instead of a gap of one page", 10, 30, 1000, 4, "1 2 3 4 5 … 50 … 100"],
      ["shows a gap on both sides in the middle", 10, 490, 1000, 50, "1 … 49 50 51 … 100"],
      ["shows the last page", 10, 990, 1000, 100, "1 … 50 … 99 100"],
      ["takes a limit that does not divide the count", 30, 990, 1000, 34, "1 … 17 … 33 34"],
      ["takes a limit of one", 1, 4, 7, 5, "1 … 4 5 6 7"],
      ["counts the pages before and after one that starts between page boundaries", 10, 15, 40, 3, "1 2 3 4 5"],
    ];
  test.each(cases)("%s", (_, limit, offset, count, current, shown) => {
    const numbers = numberPages(limit, offset, { start: 0, end: count });
    expect(numbers.current).toBe(current);
    expect(numbers.shown.map((page) => page ?? "…").join(" ")).toBe(shown);
    expect(numbers.shown.at(-1)).toBe(numbers.last);
  });

  test("gives pages that together show every teacher once", () => {
    for (const limit of [1, 3, 7, 10, 1000]) {
      for (const count of [1, 2, 9, 10, 11, 99, 1000]) {
        const { last, offsetOf } = numberPages(limit, 0, { start: 0, end: count });
        expect(offsetOf(last)).toBeLessThan(count);
        expect(offsetOf(last + 1)).toBeGreaterThanOrEqual(count);
      }
    }
  });

  test("counts from the start of a letter, and never leads before it", () => {
    const { current, last, offsetOf } = numberPages(25, 930, { start: 900, end: 1000 });
    expect([current, last]).toEqual([3, 5]);
    expect([1, 2, 3, 4, 5].map(offsetOf)).toEqual([900, 905, 930, 955, 980]);
  });
});
