import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { renderMessage } from "../cli/import-lines.ts";
import { createJsonCursor, JsonCursorError } from "./json-cursor.ts";

/** All values of an array, or what is wrong with it. */
function readAll(text: string): unknown[] | string {
  const cursor = createJsonCursor(text);
  const values: unknown[] = [];
  try {
    cursor.readElements(() => {
      values.push(cursor.readValue());
      return true;
    });
    cursor.readEnd();
    return values;
  } catch (error) {
    if (!(error instanceof JsonCursorError)) throw error;
    return `line ${error.fault.line}: ${renderMessage(error.fault.message)}`;
  }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

describe("createJsonCursor()", () => {
  test("reads the values that JSON.parse reads, however they are spread over lines", () => {
    const values = fc.array(fc.jsonValue());
    const indent = fc.constantFrom(0, 1, "\t");
    fc.assert(
      fc.property(values, indent, (list, indent) => {
        const text = JSON.stringify(list, null, indent);
        expect(readAll(`${text}\n`)).toEqual(JSON.parse(text));
      }),
    );
  });

  test("refuses what JSON.parse refuses", () => {
    const pieces = fc.constantFrom("[", "]", "{", "}", ",", ":", '"a"', '"}"', '"\\"', "1", "nul", "null", " ", "\n");
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (list) => {
        const text = `[${list.join("")}`;
        const read = readAll(text);
        expect(typeof read === "string" ? null : read).toEqual(parseOrNull(text) as unknown[] | null);
      }),
      { numRuns: 2000 },
    );
  });

  test("reads no value that is longer than a line of NDJSON may be", () => {
    const long = "a".repeat(1024 * 1024);
    const refused = "line 2: a value is longer than 1048576 characters; reading stopped here";
    for (const value of [`"${long}"`, `{"a":"${long}"}`, `[${"[],".repeat(2 ** 19)}[]]`, "[".repeat(2 ** 21)]) {
      expect(readAll(`[1,\n${value}]`)).toBe(refused);
    }
    expect(readAll(`["${long.slice(2)}"]`)).toEqual([long.slice(2)]);
  });
});
