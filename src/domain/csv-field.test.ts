import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { disarmFormula, quoteCsvField, rearmFormula } from "./csv-field.ts";

describe("disarmFormula() and rearmFormula()", () => {
  const cases: [text: string, disarmed: string][] = [
    ["", ""],
    ["Шевченко", "Шевченко"],
    ["О'Ніл=", "О'Ніл="],
    ["'", "'"],
    ["'а=", "'а="],
    ["=1+1", "'=1+1"],
    ["+380", "'+380"],
    ["-5", "'-5"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t1", "'\t1"],
    ["\r1", "'\r1"],
    ["\uff1d1", "'\uff1d1"],
    ["\uff0b1", "'\uff0b1"],
    ["\uff0d1", "'\uff0d1"],
    ["\uff20A1", "'\uff20A1"],
    ["'=1+1", "''=1+1"],
    ["''\uff1d1", "'''\uff1d1"],
  ];
  test.each(cases)("make %j %j and back", (text, disarmed) => {
    expect(disarmFormula(text)).toBe(disarmed);
    expect(rearmFormula(disarmed)).toBe(text);
  });

  test("give back any text as it was", () => {
    const text = fc.string({ unit: fc.constantFrom(..."''=+-@\t\r\uff1d\uff0b\uff0d\uff20а") });
    fc.assert(fc.property(text, (text) => rearmFormula(disarmFormula(text)) === text));
  });
});

test("quoteCsvField() quotes what a separator, a quotation mark or a line break would break", () => {
  const rows = { "a b": "a b", "a,b": '"a,b"', "a;b": '"a;b"', 'a"b': '"a""b"', "a\r\nb": '"a\r\nb"', "'=1": "'=1" };
  for (const [text, field] of Object.entries(rows)) expect(quoteCsvField(text)).toBe(field);
});
