import { expect, test } from "bun:test";
import { delayAfter } from "./back-off.ts";

test.each([
  [1, 50],
  [2, 200],
  [3, 1000],
  [4, 1000],
  [1_000_000, 1000],
])("the delay after %i failures is %i ms", (failures, delayMs) => {
  expect(delayAfter(failures, [50, 200, 1000])).toBe(delayMs);
});
