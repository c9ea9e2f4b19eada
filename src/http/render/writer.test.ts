import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { composeTeacher } from "../../domain/teacher.ts";
import { storedTeacher } from "../../domain/teacher-testing.ts";
import { contentWith } from "../../image/content-testing.ts";
import type { ImageContent } from "../../image/layout.ts";
import { linePieces, resultPieces, singlePieces } from "./json-writer.ts";
import { ByteWriter, type TeacherPieces, writeTeachers } from "./writer.ts";

const stored = [
  { id: 1, last_name: "Шевченко", first_name: "Тарас", middle_name: "Григорович", degree: "старший викладач" },
  { id: 90, last_name: 'a"b\\c', middle_name: "О." },
  { id: 2 ** 31, first_name: "Ім’я", degree: "доцент" },
  { id: Number.MAX_SAFE_INTEGER },
].map(storedTeacher);
const teachers = stored.map(composeTeacher);
const content = contentWith(stored);
const all = Uint32Array.of(0, 1, 2, 3);
const writer = new ByteWriter();

const finish = (): string => new TextDecoder().decode(writer.finish());

function render(from: ImageContent, positions: Uint32Array, pieces: TeacherPieces): string {
  writer.begin();
  writeTeachers(writer, from, positions, pieces);
  return finish();
}

describe("writeTeachers()", () => {
  test("writes the same teachers in several pieces", () => {
    const pieces = resultPieces;
    writer.begin();
    writeTeachers(writer, content, all.subarray(0, 1), pieces);
    writer.ascii(",");
    writeTeachers(writer, content, all.subarray(1), pieces);
    const parts = finish();
    expect(parts).toBe(render(content, all, pieces));
  });

  test("writes a single teacher", () => {
    for (const [position, teacher] of teachers.entries()) {
      const text = render(content, Uint32Array.of(position), singlePieces);
      expect(text).toBe(JSON.stringify(teacher));
    }
  });

  test("copies characters of one to four bytes at any place", () => {
    const characters = fc.constantFrom("a", '"', "\u007e", "я", "ÿ", "\u07ff", "’", "\uffff", "😀", "\u{10ffff}");
    const anyText = fc.array(characters, { maxLength: 12 }).map((found) => found.join(""));
    const fields = { last_name: anyText, first_name: anyText, middle_name: anyText, degree: anyText };
    fc.assert(
      fc.property(fc.record(fields), (texts) => {
        const teacher = storedTeacher({ id: 7, ...texts });
        const text = render(contentWith([teacher]), Uint32Array.of(0), singlePieces);
        expect(text).toBe(JSON.stringify(composeTeacher(teacher)));
      }),
    );
  });

  test("writes one line per teacher", () => {
    const lines = teachers.map((teacher) => `${JSON.stringify(teacher)}\n`);
    expect(render(content, all, linePieces)).toBe(lines.join(""));
    expect(render(content, new Uint32Array(0), linePieces)).toBe("");
  });

  test("makes room for a page that is larger than the buffer", () => {
    const many = Uint32Array.from({ length: 2000 }, (_, i) => i % 4);
    const lines = Array.from(many, (position) => `${JSON.stringify(teachers[position])}\n`);
    expect(render(content, many, linePieces)).toBe(lines.join(""));
  });

  test("makes room for values of the greatest length, each written several times", () => {
    for (const word of ["😀 ", "\\ ", "а-", "\u2028"]) {
      const text = word.repeat(100).trim();
      const teacher = storedTeacher({ id: 1, last_name: text, first_name: text, middle_name: text, degree: text });
      const line = `${JSON.stringify(composeTeacher(teacher))}\n`;
      const same = contentWith([teacher]);
      const fresh = new ByteWriter();
      fresh.begin();
      writeTeachers(fresh, same, new Uint32Array(100), linePieces);
      expect(new TextDecoder().decode(fresh.finish())).toBe(line.repeat(100));
    }
  });
});
