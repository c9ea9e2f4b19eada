/** Rows about queries that are refused: every code and its messages. */
import { expect } from "bun:test";
import { count, idsFrom } from "./fixture.ts";
import { browser, jsonOf, page, type Row, type Section, says } from "./row.ts";
import { type FaultCode, type ProblemBody, textOf } from "./rules.ts";

const plain = { status: 200, json: page(count, { next: "?limit=10&offset=10" }, idsFrom(1, 10)) } as const;
/** A query with one fault. */
function refused(code: FaultCode, parameter: string, raw: string, what: string, value?: string): Row {
  return {
    name: `${code}: ${what}`,
    url: `/teachers/?${parameter}=${raw}`,
    status: 400,
    faults: [value === undefined ? [parameter, code] : [parameter, code, value]],
    holds: says(parameter),
  };
}

const integers: readonly (readonly [raw: string, what: string, value: string])[] = [
  ["-", "a lone minus sign", "-"],
  ["--1", "two minus signs", "--1"],
  ["-1000000000", "a negative number of 10 digits", "-1000000000"],
  ["−1", "a minus sign that is not ASCII", "−1"],
  ["abc", "a word", "abc"],
  ["1e3", "an exponent", "1e3"],
  ["5.0", "a fraction", "5.0"],
  ["12345678901234567890", "20 digits", "12345678901234567890"],
  ["1000000000", "10 digits", "1000000000"],
  ["0000000005", "10 digits with leading zeros", "0000000005"],
  ["%2B5", "a sign", "+5"],
  ["0x10", "hexadecimal digits", "0x10"],
  ["1_000", "an underscore", "1_000"],
  ["1+000", "a space inside", "1 000"],
  ["1,000", "a comma", "1,000"],
  ["٣", "digits that are not ASCII", "٣"],
  ["Infinity", "infinity", "Infinity"],
];

const ids: readonly (readonly [raw: string, what: string, value: string])[] = [
  ["abc", "a word", "abc"],
  ["0", "zero", "0"],
  ["000", "zeros", "000"],
  ["-1", "a negative number", "-1"],
  ["1.0", "a fraction", "1.0"],
  ["1e3", "an exponent", "1e3"],
  ["9007199254740992", "a number above the largest id", "9007199254740992"],
  ["٣", "digits that are not ASCII", "٣"],
  ["3,x", "an entry that is not an id", "3,x"],
  ["3,,17", "nothing between commas", "3,,17"],
  [",3", "nothing before a comma", ",3"],
  ["3,", "nothing after a comma", "3,"],
  [",", "a comma alone", ","],
  ["3,+17", "a space between ids", "3, 17"],
  ["3;17", "a semicolon between ids", "3;17"],
];

const faults: readonly Row[] = [
  ...(["limit", "offset"] as const).flatMap((parameter) =>
    integers.map(([raw, what, value]) => refused("not_an_integer", parameter, raw, `${what} as ${parameter}`, value)),
  ),
  ...ids.map(([raw, what, value]) => refused("not_an_integer", "id", raw, `${what} as id`, value)),
  refused("bad_encoding", "id", "3,%zz", "ids that can't be decoded", "3,%zz"),
  refused("too_long", "id", `1${",1".repeat(1000)}`, "1001 ids"),
  {
    name: "too_long: 1001 ids, repeated",
    url: `/teachers/?${"id=1&".repeat(1001)}`,
    status: 400,
    faults: [["id", "too_long"]],
    holds: says("at most 1000 ids; it has 1001"),
  },
  {
    name: "too_long: more ids than the maximum of limit that is set",
    setup: "small",
    url: "/teachers/?id=1,2,3,4,5,6",
    status: 400,
    faults: [["id", "too_long"]],
    holds: says("at most 5 ids; it has 6"),
  },
  refused("control_character", "first_name", "О%00лена", "a NUL", "О\uFFFDлена"),
  refused("control_character", "last_name", "a%09b", "a tab inside", "a\uFFFDb"),
  refused("control_character", "middle_name", "a%0D%0Ab", "a line break inside"),
  refused("control_character", "degree", "a%7Fb", "DEL", "a\uFFFDb"),
  refused("control_character", "degree", "a%C2%85b", "a C1 control character", "a\uFFFDb"),
  refused("bad_encoding", "first_name", "%zz", "no hexadecimal digits", "%zz"),
  refused("bad_encoding", "first_name", "100%", "a lone percent sign", "100%"),
  refused("bad_encoding", "last_name", "%D0", "half a character"),
  refused("bad_encoding", "middle_name", "%E9t%E9", "Latin-1"),
  refused("bad_encoding", "degree", "%C0%AF", "an overlong form"),
  refused("bad_encoding", "degree", "%ED%A0%80", "a surrogate"),
  refused("bad_encoding", "limit", "%FF", "a byte that UTF-8 never has, as limit"),
  refused("too_long", "first_name", "я".repeat(201), "201 characters of first_name"),
  refused("too_long", "middle_name", "я".repeat(201), "201 characters of middle_name"),
  refused("too_long", "last_name", "😀".repeat(201), "201 characters of two code units"),
  refused("too_long", "degree", "a".repeat(1000), "1000 characters of degree"),
  refused("too_long", "search", "я".repeat(201), "201 characters of search"),
  refused("too_long", "search", "a+b+c+d+e+f+g+h+i+j+k+l+m", "13 terms of search"),
  refused("unknown_value", "ordering", "name", "an ordering that does not exist", "name"),
  refused("unknown_value", "ordering", "first_name", "an ordering by another field", "first_name"),
  refused("unknown_value", "ordering", "id,last_name", "an ordering by two fields", "id,last_name"),
  refused("unknown_value", "ordering", "ID", "an ordering in upper case", "ID"),
  refused("unknown_value", "exact", "yes", "a value of exact that does not exist", "yes"),
  refused("unknown_value", "format", "xml", "a format that does not exist", "xml"),
  refused("unknown_value", "format", "JSON", "a format in upper case", "JSON"),
  refused("unknown_value", "lang", "de", "a language that does not exist", "de"),
  {
    name: "repeated: the same parameter with different values",
    url: "/teachers/?limit=5&limit=6",
    status: 400,
    faults: [["limit", "repeated"]],
  },
  {
    name: "repeated: a filter with different values",
    url: "/teachers/?degree=доцент&first_name=Олена&degree=професор",
    status: 400,
    faults: [["degree", "repeated"]],
  },
  {
    name: "a parameter repeated with the same value is not a fault",
    url: "/teachers/?limit=2&limit=2",
    status: 200,
    json: page(count, { next: "?limit=2&offset=2" }, [1, 2]),
  },
  {
    name: "a parameter repeated with a blank value is not a fault",
    url: "/teachers/?limit=&limit=2&limit=+",
    status: 200,
    json: page(count, { next: "?limit=2&offset=2" }, [1, 2]),
  },
];

