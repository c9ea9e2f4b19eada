import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { idMax } from "../domain/teacher.ts";
import type { FaultCode } from "./problems.ts";
import { encodeQueryValue, type NamedParameter, readValues, type Values, vocabularyOf } from "./query-values.ts";

const described = { description: "", example: "" };
const parameters: readonly NamedParameter[] = [
  { name: "limit", kind: "integer", default: 10, minimum: -9, isPageSize: true, ...described },
  { name: "id", kind: "ids", ...described },
  { name: "degree", kind: "text", lengthMax: 5, wordsMax: null, ...described },
  { name: "search", kind: "text", lengthMax: 7, wordsMax: 2, ...described },
  { name: "name", kind: "texts", lengthMax: 5, wordsMax: 2, ...described },
  { name: "format", kind: "choice", default: null, choices: ["json", "csv"], ...described },
];
const vocabulary = vocabularyOf(parameters, new Map([["skip", "use offset"]]));
const none: Values = {
  limit: undefined,
  id: undefined,
  degree: undefined,
  search: undefined,
  name: undefined,
  format: undefined,
};

describe("readValues() reads", () => {
  test.each<[query: string, values: Values]>([
    ["", {}],
    ["limit", {}],
    ["limit=", {}],
    ["limit=+%20", {}],
    ["=1", {}],
    ["&&limit=5&&", { limit: "5" }],
    ["degree&limit=5", { limit: "5" }],
    ["limit=5&degree", { limit: "5" }],
    ["limit=+5%20", { limit: "5" }],
    ["limit=-5", { limit: "-5" }],
    ["limit=123456789", { limit: "123456789" }],
    ["l%69mit=5", { limit: "5" }],
    ["limi%zz=5", {}],
    ["Xlimit2=5&imit2=5", {}],
    ["degree=a=b", { degree: "a=b" }],
    ["degree=a%2Bb+c", { degree: "a+b c" }],
    ["degree=%D0%AF", { degree: "Я" }],
    ["degree=12345", { degree: "12345" }],
    ["degree=😀😀😀😀😀", { degree: "😀😀😀😀😀" }],
    ["degree=a+b+c", { degree: "a b c" }],
    ["search=a+b", { search: "a b" }],
    ["id=1,2", { id: "1,2" }],
    [`id=${idMax}`, { id: String(idMax) }],
    ["id=1&id=&id=1", { id: "1,1" }],
    ["name=a&name=b", { name: "a" }],
    ["format=csv&format=csv&format=", { format: "csv" }],
    ["format=json&limit=5&degree=a", { format: "json", limit: "5", degree: "a" }],
    [`degree=${"ї".normalize("NFD").repeat(5)}`, { degree: "ї".normalize("NFD").repeat(5) }],
    ["other=%zz&q=1&xyz__limit=1&foobar=1&limit=5", { limit: "5" }],
    ["degre&e=1", {}],
  ])("%s", (query, values) => {
    const read = readValues(query, vocabulary);
    expect(read.values).toStrictEqual({ ...none, ...values });
    expect(read.given.map(({ name }) => name)).toEqual(Object.keys(values) as NamedParameter["name"][]);
    expect(read.faults).toEqual([]);
  });
});

const notIds = `must be ids separated by commas, each a whole number from 1 to ${idMax}`;
const notEncoded = "must be percent-encoded UTF-8; write % as %25";

