import { describe, expect, test } from "bun:test";
import { isNotModified, whenReady } from "./answer.ts";

describe("isNotModified()", () => {
  const date = "Fri, 20 Nov 2026 09:00:00 GMT";
  const cases: [name: string, headers: Record<string, string>, expected: boolean][] = [
    ["no condition", {}, false],
    ["the tag", { "If-None-Match": '"a"' }, true],
    ["a weak tag", { "If-None-Match": 'W/"a"' }, true],
    ["another tag", { "If-None-Match": '"b"' }, false],
    ["the tag among others", { "If-None-Match": '"b", W/"c" ,"a"' }, true],
    ["any tag", { "If-None-Match": " * " }, true],
    ["a tag without quotes", { "If-None-Match": "a" }, false],
    ["an empty list of tags", { "If-None-Match": "" }, false],
    ["a date alone", { "If-Modified-Since": date }, false],
    ["another tag and a date", { "If-None-Match": '"b"', "If-Modified-Since": date }, false],
  ];
  test.each(cases)("of %s", (_, headers, expected) => {
    expect(isNotModified(new Headers(headers), '"a"')).toBe(expected);
  });
});

describe("whenReady()", () => {
  test("uses a value at once, and a promised one when it resolves", async () => {
    const use = (value: number, isLate: boolean): string => `${value} ${isLate}`;
    expect(whenReady(1, use)).toBe("1 false");
    expect(await whenReady(Promise.resolve(2), use)).toBe("2 true");
  });
});
