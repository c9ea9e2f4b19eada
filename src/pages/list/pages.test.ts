import { expect, test } from "bun:test";
import fc from "fast-check";
import { paginate } from "./pages.ts";

/** `1@0 2@25 … 41@1000`, the current page in brackets. */
function describeNumbers({ numbers, current }: ReturnType<typeof paginate>): string {
  return numbers
    .map((page) => {
      if (page === null) return "…";
      const text = `${page.number}@${page.offset}`;
      return page.number === current ? `[${text}]` : text;
    })
    .join(" ");
}

const cases: readonly [
  name: string,
  parameters: [number, number, number],
  numbers: string,
  steps: (number | null)[],
][] = [
  ["the first page", [1006, 25, 0], "[1@0] 2@25 … 41@1000", [null, null, 25, 1000]],
  ["a page in the middle", [1006, 25, 500], "1@0 … 20@475 [21@500] 22@525 … 41@1000", [0, 475, 525, 1000]],
  ["the last page", [1000, 25, 975], "1@0 … 39@950 [40@975]", [0, 950, null, null]],
  ["where a letter begins", [100, 25, 37], "1@0 2@12 [3@37] 4@62 5@87", [0, 12, 62, 87]],
  ["near the first letter", [100, 25, 3], "1@0 [2@3] 3@28 4@53 5@78", [0, 0, 28, 78]],
  ["no gap of a single page", [100, 10, 30], "1@0 2@10 3@20 [4@30] 5@40 … 10@90", [0, 20, 40, 90]],
  ["one page", [7, 25, 0], "[1@0]", [null, null, null, null]],
  ["past the end", [1006, 25, 5000], "1@0 … 41@1000", [0, 1000, null, 1000]],
  ["nobody", [0, 25, 0], "", [null, null, null, null]],
];
test.each(cases)("%s", (_, parameters, numbers, steps) => {
  const pages = paginate(...parameters);
  expect(describeNumbers(pages)).toBe(numbers);
  expect([pages.first, pages.previous, pages.next, pages.last]).toEqual(steps);
});

const anyPage = fc
  .record({ count: fc.integer({ min: 1, max: 5000 }), limit: fc.integer({ min: 1, max: 100 }), part: fc.nat(4999) })
  .map(({ count, limit, part }) => [count, limit, part % count] as const);

test("from anywhere, the next pages show everybody after it once, and the previous ones leave out nobody", () => {
  fc.assert(
    fc.property(anyPage, ([count, limit, start]) => {
      let offset: number | null = start;
      for (let next: number | null = start; next !== null; next = paginate(count, limit, next).next) {
        expect(next).toBe(offset!);
        offset = next + limit;
      }
      expect(offset).toBeGreaterThanOrEqual(count);
      for (
        let at = start, before = paginate(count, limit, at).previous;
        ;
        before = paginate(count, limit, at).previous
      ) {
        if (before === null) {
          expect(at).toBe(0);
          break;
        }
        expect(at - before).toBeLessThanOrEqual(limit);
        expect(before).toBeLessThanOrEqual(at);
        if (before === at) throw new Error("the walk back stands still");
        at = before;
      }
    }),
  );
});

test("every number leads to the page that has it", () => {
  fc.assert(
    fc.property(anyPage, ([count, limit, offset]) => {
      for (const page of paginate(count, limit, offset).numbers) {
        if (page === null) continue;
        expect(page.offset % limit === offset % limit || page.offset === 0).toBe(true);
        expect(page.offset).toBeLessThan(count);
      }
    }),
  );
});
