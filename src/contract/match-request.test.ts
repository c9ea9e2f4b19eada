import { describe, expect, test } from "bun:test";
import { type BodyType, chooseBodyType, parseMatchBody, parseMatchQuery } from "./match-request.ts";
import { namesMax } from "./parameters.ts";
import { Problem } from "./problems.ts";

const encoder = new TextEncoder();

function parse(body: string | Uint8Array, type: BodyType = "text/plain"): string[] | (readonly string[])[] {
  try {
    return parseMatchBody(typeof body === "string" ? encoder.encode(body) : body, type);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    expect(error.problem).toBe("badParameters");
    return error.faults.map(({ parameter, code }) => [parameter, code]);
  }
}

test("parseMatchQuery() takes each name, and a line feed in one divides nothing", () => {
  expect(parseMatchQuery("name=a&name=b%0Ac&name=+")).toEqual(["a", "b\nc"]);
});

describe("parseMatchBody()", () => {
  test.each<[what: string, text: string, cells: string[]]>([
    ["a line for each cell", "Шевченко Т. Г.\nКоваль", ["Шевченко Т. Г.", "Коваль"]],
    ["every line break, also the last", "a\r\nb\rc\n", ["a", "b", "c"]],
    ["a byte order mark", "\ufeffa", ["a"]],
    ["blank lines as cells", "\n a\t\n\nb", ["", "a", "", "b"]],
    ["tabs between words", "a\tb", ["a\tb"]],
  ])("takes %s from a text", (_, text, cells) => expect(parse(text)).toEqual(cells));

  test.each<[what: string, json: string, cells: string[]]>([
    ["names", '{"names": ["a", " b "]}', ["a", "b"]],
    ["line breaks in a name", '{"names": ["a\\nb", ""]}', ["a\nb", ""]],
    ["other members, which it ignores", '{"names": ["a"], "id": 1}', ["a"]],
    ["a byte order mark", '\ufeff{"names": ["a"]}', ["a"]],
  ])("takes %s from JSON", (_, json, cells) => expect(parse(json, "application/json")).toEqual(cells));

  test.each<[what: string, json: string, faults: [name: string, value: string][]]>([
    ["a list in the names", '{"names": [["a"]]}', [["names[0]", "a list"]]],
    ["an object as the names", '{"names": {"a": 1}}', [["names", "an object"]]],
    [
      "null and numbers in the names",
      '{"names": [null, 5]}',
      [
        ["names[0]", "null"],
        ["names[1]", "5"],
      ],
    ],
  ])("names the type of %s, and never the whole value", (_, json, faults) => {
    try {
      parseMatchBody(encoder.encode(json), "application/json");
      throw new Error("not refused");
    } catch (error) {
      expect((error as Problem).faults.map(({ parameter, value }) => [parameter, value])).toEqual(faults);
    }
  });

  test("refuses JSON that is nested too deeply, and ignores brackets in strings", () => {
    expect(parse(`{"names": ${"[".repeat(9)}${"]".repeat(9)}}`, "application/json")).toEqual([
      ["body", "unknown_value"],
    ]);
    expect(parse(`{"names": ["${"[".repeat(99)}\\"["]}`, "application/json")).toEqual([`${"[".repeat(99)}"[`]);
  });

  test("accepts 1,000 cells and no more", () => {
    const names = Array<string>(namesMax).fill("a");
    expect(parse(names.join("\n"))).toHaveLength(namesMax);
    expect(parse(`${names.join("\n")}\nb`)).toEqual([["body", "too_long"]]);
    expect(parse(JSON.stringify({ names: [...names, 5] }), "application/json")).toEqual([["body", "too_long"]]);
  });

  test.each<[what: string, body: string | Uint8Array, type: BodyType, faults: string[][]]>([
    ["nothing", "", "text/plain", [["body", "missing"]]],
    ["only separators", "\n \n\t\n", "text/plain", [["body", "missing"]]],
    ["another encoding", Uint8Array.of(0x41, 0x0a, 0xd8, 0xe5), "text/plain", [["line 2", "bad_encoding"]]],
    ["a control character", "a\nb\u0000", "text/plain", [["line 2", "control_character"]]],
    ["a long cell", `${"x".repeat(201)}\na`, "text/plain", [["line 1", "too_long"]]],
    ["half a JSON", '{"names": ["a"', "application/json", [["body", "unknown_value"]]],
    ["deep JSON", "[".repeat(200_000), "application/json", [["body", "unknown_value"]]],
    ["a list", '["a"]', "application/json", [["body", "unknown_value"]]],
    ["null", "null", "application/json", [["body", "unknown_value"]]],
    ["no names", "{}", "application/json", [["names", "missing"]]],
    ["an empty list", '{"names": []}', "application/json", [["body", "missing"]]],
    ["one name", '{"names": "a"}', "application/json", [["names", "unknown_value"]]],
    ["a near miss", '{"name": ["a"]}', "application/json", [["name", "unknown_parameter"]]],
    [
      "a value that is not a name",
      '{"names": ["a", 5, null, "\\ud800", "\\u0007"]}',
      "application/json",
      [
        ["names[1]", "unknown_value"],
        ["names[2]", "unknown_value"],
        ["names[3]", "bad_encoding"],
        ["names[4]", "control_character"],
      ],
    ],
  ])("refuses %s, and says where", (_, body, type, faults) => expect(parse(body, type)).toEqual(faults));
});

describe("chooseBodyType()", () => {
  test.each([
    ["text/plain", "text/plain"],
    ["Text/Plain; charset=UTF-8", "text/plain"],
    ['text/plain; format=flowed; charset="utf-8"', "text/plain"],
    ["application/json", "application/json"],
  ])("takes %s", (given, type) => {
    expect(chooseBodyType(new Headers({ "Content-Type": given }))).toBe(type as BodyType);
  });

  test.each<Record<string, string>>([
    {},
    { "Content-Type": "text/csv" },
    { "Content-Type": "application/x-www-form-urlencoded" },
    { "Content-Type": "text/plain; charset=windows-1251" },
    { "Content-Type": "text/plain", "Content-Encoding": "gzip" },
  ])("refuses %j, and says what is accepted", (headers) => {
    expect(() => chooseBodyType(new Headers(headers))).toThrow(/send text\/plain or application\/json in UTF-8/);
  });
});
