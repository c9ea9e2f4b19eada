import { describe, expect, test } from "bun:test";
import type { ListQuery } from "../../domain/list-query.ts";
import { Problem } from "./problem.ts";
import { langOf, parseDegreesQuery, parseListQuery, parseTeacherQuery, refuseParameters } from "./query.ts";

const first: ListQuery = {
  ...{ filters: {}, ids: null, search: "", isExact: false, limit: 10, offset: 0, isPaged: false, ordering: "id" },
  ...{ letter: null, lang: null, given: [] },
};

function issuesOf(parse: () => unknown): string[] {
  try {
    parse();
  } catch (error) {
    if (error instanceof Problem) return error.issues.map(({ parameter, code }) => `${parameter}: ${code}`);
    throw error;
  }
  return [];
}

describe("parseListQuery() of data reads", () => {
  test.each<[query: string, expected: Partial<ListQuery>]>([
    ["", {}],
    ["&&", {}],
    ["limit=20", { limit: 20, isPaged: true }],
    ["limit=&offset=+", {}],
    ["limit=0", { isPaged: true }],
    ["limit=-5&offset=-1", { isPaged: true }],
    ["limit=2147483647", { limit: 1000, isPaged: true }],
    ["limit=007", { limit: 7, isPaged: true }],
    ["offset=999999999999999", { offset: 999_999_999_999_999, isPaged: true }],
    ["page=3", { offset: 20, isPaged: true }],
    ["page=2&page_size=50", { limit: 50, offset: 50, isPaged: true }],
    ["page=999999999999999&limit=1000", { limit: 1000, offset: 999_999_999_999_999, isPaged: true }],
    [
      "degree=%E2%80%8B&last_name=%C2%AD",
      {
        given: [
          ["degree", "\u200b"],
          ["last_name", "\u00ad"],
        ],
      },
    ],
    ["limit=11&page=2", { limit: 11, offset: 11, isPaged: true }],
    ["limit=10&offset=0&page=4&page_size=10", { offset: 30, isPaged: true }],
    ["limit=10&offset=40&page=1&page_size=10", { offset: 40, isPaged: true }],
    ["limit=10&page_size=50", { limit: 50, isPaged: true }],
    ["limit=50&page_size=10&page=2", { limit: 50, offset: 50, isPaged: true }],
    ["limit=50&page_size=50", { limit: 50, isPaged: true }],
    ["offset=20&page=3", { offset: 20, isPaged: true }],
    ["limit[]=20", { limit: 20, isPaged: true }],
    ["limit[]=20&offset[0]=5", { limit: 20, offset: 5, isPaged: true }],
    ["page[]=3&page_size[]=20", { limit: 20, offset: 40, isPaged: true }],
    ["limit=20&limit=20", { limit: 20, isPaged: true }],
    ["id=7,1&id[]=3&id[0]=7", { ids: [1, 3, 7], given: [["id", "7,1,3"]] }],
    ["id=007, 8,,", { ids: [7, 8], given: [["id", "007,8"]] }],
    ["id=9007199254740991", { ids: [Number.MAX_SAFE_INTEGER], given: [["id", "9007199254740991"]] }],
    ["first_name=+Олена", { filters: { first_name: "Олена" }, given: [["first_name", "Олена"]] }],
    [
      "degree=a&last_name=b",
      {
        filters: { degree: "a", last_name: "b" },
        given: [
          ["degree", "a"],
          ["last_name", "b"],
        ],
      },
    ],
    ["middle_name=%D0%B8%CC%86", { filters: { middle_name: "й" }, given: [["middle_name", "и\u0306"]] }],
    ["last_name=Ко%E2%80%8Bва++ль", { filters: { last_name: "Кова ль" }, given: [["last_name", "Ко\u200bва  ль"]] }],
    ["without=degree", { filters: { degree: "" }, given: [["without", "degree"]] }],
    ["search=a%0Ab", { search: "a\nb", ordering: "relevance", given: [["search", "a\nb"]] }],
    ["q=a&search=a", { search: "a", ordering: "relevance", given: [["search", "a"]] }],
    ["search=-", { search: "-", ordering: "relevance", given: [["search", "-"]] }],
    ["search=+&ordering=-last_name", { ordering: "-last_name", given: [["ordering", "-last_name"]] }],
    [
      "exact=true&q=a",
      {
        isExact: true,
        search: "a",
        ordering: "relevance",
        given: [
          ["exact", "true"],
          ["search", "a"],
        ],
      },
    ],
    [
      "lang=en&format=csv",
      {
        lang: "en",
        given: [
          ["format", "csv"],
          ["lang", "en"],
        ],
      },
    ],
    ["_=1&_foo=2&utm_source=x&fbclid=y&gclid=z", {}],
  ])("%s", (query, expected) => {
    expect(parseListQuery(query, 1000, false)).toEqual({ ...first, ...expected });
  });
});

