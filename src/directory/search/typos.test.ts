import { describe, expect, test } from "bun:test";
import { contentWith } from "../content-testing.ts";
import { hits } from "./costs.ts";
import { findTypos } from "./typos.ts";
import { buildWords, keyAt } from "./words.ts";

const texts = ["Шевченко", "Шевчук", "Левченко", "Лис", "Ян", "В"];
const [words] = buildWords(contentWith(texts.map((last_name, i) => ({ id: i + 1, last_name }))));
const nameOf = new Map(Object.entries(hits).map(([name, hit]) => [hit, name]));

describe.each<[company: "none" | "terms" | "nearest", cases: [typed: string, found: string[]][]]>([
  [
    "none",
    [
      ["шевчнеко", ["шевченко typo"]],
      ["шевчунеко", ["шевченко twoTypos"]],
      ["шевчне", []],
      ["щевченко", ["левченко firstLetterTypo", "шевченко firstLetterTypo"]],
      ["лиз", []],
      ["shevchnko", ["шевченко latinTypo"]],
      ["shev", []],
    ],
  ],
  [
    "terms",
    [
      ["лиз", ["лис typo"]],
      ["шеечук", ["шевчук typo"]],
      ["шуечук", ["шевчук twoTypos"]],
      ["гевчук", ["шевчук firstLetterTypo"]],
      ["глис", ["лис firstLetterTypo"]],
      ["ля", []],
    ],
  ],
  ["nearest", [["лизк", ["лис twoTypos"]]]],
])("findTypos() beside %s", (company, cases) => {
  test.each(cases)("of %s", (typed, expected) => {
    const typos = findTypos(words!, typed, company);
    const found = typos.map(([word, hit]) => `${keyAt(words!.keys, word)} ${nameOf.get(hit)}`);
    expect(found.sort()).toEqual(expected);
  });
});
