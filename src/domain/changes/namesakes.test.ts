import { expect, test } from "bun:test";
import { rosterOf } from "../roster-testing.ts";
import { textFieldNames } from "../teacher.ts";
import { storedTeacher } from "../teacher-testing.ts";
import { createComparison, groupByName, type Members } from "./namesakes.ts";

/** Members from texts such as `Коваль Олена`, with ids from 1; a degree follows a comma. */
function membersOf(texts: readonly string[]): Members {
  const teachers = texts.map((text, i) => {
    const [name, degree = ""] = text.split(", ") as [string, string?];
    const [last_name = "", first_name = ""] = name.split(" ");
    return storedTeacher({ id: i + 1, last_name, first_name, degree });
  });
  return { roster: rosterOf(teachers), positions: Uint32Array.from(teachers.keys()) };
}

test.each<[string, string[], string[], string[]]>([
  ["nobody", [], [], []],
  ["one on each side", ["Коваль Олена"], ["Коваль Олена, доцент"], ["0|0"]],
  ["other names", ["Коваль О"], ["Коваль І"], ["0|", "|0"]],
  ["parts in other fields", ["Коваль Олена"], ["Олена Коваль"], ["0|", "|0"]],
  ["case, apostrophes and look-alikes", ["Лук'яненко I"], ["ЛУК’ЯНЕНКО І"], ["0|", "|0"]],
  ["case and apostrophes", ["Лук'яненко Яна"], ["ЛУК’ЯНЕНКО Яна"], ["0|0"]],
  ["a look-alike in a word", ["Іванeнко Яна"], ["Іваненко Яна"], ["0|0"]],
  ["several, in their order", ["А", "Б", "А"], ["А", "А", "В"], ["0,2|0,1", "1|", "|2"]],
])("groupByName() of %s", (_, before, after, wanted) => {
  const groups = [...groupByName(membersOf(before), membersOf(after))];
  expect(groups.map((group) => `${group.before.join()}|${group.after.join()}`).toSorted()).toEqual(wanted.toSorted());
});

test("groupByName() of further fields", () => {
  const groups = [...groupByName(membersOf(["А, доцент", "А"]), membersOf(["А, Доцент"]), textFieldNames)];
  expect(groups.map((group) => [group.before.length, group.after.length])).toEqual([
    [1, 0],
    [1, 1],
  ]);
});

test.each<[string, string, string, boolean]>([
  ["other names", "А", "Б", false],
  ["another case and apostrophe", "Лук'яненко", "ЛУК’ЯНЕНКО", true],
  ["an invisible character", "Коваль", "Ко\u200bваль", false],
])("createComparison() of %s", (_, before, after, wanted) => {
  expect(createComparison()(before, after)).toBe(wanted);
});
