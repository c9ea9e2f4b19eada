import { expect, test } from "bun:test";
import { storedTeacher } from "../teacher-testing.ts";
import { type DoubtKind, findDoubt } from "./change-doubts.ts";

function find(before: string, after: string): DoubtKind | null {
  const [was, is] = [before, after].map((text) => {
    const [last_name = "", first_name = "", middle_name = "", degree = ""] = text.split("|");
    return storedTeacher({ id: 1, last_name, first_name, middle_name, degree });
  });
  return findDoubt(was!, is!);
}

const name = "Заєць|Олена|Іванівна";
const usual = `${name}|доцент`;

test.each<[what: string, after: string, kind: DoubtKind]>([
  ["swapped names", "Олена|Заєць|Іванівна|доцент", "rearranged"],
  ["a shifted name", "Олена|Іванівна|Заєць|доцент", "rearranged"],
  ["the name in one cell", "Заєць Олена Іванівна|||доцент", "rearranged"],
  ["a row shifted to the left", "Олена|Іванівна|доцент|", "lost"],
  ["initials", "Заєць|О.|І.|доцент", "lost"],
  ["initials in one cell", "Заєць О. І.|||доцент", "lost"],
  ["no first name", "Заєць||Іванівна|доцент", "lost"],
  ["no middle name and a new last name", "Сич|Олена||доцент", "lost"],
  ["no degree", `${name}|`, "lost"],
  ["a second person in the cell", "Заєць Сич|Олена|Іванівна|доцент", "added"],
  ["a note", "Заєць (декрет)|Олена|Іванівна|доцент", "added"],
  ["another's middle name", "Заєць|Олена|Петрович|доцент", "gender"],
  ["another person", "Сич|Олег|Петрович|доцент", "another"],
  ["another person of the same first name", "Сич|Олена|Петрівна|доцент", "another"],
])("%s is doubtful", (_, after, kind) => {
  expect(find(usual, after)).toBe(kind);
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
