import { expect, test } from "bun:test";
import fc from "fast-check";
import { pageLinks, parseListQuery } from "./query.ts";

const url = "http://localhost/teachers/";
const linksOf = (query: string, count: number) => pageLinks(url, parseListQuery(query, 1000, false), count);

test.each<[query: string, count: number, next: string | null, previous: string | null]>([
  ["", 0, null, null],
  ["", 10, null, null],
  ["", 11, "?limit=10&offset=10", null],
  ["offset=3&limit=2", 9, "?limit=2&offset=5", "?limit=2&offset=1"],
  ["offset=2&limit=2", 4, null, "?limit=2"],
  ["offset=1&limit=2", 4, "?limit=2&offset=3", "?limit=2"],
  ["offset=5000", 1000, null, "?limit=10&offset=4990"],
  ["limit=5000", 2000, "?limit=1000&offset=1000", null],
  ["page=2&page_size=7", 30, "?limit=7&offset=14", "?limit=7"],
  ["q=a+b&utm_x=1&id[]=2&id[]=1", 30, "?id=2%2C1&limit=10&offset=10&search=a+b", null],
  [
    "first_name=&last_name=О'Ні*л!()",
    30,
    "?last_name=%D0%9E%27%D0%9D%D1%96%2A%D0%BB%21%28%29&limit=10&offset=10",
    null,
  ],
])("the links of %s with %p matches", (query, count, next, previous) => {
  const withUrl = (link: string | null) => (link === null ? null : url + link);
  expect(linksOf(query, count)).toEqual({ next: withUrl(next), previous: withUrl(previous) });
});

test("next visits every offset once, and previous visits the same ones", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 50 }), (count, limit) => {
      const offsets: number[] = [];
      let [query, links] = [`limit=${limit}`, linksOf(`limit=${limit}`, count)];
      for (;;) {
        offsets.push(parseListQuery(query, 1000, false).offset);
        if (links.next === null) break;
        query = links.next.split("?")[1]!;
        links = linksOf(query, count);
      }
      expect(offsets).toEqual(Array.from({ length: Math.max(1, Math.ceil(count / limit)) }, (_, i) => i * limit));
      for (const offset of offsets.toReversed()) {
        expect(parseListQuery(query, 1000, false).offset).toBe(offset);
        query = links.previous?.split("?")[1] ?? "";
        links = linksOf(query, count);
      }
    }),
  );
});
