import { expect, test } from "bun:test";
import { assignIds, missingId } from "./id-assignment.ts";
import { rosterOf, storedTeachersOf } from "./roster-testing.ts";
import { idMax, type StoredTeacher } from "./teacher.ts";
import { storedTeacher } from "./teacher-testing.ts";

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
  ["equal teachers, equally many", ["7 А", "8 А"], 8, ["- А", "- А"], ["7 А", "8 А"]],
  ["equal teachers, one more", ["7 А", "8 А"], 8, ["- А", "- А", "- А"], ["9 А", "10 А", "11 А"]],
  ["new teachers after the highest id ever", ["7 А"], 40, ["- Б", "- А"], ["7 А", "41 Б"]],
  ["new teachers after the ids of the file", ["7 А"], 7, ["50 Б", "- В"], ["50 Б", "51 В"]],
  ["an id that the file gives to somebody", ["7 А"], 7, ["7 А", "- А"], ["7 А", "8 А"]],
  ["no missing id", ["7 А"], 7, ["3 А"], ["3 А"]],
])("assignIds() of %s", async (_, current, highestId, given, wanted) => {
  const found = { current: rosterOf(teachersOf(current)), highestId };
  const roster = await assignIds(rosterOf(teachersOf(given)), async () => found);
  expect(storedTeachersOf(roster)).toEqual(teachersOf(wanted));
});

test("assignIds() refuses where no id is left", async () => {
  const found = { current: rosterOf([]), highestId: idMax };
  await expect(assignIds(rosterOf(teachersOf(["- А"])), async () => found)).rejects.toThrow("No id is left");
});

test("missingId() is above all ids, ascending and exact", () => {
  expect([missingId(0) > idMax, missingId(1) - missingId(0), missingId(10 ** 9) - missingId(10 ** 9 - 1)]).toEqual([
    true,
    2,
    2,
  ]);
});
