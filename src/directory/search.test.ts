import { describe, expect, test } from "bun:test";
import { rosterOf } from "../domain/roster-testing.ts";
import { contentOf, listSections } from "../image/layout.ts";
import { buildSections } from "../image/sections.ts";
import { listMatches } from "./listing.ts";
import { runTask } from "./scheduler.ts";
import { findByKey, findByPrefix, findSearchConditions } from "./search.ts";

const teachers = [
  { id: 1, last_name: "Шевченко", first_name: "Тарас", middle_name: "Григорович", degree: "старший викладач" },
  { id: 2, last_name: "Шевчук", first_name: "Олена", middle_name: "Тарасівна", degree: "викладач" },
  { id: 3, last_name: "Квітка-Основ’яненко", first_name: "Г.", middle_name: "Ф.", degree: "" },
  { id: 4, last_name: "Викладач", first_name: "Олег", middle_name: "", degree: "доцент" },
];
const content = contentOf(listSections(buildSections(rosterOf(teachers))));

async function search(text: string): Promise<number[]> {
  const conditions = await runTask(findSearchConditions(content, text));
  if (conditions === null) return [];
  const { ranks } = await runTask(listMatches(content, conditions, "id"));
  return ranks === null ? teachers.map(({ id }) => id) : Array.from(ranks, (position) => teachers[position]!.id);
}

describe("findSearchConditions()", () => {
  test.each<[text: string, ids: number[]]>([
    ["", [1, 2, 3, 4]],
    [" -.,", [1, 2, 3, 4]],
    ["…", []],
    ["шевч", [1, 2]],
    ["ТАРАС", [1, 2]],
    ["тарас шевченко", [1]],
    ["т г ш", [1]],
    ["о о", []],
    ["г. ф.", [3]],
    ["основ'яненко", [3]],
    ["квітка-основ", [3]],
    ["Shevchenko", [1]],
    ["викладач", [2]],
    ["викл. шевчук", [2]],
    ["старший викладач", [1]],
    ["ст. викл. т", [1]],
    ["доцент викладач", [4]],
    ["доцент шевченко", []],
    ["щеб", []],
  ])("%j finds %j", async (text, ids) => {
    expect(await search(text)).toEqual(ids);
  });
});

describe("findByPrefix() and findByKey()", () => {
  const { spelling } = content.words.last_name;
  const { values } = content.columns.last_name;
  const found = (codes: Uint32Array): string[] =>
    Array.from(codes, (code) => values.bytes.toString("utf8", values.starts[code], values.starts[code + 1]));

  test.each<[text: string, byPrefix: string[], byKey: string[]]>([
    ["ш", ["Шевченко", "Шевчук"], []],
    ["шевчук", ["Шевчук"], ["Шевчук"]],
    ["основяненко", ["Квітка-Основ’яненко"], ["Квітка-Основ’яненко"]],
    ["а", [], []],
    ["шевчукк", [], []],
    ["я", [], []],
  ])("of %j", (text, byPrefix, byKey) => {
    expect(found(findByPrefix(spelling, text))).toEqual(byPrefix);
    expect(found(findByKey(spelling, text))).toEqual(byKey);
  });
});
