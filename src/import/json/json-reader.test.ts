import { describe, expect, test } from "bun:test";
import { readTeacherFile } from "../read-roster.ts";
import { readLines } from "../reader-testing.ts";

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
        "record 4: no name; at least one of last_name, first_name and middle_name must not be empty",
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
      "an envelope whose results are no array",
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
      "an array in an array, without an end",
      `${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`,
      ["line 1: arrays and objects are nested too deeply"],
    ],
    ["a number", "5", [`5 is not ${wanted}`]],
    ["null", "null", [`null is not ${wanted}`]],
    [
      "a comma too many",
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
