import { describe, expect, test } from "bun:test";
import { parseListQuery } from "../contract/query.ts";
import {
  downloadHref,
  hrefWithout,
  langHref,
  listHref,
  newListHref,
  type PageContext,
  prefixOf,
  teacherHref,
} from "./hrefs.ts";

const plain: PageContext = {
  lang: "uk",
  base: "http://127.0.0.1:8000",
  path: "/teachers/",
  query: "",
  indexable: false,
};
const listQuery = (raw: string): ReturnType<typeof parseListQuery> => parseListQuery(raw, { limitMax: 100 });

describe("prefixOf()", () => {
  const cases: readonly [base: string, prefix: string][] = [
    ["http://127.0.0.1:8000", ""],
    ["https://api.example.edu/directory/v1", "/directory/v1"],
    ["https://api.example.edu/directory/", "/directory"],
    ["HTTPS://API.example.edu:443/a", "/a"],
    ["", ""],
  ];
  test.each(cases)("of %s is %s", (base, prefix) => {
    expect(prefixOf(base)).toBe(prefix);
  });
});

describe("listHref()", () => {
  const cases: readonly [name: string, raw: string, changes: Parameters<typeof listHref>[2], href: string][] = [
    ["of nothing is the list", "", {}, "/teachers/"],
    ["leaves out the offset", "offset=20&limit=20", {}, "/teachers/?limit=20"],
    ["cuts a limit above the maximum as the links do", "limit=5000", {}, "/teachers/?limit=100"],
    [
      "keeps the rest, names sorted",
      "search=%D1%88&lang=en&first_name=a",
      {},
      "/teachers/?first_name=a&lang=en&search=ш",
    ],
    ["sets a parameter", "search=a", { degree: "ст. викладач" }, "/teachers/?degree=ст.+викладач&search=a"],
    ["removes a parameter", "search=a&degree=b", { degree: null }, "/teachers/?search=a"],
    [
      "removes an order that needs the removed search",
      "search=a&ordering=relevance&exact=true",
      { search: null },
      "/teachers/",
    ],
    ["leaves out unknown parameters", "utm_source=x&search=a", {}, "/teachers/?search=a"],
    [
      "encodes combining marks and emoji, but not letters",
      "",
      { search: "é\u202eї 😀 O'Н" },
      "/teachers/?search=é%E2%80%AEї+%F0%9F%98%80+O%27Н",
    ],
    ["encodes characters that could end the URL", "search=%22%3E%3Cb%3E%26", {}, "/teachers/?search=%22%3E%3Cb%3E%26"],
  ];
  test.each(cases)("%s", (_, raw, changes, href) => {
    expect(listHref(plain, listQuery(raw), changes)).toBe(href);
  });

  test("is under the prefix of the base URL", () => {
    expect(listHref({ ...plain, base: "https://x.edu/v1" }, listQuery("search=a"))).toBe("/v1/teachers/?search=a");
  });
});

describe("downloadHref()", () => {
  test("states the order and keeps filters and search, but not the page and the language", () => {
    const query = listQuery("search=a&degree=b&limit=5&offset=10&lang=en&format=html");
    expect(downloadHref(plain, query, "last_name", "csv")).toBe(
      "/teachers/?degree=b&format=csv&ordering=last_name&search=a",
    );
    expect(downloadHref(plain, query, "last_name", "xlsx")).toBe(
      `/teachers.xlsx?degree=b&lang=${plain.lang}&ordering=last_name&search=a`,
    );
  });
});

describe("langHref()", () => {
  const cases: readonly [name: string, path: string, query: string, href: string][] = [
    ["asks for the language", "/teachers/", "", "/teachers/?lang=en"],
    [
      "keeps the query as it was sent",
      "/teachers/",
      "search=%D1%88+b&offset=10",
      "/teachers/?search=%D1%88+b&offset=10&lang=en",
    ],
    ["replaces a language", "/teachers/7/", "lang=uk&x=1&lang=uk", "/teachers/7/?x=1&lang=en"],
    ["encodes a decoded path", '/a b"<ш>', "", "/a%20b%22%3C%D1%88%3E?lang=en"],
    ["does not lead to another host", "//evil.example/", "", "/evil.example/?lang=en"],
  ];
  test.each(cases)("%s", (_, path, query, href) => {
    expect(langHref({ ...plain, path, query }, "en")).toBe(href);
  });
});

describe("hrefWithout()", () => {
  test("removes parameters, however often they occur", () => {
    const context = { ...plain, query: "limit=ten&search=a&limit=2&Limit=3" };
    expect(hrefWithout(context, ["limit", "Limit"])).toBe("/teachers/?search=a");
    expect(hrefWithout(context, ["limit", "Limit", "search"])).toBe("/teachers/");
  });
});

describe("teacherHref() and newListHref()", () => {
  test("keep a requested language", () => {
    expect(teacherHref(plain, 7)).toBe("/teachers/7/");
    expect(teacherHref({ ...plain, query: "search=a&lang=en" }, 7)).toBe("/teachers/7/?lang=en");
    expect(newListHref({ ...plain, query: "lang=en" })).toBe("/teachers/?lang=en");
    expect(newListHref({ ...plain, query: "lang=tlh" })).toBe("/teachers/");
  });
});
