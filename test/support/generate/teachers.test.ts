/** The generator of invented teachers: the sample is its output, and any text of a file can be what it gives. */
import { expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { storedFieldNames, textFieldNames, textLengthMax } from "../../../src/domain/teacher.ts";
import { generateCsv, generateTeachers } from "./teachers.ts";

const csvOf = (count: number, seed: number): string => [...generateCsv(count, seed)].join("");

test("sample/teachers.csv is what it gives for 1,000 teachers with the seed 1", async () => {
  const sample = await Bun.file(`${import.meta.dir}/../../../sample/teachers.csv`).text();
  expect(csvOf(1000, 1)).toBe(sample);
  expect(parse(sample)).toEqual([
    [...storedFieldNames],
    ...Array.from(generateTeachers(1000, 1), (teacher) => storedFieldNames.map((name) => String(teacher[name]))),
  ]);
});

test("another seed gives others, and a longer run begins with the shorter one", () => {
  expect(csvOf(2000, 2)).not.toBe(csvOf(2000, 1));
  expect(csvOf(5000, 3)).toStartWith(csvOf(4999, 3));
});

test("ids ascend, and every teacher has a last name and parts that an import takes as they are", () => {
  let last = 0;
  for (const teacher of generateTeachers(200_000, 7)) {
    if (teacher.id <= last || teacher.last_name === "") throw new Error(JSON.stringify(teacher));
    last = teacher.id;
    for (const name of textFieldNames) {
      const part = teacher[name];
      if (part !== part.normalize("NFC").trim().replace(/\s+/g, " ") || part.length > textLengthMax) {
        throw new Error(`Teacher ${teacher.id} has the ${name} ${JSON.stringify(part)}`);
      }
    }
  }
  expect(last).toBeGreaterThan(200_000);
});
