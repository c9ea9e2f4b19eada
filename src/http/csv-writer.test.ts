import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { composeTeacher } from "../domain/teacher.ts";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { contentWith } from "../image/content-testing.ts";
import { csvRows, excelRows, renderRows } from "./csv-writer.ts";

const fields = "id last_name first_name middle_name name full_name short_name short_name_with_degree degree".split(" ");

const rowOf = (last_name: string, degree: string) =>
  composeTeacher(storedTeacher({ id: 7, last_name, first_name: "О", degree }));

describe("csvRows and excelRows", () => {
  test("start with the names of the fields", () => {
    expect(csvRows.head).toBe(`${fields.join(",")}\r\n`);
    expect(excelRows.head).toBe(`\ufeff${fields.join(";")}\r\n`);
  });

  test.each<[lastName: string, degree: string, csv: string, excel: string]>([
    ["Ко", "", "7,Ко,О,,Ко О,Ко О,Ко О.,Ко О.,", "7;Ко;О;;Ко О;Ко О;Ко О.;Ко О.;"],
    ["", "=1", "7,,О,,О,=1 О,О.,=1. О.,=1", "7;;О;;О;'=1 О;О.;'=1. О.;'=1"],
    ["", 'a"', '7,,О,,О,"a"" О",О.,"a"". О.","a"""', '7;;О;;О;"a"" О";О.;"a"". О.";"a"""'],
    ["a,b", "", '7,"a,b",О,,"a,b О","a,b О","a,b О.","a,b О.",', '7;"a,b";О;;"a,b О";"a,b О";"a,b О.";"a,b О.";'],
  ])("of %j and %j", (lastName, degree, csv, excel) => {
    expect(csvRows.row(rowOf(lastName, degree))).toBe(`${csv}\r\n`);
    expect(excelRows.row(rowOf(lastName, degree))).toBe(`${excel}\r\n`);
  });
});

describe("renderRows()", () => {
  const texts = (...some: string[]) =>
    fc.array(fc.constantFrom(...some), { maxLength: 3 }).map((found) => found.join(""));
  const plainText = texts("Ко", "a", "’", "-", " б");
  const anyText = texts("Ко", "-", "=", "+", "@", "'", '"', ",", ";", "\\", "\t", "\r\n", "\uff1d", "\ufb01", "😀");
  const fieldsOf = (text: fc.Arbitrary<string>) =>
    fc.record({ last_name: text, first_name: text, middle_name: text, degree: text });
  const teachers = fc.array(fc.oneof(fieldsOf(plainText), fieldsOf(anyText)), { minLength: 1, maxLength: 6 });

  test.each([
    ["CSV", csvRows],
    ["Excel", excelRows],
  ])("writes %s as row() does, whatever is in the fields", (_, format) => {
    fc.assert(
      fc.property(teachers, fc.boolean(), (found, isFirst) => {
        const stored = found.map((fields, i) => storedTeacher({ id: i + 1, ...fields }));
        const positions = Uint32Array.from(stored.keys());
        const { shared } = renderRows(contentWith(stored), format, positions, isFirst);
        const rows = stored.map((teacher) => format.row(composeTeacher(teacher)));
        expect(Buffer.from(shared).toString()).toBe((isFirst ? format.head : "") + rows.join(""));
      }),
    );
  });
});
