import { describe, expect, test } from "bun:test";
import { compareNames, type Ordering } from "../domain/names/ordering.ts";
import { contentWith } from "../image/content-testing.ts";
import { findFilterConditions } from "./directory.ts";
import { createLetterFinder } from "./letters.ts";
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
    ["neighbours of one base", ["Гук", "Ґудзь", "Іва", "Їжак", "Йов", "Ива"], "last_name", "Г0 Ґ1 И2 І3 Ї4 Й5"],
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
      { letter: "А", offset: 0 },
      { letter: "Б", offset: 1 },
      { letter: "Е", offset: 3 },
    ]);
  });

  test("agrees with a walk over generated names", async () => {
    const names = Array.from({ length: 500 }, (_, i) => `${"АБВГҐДЕЄЖЗИІЇЙ"[(i * 7919) % 14]}${"абв"[i % 3]}${i}`);
    const sorted = [...names].sort(compareNames);
    const content = contentWithNames(names);
    for (const { letter, offset } of await runTask(createLetterFinder(content)(listAll(content, "last_name")))) {
      expect(offset).toBe(sorted.findIndex((name) => name.startsWith(letter)));
    }
  });
});
