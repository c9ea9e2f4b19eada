import { describe, expect, test } from "bun:test";
import { type FaultCode, faultOf, problemNames } from "../contract/problems.ts";
import { faultText, problemText } from "./problem-texts.ts";
import { formatRange, textsIn } from "./texts.ts";

describe("teachers of textsIn()", () => {
  const cases: readonly [count: number, uk: string, en: string][] = [
    [0, "0 викладачів", "0 teachers"],
    [1, "1 викладач", "1 teacher"],
    [2, "2 викладачі", "2 teachers"],
    [4, "4 викладачі", "4 teachers"],
    [5, "5 викладачів", "5 teachers"],
    [11, "11 викладачів", "11 teachers"],
    [12, "12 викладачів", "12 teachers"],
    [21, "21 викладач", "21 teachers"],
    [22, "22 викладачі", "22 teachers"],
    [101, "101 викладач", "101 teachers"],
    [111, "111 викладачів", "111 teachers"],
    [1000, "1 000 викладачів", "1,000 teachers"],
    [1_234_562, "1 234 562 викладачі", "1,234,562 teachers"],
  ];
  test.each(cases)("has the right form for %d", (count, uk, en) => {
    expect(spaced(textsIn("uk").teachers(count))).toBe(uk);
    expect(spaced(textsIn("en").teachers(count))).toBe(en);
  });
});

test("hiddenDegrees of textsIn() speaks of one degree in the singular", () => {
  expect(spaced(textsIn("uk").hiddenDegrees(1))).toBe("Ще 1 посада: знайдіть її через пошук");
  expect(spaced(textsIn("uk").hiddenDegrees(2))).toBe("Ще 2 посади: знайдіть їх через пошук");
});

describe("formatRange()", () => {
  test("formats a range, or a single number", () => {
    expect(spaced(formatRange("uk", 991, 1000))).toBe("991–1 000");
    expect(formatRange("en", 11, 11)).toBe("11");
  });
});

describe("textsIn()", () => {
  test("has no text that is empty or, except for names, the same in both languages", () => {
    const same = ["docs", "byName", "byNameDescending"];
    const english = textsIn("en") as unknown as Record<string, unknown>;
    for (const [name, text] of Object.entries(textsIn("uk"))) {
      expect(text, name).not.toBe("");
      if (typeof text === "string" && !same.includes(name)) expect(english[name], name).not.toBe(text);
    }
  });
});

describe("problemText()", () => {
  test("has a heading and advice for every problem", () => {
    for (const problem of problemNames) {
      for (const lang of ["uk", "en"] as const) {
        for (const text of problemText(lang, problem, "/")) expect(text).not.toBe("");
      }
    }
  });

  test("has its own text for the path of a teacher", () => {
    expect(problemText("en", "notFound", "/teachers/99/")[0]).toBe("Teacher not found");
    expect(problemText("en", "notFound", "/nothing")[0]).toBe("Page not found");
    expect(problemText("en", "notReady", "/teachers/99/")[0]).not.toBe("Teacher not found");
  });
});

describe("faultText()", () => {
  const cases: readonly [parameter: string, code: FaultCode, uk: string, en: string][] = [
    [
      "offest",
      "unknown_parameter",
      "Такого параметра немає. Можливо, ви мали на увазі `offset`.",
      "Unknown parameter. Did you mean `offset`?",
    ],
    [
      "full_name",
      "unknown_parameter",
      "Такого параметра немає.",
      "Unknown parameter that looks like a typo (`ofset`) or belongs to another API (`per_page`).",
    ],
    [
      "limit",
      "not_an_integer",
      "Потрібне ціле число від 0 до 999 999 999.",
      "Enter a whole number from 0 to 999,999,999.",
    ],
    ["id", "not_an_integer", "Потрібні номери через кому.", "Enter ids separated by commas."],
  ];
  test.each(cases)("of %s, %s", (parameter, code, uk, en) => {
    const fault = faultOf(parameter, code, "x", "is bad");
    expect(spaced(faultText("uk", fault))).toBe(uk);
    expect(faultText("en", fault)).toBe(en);
  });
});

/** Replaces non-breaking spaces, for readable tests. */
function spaced(text: string): string {
  return text.replaceAll("\u00a0", " ");
}
