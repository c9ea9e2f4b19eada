/** Rows about queries that are refused: every code and its messages. */
import { expect } from "bun:test";
import type { IssueCode } from "../../src/pages/problem-texts.ts";
import { count, idsFrom } from "./fixture.ts";
import { browser, jsonOf, page, pagesOf, type Row, refuses, type Section, says } from "./row.ts";
import { type ProblemBody, textOf } from "./rules.ts";

/** Queries of one parameter that have one fault. The value that is quoted is checked where it is given. */
type Refused = readonly [parameter: string, raw: string, value?: string];
const refused = (code: IssueCode, [parameter, raw, value]: Refused): Row =>
  refuses(
    `${code}: ${parameter}=${raw.length > 50 ? `${raw.slice(0, 50)}… (${raw.length})` : raw}`,
    `/teachers/?${parameter}=${raw}`,
    [value === undefined ? [parameter, code] : [parameter, code, value]],
    says(parameter),
  );

const noIntegers = [
  ...["-", "--1", "-1000000000000000", "−1", "abc", "1e3", "5.0", "12345678901234567890", "1000000000000000"],
  ...["0000000000000005", "%2B5", "0x10", "1_000", "1+000", "1,000", "٣", "Infinity"],
];
const noIds = ["abc", "0", "000", "-1", "1.0", "1e3", "9007199254740992", "٣", "3,x", ",", ",+,", "3;17"];
const plainOf = (raw: string): string => decodeURIComponent(raw.replaceAll("+", " "));

const single: Partial<Record<IssueCode, readonly Refused[]>> = {
  not_an_integer: [
    ...["limit", "offset"].flatMap((name) => noIntegers.map((raw): Refused => [name, raw, plainOf(raw)])),
    ...noIds.map((raw): Refused => ["id", raw, plainOf(raw)]),
  ],
  control_character: [
    ["first_name", "О%00лена", "О\uFFFDлена"],
    ["last_name", "a%09b", "a\uFFFDb"],
    ["middle_name", "a%0D%0Ab"],
    ...["a%7Fb", "a%C2%85b"].map((raw): Refused => ["degree", raw, "a\uFFFDb"]),
  ],
  bad_encoding: [
    ...["%zz", "100%"].map((raw): Refused => ["first_name", raw, raw]),
    ["last_name", "%D0"],
    ["middle_name", "%E9t%E9"],
    ["degree", "%C0%AF"],
    ["degree", "%ED%A0%80"],
    ["limit", "%FF"],
    ["id", "3,%zz", "3,%zz"],
  ],
  too_long: [
    ["first_name", "я".repeat(201)],
    ["middle_name", "я".repeat(201)],
    ["last_name", "😀".repeat(201)],
    ["degree", "a".repeat(1000)],
    ["search", "я".repeat(201)],
    ["search", "a+b+c+d+e+f+g+h+i+j+k+l+m"],
    ["id", `1${",1".repeat(1000)}`],
  ],
  unknown_value: [
    ...["name", "first_name", "id,last_name", "ID"].map((value): Refused => ["ordering", value, value]),
    ["exact", "yes", "yes"],
    ...["xml", "JSON"].map((value): Refused => ["format", value, value]),
    ["without", "name", "name"],
    ["lang", "de", "de"],
  ],
  // Page 0 too, since zero-based walkers would get page 1 twice.
  not_a_page: [...["0", "-3"].map((raw): Refused => ["page", raw, raw])],
};

const faults: readonly Row[] = [
  ...Object.entries(single).flatMap(([code, all]) => all.map((one) => refused(code as IssueCode, one))),
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
    holds: says("has 6 ids; at most 5 are accepted"),
  },
  refuses("repeated: the same parameter with different values", "/teachers/?limit=5&limit=6", [["limit", "repeated"]]),
  refuses("repeated: a filter with different values", "/teachers/?degree=доцент&first_name=Олена&degree=професор", [
    ["degree", "repeated"],
  ]),
  ...pagesOf(count, {
    "repeated with the same or a blank value is no fault": [
      "limit=&limit=2&limit=2&limit=+",
      [1, 2],
      "limit=2&offset=2",
    ],
  }),
  ...(
    [
      ["search=a&q=b", [["q", "conflict", "b"]], "another name of search"],
      ["ordering=relevance", [["ordering", "conflict", "relevance"]], "needs a search"],
      ["offset=5&page=2", [["page", "conflict", "2"]], "use one of the two"],
      ["page_size=5&limit=6", [["page_size", "conflict", "5"]], "use one of the two"],
      ["without=degree&degree=доцент", [["without", "conflict", "degree"]], "degree"],
    ] as const
  ).map(([query, found, words]) => refuses(`conflict: ${query}`, `/teachers/?${query}`, found, says(words))),
];

