import { describe, expect, test } from "bun:test";
import { alphabet, isListedUnder, letterOf } from "./alphabet.ts";

describe("alphabet", () => {
  test("is in Ukrainian order, Latin last", () => {
    expect(alphabet.filter((letter) => !"ЪЫЭ".includes(letter)).join("")).toBe(
      "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯABCDEFGHIJKLMNOPQRSTUVWXYZ",
    );
  });
});

describe("letterOf()", () => {
  const cases: readonly [name: string, letter: string][] = [
    ["Шевченко", "Ш"],
    ["їжаченко", "Ї"],
    ["\u02bcЇзник", "Ї"],
    ["'Яна", "Я"],
    ["2 Коваль", "К"],
    ["Smith", "S"],
    ["😀", ""],
    ["", ""],
  ];
  test.each(cases)("of %j is %j", (name, letter) => {
    expect(letterOf(name)).toBe(letter);
  });
});

describe("isListedUnder()", () => {
  const cases: readonly [name: string, letter: string, isListed: boolean][] = [
    ["Ábel", "A", true],
    ["Ґудзь", "Г", false],
    ["Їжак", "І", false],
    ["Йовенко", "И", false],
    ["йовенко", "Й", true],
    ["", "A", false],
  ];
  test.each(cases)("%j under %j: %j", (name, letter, isListed) => {
    expect(isListedUnder(name, letter)).toBe(isListed);
  });
});
