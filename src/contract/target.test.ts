import { describe, expect, test } from "bun:test";
import { decodePath, parseTarget } from "./target.ts";

describe("parseTarget()", () => {
  /** The URLs that Bun gives for one request line with each kind of Host, and the target of them all. */
  const cases: [name: string, urls: readonly string[], path: string, query: string, bytes: number][] = [
    ["the root", ["http://localhost/", "/", "http://[::1/"], "/", "", 1],
    ["an empty query", ["http://localhost/a?", "/a?", "http://a:99999/a?"], "/a", "", 2],
    [
      "raw UTF-8",
      ["http://localhost/%D0%A8?q=%D0%A8", "/Ш?q=Ш", "http://[::1/Ш?q=Ш", "http://a:99999/Ш?q=Ш"],
      "/Ш",
      "q=%D0%A8",
      16,
    ],
    [
      "raw bytes that are not UTF-8",
      ["http://localhost/?q=%EF%BF%BD", "/?q=\uFFFD", "http://%/?q=\uFFFD"],
      "/",
      "q=%EF%BF%BD",
      13,
    ],
    [
      "characters that URLs encode",
      ["http://localhost/b?q=%22%3C%27", `/b?q="<'`, `http://a]/b?q="<'`],
      "/b",
      "q=%22%3C%27",
      14,
    ],
    ["dot segments", ["http://localhost/b", "/a/../b", "/a/%2e%2e/./b", "http://[::1/a/../b"], "/b", "", 2],
    ["a backslash", ["http://localhost/a/b", "/a\\b", "http://[::1/a\\b"], "/a/b", "", 4],
    ["a fragment", ["http://localhost/a?b#c?d", "/a?b#c?d", "http://[::1/a?b#c?d"], "/a", "b", 4],
    ["two slashes at the start", ["http://localhost//a/b", "//a/b", "http://[::1//a/b"], "//a/b", "", 5],
    ["a URL as a value", ["http://localhost/a?b=http://c/d", "/a?b=http://c/d"], "/a", "b=http://c/d", 15],
  ];
  for (const [name, urls, path, query, bytes] of cases) {
    for (const url of urls) {
      test(`takes ${name} from ${url}`, () => {
        expect(parseTarget(url)).toEqual({ path, query, bytes });
      });
    }
  }
});

describe("decodePath()", () => {
  const cases: [path: string, decoded: string][] = [
    ["/teachers/", "/teachers/"],
    ["/%D0%A8/", "/Ш/"],
    ["/a%2Fb", "/a%2Fb"],
    ["/%zz", "/%zz"],
    ["/%FF", "/%FF"],
  ];
  for (const [path, decoded] of cases) {
    test(`gives ${decoded} for ${path}`, () => {
      expect(decodePath(path)).toBe(decoded);
    });
  }
});