describe("parseListQuery() of data refuses", () => {
  test.each<[query: string, issues: string[]]>([
    ["limit=ten", ["limit: not_an_integer"]],
    ["limit=1.0&offset=1e3", ["limit: not_an_integer", "offset: not_an_integer"]],
    ["limit=１", ["limit: not_an_integer"]],
    ["offset=1000000000000000", ["offset: not_an_integer"]],
    ["page=0", ["page: not_a_page"]],
    ["limit=5&offset=30&page=3", ["page: conflict"]],
    ["limit=20&page_size=30", ["page_size: conflict"]],
    [`id=${Array.from({ length: 1001 }, (_, i) => i + 1)}`, ["id: too_long"]],
    ["first_name=a%00b", ["first_name: control_character"]],
    ["search=a%00", ["search: control_character"]],
    ["first_name=%FF&last_name=%", ["first_name: bad_encoding", "last_name: bad_encoding"]],
    ["first_name=%EF%BF%BD", ["first_name: bad_encoding"]],
    ["%FF=1", ["%FF: unknown_parameter"]],
  ])("%s", (query, issues) => {
    expect(issuesOf(() => parseListQuery(query, 1000, false))).toEqual(issues);
  });
});

describe("parseListQuery() of pages for people", () => {
  const page: ListQuery = { ...first, limit: 25, ordering: "last_name" };
  test.each<[query: string, expected: Partial<ListQuery>]>([
    ["", {}],
    ["sort=x&amp;limit=3&filter[a]=b", {}],
    ["limit=25&offset=0&page=3", { offset: 50, isPaged: true }],
    ["limit=10&page=2", { limit: 10, offset: 10, isPaged: true }],
    ["limit=500", { limit: 100, isPaged: true }],
    ["letter=К", { letter: "К" }],
    ["search=a", { search: "a", ordering: "relevance", given: [["search", "a"]] }],
  ])("reads %s", (query, expected) => {
    expect(parseListQuery(query, 1000, true)).toEqual({ ...page, ...expected });
  });

  test("has no larger pages than the operator allows", () => {
    expect(parseListQuery("", 5, true).limit).toBe(5);
    expect(parseListQuery("limit=50", 20, true).limit).toBe(20);
    expect(parseListQuery("", 5, false).limit).toBe(5);
  });
});

test("other resources refuse the parameters of the list", () => {
  expect(issuesOf(() => parseDegreesQuery("search=a&limit=5", 1000))).toEqual(["limit: unknown_parameter"]);
  expect(issuesOf(() => parseDegreesQuery("format=csv", 1000))).toEqual(["format: unknown_value"]);
  expect(issuesOf(() => parseTeacherQuery("format=csv&search=a", false))).toEqual([
    "search: unknown_parameter",
    "format: unknown_value",
  ]);
  expect(issuesOf(() => refuseParameters("limit=5&_=1"))).toEqual(["limit: unknown_parameter"]);
  expect(parseDegreesQuery("search=a&degree=b", 1000).given).toEqual([
    ["degree", "b"],
    ["search", "a"],
  ]);
});

test("the language is known whatever else is wrong", () => {
  expect(["lang=en", "limit=ten&lang[]=en", "lang=de", ""].map(langOf)).toEqual(["en", "en", null, null]);
});
