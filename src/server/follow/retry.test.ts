import { expect, test } from "bun:test";
import { createBuildRetry, delayAfter } from "./retry.ts";

test("a build is retried with growing delays of up to a minute, and another publication at once", () => {
  let time = 5;
  const retry = createBuildRetry(() => time);
  const waits = Array.from({ length: 10 }, () => retry.fail("one", new Error("no")));
  expect(waits).toEqual([300, 600, 1200, 2400, 4800, 9600, 19_200, 38_400, 60_000, 60_000]);
  expect([retry.waitMs("one"), retry.waitMs("other")]).toEqual([60_000, 0]);
  time += 59_000;
  expect(retry.waitMs("one")).toBe(1000);
  retry.makeDue();
  expect(retry.waitMs("one")).toBe(0);
  expect(retry.fail("one", new Error("no"))).toBe(60_000);
  expect(retry.fail("other", new Error("no"))).toBe(300);
  expect(retry.reason()).toBe("No.");
  retry.clear();
  expect([retry.waitMs("other"), retry.reason()]).toEqual([0, null]);
});

test.each([
  ["The builder ended with SIGKILL", "The builder ended with SIGKILL."],
  ["Version 2 is not what was published", "Version 2 is not what was published."],
  ["ENOSPC: no space left on device, write", "No space left on device."],
  ["EACCES: permission denied, open '/srv/a b.image'", "Permission denied."],
  ["postgres://u:***@db:5432/t: Failed to connect", "The database: Failed to connect."],
  ["sqlite:/srv/t.db can't be opened: unable to open it", "The database can't be opened: unable to open it."],
  ["/srv/t.image is truncated", "A file is truncated."],
  ["TypeError: x\n    at f (/srv/x.ts:1:2)", "TypeError: x."],
])("the reason of %s", (message, reason) => {
  const retry = createBuildRetry();
  retry.fail("one", new Error(message));
  expect(retry.reason()).toBe(reason);
});

test.each([
  [1, 50],
  [2, 200],
  [3, 1000],
  [4, 1000],
  [1_000_000, 1000],
])("the delay after %i failures is %i ms", (failures, delayMs) => {
  expect(delayAfter(failures, [50, 200, 1000])).toBe(delayMs);
});
