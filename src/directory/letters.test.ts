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

describe("findBeginnings()", () => {
  const cases: readonly [name: string, lastNames: readonly string[], ordering: Ordering, beginnings: string][] = [
    ["the first two letters", ["Кас", "Кіт", "Коваль", "Кравець", "Лис"], "last_name", "Ка0 Кі1 Ко2 Кр3"],
    ["in any case and with any apostrophes", ["КОВАЛЬ", "К'ось", "кот"], "last_name", "Ко0"],
    ["backwards", ["Аб", "Кас", "Кіт", "Кість", "Лис"], "-last_name", "Кі1 Ка3"],
    ["not a letter alone, or before a hyphen", ["К", "К-ий", "Ко"], "last_name", "Ко2"],
  ];
  test.each(cases)("finds %s", (_, lastNames, ordering, beginnings) => {
    const directory = directoryOf(lastNames);
    const listing = directory.find(all, ordering);
    const letter = directory.findLetters(listing).find((found) => found.letter === "К")!;
    const found = directory.findBeginnings(listing, letter);
    expect(found.map((beginning) => beginning.letter + beginning.offset).join(" ")).toBe(beginnings);
  });

  test("agrees with a linear scan under a filter", () => {
    const names = Array.from({ length: 500 }, (_, i) => `К${"абвгґдеє"[(i * 7919) % 8]}${"абв"[i % 3]}${i}`);
    const directory = directoryOf(names);
    const listing = directory.find(lecturers, "last_name");
    const sorted = names.filter((_, i) => i % 2 === 0).sort(compareNames);
    const [letter] = directory.findLetters(listing);
    const found = directory.findBeginnings(listing, letter!);
    expect(found.length).toBeGreaterThan(3);
    for (const { letter: beginning, offset, count } of found) {
      expect(offset).toBe(sorted.findIndex((name) => name.startsWith(beginning)));
      expect(count).toBe(sorted.filter((name) => name.startsWith(beginning)).length);
    }
  });
});

describe("findInitials() and countLastName()", () => {
  const people = [
    ["Бас", "Яна"],
    ["Коваль", ""],
    ["Коваль", "А"],
    ["Коваль", "Алла"],
    ["Коваль", "Ян"],
    ["Коваль", "тарас"],
    ["Коваль", "Тимофій"],
    ["Коваль", "Тамара"],
    ["Ковальчук", "Ія"],
    ["О'Ніл", "Анна"],
    ["ОʼНіл", "Борис"],
    ["О'Ніл", "Василь"],
  ] as const;
  const directory = directoryWith(people.map(([last_name, first_name], i) => ({ id: i + 1, last_name, first_name })));

  const cases: readonly [lastName: string, ordering: Ordering, initials: string, count: number][] = [
    ["Коваль", "last_name", "А2×2 Та4×2 Ти6×1 Я7×1", 7],
    ["Коваль", "-last_name", "Я4×1 Ти5×1 Та6×2 А8×2", 7],
    ["Бас", "last_name", "Я0×1", 1],
    ["Ніхто", "last_name", "", 0],
    ["О'Ніл", "last_name", "А9×1 Б10×1 В11×1", 2],
  ];
  test.each(cases)("of %s by %s", (lastName, ordering, initials, count) => {
    const listing = directory.find(all, ordering);
    const found = directory.findInitials(listing, lastName, 2);
    expect(found.map((initial) => `${initial.letter}${initial.offset}×${initial.count}`).join(" ")).toBe(initials);
    expect(directory.countLastName(listing, lastName)).toBe(count);
  });
});

describe("findFirstLastNames()", () => {
  const cases: readonly [name: string, lastNames: readonly string[], ids: readonly number[]][] = [
    ["nobody", [], []],
    ["one name for all", Array(9).fill("Бойко"), [1]],
    ["runs of every length", [..."АБББВВВВВГ"], [1, 2, 5, 10]],
    ["a name that occurs twice", ["А", "Б", "А", "В"], [1, 2, 4]],
    ["at most 32 names", Array.from({ length: 40 }, (_, i) => `А${i}`), Array.from({ length: 32 }, (_, i) => i + 1)],
  ];
  test.each(cases)("of %s", (_, lastNames, ids) => {
    const directory = directoryOf(lastNames);
    const ranks = directory.findFirstLastNames(directory.find(all, "id"));
    expect(ranks.map((rank) => directory.teacherAt(rank).id)).toEqual([...ids]);
  });
});