describe("readValues() refuses", () => {
  test.each<[query: string, ...faults: [code: FaultCode, detail: string][]]>([
    ["limit=1234567890", ["not_an_integer", 'limit="1234567890": must be a whole number from 0 to 999999999']],
    ["limit=-", ["not_an_integer", 'limit="-": must be a whole number from 0 to 999999999']],
    ["limit=5x", ["not_an_integer", 'limit="5x": must be a whole number from 0 to 999999999']],
    ["limit=x5", ["not_an_integer", 'limit="x5": must be a whole number from 0 to 999999999']],
    ["id=1,x", ["not_an_integer", `id="1,x": ${notIds}`]],
    ["id=1&id=2,0", ["not_an_integer", `id="2,0": ${notIds}`]],
    ["format=xml", ["unknown_value", 'format="xml": must be one of: json, csv']],
    ["format=json&format=csv", ["repeated", 'format="csv": given twice with different values; the first is "json"']],
    ["limit=1&limit=2&limit=3", ["repeated", 'limit="2": given twice with different values; the first is "1"']],
    ["degree=123456", ["too_long", 'degree="123456": must have at most 5 characters; it has 6']],
    ["degree=😀😀😀😀😀😀", ["too_long", 'degree="😀😀😀😀😀😀": must have at most 5 characters; it has 6']],
    ["search=12345678", ["too_long", 'search="12345678": must have at most 7 characters and 2 words; it has 8 and 1']],
    ["search=a+b+c", ["too_long", 'search="a b c": must have at most 7 characters and 2 words; it has 5 and 3']],
    ["degree=a%09b", ["control_character", 'degree="a\uFFFDb": must not contain control characters; it has U+0009']],
    [
      "degree=%7F12345",
      ["control_character", 'degree="\uFFFD12345": must not contain control characters; it has U+007F'],
      ["too_long", 'degree="\uFFFD12345": must have at most 5 characters; it has 6'],
    ],
    ["name=a&name=b%00", ["control_character", 'name="b\uFFFD": must not contain control characters; it has U+0000']],
    ["limit=%", ["bad_encoding", `limit="%": ${notEncoded}`]],
    ["degree=+%D0+", ["bad_encoding", `degree="+%D0+": ${notEncoded}`]],
    ["degree=%EF%BF%BD", ["bad_encoding", `degree="%EF%BF%BD": ${notEncoded}`]],
    ["Limit=1", ["unknown_parameter", 'Limit="1": unknown parameter; did you mean limit?']],
    ["skip=1&skip=2", ["unknown_parameter", 'skip="1": use offset']],
    ["limits=1", ["unknown_parameter", 'limits="1": unknown parameter; did you mean limit?']],
    [
      "skip=&Limit=%zz&format=x&limit=1",
      ["unknown_parameter", 'Limit="%zz": unknown parameter; did you mean limit?'],
      ["unknown_value", 'format="x": must be one of: json, csv'],
    ],
  ])("%s", (query, ...expected) => {
    const { faults } = readValues(query, vocabulary);
    expect(faults.map(({ code, detail }) => [code, detail])).toEqual(expected);
  });
});

describe("encodeQueryValue()", () => {
  const cases: [text: string, encoded: string][] = [
    ["", ""],
    ["AZaz09-._~", "AZaz09-._~"],
    [" ", "+"],
    ["a b+c", "a+b%2Bc"],
    [
      "!\"#$%&'()*,/:;<=>?@[\\]^`{|}",
      "%21%22%23%24%25%26%27%28%29%2A%2C%2F%3A%3B%3C%3D%3E%3F%40%5B%5C%5D%5E%60%7B%7C%7D",
    ],
    ["О'Н", "%D0%9E%27%D0%9D"],
    ["ʼ’", "%CA%BC%E2%80%99"],
    ["😀", "%F0%9F%98%80"],
    ["%20", "%2520"],
    ["\ud800", "%EF%BF%BD"],
  ];
  for (const [text, encoded] of cases) {
    test(`gives ${encoded} for ${JSON.stringify(text)}`, () => {
      expect(encodeQueryValue(text)).toBe(encoded);
    });
  }

  test("leaves only unreserved characters, upper-case hex and plus, as form decoding wants them", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const encoded = encodeQueryValue(text);
        expect(encoded).toMatch(/^(?:[A-Za-z0-9._~+-]|%[0-9A-F]{2})*$/);
        expect(new URLSearchParams(`x=${encoded}`).get("x")).toBe(text.toWellFormed());
      }),
    );
  });
});
