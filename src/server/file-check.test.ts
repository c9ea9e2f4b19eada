import { expect, test } from "bun:test";
import { createDamageCheck } from "./file-check.ts";
import type { Log } from "./log/log.ts";
import type { runInThread } from "./thread.ts";

/** Watches files until there are this many results. Returns the checked URLs and the events. */
async function watchAll(urls: readonly string[], results: readonly (string | null | Error)[], everyMs?: number) {
  const checked: string[] = [];
  const events: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const note = (...event: unknown[]): void => {
    events.push(event);
    if (checked.length === results.length && event[0] !== "database.damaged") resolve();
  };
  const log: Log = (event, fields) => note(event, fields);
  const run: typeof runInThread = async (request, onMessage) => {
    const result = results[checked.push((request as { check: string }).check) - 1]!;
    if (result instanceof Error) throw result;
    onMessage({ damage: result });
  };
  const watch = createDamageCheck(log, (isDamaged) => note(isDamaged), run, everyMs);
  for (const url of urls) watch(url);
  await promise;
  watch("postgres://db1/teachers");
  return { checked, events };
}

test("a file is checked when it is opened, and again after a time", async () => {
  const { checked, events } = await watchAll(["sqlite:a.db"], [null, "page 3 is damaged", null], 5);
  expect(checked.slice(0, 3)).toEqual(["sqlite:a.db", "sqlite:a.db", "sqlite:a.db"]);
  expect(events.slice(0, 4)).toEqual([[false], ["database.damaged", { error: "page 3 is damaged" }], [true], [false]]);
});

test("a file that is opened during a check is checked next", async () => {
  const { checked } = await watchAll(["sqlite:a.db", "sqlite:b.db"], [null, null]);
  expect(checked).toEqual(["sqlite:a.db", "sqlite:b.db"]);
});

test("a check that fails is said", async () => {
  const { events } = await watchAll(["sqlite:a.db"], [new Error("The thread has ended")]);
  expect(events).toEqual([["database.not_checked", { error: "The thread has ended" }]]);
});
