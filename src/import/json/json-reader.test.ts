import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { renderMessage } from "../../publishing/file-lines.ts";
import { readLines } from "../../publishing/reader-testing.ts";
import { readTeacherFile } from "../read-roster.ts";
import { describeSyntaxError, findRepeatedKey } from "./json-reader.ts";

const idWanted = "an integer from 1 to 9007199254740991";
const teacher = { id: 1, last_name: "Ш", first_name: "Т", middle_name: "", degree: "" };
const envelope = { count: 1, next: null, previous: null, results: [teacher] };
const wanted = "an array of teachers, or an envelope with count, next, previous and results";

describe("readJson() reads", () => {
  const cases: [what: string, file: string, teachers: string[]][] = [
    ["an array", JSON.stringify([{ ...teacher, id: 2 }, teacher], null, 2), ["1|Ш|Т||", "2|Ш|Т||"]],
    ["a complete envelope", JSON.stringify(envelope), ["1|Ш|Т||"]],
    ["braces in a text", JSON.stringify([{ ...teacher, degree: "}{]," }]), ["1|Ш|Т||}{],"]],
    [
      "an envelope in another order, with members of its own",
      JSON.stringify({ results: [teacher], x: [{}], previous: null, next: null, count: 1 }),
      ["1|Ш|Т||"],
    ],
    ["a byte order mark", `\ufeff${JSON.stringify([teacher])}`, ["1|Ш|Т||"]],
  ];
  test.each(cases)("%s", async (_, file, teachers) => {
    expect(await readLines("json", file)).toEqual(teachers);
  });
});

describe("readJson() refuses", () => {
  const cases: [what: string, file: string, faults: string[]][] = [
    ["no bytes", "", ["the file has no teachers"]],
    ["only white space", "\n ", ["the file has no teachers"]],
    ["an empty array", "[]", ["the file has no teachers"]],
    ["an empty envelope", JSON.stringify({ ...envelope, count: 0, results: [] }), ["the file has no teachers"]],
    [
      "records with faults, by their number",
      JSON.stringify([teacher, { ...teacher, id: "x" }, 5, { ...teacher, last_name: "", first_name: "" }]),
      [
        `record 2, field id: the text "x" is not ${idWanted}`,
        "record 3: 5 is not an object with id, last_name, first_name, middle_name and degree",
        "record 4: there is no name; enter it or delete the row",
        'record 4, field id: "1" is the id of record 1 too; each id is accepted once',
      ],
    ],
    [
      "an envelope of one page of several",
      JSON.stringify({ ...envelope, count: 41, next: "http://x/?offset=40", previous: "http://x/" }),
      [
        'the envelope is not complete: next is the text "http://x/?offset=40"; expected null, which marks the last page',
        'the envelope is not complete: previous is the text "http://x/"; expected null, which marks the first page',
        "the envelope is not complete: count is 41; expected 1, the number of its results",
      ],
    ],
    [
      "an envelope without its fields",
      JSON.stringify({ results: [teacher] }),
      [
        "the envelope is not complete: next is missing; expected null, which marks the last page",
        "the envelope is not complete: previous is missing; expected null, which marks the first page",
        "the envelope is not complete: count is missing; expected 1, the number of its results",
      ],
    ],
    ["one teacher", JSON.stringify(teacher), [`an object is not ${wanted}`]],
    [
      "an envelope whose results are not an array",
      JSON.stringify({ ...envelope, results: {} }),
      [`an object is not ${wanted}`],
    ],
    [
      "a field that an object has twice",
      `[${JSON.stringify(teacher)},\n{"id":2,"last_name":"А","last_name":"Б"}]`,
      ['line 2: an object has the field "last_name" twice; each field is accepted once'],
    ],
    [
      "an envelope with results twice",
      `{"count":1,"next":null,"previous":null,"results":[],"results":[${JSON.stringify(teacher)}]}`,
      ['line 1: an object has the field "results" twice; each field is accepted once'],
    ],
    [
      "endlessly nested arrays",
      `${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`,
      ["line 1: arrays and objects are nested too deeply"],
    ],
    ["a number", "5", [`5 is not ${wanted}`]],
    ["null", "null", [`null is not ${wanted}`]],
    [
      "an extra comma",
      `[\n  ${JSON.stringify(teacher)},\n]\n`,
      ['line 3: invalid JSON at character 1 of the line: "]"'],
    ],
    ["a file cut short", `[\n${JSON.stringify(teacher)},\n`, ["line 3: the JSON ends before it is complete"]],
    [
      "NDJSON",
      `${JSON.stringify({ id: 1 })}\n${JSON.stringify({ id: 2 })}\n`,
      [
        'line 2: invalid JSON at character 1 of the line: "{\\"id\\":2}"; for a file with one object per line, use --format ndjson',
      ],
    ],
  ];
  test.each(cases)("%s", async (_, file, faults) => {
    const count = faults.length === 1 ? "1 fault" : `${faults.length} faults`;
    expect(await readLines("json", file)).toEqual([...faults, `${count}: nothing was published`]);
  });

  test("a file over 32 MB, without reading on", async () => {
    let read = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      const spaces = new Uint8Array(4 * 1024 * 1024).fill(0x20);
      for (;;) {
        read += spaces.length;
        yield spaces;
      }
    }
    await expect(readTeacherFile(endless(), { format: "json" })).rejects.toMatchObject({
      count: 1,
      faults: [
        {
          line: null,
          message: { code: "jsonTooLarge", megabytesMax: 32 },
        },
      ],
    });
    expect(read).toBe(36 * 1024 * 1024);
  });
});

const partsList = "id, last_name, first_name, middle_name and degree";
const textWanted = 'expected a text, or "" if it is empty';

/** A line with these fields changed; undefined leaves a field out. */
function line(changes: Record<string, unknown>): string {
  return JSON.stringify({ id: 1, last_name: "Ш", first_name: "Т", middle_name: "", degree: "", ...changes });
}

describe("readNdjson() reads", () => {
  const cases: [what: string, file: string, teachers: string[]][] = [
    ["an object per line", `${line({ id: 2 })}\n${line({ degree: "доцент" })}\n`, ["1|Ш|Т||доцент", "2|Ш|Т||"]],
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
      "fields that are not texts",
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
      ["line 1: there is no name; enter it or delete the row"],
    ],
    [
      "a repeated id",
      `\n${line({ id: 7 })}\n\n${line({ id: 7, last_name: null })}`,
      [
        `line 4, column last_name: null is not a text; ${textWanted}`,
        'line 4, column id: "7" is the id of line 2 too; each id is accepted once',
      ],
    ],
    [
      "values that are not objects",
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

test("describeSyntaxError() finds a fault in any damaged JSON that JSON.parse refuses", () => {
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
        // If no fault is found, the text is reported as cut short.
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
