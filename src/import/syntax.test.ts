import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { renderMessage } from "../cli/import-lines.ts";
import { describeSyntaxError, findSyntaxError } from "./syntax.ts";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("findSyntaxError()", () => {
  const cases: [text: string, offset: number][] = [
    ["", 0],
    [" ", 1],
    ["{}", -1],
    [' [ 1 , { "a" : null } ] \r\n\t', -1],
    ["[1,]", 3],
    ["[1 2]", 3],
    ["[1", 2],
    ["[}", 1],
    ["{]", 1],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ["{a:1}", 1],
    ['{"a":tru}', 5],
    ["{} x", 3],
    ["01", 1],
    ["-", 0],
    ['"a\tb"', 0],
    ['"a\u0085b"', -1],
    ['"\\q"', 0],
    ['"abc', 0],
    ["\ufeff1", 0],
  ];
  test.each(cases)("%j: %d", (text, offset) => {
    expect(findSyntaxError(text)).toBe(offset);
    expect(isJson(text)).toBe(offset === -1);
  });

  test("agrees with JSON.parse on JSON that was tampered with", () => {
    const tampering = fc.tuple(
      fc.json(),
      fc.nat(),
      fc.nat(3),
      fc.constantFrom(
        "",
        ",",
        "]",
        "}",
        "[",
        "{",
        ":",
        '"',
        "\\",
        " ",
        "\n",
        "1",
        "-",
        ".",
        "e",
        "null",
        "\u0000",
        "ш",
      ),
    );
    fc.assert(
      fc.property(tampering, ([json, at, length, piece]) => {
        const start = at % (json.length + 1);
        const text = json.slice(0, start) + piece + json.slice(start + length);
        expect(findSyntaxError(text) === -1).toBe(isJson(text));
      }),
      { numRuns: 2000 },
    );
  });

  test("takes deep nesting and long strings", () => {
    expect(findSyntaxError(`${"[".repeat(200_000)}"${"\\n".repeat(500_000)}"${"]".repeat(200_000)}`)).toBe(-1);
  });
});

describe("describeSyntaxError()", () => {
  const cases: [text: string, line: number, message: string][] = [
    ["[1,\n 2,\n  x]\n", 3, 'invalid JSON at character 3 of the line: "x]"'],
    ["x", 1, 'invalid JSON at character 1 of the line: "x"'],
    ["[1,\n", 2, "the JSON ends before it is complete"],
  ];
  test.each(cases)("%j", (text, line, message) => {
    const found = describeSyntaxError(text);
    expect([found.line, renderMessage(found.message)]).toEqual([line, message]);
  });
});
