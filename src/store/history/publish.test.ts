import { expect, test } from "bun:test";
import { type Change, type ChangeLimits, changeKinds, findBreaches } from "../../domain/changes/roster-changes.ts";
import { rosterOf } from "../../domain/roster-testing.ts";
import type { StoredTeacher } from "../../domain/teacher.ts";
import { storedTeacher } from "../../domain/teacher-testing.ts";
import { findRowChanges } from "./publish.ts";

/** A teacher in short: the id and the degree. */
type Pair = readonly [id: number, degree: string];

const teachersOf = (pairs: readonly Pair[]): StoredTeacher[] =>
  pairs.map(([id, degree]) => storedTeacher({ id, last_name: "Шевченко", first_name: "О", degree }));

/** An empty batch, and then batches of one teacher. */
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
    "additions before, between and after others",
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
    "removals before, between and after others",
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
])("findRowChanges() of %s", async (_, current, next, written, deletedIds, counts) => {
  const roster = rosterOf(teachersOf(next));
  const rows = await findRowChanges(roster, batchesOf(current));
  expect([...roster.ids].filter((_, position) => rows.isUnchanged[position] === 0)).toEqual(written);
  expect([...rows.deletedIds]).toEqual(deletedIds);
  const { added, changed, removed, unchanged } = rows.changes.counts;
  expect([added, changed, removed, unchanged]).toEqual(counts);
});

/** `1 Коваль доцент`: the id, the last name and the degree. */
function namedTeachers(texts: readonly string[]): StoredTeacher[] {
  return texts.map((text) => {
    const [id, last_name = "", degree = ""] = text.split(" ");
    return storedTeacher({ id: Number(id), last_name, first_name: "О", degree });
  });
}

async function compare(before: readonly string[], after: readonly string[]) {
  async function* read() {
    yield namedTeachers(before);
  }
  return (await findRowChanges(rosterOf(namedTeachers(after)), read())).changes;
}

function show(change: Change): string {
  const id = (change.kind === "removed" ? change.before : change.after).id;
  const other = change.kind !== "changed" && change.otherId !== null ? `=${change.otherId}` : "";
  return `${{ added: "+", removed: "-", changed: "~" }[change.kind]}${id}${other}`;
}

test.each<[string, string[], string[], string, number, number]>([
  ["the first content", [], ["1 А", "2 Б"], "+1 +2", 0, 0],
  ["the same", ["1 А", "2 Б"], ["1 А", "2 Б"], "", 0, 0],
  ["a new degree", ["1 А доцент"], ["1 А професор"], "~1", 0, 0],
  ["a new name", ["1 А", "2 Б"], ["1 А", "2 В"], "~2", 1, 0],
  ["an apostrophe", ["1 Лук'я"], ["1 Лук’я"], "~1", 0, 0],
  ["swapped names", ["1 А", "2 Б"], ["1 Б", "2 А"], "~1 ~2", 2, 0],
  ["all ids shifted", ["1 А", "2 Б"], ["2 А", "3 Б"], "+3 -1 ~2", 1, 0],
  ["another id", ["1 А доцент", "2 Б"], ["2 Б", "9 А професор"], "+9=1 -1=9", 0, 1],
  ["homonyms with other ids", ["1 А", "2 А", "3 Б"], ["7 А"], "+7=1 -1=7 -2 -3", 0, 1],
  ["nobody", ["1 А"], [], "-1", 0, 0],
])("findChanges() of %s", async (_, before, after, wanted, renamed, moved) => {
  const changes = await compare(before, after);
  const shown = changeKinds.flatMap((kind) => [...changes.list(kind)]).map(show);
  expect(shown.join(" ")).toBe(wanted);
  expect(changeKinds.map((kind) => [...changes.list(kind)].length)).toEqual(
    changeKinds.map((kind) => changes.counts[kind]),
  );
  expect([changes.renamed, changes.moved]).toEqual([renamed, moved]);
});

