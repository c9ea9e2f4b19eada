import { describe, expect, test } from "bun:test";
import { columnOf, renderNumber } from "./sheet-rows.ts";

describe("columnOf()", () => {
  const cases: [reference: string, column: number][] = [
    ["A1", 0],
    ["B7", 1],
    ["Z1", 25],
    ["AA10", 26],
    ["XFD1048576", 16383],
    ["ZZZZZZZZZ1", 16384],
  ];
  test.each(cases)("%s is %d", (reference, column) => expect(columnOf(reference)).toBe(column));
});

describe("renderNumber()", () => {
  const cases: [value: string, isDate: boolean, text: string][] = [
    ["7", false, "7"],
    ["7.0", false, "7"],
    ["1.2E3", false, "1200"],
    ["0.5", false, "0.5"],
    ["999999999999999", false, "999999999999999"],
    ["1.23456789012346E+18", false, "1.23456789012346e+18"],
    ["46266", true, "2026-09-01"],
    ["46266.75", true, "2026-09-01"],
    ["x", false, "x"],
    ["", false, ""],
  ];
  test.each(cases)("%j, a date: %p, is %j", (value, isDate, text) => expect(renderNumber(value, isDate)).toBe(text));
});
