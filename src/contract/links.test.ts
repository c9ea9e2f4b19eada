import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseListQuery } from "./query.ts";
import { pageLinks, renderLink } from "./urls.ts";

const listUrl = "https://api.example.edu/teachers/";

function linksOf(rawQuery: string, count: number, limitMax = 1000) {
  const query = parseListQuery(rawQuery, { limitMax });
  const links = pageLinks(listUrl, query, count);
  return { next: renderLink(links, links.next), previous: renderLink(links, links.previous) };
}

describe("pageLinks()", () => {
  const cases: [name: string, query: string, count: number, next: string | null, previous: string | null][] = [
    ["of the first page of many", "", 25, "?limit=10&offset=10", null],
    ["of the only page", "", 10, null, null],
    ["of no matches", "", 0, null, null],
    ["of no matches, past the end", "offset=5", 0, null, "?limit=10"],
    ["with one match more than the page", "", 11, "?limit=10&offset=10", null],
    ["of the last page", "offset=20", 25, null, "?limit=10&offset=10"],
    ["of the second page, where previous leaves the offset out", "offset=10", 25, "?limit=10&offset=20", "?limit=10"],
    ["of an offset below the limit", "offset=3", 25, "?limit=10&offset=13", "?limit=10"],
    ["of an offset just above the limit", "offset=11", 25, "?limit=10&offset=21", "?limit=10&offset=1"],
    ["exactly at the end", "limit=5&offset=25", 25, null, "?limit=5&offset=20"],
    ["far past the end", "limit=5&offset=900", 25, null, "?limit=5&offset=895"],
    ["of limit 0, which is the default", "limit=0", 25, "?limit=10&offset=10", null],
    ["of a limit above the maximum", "limit=5000", 2500, "?limit=1000&offset=1000", null],
    ["without leading zeros", "limit=007&offset=0008", 25, "?limit=7&offset=15", "?limit=7&offset=1"],
    ["with blank and unknown ones left out", "limit=&utm_source=x&search=+&_=1", 25, "?limit=10&offset=10", null],
    [
      "with values trimmed and repeated ones once",
      "degree=+a+b++&degree=a+b",
      25,
      "?degree=a+b&limit=10&offset=10",
      null,
    ],
    [
      "with all names sorted",
      "ordering=id&offset=10&middle_name=m&last_name=l&limit=5&format=json&first_name=f&degree=d",
      25,
      "?degree=d&first_name=f&format=json&last_name=l&limit=5&middle_name=m&offset=15&ordering=id",
      "?degree=d&first_name=f&format=json&last_name=l&limit=5&middle_name=m&offset=5&ordering=id",
    ],
    [
      "without an offset between the others",
      "ordering=id&offset=5&limit=5&degree=d",
      25,
      "?degree=d&limit=5&offset=10&ordering=id",
      "?degree=d&limit=5&ordering=id",
    ],
    [
      "of the contract's example",
      "middle_name=%D0%92&offset=10&first_name=%D0%9E'%D0%9D",
      40,
      "?first_name=%D0%9E%27%D0%9D&limit=10&middle_name=%D0%92&offset=20",
      "?first_name=%D0%9E%27%D0%9D&limit=10&middle_name=%D0%92",
    ],
    [
      "with values as sent, not in NFC",
      "first_name=%D1%96%CC%88",
      25,
      "?first_name=%D1%96%CC%88&limit=10&offset=10",
      null,
    ],
    [
      "at the end of a billion, with at most nine digits",
      "limit=1000&offset=999998999",
      1_000_000_000,
      "?limit=1000&offset=999999999",
      "?limit=1000&offset=999997999",
    ],
    ["at the last of a billion", "limit=1000&offset=999999999", 1_000_000_000, null, "?limit=1000&offset=999998999"],
  ];
  for (const [name, query, count, next, previous] of cases) {
    test(`gives those ${name}`, () => {
      const absolute = (link: string | null) => (link === null ? null : listUrl + link);
      expect(linksOf(query, count)).toEqual({ next: absolute(next), previous: absolute(previous) });
    });
  }

  test("writes next links that reach every match once", () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(30), fc.integer({ min: 1, max: 20 }), (count, limit, limitMax) => {
        let seen = 0;
        for (let query: string | null = `limit=${limit}`; query !== null; ) {
          const page = parseListQuery(query, { limitMax });
          expect(page.offset).toBe(seen);
          seen = Math.min(count, page.offset + page.limit);
          query = linksOf(query, count, limitMax).next?.slice(listUrl.length + 1) ?? null;
        }
        expect(seen).toBe(count);
      }),
    );
  });

  test("writes links that parse to the same filters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        const value = text.replace(/\p{C}/gu, "").trim();
        const query = `degree=${encodeURIComponent(value)}`;
        const { next } = linksOf(query, 11);
        expect(parseListQuery(next!.slice(listUrl.length + 1), { limitMax: 10 }).filters).toEqual(
          parseListQuery(query, { limitMax: 10 }).filters,
        );
      }),
    );
  });
});
