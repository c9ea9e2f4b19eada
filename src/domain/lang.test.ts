import { describe, expect, test } from "bun:test";
import {
  countEn,
  countUk,
  findLanguage,
  formatNumber,
  formatNumberIn,
  inLanguages,
  type Lang,
  listNames,
  withLanguage,
} from "./lang.ts";

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

test.each<[environment: Record<string, string>, lang: Lang]>([
  [{}, "en"],
  [{ LANG: "uk_UA.UTF-8" }, "uk"],
  [{ LANG: "uk" }, "uk"],
  [{ LANG: "UK_UA" }, "uk"],
  [{ LANG: "uk@latin" }, "uk"],
  [{ LANG: "ukr" }, "en"],
  [{ LANG: "de_DE.UTF-8" }, "en"],
  [{ LC_MESSAGES: "en_GB.UTF-8", LANG: "uk_UA.UTF-8" }, "en"],
  [{ LC_MESSAGES: "uk_UA.UTF-8", LANG: "en_US.UTF-8" }, "uk"],
  [{ LC_ALL: "C", LC_MESSAGES: "uk_UA.UTF-8", LANG: "uk_UA.UTF-8" }, "en"],
  [{ LC_ALL: "POSIX", LANG: "uk_UA.UTF-8" }, "en"],
  [{ LC_ALL: "C.UTF-8", LANG: "uk_UA.UTF-8" }, "en"],
  [{ LC_ALL: "", LC_MESSAGES: "", LANG: "uk_UA.UTF-8" }, "uk"],
  [{ LC_CTYPE: "uk_UA.UTF-8" }, "en"],
])("findLanguage() in %j is %s", (environment, lang) => {
  expect(findLanguage(environment)).toBe(lang);
});

test("inLanguages() gives the text in the chosen language", () => {
  const text = inLanguages((count: number) => ({ uk: `${count} українською`, en: `${count} in English` }));
  expect(text(3)).toBe("3 in English");
  expect(withLanguage("uk", () => text(3))).toBe("3 українською");
});

test("listNames() makes a sentence", () => {
  const lists = (): string[] => [
    listNames([]),
    listNames(["a"]),
    listNames(["a", "b", "c"]),
    listNames([1, 2, 3, 4], 2),
  ];
  expect(lists()).toEqual(["", "a", "a, b and c", "1, 2 and 2 more"]);
  expect(withLanguage("uk", () => lists())).toEqual(["", "a", "a, b і c", "1, 2 і ще 2"]);
});

test("formatNumber() formats a number in the chosen language", () => {
  expect(formatNumber(1_234_567)).toBe("1,234,567");
  expect(withLanguage("uk", () => formatNumber(1_234_567))).toBe("1\u00a0234\u00a0567");
});
