import { expect, test } from "bun:test";
import type { ColumnMap } from "../table/column-map.ts";
import { createCsvStart } from "./csv-start.ts";

/** The separator, the line that told it, and the lines to read again. */
function findStart(lines: readonly string[], columnMap: ColumnMap = {}): [string, at: number, again: number[]] | null {
  const takeLine = createCsvStart(columnMap);
  for (const [i, text] of lines.entries()) {
    const start = takeLine(text, i + 1 < lines.length ? "\n" : "", i + 1);
    if (start !== null) return [start.separator, i + 1, start.lines.map(([, , line]) => line)];
  }
  return null;
}

const header = ["id", "last_name", "first_name"];
const titles = (count: number): string[] => Array.from({ length: count }, (_, i) => `Title; ${i}`);
const long = "a;".repeat(32 * 1024 - 1);
const tooLong = `id;last_name;${",x".repeat(512 * 1024)}`;

test.each<[what: string, lines: string[], separator: string, at: number, again: number[]]>([
  // By a line for Excel.
  ["sep=;", ["sep=;", "a,b"], ";", 1, []],
  ["sep= with a tab", ["sep=\t", "a,b"], "\t", 1, []],
  ["sep= in upper case and quotes", ['"SEP=,"', "a;b;c"], ",", 1, []],
  ["sep= after blank lines", ["", " ", "sep=;", "a,b"], ";", 3, []],
  ["sep= with a separator that is none", ["sep=|", "a,b,c", ""], ",", 3, [1, 2, 3]],
  ["sep= after another line", ["a,b", "sep=;", ""], ",", 3, [1, 2, 3]],
  ["sep= with more after it", ["sep=;;", "a,b,c", ""], ";", 3, [1, 2, 3]],
  ["more before sep=", ["x sep=;", "a,b,c", ""], ";", 3, [1, 2, 3]],

  // By headings.
  ["a header with commas", [header.join(), "1;2;3;4"], ",", 1, [1]],
  ["a header with semicolons", [header.join(";"), "1,2,3,4"], ";", 1, [1]],
  ["a header with tabs", [header.join("\t"), "1,2,3,4"], "\t", 1, [1]],
  ["a quoted header", ['"id";"last_name, or surname";"first_name"', "x"], ";", 1, [1]],
  ["a header after a title and a blank line", ["Staff, 2024, May", "", header.join(";")], ";", 3, [1, 2, 3]],
  ["a header after blank lines", ["", ",;", '"";"  "', header.join(";")], ";", 4, [4]],
  ["more headings by semicolons", ["id,last_name;first_name;degree", ""], ";", 1, [1]],
  ["more headings by commas", ["id,last_name,first_name;degree", ""], ",", 1, [1]],
  ["as many headings by both", ["id,last_name,;degree;first_name", "x"], ",", 1, [1]],
  ["one heading", ["id;x", "y,y,y,y", "z"], ";", 3, [1, 2, 3]],
  ["a header in row 30", [...titles(29), header.join(",")], ",", 30, Array.from({ length: 30 }, (_, i) => i + 1)],
  ["a header after row 30", [...titles(30), header.join(",")], ";", 30, Array.from({ length: 30 }, (_, i) => i + 1)],
  [
    "a header in row 30, not counting blank ones",
    [...titles(29), "", ";;", header.join(",")],
    ",",
    32,
    Array.from({ length: 32 }, (_, i) => i + 1),
  ],
  ["a header of more than a mebibyte", [tooLong, "x"], ",", 1, [1]],

  // By the first row.
  ["no header", ["a;b;c,d", "x,y,z,w,v", ""], ";", 3, [1, 2, 3]],
  ["one line", ["a\tb"], "\t", 1, [1]],
  ["one word", ["a"], ",", 1, [1]],
  ["blank lines only", ["", ";;", " "], ",", 3, [3]],
  ["no bytes", [""], ",", 1, [1]],
  ["a first row of two lines", ['a;"b', 'c,,,";d', ""], ";", 3, [1, 2, 3]],
  ["a first row that tells it in its second line", ['"a', 'b";c;d', ""], ";", 3, [1, 2, 3]],
  ["a space before empty quotes", [' ""', "a;b", ""], ",", 3, [1, 2, 3]],
  ["a space after empty quotes", ['"" ', "a;b", ""], ",", 3, [1, 2, 3]],
  ["a quote that is not closed", ['a;b;"c', "d,e,f,g", ""], ";", 3, [1, 2, 3]],
  ["a title of one word", ["Title", "a;b", ""], ",", 3, [1, 2, 3]],
  ["less than 64 Ki characters", [long, "x", "y,y"], ";", 2, [1, 2]],
  ["64 Ki characters with the line break", [`${long}a`, "x", "y,y"], ";", 1, [1]],
])("the separator of %s", (_, lines, separator, at, again) => {
  expect(findStart(lines)).toEqual([separator, at, again]);
});

test("headings that the user named count as headings", () => {
  const lines = ["x,y,z,w;Код;Ранг", "a"];
  expect(findStart(lines)).toEqual([",", 2, [1, 2]]);
  expect(findStart(lines, { id: "Код", degree: "Ранг" })).toEqual([";", 1, [1]]);
});
