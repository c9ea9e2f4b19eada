import { describe, expect, test } from "bun:test";
import { decodePath, findBase, findRoute, isLoopback, parseTarget } from "./urls.ts";

describe("parseTarget()", () => {
  /** The URLs that Bun gives for one request line with each kind of Host, and the target that all of them have. */
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

describe("findBase()", () => {
  const loopback: [host: string][] = [
    ["localhost"],
    ["LOCALHOST:8000"],
    ["127.0.0.1"],
    ["127.255.0.1:65535"],
    ["[::1]"],
    ["[::1]:80"],
    ["localhost:"],
  ];
  test.each(loopback)("gives the Host %s as sent", (host) => {
    expect(findBase(host, null)).toBe(`http://${host}`);
  });

  const base = "https://api.example.edu/v1";
  const hosts: [name: string, host: string | null, withoutBase: string, withBase: string | null][] = [
    ["no Host", null, "is missing", null],
    ["another name", "api.example.edu", "is unknown", null],
    ["a name that starts like a loopback one", "127.0.0.1.example.edu", "is unknown", null],
    ["an address that is not a loopback one", "10.0.0.1", "is unknown", null],
    ["two Hosts", "localhost, localhost", "is malformed", "is malformed"],
    ["nothing", "", "is malformed", "is malformed"],
    ["a space", "local host", "is malformed", "is malformed"],
    ["a user", "a@localhost", "is malformed", "is malformed"],
    ["a port above 65535", "localhost:65536", "is malformed", "is malformed"],
    ["a port that is not a number", "localhost:http", "is malformed", "is malformed"],
    ["an address in brackets with letters", "[::g]", "is malformed", "is malformed"],
  ];
  test.each(hosts)("takes or refuses %s", (_, host, withoutBase, withBase) => {
    expect(() => findBase(host, null)).toThrow(withoutBase);
    if (withBase === null) expect(findBase(host, base)).toBe(base);
    else expect(() => findBase(host, base)).toThrow(withBase);
  });
});

describe("isLoopback()", () => {
  const cases: [host: string, expected: boolean][] = [
    ["localhost", true],
    ["127.0.0.1", true],
    ["::1", true],
    ["127.1", false],
    ["127.example", false],
    ["0.0.0.0", false],
    ["::", false],
  ];
  test.each(cases)("of %s is %p", (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
  });
});

describe("findRoute()", () => {
  test.each<[path: string, name: string | null, params: Record<string, string | undefined>, isSlashless: boolean]>([
    ["/", "/", {}, false],
    ["/teachers/", "/teachers/", {}, false],
    ["/teachers", "/teachers/", {}, true],
    ["/teachers.json", "/teachers/", { format: "json" }, false],
    ["/teachers.json/", "/teachers/", { format: "json" }, false],
    ["/teachers.csv", "/teachers/", { format: "csv" }, false],
    ["/teachers.ndjson/", "/teachers/", { format: "ndjson" }, false],
    ["/teachers.html", null, {}, false],
    ["/teachers/7/", "/teachers/{id}/", { id: "7" }, false],
    ["/teachers/7", "/teachers/{id}/", {}, true],
    ["/teachers/7.json", "/teachers/{id}/", { id: "7", format: "json" }, false],
    ["/openapi.json", "/openapi.json", {}, false],
    ["/docs/", "/docs/", {}, false],
    ["/docs", "/docs/", {}, true],
    ["/livez", "/livez", {}, false],
    ["/readyz", "/readyz", {}, false],
    ["/robots.txt", "/robots.txt", {}, false],
    ["/livez/", null, {}, false],
    ["/Teachers/", null, {}, false],
    ["/nowhere", null, {}, false],
    ["", null, {}, false],
  ])("of %j is %p", (path, resource, params, isSlashless) => {
    const route = findRoute(path);
    expect(route === null ? null : route.resource.path).toBe(resource as never);
    expect({ ...route?.params }).toEqual(params);
    expect(route?.isSlashless ?? false).toBe(isSlashless);
  });
});
