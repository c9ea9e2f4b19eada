import { describe, expect, test } from "bun:test";
import { findLatinTwin, findOddities, isPlainText } from "./text-oddities.ts";

describe("findOddities()", () => {
  const names: [text: string, kinds: string, repaired: string][] = [
    ["Шeвченкo", "mixedScripts", "Шевченко"],
    ["Iваненко", "mixedScripts", "Іваненко"],
    ["Shevchеnko", "mixedScripts", "Shevchenko"],
    ["Шевчеnко", "mixedScripts", "Шевчеnко"],
    ["В`ячеслав", "oddApostrophe", "В\u2019ячеслав"],
    ["Лук*яненко", "oddApostrophe", "Лук\u2019яненко"],
    ['Лук"яненко', "oddApostrophe", "Лук\u2019яненко"],
    ["ШЕВЧЕНКО", "capitals", "Шевченко"],
    ["НЕЧУЙ-ЛЕВИЦЬКИЙ", "capitals", "Нечуй-Левицький"],
    ["ЛУК'ЯНЕНКО", "capitals", "Лук'яненко"],
    ["ЛУК`ЯНЕНКО", "oddApostrophe,capitals", "Лук\u2019яненко"],
    ["ШEВЧЕНКО", "mixedScripts,capitals", "Шевченко"],
    ["Шевченко.", "strayFullStop", "Шевченко"],
    [".Шевченко", "strayFullStop", "Шевченко"],
    ["Т..", "strayFullStop", "Т."],
  ];
  test.each(names)("the name %j: %s", (text, kinds, repaired) => {
    const found = findOddities(text, true)!;
    expect(found.oddities.map(({ code }) => code).join()).toBe(kinds);
    expect(found.repaired).toBe(repaired);
    expect(found.remaining.length).toBe(repaired === text ? 1 : 0);
    expect(findOddities(repaired, true)?.remaining.length ?? 0).toBe(repaired === text ? 1 : 0);
  });

  const even = ["Шевченко", "О.", "Т.Г.", "Ол.", "Лук\u02bcяненко", "О'Ніл", "Shevchenko", "ОШ", "І-II", "", "😀"];
  test.each(even)("the name %j is as it should be", (text) => expect(findOddities(text, true)).toBeNull());

  const degrees: [text: string, repaired: string | null][] = [
    ["ДОЦЕНТ", "доцент"],
    ["доцeнт", "доцент"],
    ["ст. викл.", null],
    ["доцент.", null],
    ["PhD, доцент", null],
    ["зав. каф. КПІ", null],
    ["НТУУ", null],
    ["доц..", "доц."],
  ];
  test.each(degrees)("the degree %j becomes %j", (text, repaired) => {
    expect(findOddities(text, false)?.repaired ?? null).toBe(repaired);
  });
});

describe("isPlainText()", () => {
  test("has nothing odd", () => {
    for (const text of ["Шевченко", "старший викладач", "Нечуй-Левицький", "Лук\u2019яненко"]) {
      expect(isPlainText(text)).toBe(true);
      for (const isName of [true, false]) expect(findOddities(text, isName)).toBeNull();
    }
    for (const text of ["ШЕВЧЕНКО", "Шeвченко", "Т.", "Лук`яненко", "7"]) expect(isPlainText(text)).toBe(false);
  });
});

describe("findLatinTwin()", () => {
  const cases: [text: string, twin: string | null][] = [
    ["O.", "О."],
    ["OXPIM", "ОХРІМ"],
    ["Olena", null],
    ["О.", null],
    ["", null],
  ];
  test.each(cases)("%j: %j", (text, twin) => expect(findLatinTwin(text)).toBe(twin));
});
