import { describe, expect, test } from "bun:test";
import { composeTeacher } from "../domain/teacher.ts";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { contentWith } from "../image/content-testing.ts";
import type { SharedBytes } from "./body.ts";
import { alonePieces, linePieces, pageEnd, pageStart, renderTeachers, resultPieces } from "./json-writer.ts";

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

describe("renderTeachers()", () => {
  test.each(indents)("with indent %i gives the page that JSON.stringify() gives", (indent) => {
    const links = { next: "http://localhost/?a=%22", previous: null };
    for (const positions of [all, Uint32Array.of(2), new Uint32Array(0)]) {
      const around = { head: pageStart(7, links, indent), tail: pageEnd(indent, positions.length === 0) };
      const results = Array.from(positions, (position) => teachers[position]);
      expect(text(renderTeachers(content, positions, resultPieces[indent]!, around))).toBe(
        JSON.stringify({ count: 7, ...links, results }, null, indent),
      );
    }
  });

  test.each(indents)("with indent %i gives a single teacher", (indent) => {
    for (const [position, teacher] of teachers.entries()) {
      const bytes = renderTeachers(content, Uint32Array.of(position), alonePieces[indent]!, {});
      expect(text(bytes)).toBe(JSON.stringify(teacher, null, indent));
    }
  });

  test.each(indents)("with indent %i gives the same page in several pieces", (indent) => {
    const pieces = resultPieces[indent]!;
    const later = text(renderTeachers(content, all.subarray(1), pieces, { isFirst: false }));
    expect(text(renderTeachers(content, all.subarray(0, 1), pieces, {})) + later).toBe(
      text(renderTeachers(content, all, pieces, {})),
    );
  });

  test("gives one line per teacher", () => {
    const lines = teachers.map((teacher) => `${JSON.stringify(teacher)}\n`);
    expect(text(renderTeachers(content, all, linePieces, {}))).toBe(lines.join(""));
    expect(text(renderTeachers(content, new Uint32Array(0), linePieces, {}))).toBe("");
  });

  test("makes room for a page that is larger than the buffer", () => {
    const many = Uint32Array.from({ length: 2000 }, (_, i) => i % 4);
    const lines = Array.from(many, (position) => `${JSON.stringify(teachers[position])}\n`);
    expect(text(renderTeachers(content, many, linePieces, {}))).toBe(lines.join(""));
  });
});
