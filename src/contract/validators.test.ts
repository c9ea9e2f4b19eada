import { describe, expect, test } from "bun:test";
import type { Publication } from "../domain/publication.ts";
import { etagOf, isNotModified } from "./validators.ts";

const publication = { digest: "abc" } as Publication;
const date = "Fri, 20 Nov 2026 09:00:00 GMT";

describe("etagOf()", () => {
  test("is a strong tag, the same for the same inputs", () => {
    expect(etagOf(publication, "json 0")).toMatch(/^"[0-9a-z]+"$/);
    expect(etagOf(publication, "json 0")).toBe(etagOf({ ...publication }, "json 0"));
  });

  test("differs by the data and by the inputs", () => {
    const tags = [
      etagOf(publication, "json 0"),
      etagOf(publication, "json 2"),
      etagOf({ ...publication, digest: "abd" }, "json 0"),
    ];
    expect(new Set(tags).size).toBe(3);
  });
});

describe("isNotModified()", () => {
  const cases: [name: string, headers: Record<string, string>, date: string | null, expected: boolean][] = [
    ["no condition", {}, date, false],
    ["the tag", { "If-None-Match": '"a"' }, date, true],
    ["a weak tag", { "If-None-Match": 'W/"a"' }, date, true],
    ["another tag", { "If-None-Match": '"b"' }, date, false],
    ["the tag among others", { "If-None-Match": '"b", W/"c" ,"a"' }, date, true],
    ["any tag", { "If-None-Match": " * " }, date, true],
    ["a tag without quotes", { "If-None-Match": "a" }, date, false],
    ["an empty list of tags", { "If-None-Match": "" }, date, false],
    ["the very date", { "If-Modified-Since": date }, date, true],
    ["a later date", { "If-Modified-Since": "Sat, 21 Nov 2026 09:00:00 GMT" }, date, false],
    ["the date where it does not identify the bytes", { "If-Modified-Since": date }, null, false],
    ["another tag and the date", { "If-None-Match": '"b"', "If-Modified-Since": date }, date, false],
    ["the tag where the date does not identify the bytes", { "If-None-Match": '"a"' }, null, true],
  ];
  test.each(cases)("of %s", (_, headers, validDate, expected) => {
    expect(isNotModified(new Headers(headers), '"a"', validDate)).toBe(expected);
  });
});
