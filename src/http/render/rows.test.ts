import { describe, expect, test } from "bun:test";
import { directoryWith } from "../../directory/content-testing.ts";
import { composeTeacher, quoteCsvField, teacherFields } from "../../domain/teacher.ts";
import { type SomeFields, storedTeacher } from "../../domain/teacher-testing.ts";
import { csv, ndjson, renderTextRows } from "./rows.ts";

const head = "id,last_name,first_name,middle_name,name,full_name,short_name,short_name_with_degree,degree\r\n";

describe("csv", () => {
  test.each<[what: string, fields: SomeFields]>([
    ["plain", { id: 1, last_name: "Коваль", first_name: "Ян", degree: "доцент" }],
    ["empty", { id: 2 ** 53 - 1 }],
    ["a quotation mark in a last name", { id: 1, last_name: 'Ко"валь' }],
    ["a comma in a degree", { id: 1, degree: "доктор наук, професор" }],
    ["a semicolon in a first name", { id: 1, first_name: "Ян;" }],
    ["a comma as the whole patronymic", { id: 1, middle_name: "," }],
    ["a formula", { id: 1, last_name: "=1+1" }],
  ])("%s: quotes the fields that need it, and no others", (_, fields) => {
    const teacher = composeTeacher(storedTeacher(fields));
    expect(csv.rowOf(teacher)).toBe(
      `${teacherFields.map((field) => quoteCsvField(String(teacher[field]))).join(",")}\r\n`,
    );
  });
});

describe("renderTextRows()", () => {
  const count = 200;
  const directory = directoryWith(Array.from({ length: count }, (_, i) => ({ id: i + 1, last_name: `К${i}` })));
  const all = directory.find({ filters: {}, ids: null }, "id");

  test.each([
    [0, 1000, 1, 200],
    [0, 1, 1, 1],
    [63, 66, 64, 129],
    [199, 5, 200, 200],
  ])("offset %i and limit %i give the ids %i to %i", (offset, limit, first, last) => {
    const rows = [...renderTextRows(directory, all, { offset, limit }, ndjson)].join("").trimEnd().split("\n");
    expect(rows.map((row) => JSON.parse(row).id)).toEqual(
      Array.from({ length: last - first + 1 }, (_, i) => first + i),
    );
  });

  test("pieces have at most 64 teachers, and the first begins with the head", () => {
    const pieces = [...renderTextRows(directory, all, { offset: 0, limit: count }, csv)];
    expect(pieces.map((piece) => piece.split("\r\n").length - 1)).toEqual([65, 64, 64, 8]);
    expect(pieces[0]!.startsWith(head)).toBe(true);
  });

  test("nobody is the head alone", () => {
    expect([...renderTextRows(directory, all, { offset: 200, limit: 10 }, csv)]).toEqual([head]);
    expect([...renderTextRows(directory, all, { offset: 200, limit: 10 }, ndjson)]).toEqual([]);
  });
});
