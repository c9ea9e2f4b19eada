import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { composeTeacher, quoteCsvField, type StoredTeacher, teacherFields } from "../../domain/teacher.ts";
import { storedTeacher } from "../../domain/teacher-testing.ts";
import { contentWith } from "../../image/content-testing.ts";
import { csvHead, writeRows } from "./csv-writer.ts";
import { ByteWriter } from "./writer.ts";

const fields = "id last_name first_name middle_name name full_name short_name short_name_with_degree degree".split(" ");

const writer = new ByteWriter();

function render(stored: readonly StoredTeacher[]): string {
  writer.begin();
  writeRows(writer, contentWith(stored), Uint32Array.from(stored.keys()));
  return new TextDecoder().decode(writer.finish());
}

describe("csvHead and writeRows()", () => {
  test("start with the field names", () => {
    expect(csvHead).toBe(`${fields.join(",")}\r\n`);
  });

  test.each<[lastName: string, degree: string, csv: string]>([
    ["Ко", "", "7,Ко,О,,Ко О,Ко О,Ко О.,Ко О.,"],
    ["", "=1", "7,,О,,О,=1 О,О.,=1. О.,=1"],
    ["", 'a"', '7,,О,,О,"a"" О",О.,"a"". О.","a"""'],
    ["a,b", "", '7,"a,b",О,,"a,b О","a,b О","a,b О.","a,b О.",'],
  ])("write %j and %j", (last_name, degree, csv) => {
    expect(render([storedTeacher({ id: 7, last_name, first_name: "О", degree })])).toBe(`${csv}\r\n`);
  });

  const texts = (...some: string[]) =>
    fc.array(fc.constantFrom(...some), { maxLength: 3 }).map((found) => found.join(""));
  const plainText = texts("Ко", "a", "’", "-", " б");
  const anyText = texts("Ко", "-", "=", "+", "@", "'", '"', ",", ";", "\\", "\t", "\r\n", "\uff1d", "\ufb01", "😀");
  const fieldsOf = (text: fc.Arbitrary<string>) =>
    fc.record({ last_name: text, first_name: text, middle_name: text, degree: text });
  const teachers = fc.array(fc.oneof(fieldsOf(plainText), fieldsOf(anyText)), { minLength: 1, maxLength: 6 });

  test("write rows field by field, with any values", () => {
    fc.assert(
      fc.property(teachers, (found) => {
        const stored = found.map((texts, i) => storedTeacher({ id: i + 1, ...texts }));
        const rows = stored.map(composeTeacher).map((teacher) => {
          return teacherFields.map((field) => quoteCsvField(String(teacher[field]))).join(",");
        });
        expect(render(stored)).toBe(rows.map((row) => `${row}\r\n`).join(""));
      }),
    );
  });
});
