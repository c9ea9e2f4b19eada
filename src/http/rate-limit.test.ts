import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createRateLimiter } from "./rate-limit.ts";

describe("createRateLimiter()", () => {
  test.each<[what: string, rate: [requests: number, periodMs: number], times: number[], waits: number[]]>([
    ["a full period at once", [3, 1000], [0, 0, 0, 0], [0, 0, 0, 1000 / 3]],
    ["one after each interval", [2, 1000], [0, 0, 500, 500, 1000], [0, 0, 0, 500, 0]],
    ["all again after a pause", [2, 1000], [0, 0, 5000, 5000, 5000], [0, 0, 0, 0, 500]],
    ["one by one", [1, 1000], [10, 10, 1009, 1010], [0, 1000, 1, 0]],
    ["refusals that do not count", [1, 1000], [0, 900, 950, 999, 1000], [0, 100, 50, 1, 0]],
    ["a minute", [2, 60_000], [0, 0, 0], [0, 0, 30_000]],
  ])("allows %s", (_, [requests, periodMs], times, waits) => {
    const { count: limit } = createRateLimiter({ requests, periodMs });
    const found = times.map((time) => limit("a", time));
    for (const [i, wait] of waits.entries()) expect(found[i]!).toBeCloseTo(wait, 3);
  });

  test("counts charged requests, even if they exceed the rate", () => {
    const { count, charge } = createRateLimiter({ requests: 2, periodMs: 1000 });
    expect(count("a", 0)).toBe(0);
    charge("a", 3, 0);
    expect([count("a", 0), count("a", 1499), count("a", 1500), count("b", 0)]).toEqual([1500, 1, 0, 0]);
  });

  test("counts each client separately", () => {
    const { count: limit } = createRateLimiter({ requests: 1, periodMs: 1000 });
    expect([limit("a", 0), limit("b", 0), limit("a", 0), limit("b", 0)]).toEqual([0, 0, 1000, 1000]);
  });

  test("forgets the least recent client if there are too many", () => {
    const { count: limit } = createRateLimiter({ requests: 1, periodMs: 1000 }, 2);
    expect(["a", "b", "a", "c", "a", "b"].map((client) => limit(client, 0))).toEqual([0, 0, 1000, 0, 1000, 0]);
  });

  test("accepts at most the rate plus one period, and every client that waits as asked", () => {
    const pauses = fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { maxLength: 200 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), pauses, (requests, found) => {
        const { count: limit } = createRateLimiter({ requests, periodMs: 1000 });
        let now = 5;
        let allowed = 0;
        for (const pause of found) {
          now += pause;
          const wait = limit("a", now);
          if (wait === 0) allowed++;
        }
        expect(allowed).toBeLessThanOrEqual(requests + ((now - 5) / 1000) * requests + 1e-6);
        const wait = limit("a", now);
        if (wait > 0) expect(limit("a", now + wait)).toBe(0);
      }),
    );
  });
});
