import { describe, expect, test } from "bun:test";
import { alphabet, isListedUnder } from "./alphabet.ts";

describe("alphabet", () => {
  test("is in Ukrainian order, Latin last", () => {
    expect(alphabet.filter((letter) => !"ЪЫЭ".includes(letter)).join("")).toBe(
      "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯABCDEFGHIJKLMNOPQRSTUVWXYZ",
    );
  });
});

describe("isListedUnder()", () => {
  const cases: readonly [name: string, letter: string, isListed: boolean][] = [
    ["Ábel", "A", true],
    ["їжаченко", "Ї", true],
    ["\u02bcЇзник", "Ї", true],
    ["'Яна", "Я", true],
    ["2 Коваль", "К", true],
    ["Smith", "S", true],
    ["😀", "A", false],
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
