import { describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { givenNamesOfMen, givenNamesOfWomen, patronymicOf } from "../../../src/domain/names/given-names.ts";
import { type StoredTeacher, storedFieldNames, textFieldNames, textLengthMax } from "../../../src/domain/teacher.ts";
import { generateCountMax, generateCsv, generateTeachers, seedMax } from "./teachers.ts";

const thousand = [...generateTeachers(1000, 1)];
const many = [...generateTeachers(200_000, 7)];
const women = new Set(givenNamesOfWomen);
const men = new Set(givenNamesOfMen);

function joinCsv(count: number, seed: number): string {
  return [...generateCsv(count, seed)].join("");
}

function nameOf(teacher: StoredTeacher): string {
  return `${teacher.last_name} ${teacher.first_name} ${teacher.middle_name}`;
}

describe("generateTeachers()", () => {
  const features: [feature: string, min: number, max: number, has: (teacher: StoredTeacher) => boolean][] = [
    ["the first name Олена", 21, 60, (t) => t.first_name === "Олена"],
    ["the first name Олександр", 21, 60, (t) => t.first_name === "Олександр"],
    ["the middle name В", 21, 60, (t) => t.middle_name === "В"],
    ["single letters", 90, 150, (t) => /^\p{L}$/u.test(t.first_name) && /^\p{L}$/u.test(t.middle_name)],
    ["letters with a full stop", 25, 60, (t) => /^\p{L}\.$/u.test(t.first_name) && /^\p{L}\.$/u.test(t.middle_name)],
    ["no middle name", 10, 35, (t) => t.middle_name === ""],
    ["no first name", 3, 15, (t) => t.first_name === ""],
    ["a hyphenated last name", 18, 45, (t) => t.last_name.includes("-")],
    ["a small second half", 5, 20, (t) => /-\p{Ll}/u.test(t.last_name)],
    ["a last name of two words", 2, 15, (t) => t.last_name.includes(" ")],
    ["the apostrophe U+0027", 10, 60, (t) => nameOf(t).includes("'")],
    ["the apostrophe U+2019", 5, 50, (t) => nameOf(t).includes("\u2019")],
    ["the apostrophe U+02BC", 5, 50, (t) => nameOf(t).includes("\u02BC")],
    ["the last name Шевченко", 5, 40, (t) => t.last_name === "Шевченко"],
    ["a last name in енко", 250, 500, (t) => t.last_name.endsWith("енко")],
    ["a last name in ський", 30, 120, (t) => t.last_name.endsWith("ський")],
    ["a last name in ська", 30, 120, (t) => t.last_name.endsWith("ська")],
    ["the degree доцент", 250, 420, (t) => t.degree === "доцент"],
    ["the degree старший викладач", 120, 220, (t) => t.degree === "старший викладач"],
    ["the degree асистент", 100, 200, (t) => t.degree === "асистент"],
    ["the degree викладач", 90, 180, (t) => t.degree === "викладач"],
    ["the degree професор", 80, 170, (t) => t.degree === "професор"],
    ["the degree аспірант", 15, 50, (t) => t.degree === "аспірант"],
    ["the degree завідувач кафедри", 8, 40, (t) => t.degree === "завідувач кафедри"],
    ["the degree зав.кафедрою", 3, 25, (t) => t.degree === "зав.кафедрою"],
    ["the degree інженер", 3, 25, (t) => t.degree === "інженер"],
    ["no degree", 15, 50, (t) => t.degree === ""],
  ];
  for (const [feature, min, max, has] of features) {
    test(`gives ${min} to ${max} of 1,000 teachers ${feature}`, () => {
      const count = thousand.filter(has).length;
      expect(count).toBeGreaterThanOrEqual(min);
      expect(count).toBeLessThanOrEqual(max);
    });
  }

  test("gives ids that ascend from 1 with a few gaps", () => {
    expect(many[0]!.id).toBe(1);
    expect(many.every(({ id }, row) => row === 0 || id > many[row - 1]!.id)).toBe(true);
    expect(many.at(-1)!.id).toBeGreaterThan(200_000);
    expect(many.at(-1)!.id).toBeLessThan(250_000);
  });

  test("gives every teacher a last name and parts that are NFC, trimmed, singly spaced and short", () => {
    for (const teacher of many) {
      if (teacher.last_name === "") throw new Error(`Teacher ${teacher.id} has no last name`);
      for (const name of textFieldNames) {
        const part = teacher[name];
        if (part !== part.normalize("NFC").trim().replace(/\s+/g, " ") || part.length > textLengthMax) {
          throw new Error(`Teacher ${teacher.id} has the ${name} ${JSON.stringify(part)}`);
        }
      }
    }
  });

  test("lets first, middle and last name agree in gender", () => {
    let checked = 0;
    for (const teacher of many) {
      const first = teacher.first_name.replace(/[\u2019\u02BC]/g, "'");
      if (!women.has(first) && !men.has(first)) continue;
      const wrongMiddle = women.has(first) ? /[иі]ч$/ : /вна$/;
      const wrongLast = women.has(first) ? /([сц]ький|ий)($|-| )/ : /[сц]ька($|-| )/;
      if (wrongMiddle.test(teacher.middle_name) || wrongLast.test(teacher.last_name)) throw new Error(nameOf(teacher));
      checked++;
    }
    expect(checked).toBeGreaterThan(150_000);
  });

  test("gives over ten thousand last names to 200,000 teachers", () => {
    expect(new Set(many.map((teacher) => teacher.last_name)).size).toBeGreaterThan(10_000);
  });

  test("begins a longer run with the shorter one", () => {
    expect([...generateTeachers(5000, 1)].slice(0, 1000)).toEqual(thousand);
  });

  const refused: [count: number, seed: number][] = [
    [-1, 1],
    [1.5, 1],
    [Number.NaN, 1],
    [generateCountMax + 1, 1],
    [1, -1],
    [1, 0.5],
    [1, seedMax + 1],
  ];
  for (const [count, seed] of refused) {
    test(`refuses the count ${count} with the seed ${seed}`, () => {
      expect(() => generateTeachers(count, seed).next()).toThrow(RangeError);
    });
  }
});

describe("generateCsv()", () => {
  test("gives sample/teachers.csv for 1,000 teachers with the seed 1", async () => {
    expect(joinCsv(1000, 1)).toBe(await Bun.file(`${import.meta.dir}/../../../sample/teachers.csv`).text());
  });

  test("gives the teachers of generateTeachers()", () => {
    const rows: string[][] = parse(joinCsv(1000, 1));
    expect(rows).toEqual([
      [...storedFieldNames],
      ...thousand.map((teacher) => storedFieldNames.map((name) => String(teacher[name]))),
    ]);
  });

  test("gives the same text for the same seed and another one for another seed", () => {
    expect(joinCsv(2000, seedMax)).toBe(joinCsv(2000, seedMax));
    expect(joinCsv(2000, seedMax)).not.toBe(joinCsv(2000, 0));
  });

  test("begins a longer text with the shorter one", () => {
    expect(joinCsv(5000, 3)).toStartWith(joinCsv(4999, 3));
  });

  test("gives only the header line for no teachers", () => {
    expect([...generateCsv(0, 1)]).toEqual(["id,last_name,first_name,middle_name,degree\n"]);
  });

  test("gives chunks of about 64 KiB that end with a line", () => {
    const chunks = [...generateCsv(10_000, 1)];
    for (const chunk of chunks) expect(chunk).toEndWith("\n");
    for (const chunk of chunks.slice(0, -1)) {
      expect(Buffer.byteLength(chunk)).toBeGreaterThan(56 * 1024);
      expect(Buffer.byteLength(chunk)).toBeLessThan(72 * 1024);
    }
  });
});

describe("patronymicOf()", () => {
  const cases: [father: string, men: string, women: string][] = [
    ["Іван", "Іванович", "Іванівна"],
    ["Юрій", "Юрійович", "Юріївна"],
    ["Василь", "Васильович", "Василівна"],
    ["Петро", "Петрович", "Петрівна"],
    ["Микола", "Миколайович", "Миколаївна"],
    ["Ілля", "Ілліч", "Іллівна"],
    ["В'ячеслав", "В'ячеславович", "В'ячеславівна"],
  ];
  for (const [father, men, women] of cases) {
    test(`gives ${men} and ${women} for ${father}`, () => {
      expect(patronymicOf(father)).toEqual({ men, women });
    });
  }
});
