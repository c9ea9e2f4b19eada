import { describe, expect, test } from "bun:test";
import { countEn, countUk, formatNumberIn } from "./lang.ts";

describe("countEn() and countUk() agree with the number", () => {
  test.each([
    [0, "0 versions", "0 версій"],
    [1, "1 version", "1 версія"],
    [2, "2 versions", "2 версії"],
    [5, "5 versions", "5 версій"],
    [11, "11 versions", "11 версій"],
    [12, "12 versions", "12 версій"],
    [21, "21 versions", "21 версія"],
    [104, "104 versions", "104 версії"],
    [111, "111 versions", "111 версій"],
  ])("%i", (count, en, uk) => {
    expect([countEn(count, "version", "versions"), countUk(count, "версія", "версії", "версій")]).toEqual([en, uk]);
  });
});

test("formatNumberIn() separates thousands", () => {
  expect(formatNumberIn("uk", 1_234_567)).toBe("1\u00a0234\u00a0567");
  expect(formatNumberIn("en", 1_234_567)).toBe("1,234,567");
});
