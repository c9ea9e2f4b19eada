import { describe, expect, test } from "bun:test";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { contentWith } from "../image/content-testing.ts";
import { beginBody, finishBody, writeAscii } from "./byte-output.ts";
import { resultPieces } from "./json-pieces.ts";
import { appendCachedRows } from "./row-cache.ts";
import { appendTeachers } from "./teacher-writer.ts";

const teachers = Array.from({ length: 9 }, (_, i) => storedTeacher({ id: i + 1, last_name: `Ш"${"о".repeat(i)}` }));

describe("appendCachedRows()", () => {
  const cases: [name: string, positions: readonly number[], isFirst: boolean][] = [
    ["the rows of a page", [0, 1, 2], true],
    ["the same rows again", [0, 1, 2], true],
    ["rows in another order", [8, 2, 4], true],
    ["no rows", [], true],
    ["further rows of a stream", [5, 1], false],
  ];
  const content = contentWith(teachers);
  test.each(cases)("writes %s behind other text as appendTeachers() does", (_, positions, isFirst) => {
    const list = Uint32Array.from(positions);
    const write = (append: () => void): string => {
      beginBody();
      writeAscii("[");
      append();
      writeAscii("]");
      return Buffer.from(finishBody().shared).toString();
    };
    expect(write(() => expect(appendCachedRows(content, list, isFirst)).toBeTrue())).toBe(
      write(() => appendTeachers(content, list, resultPieces[0]!, isFirst)),
    );
  });

  test("refuses rows that do not fit, and writes nothing", () => {
    const long = contentWith([storedTeacher({ id: 1, last_name: "я".repeat(200) })]);
    beginBody();
    expect(appendCachedRows(long, Uint32Array.of(0), true)).toBeFalse();
    expect(appendCachedRows(long, new Uint32Array(0), true)).toBeTrue();
    expect(finishBody().shared).toHaveLength(0);
  });

  test("refuses a large directory", () => {
    const { ids, ...parts } = content;
    const large = { ...parts, ids: new Uint32Array(32_769) };
    expect(appendCachedRows(large, Uint32Array.of(0), true)).toBeFalse();
    expect(appendCachedRows({ ...parts, ids: ids.slice() }, Uint32Array.of(0), true)).toBeTrue();
  });
});
