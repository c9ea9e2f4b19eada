/** Rows about limit and offset, format, and rules for all parameters. */
import { expect } from "bun:test";
import { count, idsFrom, teachers } from "./fixture.ts";
import { alike, answers, browser, idsOn, page, pagesOf, type Row, refuses, type Section, says } from "./row.ts";

const plain = { status: 200, json: page(count, { next: "?limit=10&offset=10" }, idsFrom(1, 10)) } as const;
const last = Number.MAX_SAFE_INTEGER;
const allIds = teachers.map(({ id }) => id);
const secondPage = [...idsFrom(11, 14), ...idsFrom(20, 25)];

const defaults = alike(plain, {
  "limit is 10 by default": "/teachers/",
  "a limit of white space is the default": "/teachers/?limit=+%09",
  "limit=0 is the default": "/teachers/?limit=0",
  "limit=000 is the default": "/teachers/?limit=000",
  "limit=-0 is the default": "/teachers/?limit=-0",
  "a negative limit is the default": "/teachers/?limit=-1",
  "the smallest limit that can be written is the default": "/teachers/?limit=-999999999999999",
  "a negative offset is the start": "/teachers/?offset=-1",
  "the smallest offset that can be written is the start": "/teachers/?offset=-999999999999999",
  "offset=-0 is the start": "/teachers/?offset=-0",
  "page=1 is the first page": "/teachers/?page=1",
  "a blank page is the first page": "/teachers/?page=+",
  "pynetbox sends limit=0 for the default, and follows next": "/teachers/?limit=0&offset=0",
  "blank means absent, for every parameter":
    "/teachers/?limit=&offset=+&first_name=&middle_name=%20&last_name=%09&degree=+&search=&ordering=&format=+&lang=",
  "a parameter without = is blank": "/teachers/?limit&first_name&ordering",
  "a query of separators is empty": "/teachers/?&&=&",
  "a bare question mark is an empty query": "/teachers/?",
});

