import { describe, expect, test } from "bun:test";
import { readLines } from "../reader-testing.ts";

const idWanted = "an integer from 1 to 9007199254740991";
const partsList = "id, last_name, first_name, middle_name and degree";
const textWanted = 'expected a text, "" for an empty one';

/** A line with these fields changed; undefined leaves a field out. */
function line(changes: Record<string, unknown>): string {
  return JSON.stringify({ id: 1, last_name: "Ш", first_name: "Т", middle_name: "", degree: "", ...changes });
}

describe("readNdjson() reads", () => {
  const cases: [what: string, file: string, teachers: string[]][] = [
    ["an object a line", `${line({ id: 2 })}\n${line({ degree: "доцент" })}\n`, ["1|Ш|Т||доцент", "2|Ш|Т||"]],
    [
      "no line end at the end, CRLF and blank lines",
      `\r\n${line({})}\r\n \r\n\n${line({ id: 2 })}`,
      ["1|Ш|Т||", "2|Ш|Т||"],
    ],
    ["a byte order mark", `\ufeff${line({})}`, ["1|Ш|Т||"]],
    ["composed fields, which it ignores", line({ name: "x", full_name: 1, short_name: null }), ["1|Ш|Т||"]],
    ["the largest id", line({ id: Number.MAX_SAFE_INTEGER }), ["9007199254740991|Ш|Т||"]],
    ["white space and NFD", line({ last_name: ` a\t\n${"ї".normalize("NFD")} ` }), ["1|a ї|Т||"]],
  ];
  test.each(cases)("%s", async (_, file, teachers) => {
    expect(await readLines("ndjson", file)).toEqual(teachers);
  });
});

describe("readNdjson() refuses", () => {
  const cases: [what: string, file: string, faults: string[]][] = [
    ["no bytes", "", ["the file has no teachers"]],
    ["only white space", " \n\r\n", ["the file has no teachers"]],
    ["an id in quotes", line({ id: "5" }), [`line 1, column id: the text "5" is not ${idWanted}`]],
    ["a fraction", line({ id: 1.5 }), [`line 1, column id: 1.5 is not ${idWanted}`]],
    ["an id that is too large", line({ id: 2 ** 53 }), [`line 1, column id: 9007199254740992 is not ${idWanted}`]],
    ["id 0", line({ id: 0 }), [`line 1, column id: 0 is not ${idWanted}`]],
    ["null as an id", line({ id: null }), [`line 1, column id: null is not ${idWanted}`]],
    ["no id", line({ id: undefined }), [`line 1, column id: is missing; expected ${idWanted}`]],
    [
      "texts that are none",
      line({ last_name: null, first_name: undefined, middle_name: 5, degree: ["x"] }),
      [
        `line 1, column last_name: null is not a text; ${textWanted}`,
        `line 1, column first_name: is missing; ${textWanted}`,
        `line 1, column middle_name: 5 is not a text; ${textWanted}`,
        `line 1, column degree: an array is not a text; ${textWanted}`,
      ],
    ],
    ["an unknown field", line({ tel: 1 }), [`line 1: unknown field "tel"; expected ${partsList}`]],
    [
      "unknown fields, together",
      line({ a: 1, "\u001b": 1, c: 1, d: 1, e: 1, f: 1, g: 1 }),
      [`line 1: unknown fields "a", "\\u001b", "c", "d", "e" and 2 more; expected ${partsList}`],
    ],
    [
      "lone surrogates",
      `{"id":1,"last_name":"a\\ud800","first_name":"","middle_name":"","degree":""}`,
      ['line 1, column last_name: "a\\ud800" has an unpaired surrogate; only complete characters are accepted'],
    ],
    [
      "control characters",
      line({ degree: "a\u0000" }),
      [
        'line 1, column degree: "a\\u0000" has the control character U+0000; text without control characters is accepted',
      ],
    ],
    [
      "a teacher without a name",
      line({ last_name: "", first_name: " \n" }),
      ["line 1: no name; at least one of last_name, first_name and middle_name must not be empty"],
    ],
    [
      "an id that comes again",
      `\n${line({ id: 7 })}\n\n${line({ id: 7, last_name: null })}`,
      [
        `line 4, column last_name: null is not a text; ${textWanted}`,
        'line 4, column id: "7" is the id of line 2 too; each id is accepted once',
      ],
    ],
    [
      "other values than objects",
      '[1]\n5\n"x"\nnull\ntrue',
      ["an array", "5", 'the text "x"', "null", "true"].map(
        (value, i) => `line ${i + 1}: ${value} is not an object with ${partsList}`,
      ),
    ],
    [
      "lines that are not JSON, and goes on",
      `{"id":1\n\n{id:1}\n${line({})} x\n${line({ id: 0 })}`,
      [
        "line 1: the JSON ends before it is complete; expected one object per line",
        'line 3: invalid JSON at character 2 of the line: "id:1}"; expected one object per line',
        'line 4: invalid JSON at character 72 of the line: "x"; expected one object per line',
        `line 5, column id: 0 is not ${idWanted}`,
      ],
    ],
    [
      "a line that is too long, and stops",
      `{}\n${"x".repeat(1024 * 1024 + 1)}\n{}`,
      [
        `line 1, column id: is missing; expected ${idWanted}`,
        ...["last_name", "first_name", "middle_name", "degree"].map(
          (name) => `line 1, column ${name}: is missing; ${textWanted}`,
        ),
        "line 2: the line is longer than 1048576 characters; reading stopped here",
      ],
    ],
  ];
  test.each(cases)("%s", async (_, file, faults) => {
    const count = faults.length === 1 ? "1 fault" : `${faults.length} faults`;
    expect(await readLines("ndjson", file)).toEqual([...faults, `${count}: nothing was published`]);
  });
});
