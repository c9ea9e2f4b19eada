import { expect, test } from "bun:test";
import { packTexts } from "../../image/sections.ts";
import { runTask } from "../task-testing.ts";
import { findTypos } from "./wider-terms.ts";

test.each<[term: string, found: string[]]>([
  ["шевчнеко", ["шевченко typo"]],
  ["шевчненок", ["шевченко twoTypos"]],
  ["щевченко", ["шевченко firstLetterTypo"]],
  ["евченко", ["шевченко firstLetterTypo"]],
  ["ешвченко", ["шевченко firstLetterTypo"]],
  ["пшевченко", ["шевченко firstLetterTypo"]],
  ["шевчен", ["шевченко twoTypos", "шевчук twoTypos"]],
  ["ев", []],
])("findTypos() of %s finds %j", async (term, found) => {
  const { bytes, starts } = packTexts(["в", "левченко", "шевченко", "шевчук"].sort());
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const keys = { bytes: buffer, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), starts };
  const typos = await runTask(findTypos(keys, term, true));
  const ofShevchenko = typos.filter(({ key }) => key !== "левченко");
  expect(ofShevchenko.map(({ key, kind }) => `${key} ${kind}`)).toEqual(found);
});
