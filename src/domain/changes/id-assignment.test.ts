import { expect, test } from "bun:test";
import { rosterOf, storedTeachersOf } from "../roster-testing.ts";
import { idMax, type StoredTeacher } from "../teacher.ts";
import { storedTeacher } from "../teacher-testing.ts";
import { assignIds, missingId, type PastTeachers } from "./id-assignment.ts";

/** `7 Коваль доцент`: the id, `-` for a missing one, the last name and the degree. */
function teachersOf(texts: readonly string[]): StoredTeacher[] {
  let missing = 0;
  return texts.map((text) => {
    const [id, last_name = "", degree = ""] = text.split(" ");
    return storedTeacher({ id: id === "-" ? missingId(missing++) : Number(id), last_name, first_name: "О", degree });
  });
}

test.each<[string, string[], number, string[], string[]]>([
  ["nobody before", [], 0, ["- Б", "- А"], ["1 Б", "2 А"]],
  ["teachers who are there", ["7 А", "9 Б"], 9, ["- Б", "- А"], ["7 А", "9 Б"]],
  ["a new degree", ["7 А доцент"], 7, ["- А професор"], ["7 А професор"]],
  ["the same degree before another", ["7 А доцент", "8 А"], 8, ["- А", "- А доцент"], ["7 А доцент", "8 А"]],
  ["one of two homonyms by the degree, then the other", ["7 А а", "8 А б"], 8, ["- А б", "- А в"], ["7 А в", "8 А б"]],
  ["homonyms who can't be told apart", ["7 А а", "8 А б"], 8, ["- А в", "- А г"], ["9 А в", "10 А г"]],
  ["equal teachers, as many as before", ["7 А", "8 А"], 8, ["- А", "- А"], ["7 А", "8 А"]],
  ["equal teachers, one more than before", ["7 А", "8 А"], 8, ["- А", "- А", "- А"], ["9 А", "10 А", "11 А"]],
  ["new teachers after the highest id ever", ["7 А"], 40, ["- Б", "- А"], ["7 А", "41 Б"]],
  ["new teachers after the ids of the file", ["7 А"], 7, ["50 Б", "- В"], ["50 Б", "51 В"]],
  ["an id that the file gives to somebody", ["7 А"], 7, ["7 А", "- А"], ["7 А", "8 А"]],
  ["no missing id", ["7 А"], 7, ["3 А"], ["3 А"]],
])("assignIds() of %s", async (_, current, highestId, given, wanted) => {
  const found = { current: rosterOf(teachersOf(current)), highestId, findPast: async () => pastOf([]) };
  const { roster } = await assignIds(rosterOf(teachersOf(given)), async () => found);
  expect(storedTeachersOf(roster)).toEqual(teachersOf(wanted));
});

/** `3 7 Коваль`: the last version that has the row, then the teacher as above. */
function pastOf(texts: readonly string[]): PastTeachers {
  const teachers = teachersOf(texts.map((text) => text.replace(/^\d+ /, "")));
  return {
    rows: rosterOf(teachers.map((teacher, i) => ({ ...teacher, id: i + 1 }))),
    ids: teachers.map(({ id }) => id),
    lastVersions: texts.map((text) => Number.parseInt(text, 10)),
  };
}

test.each<[string, string[], string[], string[], string[], Record<number, number>, number]>([
  ["somebody who left", ["2 7 А доцент"], ["9 Б"], ["- А", "- Б"], ["7 А", "9 Б"], { 7: 3 }, 0],
  ["somebody whose degree changed before", ["1 7 А а", "4 7 А б"], [], ["- А"], ["7 А"], { 7: 5 }, 0],
  ["a namesake of two who left", ["2 7 А", "3 8 А"], ["9 Б"], ["- А"], ["10 А"], {}, 1],
  ["a namesake of one who left and one who is there", ["2 7 А"], ["9 А"], ["9 А", "- А"], ["9 А", "10 А"], {}, 1],
  ["two namesakes of one who left", ["2 7 А"], ["9 Б"], ["- А", "- А"], ["10 А", "11 А"], {}, 2],
  ["a former name of somebody who left", ["1 7 А", "2 7 В"], ["9 Б"], ["- А"], ["10 А"], {}, 1],
  ["a former name of somebody who is there", ["1 9 А"], ["9 Б"], ["- А"], ["10 А"], {}, 1],
  ["an id that the file gives to somebody else", ["2 7 А"], ["9 Б"], ["7 В", "- А"], ["7 В", "10 А"], {}, 1],
])("assignIds() of %s", async (_, past, current, given, wanted, returned, newCount) => {
  const found = { current: rosterOf(teachersOf(current)), highestId: 9, findPast: async () => pastOf(past) };
  const assignment = await assignIds(rosterOf(teachersOf(given)), async () => found);
  expect(storedTeachersOf(assignment.roster)).toEqual(teachersOf(wanted));
  expect([Object.fromEntries(assignment.returned), assignment.newCount]).toEqual([returned, newCount]);
});

test("assignIds() refuses if no id is left", async () => {
  const found = { current: rosterOf([]), highestId: idMax, findPast: async () => pastOf([]) };
  await expect(assignIds(rosterOf(teachersOf(["- А"])), async () => found)).rejects.toThrow("No id is left");
});

test("missingId() is above all ids, ascending and exact", () => {
  expect([missingId(0) > idMax, missingId(1) - missingId(0), missingId(10 ** 9) - missingId(10 ** 9 - 1)]).toEqual([
    true,
    2,
    2,
  ]);
});
