import { expect, test } from "bun:test";
import type { Breach } from "../../domain/changes/roster-changes.ts";
import { withLanguage } from "../../read/language.ts";
import { findAllowance, renderBreaches } from "./publishing-texts.ts";

test.each<[Breach[], string, Record<string, number>]>([
  [
    [{ kind: "removed", count: 31, of: 200, limit: "removed" }],
    "It would remove 31 of 200 teachers (16%). Check that the file is complete.",
    { removed: 16 },
  ],
  [
    [{ kind: "emptied", count: 1, of: 1, limit: "removed" }],
    "It would empty the directory: 1 of 1 teachers (100%) would be removed.",
    { removed: 100 },
  ],
  [
    [
      { kind: "renamed", count: 1500, of: 10_000, limit: "renamed" },
      { kind: "moved", count: 3001, of: 10_000, limit: "renamed" },
    ],
    "It would assign the ids of 1,500 of 10,000 teachers (15%) to other names. Perhaps only some columns were sorted. It would change the ids of 3,001 of 10,000 teachers (31%). Perhaps the rows were renumbered.",
    { renamed: 31 },
  ],
  [
    [
      { kind: "together", count: 297, of: 1000, limit: "renamed" },
      { kind: "changed", count: 884, of: 1203, limit: "changed" },
      { kind: "added", count: 10_000, of: 1203, limit: "added" },
    ],
    "In all, it would remove, rename or renumber 297 of 1,000 teachers (30%). It would change the degrees of 884 of 1,203 teachers (74%). Perhaps only some columns were sorted, or another column was used. It would add 10,000 to 1,203 teachers (832%). Perhaps the file lists somebody twice.",
    { renamed: 30, changed: 74, added: 832 },
  ],
])("renderBreaches() and findAllowance() of %j", (breaches, words, percents) => {
  expect([renderBreaches(breaches), Object.fromEntries(findAllowance(breaches))]).toEqual([words, percents]);
});

test.each<[count: number, words: string]>([
  [21, "Буде додано 21 викладача, а зараз їх 40 (53%)."],
  [22, "Буде додано 22 викладачів, а зараз їх 40 (55%)."],
  [25, "Буде додано 25 викладачів, а зараз їх 40 (63%)."],
])("the Ukrainian text of %d added teachers has the accusative", (count, words) => {
  const text = withLanguage("uk", () => renderBreaches([{ kind: "added", count, of: 40, limit: "added" }]));
  expect(text).toStartWith(words);
});
