import { describe, expect, test } from "bun:test";
import { compareNames, type Ordering } from "../domain/names/ordering.ts";
import { contentWith } from "../image/content-testing.ts";
import { findFilterConditions } from "./directory.ts";
import { countLastName, createLetterFinder, findBeginnings, findFirstLastNames, findInitials } from "./letters.ts";
import { listAll, listMatches } from "./listing.ts";
import { runTask } from "./task-testing.ts";

function contentWithNames(lastNames: readonly string[]) {
  const teachers = lastNames.map((last_name, i) => {
    return { id: i + 1, last_name, degree: i % 2 === 0 ? "доцент" : "" };
  });
  return contentWith(teachers);
}

describe("createLetterFinder()", () => {
  const cases: readonly [name: string, lastNames: readonly string[], ordering: Ordering, letters: string][] = [
    ["none without teachers", [], "last_name", ""],
    ["none for names without letters", ["", "😀", "7"], "last_name", ""],
    [
      "neighbouring letters with the same base letter",
      ["Гук", "Ґудзь", "Іва", "Їжак", "Йов", "Ива"],
      "last_name",
      "Г0 Ґ1 И2 І3 Ї4 Й5",
    ],
    ["case and apostrophes", ["їжак", "'Їзник", "\u02bcїна", "Яна"], "last_name", "Ї0 Я3"],
    ["a single letter, in both cases", ["Ш", "ш", "Я"], "last_name", "Ш0 Я2"],
    ["Latin after Cyrillic, with accents", ["Smith", "Ábel", "Яна"], "last_name", "Я0 A1 S2"],
    ["backwards", ["Аб", "Ба", "Бв", "Яна"], "-last_name", "Я0 Б1 А3"],
    ["nothing for another script", ["Яна", "Ωμέγα"], "last_name", "Я0"],
    ["names before the first letter", ["", "2", "Аб", "Ба"], "last_name", "А2 Б3"],
  ];
  test.each(cases)("%s", async (_, lastNames, ordering, letters) => {
    const content = contentWithNames(lastNames);
    const found = await runTask(createLetterFinder(content)(listAll(content, ordering)));
    expect(found.map(({ letter, offset }) => letter + offset).join(" ")).toBe(letters);
  });

  test("under a filter", async () => {
    const content = contentWithNames(["Аб", "Ба", "Бв", "Вг", "Бд", "Де", "Еж"]);
    const listing = await runTask(
      listMatches(content, findFilterConditions(content, { degree: "доцент" }), "last_name"),
    );
    expect(await runTask(createLetterFinder(content)(listing))).toEqual([
      { letter: "А", offset: 0, count: 1 },
      { letter: "Б", offset: 1, count: 2 },
      { letter: "Е", offset: 3, count: 1 },
    ]);
  });

  test("agrees with a linear scan of generated names", async () => {
    const names = Array.from({ length: 500 }, (_, i) => `${"АБВГҐДЕЄЖЗИІЇЙ"[(i * 7919) % 14]}${"абв"[i % 3]}${i}`);
    const sorted = [...names].sort(compareNames);
    const content = contentWithNames(names);
    const letters = await runTask(createLetterFinder(content)(listAll(content, "last_name")));
    for (const { letter, offset, count } of letters) {
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
  test.each(cases)("finds %s", async (_, lastNames, ordering, beginnings) => {
    const content = contentWithNames(lastNames);
    const listing = listAll(content, ordering);
    const letter = (await runTask(createLetterFinder(content)(listing))).find((found) => found.letter === "К")!;
    const found = await runTask(findBeginnings(content, listing, letter));
    expect(found.map((beginning) => beginning.letter + beginning.offset).join(" ")).toBe(beginnings);
  });

  test("agrees with a linear scan under a filter", async () => {
    const names = Array.from({ length: 500 }, (_, i) => `К${"абвгґдеє"[(i * 7919) % 8]}${"абв"[i % 3]}${i}`);
    const content = contentWithNames(names);
    const conditions = findFilterConditions(content, { degree: "доцент" });
    const listing = await runTask(listMatches(content, conditions, "last_name"));
    const sorted = names.filter((_, i) => i % 2 === 0).sort(compareNames);
    const [letter] = await runTask(createLetterFinder(content)(listing));
    const found = await runTask(findBeginnings(content, listing, letter!));
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
  const content = contentWith(people.map(([last_name, first_name], i) => ({ id: i + 1, last_name, first_name })));

  const cases: readonly [lastName: string, ordering: Ordering, initials: string, count: number][] = [
    ["Коваль", "last_name", "А2×2 Та4×2 Ти6×1 Я7×1", 7],
    ["Коваль", "-last_name", "Я4×1 Ти5×1 Та6×2 А8×2", 7],
    ["Бас", "last_name", "Я0×1", 1],
    ["Ніхто", "last_name", "", 0],
    ["О'Ніл", "last_name", "А9×1 Б10×1 В11×1", 2],
  ];
  test.each(cases)("of %s by %s", async (lastName, ordering, initials, count) => {
    const listing = listAll(content, ordering);
    const found = await runTask(findInitials(content, listing, lastName, 2));
    expect(found.map((initial) => `${initial.letter}${initial.offset}×${initial.count}`).join(" ")).toBe(initials);
    expect(countLastName(content, listing, lastName)).toBe(count);
  });
});

describe("findFirstLastNames()", () => {
  const cases: readonly [name: string, lastNames: readonly string[], positions: readonly number[]][] = [
    ["nobody", [], []],
    ["one name for all", Array(9).fill("Бойко"), [0]],
    ["runs of every length", [..."АБББВВВВВГ"], [0, 1, 4, 9]],
    ["a name that occurs twice", ["А", "Б", "А", "В"], [0, 1, 3]],
    ["at most 32 runs", Array.from({ length: 40 }, (_, i) => `А${i}`), Array.from({ length: 32 }, (_, i) => i)],
  ];
  test.each(cases)("of %s", (_, lastNames, positions) => {
    const content = contentWith(lastNames.map((last_name, i) => ({ id: i + 1, last_name })));
    expect(findFirstLastNames(content, listAll(content, "id"))).toEqual([...positions]);
  });
});
