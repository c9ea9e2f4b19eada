import { expect, test } from "bun:test";
import { nameFieldNames } from "../teacher.ts";
import { storedTeacher } from "../teacher-testing.ts";
import { type ChangeDoubt, findDoubt } from "./change-doubts.ts";

function find(before: string, after: string): ChangeDoubt | null {
  const [was, is] = [before, after].map((text) => {
    const [last_name = "", first_name = "", middle_name = "", degree = ""] = text.split("|");
    return storedTeacher({ id: 1, last_name, first_name, middle_name, degree });
  });
  return findDoubt(was!, is!);
}

const name = "Заєць|Олена|Іванівна";
const usual = `${name}|доцент`;
const whole = [...nameFieldNames];

test.each<[what: string, after: string, kind: ChangeDoubt["kind"], fields: ChangeDoubt["fields"]]>([
  ["swapped names", "Олена|Заєць|Іванівна|доцент", "rearranged", ["last_name", "first_name"]],
  ["a shifted name", "Олена|Іванівна|Заєць|доцент", "rearranged", whole],
  ["the name in one cell", "Заєць Олена Іванівна|||доцент", "rearranged", whole],
  ["a row shifted to the left", "Олена|Іванівна|доцент|", "lost", [...whole, "degree"]],
  ["initials", "Заєць|О.|І.|доцент", "lost", ["first_name", "middle_name"]],
  ["initials in one cell", "Заєць О. І.|||доцент", "lost", whole],
  ["no first name", "Заєць||Іванівна|доцент", "lost", ["first_name"]],
  ["no middle name and a new last name", "Сич|Олена||доцент", "lost", ["middle_name"]],
  ["no degree", `${name}|`, "lost", ["degree"]],
  ["a second person in the cell", "Заєць Сич|Олена|Іванівна|доцент", "added", ["last_name"]],
  ["a note", "Заєць (декрет)|Олена|Іванівна|доцент", "added", ["last_name"]],
  ["another's middle name", "Заєць|Олена|Петрович|доцент", "gender", ["middle_name"]],
  ["another person", "Сич|Олег|Петрович|доцент", "another", []],
  ["another person of the same first name", "Сич|Олена|Петрівна|доцент", "another", []],
])("%s is doubtful", (_, after, kind, fields) => {
  expect(find(usual, after)).toEqual({ kind, fields });
});

test.each<[what: string, before: string, after: string]>([
  ["a new last name", usual, "Сич|Олена|Іванівна|доцент"],
  ["a double last name", usual, "Заєць-Сич|Олена|Іванівна|доцент"],
  ["a new degree", usual, `${name}|професор`],
  ["a corrected letter", usual, "Заєц|Олена|Іванівна|доцент"],
  ["another middle name", usual, "Заєць|Олена|Петрівна|доцент"],
  ["letter case", usual, "ЗАЄЦЬ|ОЛЕНА|ІВАНІВНА|доцент"],
  ["whole names for initials", "Заєць|О.|І.|доцент", usual],
  ["a degree that was unknown", `${name}|`, usual],
  ["a name that was unknown", "|Олена||доцент", usual],
])("%s is not doubtful", (_, before, after) => {
  expect(find(before, after)).toBeNull();
});
