import { expect, test } from "bun:test";
import { composeTeacher } from "../domain/teacher.ts";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { directoryWith } from "./content-testing.ts";

const people = [
  { id: 7, last_name: "Яна", first_name: "О", middle_name: "Іванівна", degree: "доцент" },
  { id: 2 ** 53 - 1, last_name: "Біла", first_name: "", middle_name: "", degree: "" },
  { id: 12, last_name: "", first_name: "", middle_name: "", degree: "старший викладач" },
  { id: 1, last_name: "Д’Арк", first_name: "Ж.", middle_name: "", degree: "доцент" },
];
const { findRank, teacherAt, find, listDegrees } = directoryWith(people);

test.each(people)("teacher $id has all display forms", (person) => {
  expect(teacherAt(findRank(person.id)!)).toEqual(composeTeacher(storedTeacher(person)));
  expect(Object.keys(teacherAt(findRank(person.id)!))).toEqual(Object.keys(composeTeacher(storedTeacher(person))));
});

test.each([2, 6, 8, 13, 2 ** 53 - 2])("nobody has the id %d", (id) => {
  expect(findRank(id)).toBeNull();
});

test.each([
  [
    "all",
    {},
    [
      ["доцент", 2],
      ["", 1],
      ["старший викладач", 1],
    ],
  ],
  ["those of a filter", { last_name: "Яна" }, [["доцент", 1]]],
  ["nobody", { last_name: "Нема" }, []],
] as const)("degrees of %s, the most frequent first", (_, filters, degrees) => {
  for (const ordering of ["id", "-last_name"] as const) {
    const listed = listDegrees(find({ filters, ids: null }, ordering));
    expect(listed.map(({ degree, count }) => [degree, count] as const)).toEqual([...degrees]);
  }
});
