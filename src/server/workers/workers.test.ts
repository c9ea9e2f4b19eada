import { expect, test } from "bun:test";
import { checkIntervalMs, createLivenessCheck, silentMs } from "./workers.ts";

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
