import { describe, expect, test } from "bun:test";
import { createRouter, findBase, isLoopback, parseTarget } from "./routes.ts";

describe("parseTarget()", () => {
  /** The URLs that Bun gives for one request line with each kind of Host, and the target that all of them have. */
  test.each<[name: string, urls: readonly string[], path: string, query: string, bytes: number]>([
    ["the root", ["http://localhost/", "/", "http://[::1/"], "/", "", 1],
    ["an empty query", ["http://localhost/a?", "/a?", "http://a:99999/a?"], "/a", "", 2],
    ["raw UTF-8", ["http://localhost/%D0%A8?q=%D0%A8", "/Ш?q=Ш", "http://[::1/Ш?q=Ш"], "/Ш", "q=%D0%A8", 16],
    ["bytes that are not UTF-8", ["http://localhost/?q=%EF%BF%BD", "/?q=\uFFFD"], "/", "q=%EF%BF%BD", 13],
    ["characters that URLs encode", ["http://localhost/b?q=%22%3C%27", `/b?q="<'`], "/b", "q=%22%3C%27", 14],
    ["dot segments", ["http://localhost/b", "/a/../b", "/a/%2e%2e/./b"], "/b", "", 2],
    ["a backslash", ["http://localhost/a/b", "/a\\b"], "/a/b", "", 4],
    ["a fragment", ["http://localhost/a?b#c?d", "/a?b#c?d"], "/a", "b", 4],
    ["several slashes", ["http://localhost//a///b", "//a///b"], "/a/b", "", 7],
    ["a URL as a value", ["http://localhost/a?b=http://c/d", "/a?b=http://c/d"], "/a", "b=http://c/d", 15],
    ["the target of CONNECT", ["10.0.0.1:80"], "10.0.0.1:80", "", 11],
  ])("reads %s", (_, urls, path, query, bytes) => {
    for (const url of urls) expect([url, parseTarget(url)]).toEqual([url, { path, query, bytes }]);
  });
});

test.each([
  ["/teachers/", "/teachers/"],
  ["//teachers////7", "/teachers/7"],
  ["/%D0%A8/", "/Ш/"],
  ["/a%2Fb", "/a%2Fb"],
  ["/%zz", "/%zz"],
  ["/%FF", "/%FF"],
])("the path %s is decoded as %s", (path, decoded) =>
  expect(parseTarget(`http://localhost${path}`).path).toBe(decoded),
);

const assets = new Set(["style.css"]);

test.each<[path: string, name: string | null, proper?: string, flags?: string]>([
  ["/", "index", "/"],
  ["/teachers/", "list", "/teachers/"],
  ["/teachers", "list", "/teachers/", "slashless"],
  ["/teachers.json", "list", "/teachers.json", "json"],
  ["/teachers.json/", "list", "/teachers.json/", "json"],
  ["/teachers.csv", null],
  ["/teachers/7/", "teacher", "/teachers/7/"],
  ["/teachers/007", "teacher", "/teachers/007/", "slashless"],
  ["/teachers/7.json", "teacher", "/teachers/7.json", "json"],
  ["/teachers/7.json/", "teacher", "/teachers/7.json/", "json"],
  ["/teachers/x/", null],
  ["/teachers/-7/", null],
  ["/teachers/match/", "match", "/teachers/match/"],
  ["/teachers/match", "match", "/teachers/match/", "slashless"],
  ["/teachers/degrees/", "degrees", "/teachers/degrees/"],
  ["/teachers/degrees.json", null],
  ["/openapi.json", "openapi", "/openapi.json"],
  ["/openapi.json/", null],
  ["/docs", "docs", "/docs/", "slashless"],
  ["/livez", "live", "/livez"],
  ["/readyz", "ready", "/readyz"],
  ["/robots.txt", "robots", "/robots.txt"],
  ["/style.css", "asset", "/style.css"],
  ["/other.css", null],
  ["/Teachers/", null],
  ["", null],
])("the route of %j is %p", (path, name, proper = "", flags = "") => {
  const route = createRouter(null, assets)(path);
  expect(route?.name ?? null).toBe(name as never);
  if (route === null) return;
  expect(route.path).toBe(proper);
  expect([route.isSlashless && "slashless", route.isJson && "json"].filter(Boolean).join()).toBe(flags);
});

test.each<[base: string, path: string, name: string | null]>([
  ["https://a.example", "/teachers/", "list"],
  ["https://a.example/", "/teachers/", "list"],
  ["https://a.example/api/v1", "/teachers/", "list"],
  ["https://a.example/api/v1", "/api/v1/teachers/", "list"],
  ["https://a.example/api/v1", "/api/v1", "index"],
  ["https://a.example/api/v1", "/api/v1/livez", "live"],
  ["https://a.example/api/v1", "/livez", "live"],
  ["https://a.example/api/v1", "/api/v1x/teachers/", null],
  ["https://a.example/teachers", "/teachers/", "index"],
  ["https://a.example/teachers", "/teachers/teachers/", "list"],
  ["https://a.example/teachers", "/teachers/7/", "teacher"],
  ["https://a.example/teachers", "/teachers/teachers/7/", "teacher"],
  ["https://a.example/teachers", "/teachers/7.json", "teacher"],
  ["https://a.example/livez", "/livez", "live"],
])("below %s, the route of %s is %p", (base, path, name) => {
  expect(createRouter(base, assets)(path)?.name ?? null).toBe(name as never);
});

describe("findBase()", () => {
  test.each(["localhost", "LOCALHOST:8000", "127.0.0.1", "127.255.0.1:65535", "[::1]", "[::1]:80", "localhost:"])(
    "gives the Host %s as sent",
    (host) => expect(findBase(host, null)).toBe(`http://${host}`),
  );

  const base = "https://api.example.edu/v1";
  test.each<[name: string, host: string | null, withoutBase: string, withBase: string | null]>([
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
  ])("takes or refuses %s", (_, host, withoutBase, withBase) => {
    expect(() => findBase(host, null)).toThrow(withoutBase);
    if (withBase === null) expect(findBase(host, base)).toBe(base);
    else expect(() => findBase(host, base)).toThrow(withBase);
  });
});

test.each<[host: string, expected: boolean]>([
  ["localhost", true],
  ["127.0.0.1", true],
  ["::1", true],
  ["127.1", false],
  ["127.example", false],
  ["0.0.0.0", false],
])("isLoopback() of %s is %p", (host, expected) => expect(isLoopback(host)).toBe(expected));
