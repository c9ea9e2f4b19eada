/** Rows about limit and offset, format, and rules for all parameters. */

import { expect } from "bun:test";
import { count, idsFrom, teachers } from "./fixture.ts";
import { answers, browser, idsOn, page, type Row, refuses, type Section, says } from "./row.ts";

const plain = { status: 200, json: page(count, { next: "?limit=10&offset=10" }, idsFrom(1, 10)) } as const;
const last = Number.MAX_SAFE_INTEGER;
const allIds = teachers.map(({ id }) => id);

const pages: readonly Row[] = [
  { name: "limit is 10 by default", url: "/teachers/", ...plain },
  { name: "a blank limit is the default", url: "/teachers/?limit=", ...plain },
  { name: "a limit of white space is the default", url: "/teachers/?limit=+%09", ...plain },
  { name: "limit=0 is the default", url: "/teachers/?limit=0", ...plain },
  { name: "limit=000 is the default", url: "/teachers/?limit=000", ...plain },
  { name: "a negative limit is the default", url: "/teachers/?limit=-1", ...plain },
  { name: "the smallest limit that can be written is the default", url: "/teachers/?limit=-999999999999999", ...plain },
  { name: "limit=-0 is the default", url: "/teachers/?limit=-0", ...plain },
  answers(
    "a negative limit beyond the maximum is the default, not the maximum",
    "/teachers/?limit=-2000&offset=20",
    page(count, { next: "?limit=10&offset=30", previous: "?limit=10&offset=10" }, idsFrom(26, 35)),
  ),
  answers("limit is the page size", "/teachers/?limit=3", page(count, { next: "?limit=3&offset=3" }, [1, 2, 3])),
  answers("limit=1 is the smallest page", "/teachers/?limit=1", page(count, { next: "?limit=1&offset=1" }, [1])),
  answers(
    "a limit may have white space around it",
    "/teachers/?limit=+3%20",
    page(count, { next: "?limit=3&offset=3" }, [1, 2, 3]),
  ),
  answers(
    "a limit may have leading zeros",
    "/teachers/?limit=0003",
    page(count, { next: "?limit=3&offset=3" }, [1, 2, 3]),
  ),
  answers(
    "a limit above the maximum, 1000 by default, is the maximum, and links show that",
    "/teachers/?limit=1001&offset=39",
    page(count, { previous: "?limit=1000" }, [last]),
  ),
  ...["2147483647", "999999999999999"].map((limit) =>
    answers(
      `the largest limits that clients send are the maximum: ${limit}`,
      `/teachers/?limit=${limit}&offset=1`,
      page(count, { previous: "?limit=1000" }, allIds.slice(1)),
    ),
  ),
  {
    name: "the maximum can be set",
    setup: "small",
    url: "/teachers/?limit=6",
    status: 200,
    json: page(count, { next: "?limit=5&offset=5" }, idsFrom(1, 5)),
  },
  {
    name: "a maximum below the default is the default",
    setup: "small",
    url: "/teachers/",
    status: 200,
    json: page(count, { next: "?limit=5&offset=5" }, idsFrom(1, 5)),
  },
  answers(
    "a generated client may send the defaults of all four parameters with one that it sets",
    "/teachers/?page=1&page_size=10&limit=30&offset=0&ordering=id",
    page(count, { next: "?limit=30&offset=30&ordering=id" }, allIds.slice(0, 30)),
  ),
  { name: "offset is 0 by default", url: "/teachers/?offset=", ...plain },
  { name: "a negative offset is the start", url: "/teachers/?offset=-1", ...plain },
  { name: "the smallest offset that can be written is the start", url: "/teachers/?offset=-999999999999999", ...plain },
  { name: "offset=-0 is the start", url: "/teachers/?offset=-0", ...plain },
  { name: "offset=0 is the start", url: "/teachers/?offset=0", ...plain },
  answers(
    "offset is how many records are skipped",
    "/teachers/?offset=13&limit=2",
    page(count, { next: "?limit=2&offset=15", previous: "?limit=2&offset=11" }, [14, 20]),
  ),
  answers(
    "the last page has no next",
    "/teachers/?limit=10&offset=30",
    page(count, { previous: "?limit=10&offset=20" }, [...idsFrom(36, 44), last]),
  ),
  answers(
    "at the end: 200, no results, the right count, and no next",
    "/teachers/?offset=40",
    page(count, { previous: "?limit=10&offset=30" }, []),
  ),
  answers(
    "far past the end: 200, no results, the right count, and no next",
    "/teachers/?offset=999999999999999",
    page(count, { previous: "?limit=10&offset=999999999999989" }, []),
  ),
];

