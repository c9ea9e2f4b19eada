import { expect, test } from "bun:test";
import { mergeLists, mergeNumbers } from "./merge-lists.ts";

test.each<[isKept: number[], insertionPoints: number[], sources: number[]]>([
  [[], [], []],
  [[], [0, 0], [~0, ~1]],
  [[1, 1], [], [0, 1]],
  [
    [1, 1],
    [0, 1, 2],
    [~0, 0, ~1, 1, ~2],
  ],
  [
    [0, 1, 0],
    [0, 2, 2],
    [~0, 1, ~1, ~2],
  ],
])("mergeLists(%j, %j) is %j", (isKept, insertionPoints, sources) => {
  expect([...mergeLists(Uint8Array.from(isKept), Uint32Array.from(insertionPoints))]).toEqual(sources);
});

test("mergeNumbers() renumbers both lists, and leaves out what has no new number", () => {
  const numbers = { base: Int32Array.of(0, -1, 3), added: Uint32Array.of(1, 2) };
  const merged = mergeNumbers(Uint32Array.of(2, 1, 0), Uint32Array.of(1, 0), numbers, Uint32Array.of(0, 3));
  expect([...merged]).toEqual([2, 3, 0, 1]);
});
