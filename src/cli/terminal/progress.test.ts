import { expect, test } from "bun:test";
import { renderDuration } from "./progress.ts";

test.each([
  [0, "0s"],
  [59, "59s"],
  [61, "1m 1s"],
])("a duration of %i seconds", (seconds, text) => {
  expect(renderDuration(seconds)).toBe(text);
});
