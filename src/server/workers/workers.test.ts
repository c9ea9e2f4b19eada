import { expect, test } from "bun:test";
import { checkIntervalMs, createLivenessCheck, silentMs, workerOptions } from "./workers.ts";

test.each([
  [1, 100],
  [2, 50],
  [3, 33],
])("each of %i workers shares the port, and gets its share of the cache", (count, cacheBytesMax) => {
  const common = {
    host: "127.0.0.1",
    baseUrl: null,
    limitMax: 1000,
    maxAgeSeconds: 5,
    indexable: false,
    hasMetrics: true,
    accessLog: false,
    logOptions: { format: "json", level: "warn" } as const,
    drainDelaySeconds: 2,
    rateLimit: { requests: 100, periodMs: 1000 },
    trustedProxies: ["10.0.0.0/8"],
  };
  const options = { ...common, port: 0, reusePort: false, cacheBytesMax: 100 };
  expect(workerOptions(options, count, 8000)).toEqual({ ...common, port: 8000, reusePort: true, cacheBytesMax });
});

test("a worker is silent after 30 s without an answer, if its supervisor was punctual", () => {
  let time = 5;
  const liveness = createLivenessCheck<string>(() => time);
  const lookAfter = (ms: number): string[] => {
    time += ms;
    return liveness.findSilent();
  };
  const look = (times: number): string[] =>
    Array.from({ length: times }, () => lookAfter(checkIntervalMs)).at(-1) ?? [];
  const times = silentMs / checkIntervalMs;

  for (const worker of ["frozen", "alive", "dead"]) liveness.seen(worker);
  expect(look(times - 1)).toEqual([]);
  liveness.seen("alive");
  liveness.forget("dead");
  expect(look(1)).toEqual(["frozen"]);
  expect(look(times - 2)).toEqual(["frozen"]);
  expect(look(1)).toEqual(["frozen", "alive"]);

  // A long gap between checks means that the machine was suspended, so no worker could answer.
  expect(lookAfter(10 * silentMs)).toEqual([]);
  expect(look(times - 1)).toEqual([]);
  expect(look(1)).toEqual(["frozen", "alive"]);
});