const pages: readonly Row[] = [
  ...pagesOf(count, {
    "a negative limit beyond the maximum is the default": [
      "limit=-2000&offset=20",
      idsFrom(26, 35),
      "limit=10&offset=30",
      "limit=10&offset=10",
    ],
    "limit=1 is the smallest page": ["limit=1", [1], "limit=1&offset=1"],
    "a limit may have zeros and white space": ["limit=+0003%20", [1, 2, 3], "limit=3&offset=3"],
    "a limit above the maximum, 1000 by default, is the maximum": ["limit=1001&offset=39", [last], null, "limit=1000"],
    "2147483647 is the maximum": ["limit=2147483647&offset=1", allIds.slice(1), null, "limit=1000"],
    "999999999999999 is the maximum": ["limit=999999999999999&offset=1", allIds.slice(1), null, "limit=1000"],
    "a generated client may send all defaults with what it sets": [
      "page=1&page_size=10&limit=30&offset=0&ordering=id",
      allIds.slice(0, 30),
      "limit=30&offset=30&ordering=id",
    ],
    "limit is the page size": ["limit=3", [1, 2, 3], "limit=3&offset=3"],
    "offset is how many records are skipped": ["offset=13&limit=2", [14, 20], "limit=2&offset=15", "limit=2&offset=11"],
    "at the end: 200, no results, the right count": ["offset=40", [], null, "limit=10&offset=30"],
    "far past the end too": ["offset=999999999999999", [], null, "limit=10&offset=999999999999989"],
    "page counts from 1 in pages of page_size": [
      "page=3&page_size=5",
      [11, 12, 13, 14, 20],
      "limit=5&offset=15",
      "limit=5&offset=5",
    ],
    "page_size without page is limit": ["page_size=3", [1, 2, 3], "limit=3&offset=3"],
    "the links of the last page that can be written are accepted again": [
      "page=999999999999&page_size=1000",
      [],
      null,
      "limit=1000&offset=999999999997000",
    ],
    "limit with page is that page of that size": [
      "limit=11&page=2",
      [12, 13, 14, ...idsFrom(20, 27)],
      "limit=11&offset=22",
      "limit=11",
    ],
    "ra-data-django-rest-framework sends page, page_size and an ordering": [
      "page=2&page_size=20&ordering=-id",
      allIds.toReversed().slice(20),
      null,
      "limit=20&ordering=-id",
    ],
    "a client of the original service sends all of these": ["format=json&limit=100&offset=-1&search=", allIds, null],
  }),
  ...["limit=2&page_size=2", "limit=2&page_size=10", "page_size=2&limit=10", "limit=2&page=1&offset=0"]
    .concat("limit[]=2", "limit[0]=2", "limit%5B0%5D=2", "limit[]=2&limit[]=2", "page_size[7]=2")
    .map((query) =>
      answers(
        `equal sizes, defaults beside other values, and brackets are accepted: ${query}`,
        `/teachers/?${query}`,
        page(count, { next: "?limit=2&offset=2" }, [1, 2]),
      ),
    ),
  ...["page=2", "page=2&offset=0", "page=2&limit=10&offset=0", "page=2&offset=10", "offset=10&page=1"]
    .concat("page=2&limit=-1")
    .map((query) =>
      answers(
        `equal pages, and defaults beside other values, don't conflict: ${query}`,
        `/teachers/?${query}`,
        page(count, { next: "?limit=10&offset=20", previous: "?limit=10" }, secondPage),
      ),
    ),
  ...alike(
    { setup: "small", status: 200, json: page(count, { next: "?limit=5&offset=5" }, idsFrom(1, 5)) },
    {
      "the maximum can be set": "/teachers/?limit=6",
      "a maximum below the default is the default": "/teachers/",
    },
  ),
  {
    name: "page_size is capped as limit is, and pages are counted in the effective size",
    setup: "small",
    url: "/teachers/?page=2&page_size=50",
    status: 200,
    json: page(count, { next: "?limit=5&offset=10", previous: "?limit=5" }, idsFrom(6, 10)),
  },
  ...(
    [
      ["10 is a size as any other: limit=10&page=2", "&limit=10&page=2", secondPage],
      ["25 is the default", "&limit=25&page_size=5&page=2", idsFrom(6, 10)],
      ["the default size is 25", "", allIds.slice(0, 25)],
    ] as const
  ).map(([what, query, ids]): Row => {
    const url = `/teachers/?ordering=id&format=html${query}`;
    return {
      name: `on a page for people, ${what}`,
      url,
      status: 200,
      holds: (answer) => expect(idsOn(answer)).toEqual([...ids]),
    };
  }),
];

const others: readonly Row[] = [
  {
    name: "format=json is JSON, and overrides Accept",
    url: "/teachers/?format=json&limit=1000",
    headers: { Accept: "image/png" },
    status: 200,
    carries: { "Content-Type": "application/json" },
    json: page(count, {}, allIds),
  },
  ...alike(
    { status: 200, carries: { "Dataset-Version": /^1-[0-9a-f]{8}$/ } },
    {
      "each list response names the version of the dataset": "/teachers/",
      "an empty list names the version too": "/teachers/?last_name=Нема",
    },
  ),
  { name: "a teacher takes format", url: "/teachers/1/?format=json", headers: { Accept: "image/png" }, status: 200 },
  ...["xml", "csv", "ndjson"].map((format) =>
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
  ...alike(
    { status: 200 },
    { "the page of a teacher ignores others": "/teachers/1/?limit=abc&first_name=%zz&search=a&format=html" },
  ),
  {
    ...refuses("the path of JSON of a teacher refuses others, also for a browser", "/teachers/1.json?search=a", [
      ["search", "unknown_parameter", "a"],
    ]),
    headers: { Accept: browser },
    carries: { "Content-Type": "application/problem+json" },
  },
];

export const paging: Section = { name: "query parameters", rows: [...defaults, ...pages, ...others] };
