import { expect, test } from "bun:test";
import { createDamageCheck } from "./file-check.ts";
import type { Log } from "./log/log.ts";

/** Watches files until there are this many results. Returns the checked URLs and the events. */
async function watch(urls: readonly string[], results: readonly (string | null | Error)[], everyMs?: number) {
  const checked: string[] = [];
  const events: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const note = (...event: unknown[]): void => {
    events.push(event);
    if (checked.length === results.length && event[0] !== "database.damaged") resolve();
  };
  const log: Log = (event, fields) => note(event, fields);
  const check = async (url: string): Promise<string | null> => {
    const result = results[checked.push(url) - 1]!;
    if (result instanceof Error) throw result;
    return result;
  };
  const fileCheck = createDamageCheck(log, (isDamaged) => note(isDamaged), check, everyMs);
  for (const url of urls) fileCheck.watch(url);
  await promise;
  fileCheck.watch("postgres://db1/teachers");
  return { checked, events };
}

test("a file is checked when it is opened, and again after a time", async () => {
  const { checked, events } = await watch(["sqlite:a.db"], [null, "page 3 is damaged", null], 5);
  expect(checked.slice(0, 3)).toEqual(["sqlite:a.db", "sqlite:a.db", "sqlite:a.db"]);
  expect(events.slice(0, 4)).toEqual([[false], ["database.damaged", { error: "page 3 is damaged" }], [true], [false]]);
});

test("a file that is opened during a check is checked next, and only the last one", async () => {
  const { checked } = await watch(["sqlite:a.db", "sqlite:b.db", "sqlite:c.db"], [null, null]);
  expect(checked).toEqual(["sqlite:a.db", "sqlite:c.db"]);
});

test("a check that fails is said", async () => {
  const { events } = await watch(["sqlite:a.db"], [new Error("The thread has ended")]);
  expect(events).toEqual([["database.not_checked", { error: "The thread has ended" }]]);
});