const pageNumbers: readonly Row[] = [
  ...["1", "", "+"].map(
    (value): Row => ({ name: `page=${value} is the first page`, url: `/teachers/?page=${value}`, ...plain }),
  ),
  answers(
    "page counts from 1 in pages of page_size, and links use limit and offset",
    "/teachers/?page=3&page_size=5",
    page(count, { next: "?limit=5&offset=15", previous: "?limit=5&offset=5" }, idsFrom(11, 14).concat(20)),
  ),
  answers(
    "page without page_size has the default page size",
    "/teachers/?page=2",
    page(count, { next: "?limit=10&offset=20", previous: "?limit=10" }, [11, 12, 13, 14, ...idsFrom(20, 25)]),
  ),
  answers(
    "page_size without page is limit",
    "/teachers/?page_size=3",
    page(count, { next: "?limit=3&offset=3" }, [1, 2, 3]),
  ),
  {
    name: "page_size is capped as limit is, and pages are counted in the effective size",
    setup: "small",
    url: "/teachers/?page=2&page_size=50",
    status: 200,
    json: page(count, { next: "?limit=5&offset=10", previous: "?limit=5" }, idsFrom(6, 10)),
  },
  answers(
    "the links of the last page that can be written are accepted again",
    "/teachers/?page=999999999999&page_size=1000",
    page(count, { previous: "?limit=1000&offset=999999999997000" }, []),
  ),
  answers(
    "limit with page is that page of that size",
    "/teachers/?limit=11&page=2",
    page(count, { next: "?limit=11&offset=22", previous: "?limit=11" }, [12, 13, 14, ...idsFrom(20, 27)]),
  ),
  ...["limit=2&page_size=2", "limit=2&page_size=10", "page_size=2&limit=10", "limit=2&page=1&offset=0"].map((query) =>
    answers(
      `equal sizes, and defaults beside other values, don't conflict: ${query}`,
      `/teachers/?${query}`,
      page(count, { next: "?limit=2&offset=2" }, [1, 2]),
    ),
  ),
  ...["page=2&offset=0", "page=2&limit=10&offset=0", "page=2&offset=10", "offset=10&page=1", "page=2&limit=-1"].map(
    (query) =>
      answers(
        `equal pages, and defaults beside other values, don't conflict: ${query}`,
        `/teachers/?${query}`,
        page(count, { next: "?limit=10&offset=20", previous: "?limit=10" }, [11, 12, 13, 14, ...idsFrom(20, 25)]),
      ),
  ),
  {
    name: "on a page for people 10 is a size as any other: limit=10&page=2 is rows 11 to 20",
    url: "/teachers/?limit=10&page=2&ordering=id&format=html",
    status: 200,
    holds: (answer) => expect(idsOn(answer)).toEqual([11, 12, 13, 14, ...idsFrom(20, 25)]),
  },
  {
    name: "on a page for people 25 is the default",
    url: "/teachers/?limit=25&page_size=5&page=2&ordering=id&format=html",
    status: 200,
    holds: (answer) => expect(idsOn(answer)).toEqual(idsFrom(6, 10)),
  },
  {
    name: "a page for people has at most 100 rows, and the default is 25",
    url: "/teachers/?ordering=id&format=html",
    status: 200,
    holds: (answer) => expect(idsOn(answer)).toEqual(allIds.slice(0, 25)),
  },
];