const numbered = (from: number, to: number, name = "А", degree = ""): string[] =>
  Array.from({ length: to - from }, (_, i) => `${from + i} ${name}${from + i} ${degree}`);
const usual: ChangeLimits = { removed: 0.1, renamed: 0.1, changed: 0.33333, added: 0.5 };

test.each<[string, string[], string[], Partial<ChangeLimits>, string]>([
  ["the first content", [], numbered(1, 21), {}, ""],
  ["a tenth removed", numbered(1, 21), numbered(1, 19), {}, ""],
  ["more than a tenth removed", numbered(1, 21), numbered(1, 18), {}, "removed 3/20"],
  ["as many removed as are allowed", numbered(1, 21), numbered(1, 18), { removed: 0.15, renamed: 0 }, ""],
  ["all removed", numbered(1, 21), [], {}, "emptied 20/20"],
  ["all removed, allowed", numbered(1, 21), [], { removed: 1, renamed: 0 }, ""],
  ["all replaced", numbered(1, 11), numbered(11, 21), { added: 1 }, "removed 10/10"],
  ["all renamed", numbered(1, 11), numbered(1, 11, "Б"), {}, "renamed 10/10"],
  ["all renamed, allowed", numbered(1, 11), numbered(1, 11, "Б"), { removed: 0, renamed: 1 }, ""],
  ["a character that can't be seen", numbered(1, 11), numbered(1, 11, "А\u200b"), {}, "renamed 10/10"],
  ["three changed ids", ["1 А", "2 Б", "3 В"], ["4 А", "5 Б", "6 В"], {}, "moved 3/3"],
  ["all ids changed", numbered(1, 11), movedBy(100, numbered(1, 11)), {}, "moved 10/10"],
  [
    "fewer than a tenth each removed, renamed and moved, but more in total",
    numbered(1, 101),
    [...numbered(1, 10, "Б"), ...movedBy(200, numbered(10, 19)), ...numbered(28, 101)],
    {},
    "together 27/100",
  ],
  [
    "the same total, which one limit allows",
    numbered(1, 101),
    [...numbered(1, 10, "Б"), ...movedBy(200, numbered(10, 19)), ...numbered(28, 101)],
    { renamed: 0.27 },
    "",
  ],
  ["a third of the degrees", numbered(1, 31), [...numbered(1, 11, "А", "б"), ...numbered(11, 31)], {}, ""],
  [
    "more than a third of the degrees",
    numbered(1, 31),
    [...numbered(1, 12, "А", "б"), ...numbered(12, 31)],
    {},
    "changed 11/30",
  ],
  ["letter case", numbered(1, 31, "А", "ДОЦЕНТ"), numbered(1, 31, "А", "доцент"), {}, ""],
  ["half as many added", numbered(1, 21), numbered(1, 31), {}, ""],
  ["more added", numbered(1, 21), numbered(1, 32), {}, "added 11/20"],
  [
    "every teacher a second time",
    numbered(1, 11),
    [...numbered(1, 11), ...movedBy(100, numbered(1, 11))],
    {},
    "added 10/10",
  ],
  ["as many added as are allowed", numbered(1, 11), numbered(1, 1011), { added: 100 }, ""],
  ["a small directory", numbered(1, 10), numbered(1, 500, "А", "б"), {}, ""],
])("findBreaches() of %s", async (_, before, after, limits, wanted) => {
  const breaches = findBreaches(await compare(before, after), { ...usual, ...limits });
  expect(breaches.map(({ kind, count, of }) => `${kind} ${count}/${of}`).join(" ")).toBe(wanted);
});

test("findBreaches() does not count returned teachers as additions", async () => {
  const changes = await compare(numbered(1, 11), numbered(1, 21));
  expect([5, 4].map((returned) => findBreaches(changes, usual, returned).length)).toEqual([0, 1]);
});

function movedBy(difference: number, texts: readonly string[]): string[] {
  return texts.map((text) => text.replace(/^\d+/, (id) => String(Number(id) + difference)));
}
