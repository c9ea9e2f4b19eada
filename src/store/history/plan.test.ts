import { expect, test } from "bun:test";
import { rosterOf } from "../../domain/roster-testing.ts";
import type { StoredTeacher } from "../../domain/teacher.ts";
import { storedTeacher } from "../../domain/teacher-testing.ts";
import { planPublication } from "./plan.ts";

/** A teacher in short: the id and the degree. */
type Pair = readonly [id: number, degree: string];

const teachersOf = (pairs: readonly Pair[]): StoredTeacher[] =>
  pairs.map(([id, degree]) => storedTeacher({ id, last_name: "Шевченко", first_name: "О", degree }));

/** Batches of one teacher, with an empty one before. */
async function* batchesOf(pairs: readonly Pair[]): AsyncGenerator<StoredTeacher[]> {
  yield [];
  for (const teacher of teachersOf(pairs)) yield [teacher];
}

const max = Number.MAX_SAFE_INTEGER;

test.each<[string, Pair[], Pair[], number[], number[], number[]]>([
  // The current teachers, the new ones, the ids written, the ids deleted, and the counts.
  ["nothing from nothing", [], [], [], [], [0, 0, 0, 0]],
  [
    "the first content",
    [],
    [
      [1, ""],
      [max, "a"],
    ],
    [1, max],
    [],
    [2, 0, 0, 0],
  ],
  [
    "the same content",
    [
      [1, ""],
      [5, "a"],
    ],
    [
      [1, ""],
      [5, "a"],
    ],
    [],
    [],
    [0, 0, 0, 2],
  ],
  [
    "a change",
    [
      [1, ""],
      [5, "a"],
      [7, "b"],
    ],
    [
      [1, ""],
      [5, "A"],
      [7, "b"],
    ],
    [5],
    [5],
    [0, 1, 0, 2],
  ],
  [
    "a new one before, between and behind",
    [
      [2, ""],
      [4, ""],
    ],
    [
      [1, ""],
      [2, ""],
      [3, ""],
      [4, ""],
      [5, ""],
    ],
    [1, 3, 5],
    [],
    [3, 0, 0, 2],
  ],
  [
    "a removal before, between and behind",
    [
      [1, ""],
      [2, ""],
      [3, ""],
      [4, ""],
      [5, ""],
    ],
    [
      [2, ""],
      [4, ""],
    ],
    [],
    [1, 3, 5],
    [0, 0, 3, 2],
  ],
  [
    "all removed",
    [
      [1, ""],
      [max, ""],
    ],
    [],
    [],
    [1, max],
    [0, 0, 2, 0],
  ],
  [
    "all replaced",
    [
      [1, ""],
      [3, ""],
    ],
    [
      [2, ""],
      [4, ""],
    ],
    [2, 4],
    [1, 3],
    [2, 0, 2, 0],
  ],
])("planPublication() of %s", async (_, current, next, written, deletedIds, counts) => {
  const roster = rosterOf(teachersOf(next));
  const plan = await planPublication(roster, batchesOf(current));
  expect([...roster.ids].filter((_, position) => plan.isWritten(position))).toEqual(written);
  expect([...plan.deletedIds]).toEqual(deletedIds);
  const { added, changed, removed, unchanged } = plan.changes.counts;
  expect([added, changed, removed, unchanged]).toEqual(counts);
});
