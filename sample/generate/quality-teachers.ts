/** The teachers by which the quality of searches and matches is measured. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { patronymicOf } from "../../src/domain/names/given-names.ts";
import type { StoredTeacher } from "../../src/domain/teacher.ts";
import { storedTeacher } from "../../src/domain/teacher-testing.ts";
import type { RandomInteger } from "./random.ts";
import { wordsOf } from "./surnames.ts";

/** Real last names in the form for men. One in eight teachers has a last name that no other teacher has. */
export const surnames = readFileSync(join(import.meta.dir, "../../bench/data/surnames.txt"), "utf8")
  .trim()
  .split("\n");
/** One in this many last names is left out of the directory, and serves as an unknown name. */
export const absentEvery = 4;

const degrees = [
  ...Array<string>(30).fill("доцент"),
  ...Array<string>(17).fill("старший викладач"),
  ...Array<string>(14).fill("асистент"),
  ...Array<string>(12).fill("викладач"),
  ...Array<string>(11).fill("професор"),
  ...["аспірант", "завідувач кафедри", "зав.кафедрою", "інженер", "кандидат технічних наук, доцент"],
  ...["доктор фізико-математичних наук, професор", "старший науковий співробітник", "", ""],
];

/** A last name in the form for women. */
export function inFormForWomen(name: string): string {
  if (/(?:ов|єв|ев|ін|їн)$/.test(name)) return `${name}а`;
  return name.replace(/ий$/, "а").replace(/ій$/, "я");
}

/** Teachers with real last names; some have initials only. */
export function makeTeachers(count: number, random: RandomInteger): StoredTeacher[] {
  const present = surnames.filter((_, i) => i % absentEvery !== 0);
  const fathers = wordsOf("fatherNames");
  const pick = <T>(list: readonly T[]): T => list[Math.floor(list.length * (random(10_000) / 10_000) ** 1.7)]!;
  return Array.from({ length: count }, (_, i): StoredTeacher => {
    const isWoman = random(100) < 55;
    const surname = present[random(present.length)]!;
    const last_name = isWoman ? inFormForWomen(surname) : surname;
    const first = pick(wordsOf(isWoman ? "givenNamesOfWomen" : "givenNamesOfMen"));
    const middle = patronymicOf(pick(fathers))[isWoman ? "women" : "men"];
    const writing = random(100);
    const write = (name: string): string => (writing < 82 ? name : writing < 94 ? name[0]! : `${name[0]}.`);
    const degree = degrees[random(degrees.length)]!;
    return storedTeacher({ id: i + 1, last_name, first_name: write(first), middle_name: write(middle), degree });
  });
}