/** Names in another spelling, of other services, and of earlier versions. If they were ignored, they would give everybody. */
const others = [
  ...["Limit", "FIRST_NAME", "firstName", "first-name", "ids", "name", "surname", "first_name__icontains", "id__in"],
  ...["sort", "order_by", "$filter", "per_page", "pageSize", "cursor", "skip", "since", "query", "fields", "reading"],
  ...["indent", "amp;limit", "x", "filter[last_name]", "page[number]", "id.in"],
];
const all =
  "limit, offset, page, page_size, first_name, middle_name, last_name, degree, without, id, search, q, exact, ordering, format or lang";

const unknown: readonly Row[] = [
  ...[...others, "letter"].map((name) =>
    refuses(
      `unknown_parameter: ${name}, and the message says what there is`,
      `/teachers/?${encodeURIComponent(name)}=1`,
      [[name, "unknown_parameter", "1"]],
      says(`${name}="1": unknown parameter; use ${all}`),
    ),
  ),
  refuses("unknown_parameter: &amp; of a copied link", "/teachers/?offset=5&amp;limit=2", [
    ["amp;limit", "unknown_parameter", "2"],
  ]),
  refuses("unknown_parameter: without a value, and once where it is given twice", "/teachers/?sort=&sort=a&order", [
    ["sort", "unknown_parameter", ""],
    ["order", "unknown_parameter", ""],
  ]),
  refuses("unknown_parameter: a name that can't be decoded", "/teachers/?%zz=1", [["%zz", "unknown_parameter", "1"]]),
  ...Object.entries({
    ...{ "/teachers/degrees/?limit=5": "limit", "/teachers/match/?name=x&search=a": "search", "/?x=1": "x" },
    ...{ "/teachers.json?sort=id": "sort", "/openapi.json?x=1": "x", "/teachers/?format=csv&sort=a": "sort" },
    ...{ "/teachers/?format=ndjson&sort=a": "sort", "/teachers/?format=xlsx&sort=a": "sort" },
  }).map(([url, name]) => refuses(`unknown_parameter: on all data: ${url}`, url, [[name, "unknown_parameter"]])),
  ...[...others.map((name) => `${encodeURIComponent(name)}=1`), "%zz=1&%FF"].map((query): Row => {
    const name = `a page for people ignores what is unknown: ${query}`;
    return { name, only: "plain", url: `/teachers/?${query}`, headers: { Accept: browser }, status: 200 };
  }),
  {
    name: "ignored are the names that programs and campaigns add to any URL",
    url: "/teachers/?_=1732600000&_start=3&utm_source=a&utm_medium=%zz&fbclid=x&gclid=y",
    status: 200,
    json: page(count, { next: "?limit=10&offset=10" }, idsFrom(1, 10)),
  },
  { name: "unknown names of health checks are ignored", url: "/readyz?x=1", status: 200 },
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
  refuses(
    "a value is clipped to 60 characters, between characters",
    `/teachers/?limit=${"😀".repeat(100)}`,
    [["limit", "not_an_integer", `${"😀".repeat(59)}…`]],
    (answer) => expect(textOf(answer)).not.toContain("😀".repeat(60)),
  ),
  ...Object.entries({
    "limit=abc": 'limit="abc": ',
    "limit=-": "a whole number of at most 15 digits",
    "id=x": "ids separated by commas, each a whole number from 1 to 9007199254740991",
    [`degree=${"a".repeat(201)}`]: "at most 200 are accepted",
    "ordering=x": "id, -id, last_name, -last_name or relevance",
  }).map(([query, words]): Row => {
    return { name: `a message says: ${words}`, url: `/teachers/?${query}`, status: 400, holds: says(words) };
  }),
];

export const refusals: Section = { name: "bad parameters", rows: [...faults, ...unknown, ...together] };
