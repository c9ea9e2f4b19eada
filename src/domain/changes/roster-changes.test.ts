import { expect, test } from "bun:test";
import { rosterOf } from "../roster-testing.ts";
import type { StoredTeacher } from "../teacher.ts";
import { storedTeacher } from "../teacher-testing.ts";
import { type Change, type ChangeLimits, changeKinds, findBreaches, findChanges } from "./roster-changes.ts";

/** `1 Коваль доцент`: the id, the last name and the degree. */
function namedTeachers(texts: readonly string[]): StoredTeacher[] {
  return texts.map((text) => {
    const [id, last_name = "", degree = ""] = text.split(" ");
    return storedTeacher({ id: Number(id), last_name, first_name: "О", degree });
  });
}

const compare = (before: readonly string[], after: readonly string[]) =>
  findChanges(rosterOf(namedTeachers(before)), rosterOf(namedTeachers(after)));

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
])("findChanges() of %s", (_, before, after, wanted, renamed, moved) => {
  const changes = compare(before, after);
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
])("findBreaches() of %s", (_, before, after, limits, wanted) => {
  const breaches = findBreaches(compare(before, after), { ...usual, ...limits });
  expect(breaches.map(({ kind, count, of }) => `${kind} ${count}/${of}`).join(" ")).toBe(wanted);
});

test("findBreaches() does not count returned teachers as additions", () => {
  const changes = compare(numbered(1, 11), numbered(1, 21));
  expect([5, 4].map((returned) => findBreaches(changes, usual, returned).length)).toEqual([0, 1]);
});

function movedBy(difference: number, texts: readonly string[]): string[] {
  return texts.map((text) => text.replace(/^\d+/, (id) => String(Number(id) + difference)));
}
