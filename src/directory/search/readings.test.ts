import { expect, test } from "bun:test";
import { readTokens } from "../../domain/names/names.ts";
import { contentWith } from "../content-testing.ts";
import { openSearchOf } from "./search-testing.ts";
import { buildWords, divideAtCapitals } from "./words.ts";

const names = ["Шевченко Тарас", "Мар’яненко Олена", "Коваль Ігор", "Хмара Юрій", "Ли Сенко"];
const { find, ids } = openSearchOf(
  names.map((name, i) => {
    const [last_name, first_name] = name.split(" ") as [string, string];
    return { id: i + 1, last_name, first_name, middle_name: "", degree: "" };
  }),
);

test.each<[query: string, reading: string | null, found: string[]]>([
  ["Мар яненко", "typo", ["Мар’яненко Олена"]],
  ["Ше вченко Тарас", "typo", ["Шевченко Тарас"]],
  ["К оваль", "typo", ["Коваль Ігор"]],
  ["К. оваль", null, []],
  ["Ковал ь", null, []],
  ["ковальігор", "typo", ["Коваль Ігор"]],
  ["ігорковаль", "typo", ["Коваль Ігор"]],
  ["itdxtyrj", "layout", ["Шевченко Тарас"]],
  ["Itdxtyrj Nfhfc", "layout", ["Шевченко Тарас"]],
  ["[vfhf", "layout", ["Хмара Юрій"]],
  ["Ірумсрутлщ", "layout", ["Шевченко Тарас"]],
  ["Шевченко, <", "spelling", ["Шевченко Тарас"]],
  ["Шевченко[", "spelling", ["Шевченко Тарас"]],
  ["N/ U/", null, []],
  ["Шевченок Nfhfc", null, []],
])("%s is read by %p", (query, reading, found) => {
  const result = find(query)!;
  expect<unknown>([result.reading, Array.from(result.ranks, (rank) => names[ids[rank]! - 1]!)]).toEqual([
    reading,
    found,
  ]);
});

test.each<[text: string, parts: string[]]>([
  ["ШевченкоТарас", ["Шевченко", "Тарас"]],
  ["ШевченкоО.В.", ["Шевченко", "О", "В"]],
  ["Шевченко ТГ", ["Шевченко", "Т", "Г"]],
  ["ТГ", ["ТГ"]],
  ["МакДональд", ["МакДональд"]],
  ["МакДон", ["МакДон"]],
  ["МакД.", ["Мак", "Д"]],
  ["Д'Артур", ["Д'Артур"]],
])("divideAtCapitals() of %s", (text, parts) => {
  const words = buildWords(contentWith([{ id: 1, last_name: "МакДональд" }]));
  expect(divideAtCapitals(words, readTokens(text)).map((token) => token.text)).toEqual(parts);
});
