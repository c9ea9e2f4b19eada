import { describe, expect, test } from "bun:test";
import { unitePlaces } from "./places.ts";
import { type Pausing, runInSlices } from "./slices.ts";

function* spinFor(ms: number): Pausing<string> {
  const end = performance.now() + ms;
  while (performance.now() < end) yield;
  return "done";
}

describe("runInSlices()", () => {
  test("gives the result of short work at once", () => {
    expect(runInSlices(spinFor(0))).toBe("done");
  });

  test("lets others have their turn during long work", async () => {
    let turns = 0;
    const result = runInSlices(spinFor(60));
    const others = setInterval(() => turns++, 0);
    expect(await result).toBe("done");
    clearInterval(others);
    expect(turns).toBeGreaterThan(2);
  });

  test("passes on an error of a later slice", async () => {
    function* fail(): Pausing<never> {
      yield* spinFor(10);
      throw new Error("late");
    }
    await expect(Promise.resolve(runInSlices(fail()))).rejects.toThrow("late");
  });
});

describe("unitePlaces()", () => {
  test("gives the same by sorting and by marking", async () => {
    const lists = Array.from({ length: 9 }, (_, i) =>
      Uint32Array.from({ length: 9000 }, (_, j) => j * (i + 1) + (i % 3)),
    );
    const expected = [...new Set(lists.flatMap((list) => [...list]))].sort((a, b) => a - b);
    expect([...(await runInSlices(unitePlaces(lists, 81_000, 100_000)))]).toEqual(expected);
    const few = lists.map((list) => list.subarray(0, 1000));
    const expectedFew = [...new Set(few.flatMap((list) => [...list]))].sort((a, b) => a - b);
    expect([...(await runInSlices(unitePlaces(few, 9000, 100_000)))]).toEqual(expectedFew);
  });
});
