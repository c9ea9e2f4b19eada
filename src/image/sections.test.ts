import { expect, test } from "bun:test";
import fc from "fast-check";
import { compareNames } from "../domain/names/ordering.ts";
import { rosterOf } from "../domain/roster-testing.ts";
import { type StoredTeacher, type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import { textAt } from "./column.ts";
import { type ImageContent, imageFormat, type KeyIndex, listSections, openContent, type TextList } from "./layout.ts";
import { buildSections, packTexts } from "./sections.ts";

function contentWith(teachers: readonly Partial<StoredTeacher>[]): ImageContent {
  return openContent(listSections(buildSections(rosterOf(teachers.map((fields, i) => ({ id: i + 1, ...fields }))))));
}

const textsOf = (texts: TextList): string[] =>
  Array.from({ length: texts.starts.length - 1 }, (_, i) => textAt(texts, i));

const indexOf = ({ keys, codeStarts, codes }: KeyIndex): Record<string, number[]> =>
  Object.fromEntries(textsOf(keys).map((key, i) => [key, [...codes.subarray(codeStarts[i], codeStarts[i + 1])]]));

test("the sections are those of this format (if this fails, increment imageFormat)", () => {
  const texts = (name: string): string[] => [`${name}.bytes`, `${name}.starts`];
  const index = (name: string): string[] => [...texts(`${name}.keys`), `${name}.codeStarts`, `${name}.codes`];
  const column = (name: string): string[] => [
    ...texts(`columns.${name}.values`),
    ...texts(`columns.${name}.abbreviations`),
    ...["codes", "postingStarts", "postings", "rankedPostings"].map((part) => `columns.${name}.${part}`),
  ];
  const words = (name: string): string[] => [...index(`words.${name}.spelling`), ...index(`words.${name}.sound`)];
  const names = ["last_name", "first_name", "middle_name"];
  expect([imageFormat, ...Array.from(listSections(buildSections(rosterOf([]))), ([name]) => name)]).toEqual([
    10,
    "ids",
    "alphabetical",
    ...[...names, "degree"].flatMap(column),
    "givenNames.postings",
    "givenNames.rankedPostings",
    ...names.flatMap(words),
    ...["degrees.spelling", "degrees.sound"].flatMap(index),
  ]);
});

test.each<[number, typeof Uint8Array | typeof Uint16Array | typeof Uint32Array]>([
  [256, Uint8Array],
  [257, Uint16Array],
  [65_537, Uint32Array],
])("codes of %i values take as few bytes as they can", (count, type) => {
  const { columns } = contentWith(Array.from({ length: count }, (_, i) => ({ last_name: `${i}` })));
  expect(columns.last_name.codes).toBeInstanceOf(type);
  expect(columns.first_name.codes).toBeInstanceOf(Uint8Array);
});

test("each part of an empty roster is empty", () => {
  const { ids, alphabetical, columns, givenNames, words, degrees } = contentWith([]);
  expect([ids.length, alphabetical.length, givenNames.postings.length]).toEqual([0, 0, 0]);
  for (const name of textFieldNames) expect([...columns[name].postingStarts]).toEqual([0]);
  expect([indexOf(words.last_name.spelling), indexOf(degrees.spelling)]).toEqual([{}, {}]);
});

test("the columns and their order are those of the teachers", () => {
  const text = fc.constantFrom("", "Яр", "Іва", "Ґ", "а'б", "аб");
  const texts = Object.fromEntries(textFieldNames.map((name) => [name, text])) as Record<TextFieldName, typeof text>;
  const fields = fc.record(texts);
  fc.assert(
    fc.property(fc.array(fields, { maxLength: 12 }), (teachers) => {
      const { alphabetical, columns, givenNames } = contentWith(teachers);
      const order = [...teachers.keys()].sort(
        (a, b) =>
          compareNames(teachers[a]!.last_name, teachers[b]!.last_name) ||
          compareNames(teachers[a]!.first_name, teachers[b]!.first_name) ||
          compareNames(teachers[a]!.middle_name, teachers[b]!.middle_name) ||
          a - b,
      );
      expect([...alphabetical]).toEqual(order);
      for (const name of textFieldNames) {
        const { values, codes, postings, rankedPostings, postingStarts } = columns[name];
        expect(Array.from(codes, (code) => textAt(values, code))).toEqual(teachers.map((teacher) => teacher[name]));
        for (let code = 0; code + 1 < postingStarts.length; code++) {
          const [from, to] = [postingStarts[code], postingStarts[code + 1]];
          const isOfCode = (position: number): boolean => codes[position] === code;
          expect([...postings.subarray(from, to)]).toEqual([...teachers.keys()].filter(isOfCode));
          expect([...rankedPostings.subarray(from, to)]).toEqual(
            [...order.keys()].filter((rank) => isOfCode(order[rank]!)),
          );
        }
      }
      const { first_name, middle_name } = columns;
      const byPair = (a: number, b: number): number =>
        first_name.codes[a]! - first_name.codes[b]! || middle_name.codes[a]! - middle_name.codes[b]!;
      expect([...givenNames.postings]).toEqual([...teachers.keys()].sort((a, b) => byPair(a, b) || a - b));
      const ranks = [...order.keys()].sort((a, b) => byPair(order[a]!, order[b]!) || a - b);
      expect([...givenNames.rankedPostings]).toEqual(ranks);
    }),
    { numRuns: 100 },
  );
});

test("each word of a name or a degree is a key", () => {
  const { columns, words, degrees } = contentWith([
    { last_name: "Нечуй-Левицький", degree: "старший викладач" },
    { last_name: "Левицький" },
  ]);
  expect(textsOf(columns.last_name.values)).toEqual(["Левицький", "Нечуй-Левицький"]);
  expect(Object.values(indexOf(words.last_name.spelling))).toEqual([[0, 1], [1]]);
  expect(textsOf(columns.last_name.abbreviations)).toEqual([]);
  expect(textsOf(columns.degree.abbreviations)).toEqual(["", "ст. викл."]);
  expect([Object.keys(indexOf(degrees.spelling)), Object.keys(indexOf(degrees.sound))]).toEqual([
    ["викладач", "старший"],
    ["starwi", "vikladaq"],
  ]);
});

test.each([[[]], [["", "а", 'b"\\', "\n", "\u{1d400}"]]])("packTexts() of %j", (texts: string[]) => {
  const { bytes, starts } = packTexts(texts);
  const escaped = texts.map((_, i) => Buffer.from(bytes.subarray(starts[i], starts[i + 1])).toString());
  expect(escaped).toEqual(texts.map((text) => JSON.stringify(text).slice(1, -1)));
  expect(bytes.length).toBe(starts.at(-1)! + 7);
});
