import { describe, expect, test } from "bun:test";
import { readTokens } from "../../domain/names/names.ts";
import { dropNotes, isTitle, splitAtCommas, splitAtInitials, splitCell } from "./cells.ts";

test.each<[text: string, name: string, notes: string[]]>([
  ["Шевченко Т.Г. (зам.) ауд.302", "Шевченко Т.Г.", ["(зам.)", "ауд.302"]],
  ["КН-21 Шевченко 8:30", "Шевченко", ["КН-21", "8:30"]],
  ["к.т.н. Шевченко", "Шевченко", ["к.т.н."]],
  ["канд. техн. наук Шевченко", "Шевченко", ["канд. техн. наук"]],
  ["Шевченко https://zoom.us/j/12 a@b.ua", "Шевченко", ["https://zoom.us/j/12", "a@b.ua"]],
  ["Шевченко (Коваль)", "Шевченко (Коваль)", []],
])("dropNotes() of %s", (text, name, notes) => {
  const found = dropNotes(text);
  expect([found.name.replace(/\s+/g, " ").trim(), found.notes]).toEqual([name, notes]);
});

describe("a cell is divided", () => {
  test.each<[text: string, pieces: string[]]>([
    ["Шевченко / Коваль", ["Шевченко", "Коваль"]],
    ["Шевченко\nКоваль; Гай", ["Шевченко", "Коваль", "Гай"]],
    ["Шевченко та Коваль", ["Шевченко", "Коваль"]],
    ["Шевченко 302/1", ["Шевченко 302/1"]],
    ["доц. / Шевченко", ["доц. Шевченко"]],
    ["Шевченко / доц.", ["Шевченко доц."]],
  ])("at separators: %s", (text, pieces) => expect(splitCell(text)).toEqual(pieces));

  test.each<[text: string, pieces: string[]]>([
    ["Шевченко, Коваль", ["Шевченко", "Коваль"]],
    ["Шевченко, доц.", ["Шевченко доц."]],
    ["доц., Шевченко", ["доц. Шевченко"]],
  ])("at commas: %s", (text, pieces) => expect(splitAtCommas(text)).toEqual(pieces));

  test.each<[text: string, pieces: string[]]>([
    ["Шевченко Т. Г. Коваль О. В.", ["Шевченко Т. Г.", "Коваль О. В."]],
    ["Т. Г. Шевченко О. В. Коваль", ["Т. Г. Шевченко", "О. В. Коваль"]],
    ["ШевченкоТ.Г.", ["ШевченкоТ.Г."]],
  ])("after initials: %s", (text, pieces) => expect(splitAtInitials(text)).toEqual(pieces));
});

test.each<[word: string, is: boolean]>([
  ["доцент", true],
  ["доц.", true],
  ["ст.", true],
  ["ст", false],
  ["завкаф", true],
  ["Шевченко", false],
])("isTitle() of %s is %p", (word, is) => expect(isTitle(readTokens(word)[0]!)).toBe(is));
