import { expect, test } from "bun:test";
import fc from "fast-check";
import { packTexts } from "../../image/sections.ts";
import { runTask } from "../task-testing.ts";
import { countEdits, findTypos } from "./typos.ts";

/** The optimal string alignment distance, by its definition. */
function countNaively(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const [restA, restB] = [a.slice(1), b.slice(1)];
  const ways = [
    countNaively(restA, b) + 1,
    countNaively(a, restB) + 1,
    countNaively(restA, restB) + Number(a[0] !== b[0]),
  ];
  if (a.length > 1 && a[0] === b[1] && a[1] === b[0]) ways.push(countNaively(a.slice(2), b.slice(2)) + 1);
  return Math.min(...ways);
}

test("countEdits() is the distance up to a maximum", () => {
  const word = fc.string({ unit: fc.constantFrom("а", "б", "в"), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(word, word, fc.constantFrom(1, 2), (a, b, most) => {
      expect(Math.min(countEdits(a, b, most), most + 1)).toBe(Math.min(countNaively(a, b), most + 1));
    }),
  );
});

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
