import { expect, test } from "bun:test";
import { createWorkerWatch, silentMs, watchIntervalMs } from "./worker-watch.ts";

test("a worker is silent after 30 s without an answer in which its supervisor was punctual", () => {
  let time = 5;
  const watch = createWorkerWatch<string>(() => time);
  const lookAfter = (ms: number): string[] => {
    time += ms;
    return watch.findSilent();
  };
  const look = (times: number): string[] =>
    Array.from({ length: times }, () => lookAfter(watchIntervalMs)).at(-1) ?? [];
  const times = silentMs / watchIntervalMs;

  for (const worker of ["frozen", "alive", "dead"]) watch.hear(worker);
  expect(look(times - 1)).toEqual([]);
  watch.hear("alive");
  watch.forget("dead");
  expect(look(1)).toEqual(["frozen"]);
  expect(look(times - 2)).toEqual(["frozen"]);
  expect(look(1)).toEqual(["frozen", "alive"]);

  // The machine was suspended, and nobody could answer.
  expect(lookAfter(10 * silentMs)).toEqual([]);
  expect(look(times - 1)).toEqual([]);
  expect(look(1)).toEqual(["frozen", "alive"]);
});
