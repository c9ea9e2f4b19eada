import { describe, expect, test } from "bun:test";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { contentWith } from "../image/content-testing.ts";
import { pageEnd, pageStart, renderTeachers, resultPieces } from "./json-writer.ts";
import { renderCachedRows } from "./row-cache.ts";

const teachers = Array.from({ length: 9 }, (_, i) => storedTeacher({ id: i + 1, last_name: `Ш"${"о".repeat(i)}` }));

describe("renderCachedRows()", () => {
  const head = pageStart(9, { next: "http://localhost/?a=%22", previous: null }, 0);
  const cases: [name: string, positions: readonly number[], around: Parameters<typeof renderTeachers>[3]][] = [
    ["a page", [0, 1, 2], { head, tail: pageEnd(0, false) }],
    ["the same page again", [0, 1, 2], { head, tail: pageEnd(0, false) }],
    ["rows in another order", [8, 2, 4], { head, tail: pageEnd(0, false) }],
    ["no rows", [], { head, tail: pageEnd(0, true) }],
    ["the first rows of a stream", [3, 1], { head }],
    ["further rows of a stream", [5, 1], { isFirst: false }],
    ["the last rows of a stream", [1], { tail: pageEnd(0, false), isFirst: false }],
  ];
  const content = contentWith(teachers);
  test.each(cases)("writes %s as renderTeachers() does", (_, positions, around) => {
    const list = Uint32Array.from(positions);
    const page = renderCachedRows(content, list, around);
    expect(Buffer.from(page!.shared).toString()).toBe(
      Buffer.from(renderTeachers(content, list, resultPieces[0]!, around).shared).toString(),
    );
  });

  test("refuses rows that do not fit", () => {
    const long = contentWith([storedTeacher({ id: 1, last_name: "я".repeat(200) })]);
    expect(renderCachedRows(long, Uint32Array.of(0), {})).toBeNull();
    expect(renderCachedRows(long, new Uint32Array(0), { head: "[", tail: "]" })).not.toBeNull();
  });

  test("refuses a large directory", () => {
    const { ids, ...parts } = content;
    const large = { ...parts, ids: new Uint32Array(32_769) };
    expect(renderCachedRows(large, Uint32Array.of(0), {})).toBeNull();
    expect(renderCachedRows({ ...parts, ids: ids.slice() }, Uint32Array.of(0), {})).not.toBeNull();
  });
});
