import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { composeTeacher } from "../domain/teacher.ts";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { contentWith } from "../image/content-testing.ts";
import type { SharedBytes } from "./body.ts";
import { beginBody, finishBody } from "./byte-output.ts";
import { alonePieces, linePieces, resultPieces } from "./json-pieces.ts";
import { appendTeachers, renderTeachers } from "./teacher-writer.ts";

const stored = [
  { id: 1, last_name: "Шевченко", first_name: "Тарас", middle_name: "Григорович", degree: "старший викладач" },
  { id: 90, last_name: 'a"b\\c', middle_name: "О." },
  { id: 2 ** 31, first_name: "Ім’я", degree: "доцент" },
  { id: Number.MAX_SAFE_INTEGER },
].map(storedTeacher);
const teachers = stored.map(composeTeacher);
const content = contentWith(stored);
const all = Uint32Array.of(0, 1, 2, 3);
const indents = Array.from({ length: 9 }, (_, indent) => indent);
const text = ({ shared }: SharedBytes): string => new TextDecoder().decode(shared);

test.each(indents)("appendTeachers() with indent %i writes the same teachers in several pieces", (indent) => {
  const pieces = resultPieces[indent]!;
  beginBody();
  appendTeachers(content, all.subarray(0, 1), pieces, true);
  appendTeachers(content, all.subarray(1), pieces, false);
  const parts = text(finishBody());
  expect(parts).toBe(text(renderTeachers(content, all, pieces)));
});

describe("renderTeachers()", () => {
  test.each(indents)("with indent %i gives a single teacher", (indent) => {
    for (const [position, teacher] of teachers.entries()) {
      const bytes = renderTeachers(content, Uint32Array.of(position), alonePieces[indent]!);
      expect(text(bytes)).toBe(JSON.stringify(teacher, null, indent));
    }
  });

  test("copies characters of one to four bytes at any place", () => {
    const characters = fc.constantFrom("a", '"', "\u007e", "я", "ÿ", "\u07ff", "’", "\uffff", "😀", "\u{10ffff}");
    const anyText = fc.array(characters, { maxLength: 12 }).map((found) => found.join(""));
    const fields = { last_name: anyText, first_name: anyText, middle_name: anyText, degree: anyText };
    fc.assert(
      fc.property(fc.record(fields), (texts) => {
        const teacher = storedTeacher({ id: 7, ...texts });
        const bytes = renderTeachers(contentWith([teacher]), Uint32Array.of(0), alonePieces[0]!);
        expect(text(bytes)).toBe(JSON.stringify(composeTeacher(teacher)));
      }),
    );
  });

  test("gives one line per teacher", () => {
    const lines = teachers.map((teacher) => `${JSON.stringify(teacher)}\n`);
    expect(text(renderTeachers(content, all, linePieces))).toBe(lines.join(""));
    expect(text(renderTeachers(content, new Uint32Array(0), linePieces))).toBe("");
  });

  test("makes room for a page that is larger than the buffer", () => {
    const many = Uint32Array.from({ length: 2000 }, (_, i) => i % 4);
    const lines = Array.from(many, (position) => `${JSON.stringify(teachers[position])}\n`);
    expect(text(renderTeachers(content, many, linePieces))).toBe(lines.join(""));
  });
});
