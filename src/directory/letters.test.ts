import { describe, expect, test } from "bun:test";
import { compareNames, type Ordering } from "../domain/names/ordering.ts";
import { directoryWith } from "./content-testing.ts";

function directoryOf(lastNames: readonly string[]) {
  return directoryWith(
    lastNames.map((last_name, i) => ({ id: i + 1, last_name, degree: i % 2 === 0 ? "доцент" : "" })),
  );
}

const all = { filters: {}, ids: null };
const lecturers = { filters: { degree: "доцент" }, ids: null };

describe("findLetters()", () => {
  const cases: readonly [name: string, lastNames: readonly string[], ordering: Ordering, letters: string][] = [
    ["none without teachers", [], "last_name", ""],
    ["names without letters", ["", "😀", "7"], "last_name", "…0×3"],
    [
      "neighbouring letters with the same base letter",
      ["Гук", "Ґудзь", "Іва", "Їжак", "Йов", "Ива"],
      "last_name",
      "Г0×1 Ґ1×1 И2×1 І3×1 Ї4×1 Й5×1",
    ],
    ["case and apostrophes", ["їжак", "'Їзник", "\u02bcїна", "Яна"], "last_name", "Ї0×3 Я3×1"],
    ["a single letter, in both cases", ["Ш", "ш", "Я"], "last_name", "Ш0×2 Я2×1"],
    ["Latin after Cyrillic, with accents", ["Smith", "Ábel", "Яна"], "last_name", "Я0×1 A1×1 S2×1"],
    ["backwards", ["Аб", "Ба", "Бв", "Яна"], "-last_name", "Я0×1 Б1×2 А3×1"],
    ["another script", ["Яна", "Ωμέγα"], "last_name", "Я0×1 …1×1"],
    ["most names under no letter", ["", "Аб", "Ωμέγα", "אברהם"], "last_name", "А1×1 …2×3"],
    ["names before the first letter", ["", "2", "Аб", "Ба"], "last_name", "А2×1 Б3×1 …0×2"],
    ["names after the last letter", ["Zorn", "אברהם"], "last_name", "Z0×1 …1×1"],
    ["names before and after the letters, backwards", ["", "Zorn", "אברהם"], "-last_name", "Z1×1 …0×2"],
    ["a letter of its own within a range", ["Ærø", "Яна"], "last_name", "Я0×1 …1×1"],
  ];
  test.each(cases)("%s", (_, lastNames, ordering, letters) => {
    const directory = directoryOf(lastNames);
    const found = directory.findLetters(directory.find(all, ordering));
    expect(found.map(({ letter, offset, count }) => `${letter}${offset}×${count}`).join(" ")).toBe(letters);
    expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(lastNames.length);
  });

  test("under a filter", () => {
    const directory = directoryOf(["Аб", "Ба", "Бв", "Вг", "Бд", "Де", "Еж"]);
    expect(directory.findLetters(directory.find(lecturers, "last_name"))).toEqual([
      { letter: "А", offset: 0, count: 1 },
      { letter: "Б", offset: 1, count: 2 },
      { letter: "Е", offset: 3, count: 1 },
    ]);
  });

  test("agrees with a linear scan of generated names", () => {
    const names = Array.from({ length: 500 }, (_, i) => `${"АБВГҐДЕЄЖЗИІЇЙ"[(i * 7919) % 14]}${"абв"[i % 3]}${i}`);
    const sorted = [...names].sort(compareNames);
    const directory = directoryOf(names);
    for (const { letter, offset, count } of directory.findLetters(directory.find(all, "last_name"))) {
      expect(offset).toBe(sorted.findIndex((name) => name.startsWith(letter)));
      expect(count).toBe(sorted.filter((name) => name.startsWith(letter)).length);
    }
  });
});

describe("countLastName()", () => {
  const names = ["Бас", ...Array<string>(7).fill("Коваль"), "Ковальчук", "О'Ніл", "ОʼНіл", "О’Ніл"];
  const directory = directoryOf(names);

  const cases: readonly [lastName: string, count: number, lecturers: number][] = [
    ["Коваль", 7, 3],
    ["Бас", 1, 1],
    ["Ніхто", 0, 0],
    ["О’Ніл", 3, 1],
    ["О'Ніл", 3, 1],
  ];
  test.each(cases)("of %s counts every apostrophe, in both directions", (lastName, count, lecturerCount) => {
    for (const ordering of ["last_name", "-last_name"] as const) {
      expect(directory.countLastName(directory.find(all, ordering), lastName)).toBe(count);
      expect(directory.countLastName(directory.find(lecturers, ordering), lastName)).toBe(lecturerCount);
    }
  });
});
