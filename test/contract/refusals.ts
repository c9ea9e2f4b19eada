/** Rows about queries that are refused: every code and its messages. */
import { expect } from "bun:test";
import type { IssueCode } from "../../src/http/contract/problem.ts";
import { count, idsFrom } from "./fixture.ts";
import { answers, browser, jsonOf, page, type Row, refuses, type Section, says } from "./row.ts";
import { type ProblemBody, textOf } from "./rules.ts";

const plain = { status: 200, json: page(count, { next: "?limit=10&offset=10" }, idsFrom(1, 10)) } as const;
/** A query with one fault. */
function refused(code: IssueCode, parameter: string, raw: string, what: string, value?: string): Row {
  return refuses(
    `${code}: ${what}`,
    `/teachers/?${parameter}=${raw}`,
    [value === undefined ? [parameter, code] : [parameter, code, value]],
    says(parameter),
  );
}

const integers: readonly (readonly [raw: string, what: string, value: string])[] = [
  ["-", "a lone minus sign", "-"],
  ["--1", "two minus signs", "--1"],
  ["-1000000000000000", "a negative number of 16 digits", "-1000000000000000"],
  ["−1", "a minus sign that is not ASCII", "−1"],
  ["abc", "a word", "abc"],
  ["1e3", "an exponent", "1e3"],
  ["5.0", "a fraction", "5.0"],
  ["12345678901234567890", "20 digits", "12345678901234567890"],
  ["1000000000000000", "16 digits", "1000000000000000"],
  ["0000000000000005", "16 digits with leading zeros", "0000000000000005"],
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
  [",", "a comma alone", ","],
  [",+,", "commas and spaces alone", ", ,"],
  ["3;17", "a semicolon between ids", "3;17"],
];