const others: readonly Row[] = [
  answers(
    "a client of the original service sends format, a large limit, offset=-1 and a blank search",
    "/teachers/?format=json&limit=100&offset=-1&search=",
    page(count, {}, allIds),
  ),
  answers(
    "ra-data-django-rest-framework sends page, page_size and an ordering",
    "/teachers/?page=2&page_size=20&ordering=-id",
    page(count, { previous: "?limit=20&ordering=-id" }, allIds.toReversed().slice(20)),
  ),
  {
    name: "pynetbox sends limit=0 for the default, and follows next",
    url: "/teachers/?limit=0&offset=0",
    ...plain,
  },
  answers("ordering=id is the default", "/teachers/?ordering=id&limit=1000", page(count, {}, allIds)),
  {
    name: "format=json is JSON",
    url: "/teachers/?format=json&limit=1000",
    status: 200,
    carries: { "Content-Type": "application/json" },
    json: page(count, {}, allIds),
  },
  {
    name: "format overrides Accept",
    url: "/teachers/?format=json&limit=1000",
    headers: { Accept: "image/png" },
    status: 200,
    json: page(count, {}, allIds),
  },
  {
    name: "blank means absent, for every parameter",
    url: "/teachers/?limit=&offset=+&first_name=&middle_name=%20&last_name=%09&degree=+&search=&ordering=&format=+&lang=",
    ...plain,
  },
  { name: "a parameter without = is blank", url: "/teachers/?limit&first_name&ordering", ...plain },
  { name: "a query of separators is empty", url: "/teachers/?&&=&", ...plain },
  { name: "a bare question mark is an empty query", url: "/teachers/?", ...plain },
  {
    name: "each list response names the version of the dataset",
    url: "/teachers/",
    status: 200,
    carries: { "Dataset-Version": /^1-[0-9a-f]{8}$/ },
  },
  {
    name: "an empty list names the version too",
    url: "/teachers/?last_name=Нема",
    status: 200,
    carries: { "Dataset-Version": /^1-[0-9a-f]{8}$/ },
  },
  { name: "a teacher takes format", url: "/teachers/1/?format=json", headers: { Accept: "image/png" }, status: 200 },
  refuses("a teacher refuses a format that does not exist", "/teachers/1/?format=xml", [
    ["format", "unknown_value", "xml"],
  ]),
  ...["csv", "ndjson"].map((format) =>
    refuses(`a teacher can't be had as ${format}`, `/teachers/1/?format=${format}`, [
      ["format", "unknown_value", format],
    ]),
  ),
  refuses(
    "a teacher has format and lang only; other parameters of the list are refused",
    "/teachers/1/?limit=2&search=a&lang=uk",
    [
      ["limit", "unknown_parameter", "2"],
      ["search", "unknown_parameter", "a"],
    ],
    says("use format or lang"),
  ),
  {
    name: "the page of a teacher ignores other parameters",
    url: "/teachers/1/?limit=abc&first_name=%zz&search=a&format=html",
    status: 200,
  },
  {
    name: "the path of JSON of a teacher refuses other parameters too, also for a browser",
    url: "/teachers/1.json?search=a",
    headers: { Accept: browser },
    status: 400,
    carries: { "Content-Type": "application/problem+json" },
    faults: [["search", "unknown_parameter", "a"]],
  },
  ...["limit[]=2", "limit[0]=2", "limit%5B0%5D=2", "limit[]=2&limit[]=2", "page_size[7]=2"].map((query) =>
    answers(
      `brackets at the end of a name are ignored, and links leave them out: ${query}`,
      `/teachers/?${query}`,
      page(count, { next: "?limit=2&offset=2" }, [1, 2]),
    ),
  ),
];

export const paging: Section = { name: "query parameters", rows: [...pages, ...pageNumbers, ...others] };
