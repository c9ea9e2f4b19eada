import { expect, test } from "bun:test";
import { rosterOf } from "../domain/roster-testing.ts";
import { countValues } from "./column.ts";
import { findPairRange } from "./given-names.ts";
import { contentOf, listSections } from "./layout.ts";
import { buildSections } from "./sections.ts";

type Pair = readonly [first: string, middle: string];

test.each<[string, Pair[]]>([
  ["no teacher", []],
  ["a single teacher", [["О", "А"]]],
  ["equal pairs", Array.from({ length: 9 }, (): Pair => ["О", "А"])],
  ["pairs that are all unique", Array.from({ length: 30 }, (_, i): Pair => [`${i % 5}`, `${(i * 7) % 30}`])],
  ["pairs of all sizes", Array.from({ length: 60 }, (_, i): Pair => [`${i % 3}`, `${Math.trunc(Math.sqrt(i))}`])],
])("findPairRange() finds every pair of %s, and nobody for others", (_, pairs) => {
  const teachers = pairs.map(([first_name, middle_name], i) => {
    return { id: i + 1, last_name: `${-i}`, first_name, middle_name, degree: "" };
  });
  const content = contentOf(listSections(buildSections(rosterOf(teachers))));
  const { first_name, middle_name } = content.columns;
  for (let first = 0; first < countValues(first_name); first++) {
    for (let middle = 0; middle < countValues(middle_name); middle++) {
      const { start, end } = findPairRange(content, first, middle);
      const positions = [...pairs.keys()].filter(
        (at) => first_name.codes[at] === first && middle_name.codes[at] === middle,
      );
      expect([...content.givenNames.postings.subarray(start, end)]).toEqual(positions);
      const ranked = content.givenNames.rankedPostings.subarray(start, end);
      expect(Array.from(ranked, (rank) => content.alphabetical[rank]!).sort((a, b) => a - b)).toEqual(positions);
    }
  }
});