const faults: readonly Row[] = [
  ...(["limit", "offset"] as const).flatMap((parameter) =>
    integers.map(([raw, what, value]) => refused("not_an_integer", parameter, raw, `${what} as ${parameter}`, value)),
  ),
  ...ids.map(([raw, what, value]) => refused("not_an_integer", "id", raw, `${what} as id`, value)),
  refused("bad_encoding", "id", "3,%zz", "ids that can't be decoded", "3,%zz"),
  refused("too_long", "id", `1${",1".repeat(1000)}`, "1001 ids"),
  refuses(
    "too_long: 1002 ids, in repeated lists",
    `/teachers/?${Array.from({ length: 501 }, (_, i) => `id=${i + 1},1&`).join("")}`,
    [["id", "too_long"]],
    says("has 1002 ids; at most 1000 are accepted"),
  ),
  {
    name: "too_long: more ids than the maximum of limit that is set",
    setup: "small",
    url: "/teachers/?id=1,2,3,4,5,6",
    status: 400,
    faults: [["id", "too_long"]],
    holds: says("has 6 ids; at most 5 are accepted"),
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
  refuses("repeated: the same parameter with different values", "/teachers/?limit=5&limit=6", [["limit", "repeated"]]),
  refuses("repeated: a filter with different values", "/teachers/?degree=доцент&first_name=Олена&degree=професор", [
    ["degree", "repeated"],
  ]),
  answers(
    "a parameter repeated with the same value is not a fault",
    "/teachers/?limit=2&limit=2",
    page(count, { next: "?limit=2&offset=2" }, [1, 2]),
  ),
  answers(
    "a parameter repeated with a blank value is not a fault",
    "/teachers/?limit=&limit=2&limit=+",
    page(count, { next: "?limit=2&offset=2" }, [1, 2]),
  ),
];

/** Names of parameters of other services, which would give everybody if they were ignored. */
const others = [
  ...["Limit", "FIRST_NAME", "firstname", "first-name", "firstName", "lastName", "limits", "serch", "ids", "ID"],
  ...["name", "full_name", "short_name", "short_name_with_degree", "surname", "patronymic", "position", "title"],
  ...["first_name__icontains", "last_name__startswith", "degree__in", "id__in", "limit__gte", "name__contains"],
  ...[
    "sort",
    "sort_by",
    "order",
    "order_by",
    "orderby",
    "direction",
    "_sorting",
    "$orderby",
    "$filter",
    "$top",
    "$skip",
  ],
  ...[
    "per_page",
    "perPage",
    "pageSize",
    "page-size",
    "pagesize",
    "size",
    "count",
    "max",
    "top",
    "first",
    "take",
    "rows",
  ],
  ...["cursor", "after", "before", "skip", "start", "from", "since", "page_token", "pageToken", "changed_since"],
  ...["query", "keyword", "text", "term", "s", "filter", "where", "fields", "include", "expand", "select", "reading"],
  ...["indent", "callback", "letter", "amp;limit", "x", "filter[last_name]", "page[number]", "page[size]", "id.in"],
].filter((name) => !name.startsWith("_"));

const unknown: readonly Row[] = [
  ...others.map((name) =>
    refuses(
      `unknown_parameter: ${name} gives nobody everybody, and the message says what there is`,
      `/teachers/?${encodeURIComponent(name)}=1`,
      [[name, "unknown_parameter", "1"]],
      says(
        `${name}="1": unknown parameter; use limit, offset, page, page_size, first_name, middle_name, last_name, degree, without, id, search, q, exact, ordering, format or lang`,
      ),
    ),
  ),
  refuses("unknown_parameter: &amp; of a copied link", "/teachers/?offset=5&amp;limit=2", [
    ["amp;limit", "unknown_parameter", "2"],
  ]),
  refuses(
    "unknown_parameter: also without a value, and once where it is given twice",
    "/teachers/?sort=&sort=a&order",
    [
      ["sort", "unknown_parameter", ""],
      ["order", "unknown_parameter", ""],
    ],
  ),
  refuses("unknown_parameter: a name that can't be decoded", "/teachers/?%zz=1", [["%zz", "unknown_parameter", "1"]]),
  ...(
    [
      ["/teachers/degrees/?limit=5", "limit"],
      ["/teachers/match/?name=x&search=a", "search"],
      ["/teachers.json?sort=id", "sort"],
      ["/?x=1", "x"],
      ["/openapi.json?x=1", "x"],
    ] as const
  ).map(([url, name]) =>
    refuses(`unknown_parameter: on every resource of data: ${url}`, url, [[name, "unknown_parameter"]]),
  ),
  ...["csv", "ndjson", "xlsx"].map((format) =>
    refuses(`unknown_parameter: on a download: ${format}`, `/teachers/?format=${format}&sort=name`, [
      ["sort", "unknown_parameter", "name"],
    ]),
  ),
  ...[...others.filter((name) => name !== "letter").map((name) => `${encodeURIComponent(name)}=1`), "%zz=1&%FF"].map(
    (query): Row => ({
      name: `a page for people ignores what is unknown: ${query}`,
      only: "plain",
      url: `/teachers/?${query}`,
      headers: { Accept: browser },
      status: 200,
    }),
  ),
  {
    name: "ignored are the names that programs and campaigns add to any URL",
    url: "/teachers/?_=1732600000&_start=3&utm_source=a&utm_medium=%zz&fbclid=x&gclid=y",
    ...plain,
  },
  { name: "unknown names of health checks are ignored", url: "/readyz?x=1", status: 200 },
  refused("not_a_page", "page", "0", "page 0, since zero-based walkers would get page 1 twice", "0"),
  refused("not_a_page", "page", "-3", "a negative page", "-3"),
  refuses(
    "conflict: two searches under different names",
    "/teachers/?search=a&q=b",
    [["q", "conflict", "b"]],
    says("another name of search"),
  ),
  refuses(
    "conflict: relevance without a search",
    "/teachers/?ordering=relevance",
    [["ordering", "conflict", "relevance"]],
    says("needs a search"),
  ),
  ...(
    [
      ["offset=5&page=2", [["page", "conflict", "2"]]],
      ["page_size=5&limit=6", [["page_size", "conflict", "5"]]],
      [
        "page=2&page_size=5&limit=6&offset=7",
        [
          ["page_size", "conflict", "5"],
          ["page", "conflict", "2"],
        ],
      ],
    ] as const
  ).map(([query, faults]) => refuses(`conflict: ${query}`, `/teachers/?${query}`, faults, says("use one of the two"))),
];

/** A query with this many faults, short enough for a URL. */
const faultyQuery = (length: number): string => Array.from({ length }, (_, i) => `lang__${i}=1`).join("&");

const together: readonly Row[] = [
  {
    name: "ten faults are all reported",
    url: `/teachers/?${faultyQuery(10)}`,
    status: 400,
    holds: (answer) => expect(jsonOf<ProblemBody>(answer).detail).not.toContain("more"),
  },
  {
    name: "of more than ten faults, ten are reported and the others counted",
    url: `/teachers/?${faultyQuery(600)}`,
    status: 400,
    faults: Array.from({ length: 10 }, (_, i) => [`lang__${i}`, "unknown_parameter", "1"] as const),
    holds(answer) {
      expect(jsonOf<ProblemBody>(answer).detail).toEndWith(" And 590 more.");
      expect(answer.bytes.length).toBeLessThan(5000);
    },
  },
  {
    name: "the page for people reports ten faults and counts the others",
    url: `/teachers/?${Array.from({ length: 600 }, (_, i) => `id=x${i}`).join("&")}`,
    headers: { Accept: browser },
    status: 400,
    holds(answer) {
      expect(textOf(answer)).toContain("And 590 more.");
      expect(textOf(answer).split("<dt>")).toHaveLength(11);
      expect(answer.bytes.length).toBeLessThan(30_000);
    },
  },
  refuses(
    "one response reports all faults: of the query first, then of the values",
    "/teachers/?limit=abc&first_name=%zz&Offset=5&degree=a%00&ordering=x&limit=7&last_name=a&last_name=b",
    [
      ["first_name", "bad_encoding", "%zz"],
      ["Offset", "unknown_parameter", "5"],
      ["limit", "repeated", "7"],
      ["last_name", "repeated", "b"],
      ["limit", "not_an_integer", "abc"],
      ["degree", "control_character"],
      ["ordering", "unknown_value", "x"],
    ],
    says("limit", "first_name", "Offset", "degree", "ordering", "last_name"),
  ),
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
  refuses(
    "a value is cut between characters, not inside one",
    `/teachers/?limit=${"😀".repeat(100)}`,
    [["limit", "not_an_integer"]],
    (answer) => expect(jsonOf<ProblemBody>(answer).errors![0]!.value.isWellFormed()).toBeTrue(),
  ),
  {
    name: "a message says what is accepted: which numbers",
    url: "/teachers/?limit=abc",
    status: 400,
    holds: says('limit="abc"', "a whole number of at most 15 digits"),
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
    holds: says("at most 200 are accepted"),
  },
  {
    name: "a message says what is accepted: which values",
    url: "/teachers/?ordering=x",
    status: 400,
    holds: says("id, -id, last_name, -last_name or relevance"),
  },
];

export const refusals: Section = { name: "bad parameters", rows: [...faults, ...unknown, ...together] };
