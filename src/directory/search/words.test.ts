import { expect, test } from "bun:test";
import { foldKey, letterKey } from "../../domain/names/names.ts";
import { contentWith } from "../content-testing.ts";
import { buildWords, findRange, findWords, keyAt, listAt } from "./words.ts";

const texts = ["Шевченко", "Шевчук", "Нечуй-Левицький", "Ґудзь", "Гудзь", "Øyvind", "Дем'янчук", ""];
const content = contentWith(texts.map((last_name, i) => ({ id: i + 1, last_name, first_name: "О." })));
const [words] = structuredClone(buildWords(content));
const { keys, spelt, folded, sounds } = words!;

test.each<[what: string, list: typeof spelt, key: string, isPrefix: boolean, found: string[]]>([
  ["a word", spelt, "шевченко", false, ["шевченко"]],
  ["no beginning as a word", spelt, "шевч", false, []],
  ["words by their beginning", spelt, "шевч", true, ["шевченко", "шевчук"]],
  ["a part of a double name", spelt, "левиц", true, ["левицький"]],
  ["both words that fold alike", folded, "гудзь", false, ["ґудзь", "гудзь"]],
  ["a letter that does not decompose", folded, "oy", true, ["øyvind"]],
  ["a sound", sounds, "wevqenko", false, ["шевченко"]],
  ["nothing by an empty key", spelt, "", true, []],
  ["nothing after the last one", spelt, "яяя", true, []],
])("a key list has %s", (_, list, key, isPrefix, found) => {
  const result = Array.from(findWords(list, key, isPrefix), (word) => keyAt(keys, word));
  expect(result.sort()).toEqual(found.sort());
});

test("every word knows its values, and every value its words", () => {
  const { values } = content.columns.last_name;
  for (const [code, value] of values.entries()) {
    for (const word of listAt(words!.words, code)) {
      expect(listAt(words!.values, word)).toContain(code);
      expect(letterKey(value)).toContain(keyAt(keys, word));
    }
  }
});

test("the keys are in order", () => {
  for (const list of [spelt, folded, sounds])
    for (let i = 0; i < list.words.length; i++) expect(findRange(list, keyAt(list.keys, i))[0]).toBeLessThanOrEqual(i);
});

test.each<[word: string, letters: string, fold: string]>([
  ["Кась", "кась", "кась"],
  ["Дем’янчук", "демянчук", "демянчук"],
  ["Їжакевич", "їжакевич", "ижакевич"],
  ["Ґєна", "ґєна", "гена"],
  ["Семёнов", "семёнов", "семенов"],
  ["Зеле\u0301нський", "зеле\u0301нський", "зеленський"],
  ["Müller", "müller", "muller"],
  ["Øyvind Æsa", "øyvind æsa", "oyvind aesa"],
  ["Đorđević", "đorđević", "dordevic"],
  ["İsik Yıldız", "isik yıldız", "isik yildiz"],
  ["Guðrún Þór", "guðrún þór", "gudrun thor"],
  ["Łukasz Weiß", "łukasz weiß", "lukasz weiss"],
  ["Œuvrard", "œuvrard", "oeuvrard"],
  ["ΟΔΥΣΣΕΥΣ", "οδυσσευσ", "οδυσσευσ"],
  ["משה", "משה", "משה"],
])("letterKey() and foldKey() of %s", (word, letters, fold) => {
  expect([letterKey(word), foldKey(word)]).toEqual([letters, fold]);
});
