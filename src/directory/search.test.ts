import { describe, expect, test } from "bun:test";
import { contentWith } from "../image/content-testing.ts";
import { findListing } from "./directory.ts";
import { runTask } from "./task-testing.ts";

const teachers = [
  { id: 1, last_name: "Шевченко", first_name: "Тарас", middle_name: "Григорович", degree: "старший викладач" },
  { id: 2, last_name: "Шевчук", first_name: "Олена", middle_name: "Тарасівна", degree: "викладач" },
  { id: 3, last_name: "Квітка-Основ’яненко", first_name: "Г.", middle_name: "Ф." },
  { id: 4, last_name: "Викладач", first_name: "Олег", degree: "доцент" },
  { id: 5, last_name: "Шевченко", first_name: "Т.", middle_name: "Г.", degree: "к.т.н." },
  { id: 6, last_name: "Тарасенко", first_name: "Шота", degree: "завідувач кафедри" },
  { id: 8, last_name: "Гай", first_name: "Зоя", middle_name: "Петрівна" },
  { id: 9, last_name: "Гай", first_name: "Павло" },
  { id: 7, last_name: "Тарас", first_name: "Ігор", degree: "професор" },
];
const content = contentWith(teachers);

async function search(text: string): Promise<[reading: string | null, ...ids: number[]]> {
  const query = { filters: {}, ids: null, search: text, reading: null, ordering: "relevance" } as const;
  const { ranks, interpretation } = await runTask(findListing(content, query, []));
  return [interpretation?.reading ?? null, ...Array.from(ranks!, (rank) => content.ids[content.alphabetical[rank]!]!)];
}

describe("a search finds by relevance", () => {
  test.each<[text: string, reading: string | null, ids: number[]]>([
    ["…", null, []],
    ["шевч", "spelling", [5, 1, 2]],
    ["ТАРАС", "spelling", [7, 6, 1, 2, 5]],
    ["тарас шевченко", "spelling", [1, 5]],
    ["Шевченко Тарас Григорович", "spelling", [1, 5]],
    ["т г ш", "spelling", [5, 1]],
    ["о о", null, []],
    ["г. ф.", "spelling", [3]],
    ["основ'яненко", "spelling", [3]],
    ["квітка-основ", "spelling", [3]],
    ["квітка", "spelling", [3]],
    ["Shevchenko", "sound", [5, 1]],
    ["Shevchenko Taras", "sound", [1, 5]],
    ["itdxtyrj", "layout", [5, 1]],
    ["Itdxtyrj N/ U/", "layout", [5, 1]],
    ["шевчнеко", "typo", [5, 1]],
    ["шевчнеко тарас", "typo", [1, 5]],
    ["щевченко", "sound", [5, 1]],
    ["Shevchnko", "typo", [5, 1]],
    ["квітка-основяннеко", "typo", [3]],
    ["осноявненок", "typo", [3]],
    ["zzzzzz", null, []],
    ["шшш", null, []],
    ["викладач", "spelling", [4]],
    ["викл.", "spelling", [2]],
    ["викл. шевчук", "spelling", [2]],
    ["Гай П.", "spelling", [9, 8]],
    ["ст викл", "spelling", [1]],
    ["ст. викл. т", "spelling", [1]],
    ["зав. кафедри", "spelling", [6]],
    ["завідувач", "spelling", [6]],
    ["проф. тарас", "spelling", [7]],
    ["професор Тарас", "spelling", [7]],
    ["prof. Taras", "sound", [7]],
    ["шевченко к.т.н.", "spelling", [5]],
    ["доцент викладач", "spelling", [4]],
    ["доцент шевченко", null, []],
    ["щеб", null, []],
  ])("%j", async (text, reading, ids) => {
    expect(await search(text)).toEqual([reading, ...ids]);
  });
});
