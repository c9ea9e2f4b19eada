import { describe, expect, test } from "bun:test";
import {
  type BodyType,
  checkMatchBodyQuery,
  chooseBodyType,
  parseMatchBody,
  parseMatchQuery,
} from "./match-request.ts";
import { Problem } from "./problem.ts";

/** What the call returns, or the place, code and value of each issue. */
function outcomeOf(call: () => readonly string[]): readonly string[] | (readonly string[])[] {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.issues.map(({ parameter, code, value }) => [parameter, code, value]);
  }
}

const parse = (body: string | Uint8Array, type: BodyType = "text/plain") =>
  outcomeOf(() => parseMatchBody(typeof body === "string" ? new TextEncoder().encode(body) : body, type));
const parseJson = (body: string) => parse(body, "application/json");

test("parseMatchQuery() reads every name, and divides none", () => {
  expect(parseMatchQuery("name=a&name=b%0Ac&name=+&name=a&name[]=d")).toEqual(["a", "b\nc", "a", "d"]);
  expect(outcomeOf(() => parseMatchQuery(""))).toEqual([["name", "missing", ""]]);
  expect(outcomeOf(() => parseMatchQuery("names=a"))).toEqual([["names", "unknown_parameter", "a"]]);
  expect(() => checkMatchBodyQuery("name=a")).toThrow("the names are in the body");
  expect(() => checkMatchBodyQuery("format=csv")).not.toThrow();
});

describe("parseMatchBody()", () => {
  test.each<[what: string, text: string, names: string[]]>([
    ["a line for each name", "Шевченко Т. Г.\nКоваль", ["Шевченко Т. Г.", "Коваль"]],
    ["every line break, also the last", "a\r\nb\rc\n", ["a", "b", "c"]],
    ["a byte order mark", "\ufeffa", ["a"]],
    ["blank lines as names", "\n a\t\n\nb", ["", "a", "", "b"]],
    ["tabs between words", "a\tb", ["a\tb"]],
  ])("reads %s from a text", (_, text, names) => expect(parse(text)).toEqual(names));

  test.each<[what: string, json: string, names: string[]]>([
    ["names", '{"names": ["a", " b "]}', ["a", "b"]],
    ["line breaks in a name", '{"names": ["a\\nb", ""]}', ["a\nb", ""]],
    ["a byte order mark", '\ufeff{"names": ["a"]}', ["a"]],
    ["brackets in a name", `{"names": ["${"[".repeat(99)}\\"["]}`, [`${"[".repeat(99)}"[`]],
  ])("reads %s from JSON", (_, json, names) => expect(parseJson(json)).toEqual(names));

  const isJson = (body: string) => [["body", "unknown_value", body]];
  test.each<[what: string, outcome: unknown, issues: unknown]>([
    ["JSON as text", parse('{"names": []}'), isJson('{"names": []}')],
    ["a list as text", parse(' ["a"]'), isJson(' ["a"]')],
    ["nothing", parse(""), [["body", "missing", ""]]],
    ["blank lines", parse("\n \n"), [["body", "missing", ""]]],
    ["bytes that are not UTF-8", parse(Uint8Array.of(97, 10, 255)), [["line 2", "bad_encoding", "\ufffd"]]],
    ["a control character", parse("a\nb\0"), [["line 2", "control_character", "b\ufffd"]]],
    [
      "a long name",
      parseJson(`{"names": ["", "${"x".repeat(201)}"]}`),
      [["names[1]", "too_long", `${"x".repeat(59)}…`]],
    ],
    ["a list instead of an object", parseJson('["a"]'), isJson('["a"]')],
    ["no names", parseJson("{}"), isJson("{}")],
    ["names that are no list", parseJson('{"names": "a"}'), isJson('{"names": "a"}')],
    ["broken JSON", parseJson('{"names": ['), isJson('{"names": [')],
    ["deep JSON", parseJson(`{"names": ${"[".repeat(9)}${"]".repeat(9)}}`), isJson('{"names": [[[[[[[[[]]]]]]]]]}')],
    ["another member", parseJson('{"names": ["a"], "id": [1]}'), [["id", "unknown_parameter", ""]]],
    [
      "names that are no strings",
      parseJson('{"names": ["a", 5, null, ["b"], {}]}'),
      [
        ["names[1]", "unknown_value", "5"],
        ["names[2]", "unknown_value", "null"],
        ["names[3]", "unknown_value", "a list"],
        ["names[4]", "unknown_value", "an object"],
      ],
    ],
    ["half a character", parseJson('{"names": ["\\ud800"]}'), [["names[0]", "unknown_value", "\ufffd"]]],
    ["1,001 numbers, and looks at none", parseJson(`{"names": [${"1,".repeat(1000)}1]}`), [["names", "too_long", "1"]]],
    ["1,001 names", parse("a\n".repeat(1001)), [["names", "too_long", "a"]]],
  ])("refuses %s", (_, outcome, issues) => expect(outcome).toEqual(issues as never));

  test("accepts 1,000 names", () => expect(parse("a\n".repeat(1000))).toHaveLength(1000));
});

test.each<[headers: Record<string, string>, expected: string]>([
  [{ "content-type": "application/json" }, "application/json"],
  [{ "content-type": 'Text/Plain; Charset="UTF-8"' }, "text/plain"],
  [{}, "The body has no Content-Type; send application/json or text/plain in UTF-8, not compressed."],
  [{ "content-type": "text/xml" }, 'Content-Type: "text/xml" is not supported; send'],
  [{ "content-type": "text/plain; charset=windows-1251" }, "is not supported"],
  [{ "content-type": "text/plain", "content-encoding": "gzip" }, 'Content-Encoding: "gzip" is not supported'],
])("chooseBodyType() of %j is %s", (headers, expected) => {
  if (expected.includes(" ")) expect(() => chooseBodyType(new Headers(headers))).toThrow(expected);
  else expect(chooseBodyType(new Headers(headers))).toBe(expected as BodyType);
});
