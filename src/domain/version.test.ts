import { expect, test } from "bun:test";
import { isLater, nextTime } from "./version.ts";

const now = Date.parse("2026-11-26T01:00:00.000Z");

test.each([
  [null, "2026-11-26T01:00:00.000Z"],
  ["2026-11-26T00:59:59.999Z", "2026-11-26T01:00:00.000Z"],
  ["2026-11-26T01:00:00.000Z", "2026-11-26T01:00:00.001Z"],
  ["2027-12-31T23:59:59.999Z", "2028-01-01T00:00:00.000Z"],
])("the time of a publication after %s is later, also if the clock was set back", (latest, expected) => {
  expect(nextTime(latest, now)).toBe(expected);
});

test.each([
  ["2026-11-26T01:00:00.001Z", "2026-11-26T01:00:00.000Z", true],
  ["2026-11-26T01:00:00.000Z", "2026-11-26T01:00:00.000Z", false],
  ["2026-11-26T01:00:00Z", "2026-11-26T01:00:00.500Z", false],
  ["no time", "2026-11-26T01:00:00.000Z", false],
])("%s is later than %s: %p", (one, other, expected) => {
  expect(isLater({ publishedAt: one }, { publishedAt: other })).toBe(expected);
});
