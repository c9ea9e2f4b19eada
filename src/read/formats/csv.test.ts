import { describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { ReadError } from "../issue.ts";
import { readCsvRows, sniffSeparator } from "./csv.ts";

const rowsOf = (pieces: readonly string[], separator = ","): (readonly string[])[] =>
  Array.from(readCsvRows(pieces, separator), ({ cells }) => cells);

const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom("а", "Б", " ", ",", ";", "\n", "\r\n", '"', "'"), maxLength: 6 }),
  fc.constantFrom("", "доцент", "1"),
);

/** A cell as a program writes it: in quotes if it needs them. */
const quote = (text: string): string => (/[",;\n\r]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

test("rows are those of csv-parse, however the text is cut into pieces", () => {
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 6 });
  const input = fc.tuple(rows, fc.constantFrom("\n", "\r\n"), fc.array(fc.nat(200), { maxLength: 4 }));
  fc.assert(
    fc.property(input, ([cells, end, cuts]) => {
      const text = cells.map((row) => row.map(quote).join(",") + end).join("");
      const ends = [...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((a, b) => a - b);
      const pieces = ends.map((to, i) => text.slice(ends[i - 1] ?? 0, to));
      const wanted = parse(text, { relax_column_count: true, skip_empty_lines: true }) as string[][];
      expect(rowsOf(pieces)).toEqual(wanted);
    }),
    { numRuns: 20_000 },
  );
});

test("lines are counted in quotes too", () => {
  const rows = [...readCsvRows(['a,"b\nc"\n', "d,e\n\nf,g"], ",")];
  expect(rows.map(({ line, cells }) => `${line} ${cells.join("|")}`)).toEqual(["1 a|b\nc", "3 d|e", "5 f|g"]);
});

test("a quote that is never closed is an error with its line", () => {
  expect(() => rowsOf(['a,b\nc,"d\n'])).toThrow(ReadError);
});

describe("the separator", () => {
  test.each([
    ["a;b;c\nd;e;f\n", ";"],
    ["a\tb\nc\td\n", "\t"],
    ["a,b\nc,d\n", ","],
    ['"a;b",c\n"d;e",f\n', ","],
    ["a|b|c\nd|e|f\n", "|"],
    ["one column\n", ","],
  ])("of %j is %j", (text, separator) => expect(sniffSeparator(text)).toBe(separator));
});
