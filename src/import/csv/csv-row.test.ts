import { describe, expect, test } from "bun:test";
import { lineLengthMax } from "../limits.ts";
import { addLine, type CsvRow, startRow } from "./csv-row.ts";

function parse(...lines: readonly string[]): CsvRow {
  const row = startRow(1);
  for (const line of lines) addLine(row, line, "\r\n", ",");
  return row;
}

describe("addLine() reads", () => {
  test.each<[lines: string[], fields: string[], stray: number]>([
    [[""], [""], -1],
    [["a,,b,"], ["a", "", "b", ""], -1],
    [['"a",""'], ["a", ""], -1],
    [['"a,""b""",c'], ['a,"b"', "c"], -1],
    [['""""'], ['"'], -1],
    [['"a', "", 'b",c'], ["a\r\n\r\nb", "c"], -1],
    [['a,b"c,"d"'], ["a", 'b"c', "d"], 1],
    [['"a"b,"c"'], ['"a"b', "c"], 0],
    [['"a" ,b"'], ['"a" ', 'b"'], 0],
    [['a"b,"c', 'd"'], ['a"b', "c\r\nd"], 0],
  ])("%j", (lines, fields, stray) => {
    expect(parse(...lines)).toMatchObject({ fields, stray, open: null });
  });
});

test.each<[lines: string[], open: string]>([
  [['"'], "\r\n"],
  [['a,"b""'], 'b""\r\n'],
  [['"a', 'b""c'], 'a\r\nb""c\r\n'],
])("addLine() leaves a row open after %j", (lines, open) => {
  expect(parse(...lines).open).toBe(open);
});

describe("addLine() stops in the field that exceeds the limit", () => {
  const long = "a".repeat(lineLengthMax);
  test.each<[what: string, lines: string[], index: number]>([
    ["plain", [`1,${long},2`], 1],
    ["quoted", [`1,"${long}",2`], 1],
    ["over lines", ["1,2,3", '"', long].slice(1), 0],
    ["only separators", [",".repeat(lineLengthMax + 1)], lineLengthMax],
  ])("%s", (_, lines, index) => {
    const row = parse(...lines);
    expect(row.length).toBeGreaterThan(lineLengthMax);
    expect(row.fields).toHaveLength(index);
  });
});
