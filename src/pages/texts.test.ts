import { describe, expect, test } from "bun:test";
import { faultCodes, problems } from "../contract/problems.ts";
import { docsWordsIn } from "./docs-texts.ts";
import { faultWordsUk, problemWords } from "./problem-texts.ts";
import { formatNumber, wordsIn } from "./texts.ts";

describe("teachers of wordsIn()", () => {
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
    expect(spaced(wordsIn("uk").teachers(count))).toBe(uk);
    expect(spaced(wordsIn("en").teachers(count))).toBe(en);
  });
});

describe("range of wordsIn()", () => {
  test("says N of M", () => {
    expect(spaced(wordsIn("uk").range(1, 10, 1000))).toBe("1–10 з 1 000");
    expect(spaced(wordsIn("en").range(1, 10, 1000))).toBe("1–10 of 1,000");
  });

  test("says one number for one teacher", () => {
    expect(spaced(wordsIn("en").range(11, 11, 11))).toBe("11 of 11");
  });
});

describe("wordsIn()", () => {
  test("has no text that is empty or the same in both languages, but for names", () => {
    const same = ["docs"];
    for (const [uk, en] of [
      [wordsIn("uk"), wordsIn("en")],
      [docsWordsIn("uk"), docsWordsIn("en")],
    ] as const) {
      for (const [name, text] of Object.entries(uk)) {
        const other = (en as unknown as Record<string, unknown>)[name];
        expect(text, name).not.toBe("");
        if (typeof text === "string" && !same.includes(name)) expect(other, name).not.toBe(text);
      }
    }
  });
});

describe("problemWords()", () => {
  test("has a heading and advice for every problem", () => {
    for (const problem of Object.keys(problems) as (keyof typeof problems)[]) {
      for (const lang of ["uk", "en"] as const) {
        for (const text of problemWords(lang, problem, "/")) expect(text).not.toBe("");
      }
    }
    expect(Object.keys(faultWordsUk)).toEqual(Object.keys(faultCodes));
  });

  test("speaks of a teacher where the path is that of one", () => {
    expect(problemWords("en", "notFound", "/teachers/99/")[0]).toBe("There is no such teacher");
    expect(problemWords("en", "notFound", "/nothing")[0]).toBe("There is nothing here");
    expect(problemWords("en", "notReady", "/teachers/99/")[0]).not.toBe("There is no such teacher");
  });
});

describe("formatNumber()", () => {
  test("keeps the thousands together with a space that does not break", () => {
    expect(formatNumber("uk", 1000)).toBe("1\u00a0000");
  });
});

/** With plain spaces, to be read in a test. */
function spaced(text: string): string {
  return text.replaceAll("\u00a0", " ");
}