const nearMisses: readonly (readonly [name: string, why: string, suggestion: string])[] = [
  ["Limit", "other case", "limit"],
  ["FIRST_NAME", "all in upper case", "first_name"],
  ["limi", "a letter too few", "limit"],
  ["limits", "a letter too many", "limit"],
  ["lamit", "a letter that differs", "limit"],
  ["ofsfet", "two letters swapped", "offset"],
  ["firstname", "no underscore", "first_name"],
  ["first-name", "a hyphen", "first_name"],
  ["degre", "a letter too few of degree", "degree"],
  ["serch", "a letter too few of search", "search"],
  ["exakt", "a letter that differs of exact", "exact"],
  ["order1ng", "a letter that differs of ordering", "ordering"],
  ["fromat", "two letters swapped of format", "format"],
  ["lnag", "two letters swapped of lang", "lang"],
  ["first_name__icontains", "a lookup suffix", "first_name"],
  ["degree__in", "a lookup suffix on degree", "degree"],
  ["limit__gte", "a lookup suffix on limit", "limit"],
  ["ids", "the plural of id", "id"],
  ["ID", "id in upper case", "id"],
  ["Id", "id capitalised", "id"],
  ["id__in", "a lookup suffix on id", "id"],
];

const unknown: readonly Row[] = [
  ...nearMisses.map(
    ([name, why, suggestion]): Row => ({
      name: `unknown_parameter: ${why} (${name}), and the message suggests ${suggestion}`,
      url: `/teachers/?${name}=1`,
      status: 400,
      faults: [[name, "unknown_parameter", "1"]],
      holds: (answer) => expect(jsonOf<ProblemBody>(answer).detail).toContain(`did you mean ${suggestion}?`),
    }),
  ),
  ...["name", "full_name", "short_name", "short_name_with_degree"].map(
    (field): Row => ({
      name: `unknown_parameter: a field that can't be filtered by (${field}), and the message suggests what can`,
      url: `/teachers/?${field}=1`,
      status: 400,
      faults: [[field, "unknown_parameter", "1"]],
      holds: says("not a filter; use "),
    }),
  ),
  ...[
    ["per_page", "use page_size"],
    ["cursor", "use limit and offset, or follow next"],
    ["after", "use limit and offset, or follow next"],
    ["skip", "use offset"],
  ].map(
    ([name, advice]): Row => ({
      name: `unknown_parameter: the paging of other services (${name}), and the message says what to use`,
      url: `/teachers/?${name}=20`,
      status: 400,
      faults: [[name!, "unknown_parameter", "20"]],
      holds: says(advice!),
    }),
  ),
  ...["sort=name", "filter%5Blast_name%5D=a", "_start=5&%24top=3"].map(
    (query): Row => ({
      name: `the words of other services are not examined on a page for people: ${query}`,
      url: `/teachers/?${query}`,
      headers: { Accept: browser },
      status: 200,
    }),
  ),
  refused("not_a_page", "page", "0", "page 0, since zero-based walkers would get page 1 twice", "0"),
  refused("not_a_page", "page", "-3", "a negative page", "-3"),
  {
    name: "conflict: two searches under different names",
    url: "/teachers/?search=a&q=b",
    status: 400,
    faults: [["q", "conflict", "b"]],
    holds: says("another name of search"),
  },
  ...[
    ["page=2&limit=5", [["page", "conflict", "2"]]],
    ["offset=5&page=2", [["page", "conflict", "2"]]],
    ["page_size=5&limit=5", [["page_size", "conflict", "5"]]],
    [
      "page=2&page_size=5&limit=5&offset=5",
      [
        ["page", "conflict", "2"],
        ["page_size", "conflict", "5"],
      ],
    ],
  ].map(
    ([query, faults]): Row => ({
      name: `conflict: ${query}`,
      url: `/teachers/?${query}`,
      status: 400,
      faults: faults as Row["faults"] & object,
      holds: says("use either page and page_size or limit and offset"),
    }),
  ),
  { name: "a near miss that is blank is not a fault", url: "/teachers/?Limit=&offest=+", ...plain },
  {
    name: "any other unknown parameter is not examined",
    url: "/teachers/?utm_source=a&fbclid=%zz&_=1&page=&cursor=&limitss=5&x=1&x=2",
    ...plain,
  },
  {
    name: "a name of one to three letters is not a near miss of id",
    url: "/teachers/?i=1&d=1&di=1&sid=1&uid=1&cid=1&idx=1",
    ...plain,
  },
  { name: "an unknown name may be badly encoded", url: "/teachers/?%zz=1&%FF=2", ...plain },
];

