import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { compareNames, rankNames } from "./ordering.ts";

describe("compareNames()", () => {
  const ordered: [criterion: string, names: string[]][] = [
    ["follows the Ukrainian alphabet", [..."абвгґдеєжзиіїйклмнопрстуфхцчшщьюя"]],
    ["sorts Ґ between Г and Д", ["Гудзь", "Ґудзь", "Дуб"]],
    ["sorts a prefix first", ["", "Коваль", "Ковальчук"]],
    ["heeds no apostrophe", ["Вяз", "В'язовський", "В’язовченко", "Вʼяла", "Вяхір"]],
    ["sorts the second half of a surname after a space or hyphen", ["Нечуй", "Нечуй-Левицький", "Нечуйко"]],
  ];
  for (const [criterion, names] of ordered) {
    test(criterion, () => expect(names.toReversed().sort(compareNames)).toEqual(names));
  }

  const equal: [a: string, b: string][] = [
    ["В'ячеслав", "Вʼячеслав"],
    ["В’ячеслав", "Вячеслав"],
    ["Їжакевич", "Їжакевич".normalize("NFD")],
  ];
  for (const [a, b] of equal) test(`calls ${a} and ${b} equal`, () => expect(compareNames(a, b)).toBe(0));
});

describe("rankNames()", () => {
  test("is dense, by position, and ranks the empty string first", () => {
    const names = ["Ґудзь", "", "Гудзь", "В'язовський", "Вʼязовський", "Ґудзь"];
    expect([...rankNames(names)]).toEqual([3, 0, 2, 1, 1, 3]);
  });

  test("takes an empty list", () => expect(rankNames([])).toHaveLength(0));

  test("agrees with sorting by compareNames", () => {
    const name = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom(..."Ггґєіиї'ʼ ") }));
    fc.assert(
      fc.property(fc.array(name), (names) => {
        const ranks = rankNames(names);
        const sorted = [...names.keys()].sort((a, b) => compareNames(names[a]!, names[b]!));
        let rank = 0;
        sorted.forEach((position, i) => {
          if (i > 0 && compareNames(names[sorted[i - 1]!]!, names[position]!) !== 0) rank++;
          expect(ranks[position]).toBe(rank);
        });
      }),
    );
  });
});
