import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { renderMessage } from "../../publishing/file-lines.ts";
import { describeSyntaxError, findRepeatedKey } from "./json-syntax.ts";

describe("describeSyntaxError()", () => {
  const cases: [text: string, line: number, message: string][] = [
    ["[1,\n 2,\n  x]\n", 3, 'invalid JSON at character 3 of the line: "x]"'],
    ["x", 1, 'invalid JSON at character 1 of the line: "x"'],
    ["[1,\n", 2, "the JSON ends before it is complete"],
    ["", 1, "the JSON ends before it is complete"],
    ["[1,]", 1, 'invalid JSON at character 4 of the line: "]"'],
    ["[1 2]", 1, 'invalid JSON at character 4 of the line: "2]"'],
    ['{"a":1,}', 1, 'invalid JSON at character 8 of the line: "}"'],
    ['{"a" 1}', 1, 'invalid JSON at character 6 of the line: "1}"'],
    ['"a\tb"', 1, 'invalid JSON at character 1 of the line: "\\"a\\tb\\""'],
    ["[1]//x", 1, 'invalid JSON at character 4 of the line: "//x"'],
    ["[".repeat(1_000_000), 1, "arrays and objects are nested too deeply"],
  ];
  test.each(cases)("%j", (text, line, message) => {
    const found = describeSyntaxError(text);
    expect([found.line, renderMessage(found.message)]).toEqual([line, message]);
  });
});

test("describeSyntaxError() finds a fault in JSON that was tampered with, wherever JSON.parse refuses it", () => {
  const pieces = [
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
    "/*",
  ];
  const tampering = fc.tuple(fc.json(), fc.nat(), fc.nat(3), fc.constantFrom(...pieces));
  fc.assert(
    fc.property(tampering, ([json, at, length, piece]) => {
      const start = at % (json.length + 1);
      const text = json.slice(0, start) + piece + json.slice(start + length);
      try {
        JSON.parse(text);
      } catch {
        const { message } = describeSyntaxError(text);
        // Without a fault, the whole text would be said to be cut short.
        if (message.code === "jsonEnded") expect(() => JSON.parse(`${text} `)).toThrow();
        else expect(text).toContain(message.code === "notJson" ? message.value : "");
      }
    }),
    { numRuns: 1000 },
  );
});

describe("findRepeatedKey()", () => {
  const cases: [text: string, found: [line: number, name: string] | null][] = [
    ['[{"a":1},{"a":2}]', null],
    ['{"a":{"a":{"b":1}},"b":2}', null],
    ['{"a":1,\n"b":{"a":1},\n"a":2}', [3, "a"]],
    ['[{"a":1,"\\u0061":2,"a":3}]', [1, "a"]],
  ];
  test.each(cases)("%s", (text, found) => {
    const expected = found && { line: found[0], message: { code: "keyRepeated", name: found[1] } };
    expect(findRepeatedKey(text)).toEqual(expected as ReturnType<typeof findRepeatedKey>);
  });
});