/** A query with this many near misses, short enough for a URL. */
const nearMissQuery = (length: number): string => Array.from({ length }, (_, i) => `lang__${i}=1`).join("&");

const together: readonly Row[] = [
  {
    name: "ten faults are all reported",
    url: `/teachers/?${nearMissQuery(10)}`,
    status: 400,
    holds: (answer) => expect(jsonOf<ProblemBody>(answer).errors_omitted).toBeUndefined(),
  },
  {
    name: "of more than ten faults, ten are reported and the others counted",
    url: `/teachers/?${nearMissQuery(600)}`,
    status: 400,
    faults: Array.from({ length: 10 }, (_, i) => [`lang__${i}`, "unknown_parameter", "1"] as const),
    holds(answer) {
      expect(jsonOf<ProblemBody>(answer).errors_omitted).toBe(590);
      expect(answer.bytes.length).toBeLessThan(5000);
    },
  },
  ...[
    ["uk", "І ще 590\u00a0помилок."],
    ["en", "And 590\u00a0more errors."],
  ].map(
    ([lang, sentence]): Row => ({
      name: `the page for people reports ten faults and counts the others: ${lang}`,
      url: `/teachers/?${nearMissQuery(600)}`,
      headers: { Accept: browser, "Accept-Language": lang! },
      status: 400,
      holds(answer) {
        expect(textOf(answer)).toContain(sentence!);
        expect(answer.bytes.length).toBeLessThan(30_000);
      },
    }),
  ),
  {
    name: "one response reports all faults, in the order of the parameters",
    url: "/teachers/?limit=abc&first_name=%zz&Offset=5&degree=a%00&ordering=x&limit=7&last_name=a&last_name=b",
    status: 400,
    faults: [
      ["limit", "not_an_integer", "abc"],
      ["first_name", "bad_encoding", "%zz"],
      ["Offset", "unknown_parameter", "5"],
      ["degree", "control_character"],
      ["ordering", "unknown_value", "x"],
      ["limit", "repeated"],
      ["last_name", "repeated"],
    ],
    holds: says("limit", "first_name", "Offset", "degree", "ordering", "last_name"),
  },
  {
    name: "a message quotes the value, clipped to 60 characters",
    url: `/teachers/?limit=${"9".repeat(100)}`,
    status: 400,
    faults: [["limit", "not_an_integer"]],
    holds(answer) {
      const [fault] = jsonOf<ProblemBody>(answer).errors!;
      expect([...fault!.value]).toHaveLength(60);
      expect(fault!.value).toStartWith("9".repeat(50));
      expect(fault!.detail).not.toContain("9".repeat(61));
    },
  },
  {
    name: "a value is cut between characters, not inside one",
    url: `/teachers/?limit=${"😀".repeat(100)}`,
    status: 400,
    faults: [["limit", "not_an_integer"]],
    holds: (answer) => expect(jsonOf<ProblemBody>(answer).errors![0]!.value.isWellFormed()).toBeTrue(),
  },
  {
    name: "a message says what is accepted: which numbers",
    url: "/teachers/?limit=abc",
    status: 400,
    holds: says('limit="abc"', "a whole number from 0 to 999999999"),
  },
  {
    name: "a message says what is accepted: which ids",
    url: "/teachers/?id=x",
    status: 400,
    holds: says('id="x"', "ids separated by commas, each a whole number from 1 to 9007199254740991"),
  },
  {
    name: "a message says what is accepted: how long",
    url: `/teachers/?degree=${"a".repeat(201)}`,
    status: 400,
    holds: says("200 characters"),
  },
  {
    name: "a message says what is accepted: which values",
    url: "/teachers/?ordering=x",
    status: 400,
    holds: says("id, -id, last_name, -last_name"),
  },
];

export const refusals: Section = { name: "bad parameters", rows: [...faults, ...unknown, ...together] };
