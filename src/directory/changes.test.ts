import { expect, test } from "bun:test";
import { rosterOf } from "../domain/roster-testing.ts";
import { listSections, openContent } from "../image/layout.ts";
import { buildSections } from "../image/sections.ts";
import { findRemoved, findVersion, listChanged } from "./changes.ts";
import { createScheduler } from "./scheduler.ts";

const ids = ["0000000a-0000-4000-8000-000000000000", "ffffffff-0000-4000-8000-000000000000"];
const large = 2 ** 40;

/** The changes since versions 6 and 7 are known. The four teachers were last changed in versions 2, 6, 7 and 7. */
const content = openContent(
  listSections(
    buildSections(rosterOf([1, 2, 3, 4].map((id) => ({ id }))), {
      publications: ids.map((id, i) => ({ version: 6 + i, id })),
      changedIn: Uint32Array.of(2, 6, 7, 7),
      removedIds: Float64Array.of(9, large, 8),
      removedIn: Uint32Array.of(6, 7, 7),
    }),
  ),
);

test.each<[datasetVersion: string, number: number | null]>([
  ["6-0000000a", 6],
  ["7-ffffffff", 7],
  ["7-0000000a", null],
  ["6-ffffffff", null],
  ["5-0000000a", null],
  ["8-ffffffff", null],
  ["06-0000000a", null],
  ["9999999999-0000000a", null],
])("findVersion() of %s is %p", (datasetVersion, number) => {
  expect(findVersion(content, 7, datasetVersion)).toBe(number);
});

test.each<[since: number, changed: number[], removed: number[]]>([
  [1, [0, 1, 2, 3], [9, large, 8]],
  [5, [1, 2, 3], [9, large, 8]],
  [6, [2, 3], [large, 8]],
  [7, [], []],
])("since version %i, these changed and were removed", async (since, changed, removed) => {
  const listing = await createScheduler().run(listChanged(content, since));
  expect(listing).toMatchObject({ count: changed.length, bytes: 4 * changed.length, alphabetical: false });
  expect([...listing.ranks!]).toEqual(changed);
  expect([...findRemoved(content, since)]).toEqual(removed);
});
