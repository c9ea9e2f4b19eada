/** Rows about the resources: paths, the suffix, redirects, the index and health. */
import { expect } from "bun:test";
import { count, idsFrom, teachers, teachersOf } from "./fixture.ts";
import { answers, browser, jsonOf, notFound, nothingThere, page, type Row, refuses, type Section } from "./row.ts";
import { textOf } from "./rules.ts";

const json = { "Content-Type": "application/json" } as const;
const one = { status: 200, carries: json, json: teachersOf([1])[0] } as const;
const firstPage = (list: string) =>
  ({
    status: 200,
    carries: json,
    json: page(count, { next: "?limit=10&offset=10" }, idsFrom(1, 10), list),
  }) as const;

const list: readonly Row[] = [
  {
    name: "{base}/teachers/ is the list, in the envelope of the specification",
    url: "/teachers/",
    ...firstPage("/teachers/"),
  },
  {
    name: "the envelope has count, next, previous and results, in this order",
    url: "/teachers/?limit=2&offset=2",
    status: 200,
    text: JSON.stringify(page(count, { next: "?limit=2&offset=4", previous: "?limit=2" }, [3, 4])),
  },
  answers(
    "without filters, count is the size of the collection and records come in ascending order of ids",
    "/teachers/?limit=1000",
    page(
      count,
      {},
      teachers.map(({ id }) => id),
    ),
  ),
];

const teacher: readonly Row[] = [
  { name: "{base}/teachers/{id}/ is one teacher, without an envelope", url: "/teachers/1/", ...one },
  { name: "leading zeros of an id are accepted", url: "/teachers/0001/", ...one },
  { name: "many leading zeros of an id are accepted", url: `/teachers/${"0".repeat(40)}1/`, ...one },
  { name: "an id may be percent-encoded, which is the same URL", url: "/teachers/%31/", ...one },
  answers("the largest id is 2^53 - 1", "/teachers/9007199254740991/", teachersOf([Number.MAX_SAFE_INTEGER])[0]),
  { name: "an unknown id is 404", url: "/teachers/999/", ...notFound },
  { name: "id 0 is 404", url: "/teachers/0/", ...notFound },
  { name: "an id above the largest is 404", url: "/teachers/9007199254740992/", ...notFound },
  { name: "an id that would round to another id is 404", url: "/teachers/9007199254740990.9/", ...nothingThere },
  { name: "an id of a hundred digits is 404", url: `/teachers/${"9".repeat(100)}/`, ...notFound },
  { name: "a word instead of an id is 404", url: "/teachers/abc/", ...nothingThere },
  { name: "a negative id is 404", url: "/teachers/-1/", ...nothingThere },
  { name: "a signed id is 404", url: "/teachers/+1/", ...nothingThere },
  { name: "a fraction as an id is 404", url: "/teachers/1.0/", ...nothingThere },
  { name: "an exponent as an id is 404", url: "/teachers/1e0/", ...nothingThere },
  { name: "a hexadecimal id is 404", url: "/teachers/0x1/", ...nothingThere },
  { name: "non-ASCII digits are not an id", url: "/teachers/١/", ...nothingThere },
  { name: "a space around an id is 404", url: "/teachers/1%20/", ...nothingThere },
  { name: "there is nothing below a teacher", url: "/teachers/1/name/", ...nothingThere },
];

const suffix: readonly Row[] = [
  {
    name: "/teachers.json is the list as JSON, and links keep that path",
    url: "/teachers.json",
    ...firstPage("/teachers.json"),
  },
  {
    name: "/teachers.json/ with a slash is the same, and links keep the slash",
    url: "/teachers.json/",
    ...firstPage("/teachers.json/"),
  },
  { name: "/teachers/{id}.json is the teacher as JSON", url: "/teachers/1.json", ...one },
  { name: "/teachers/{id}.json/ with a slash is the same", url: "/teachers/1.json/", ...one },
  { name: "leading zeros are accepted before .json", url: "/teachers/001.json", ...one },
  {
    name: "/teachers.json is JSON for a browser",
    url: "/teachers.json",
    headers: { Accept: browser },
    ...firstPage("/teachers.json"),
  },
  {
    name: "/teachers.json is JSON for clients that accept only HTML",
    url: "/teachers.json",
    headers: { Accept: "text/html" },
    ...firstPage("/teachers.json"),
  },
  {
    name: "/teachers.json/ is JSON for clients that refuse JSON",
    url: "/teachers.json/",
    headers: { Accept: "application/json;q=0, text/plain" },
    ...firstPage("/teachers.json/"),
  },
  {
    name: "/teachers/{id}.json is JSON for clients that accept only CSV",
    url: "/teachers/1.json",
    headers: { Accept: "text/csv" },
    ...one,
  },
  answers(
    "/teachers.json takes the list's parameters and keeps them in links",
    "/teachers.json?first_name=Олена&limit=1",
    page(2, { next: "?first_name=%D0%9E%D0%BB%D0%B5%D0%BD%D0%B0&limit=1&offset=1" }, [2], "/teachers.json"),
  ),
  {
    name: "/teachers.json takes format=json",
    url: "/teachers.json?format=json&limit=1000",
    status: 200,
    carries: json,
  },
  { name: "/teachers/{id}.json takes format=json", url: "/teachers/1.json?format=json", ...one },
  ...["csv", "ndjson", "html"].map((format) =>
    refuses(`another format on /teachers.json is 400: ${format}`, `/teachers.json?format=${format}`, [
      ["format", "unknown_value", format],
    ]),
  ),
  refuses("another format on /teachers.json/ is 400", "/teachers.json/?format=csv", [
    ["format", "unknown_value", "csv"],
  ]),
  refuses("another format on /teachers/{id}.json is 400", "/teachers/1.json?format=html", [
    ["format", "unknown_value", "html"],
  ]),
  refuses("invalid parameters of /teachers.json are 400 as on the list", "/teachers.json?limit=abc", [
    ["limit", "not_an_integer", "abc"],
  ]),
  { name: "an unknown id with .json is 404", url: "/teachers/999.json", ...notFound },
  { name: "a word with .json is 404", url: "/teachers/abc.json", ...nothingThere },
  { name: "there is no other suffix on the list", url: "/teachers.xml", ...nothingThere },
  { name: "there is no other suffix on a teacher", url: "/teachers/1.xml", ...nothingThere },
  ...[
    ...["/teachers.csv", "/teachers.ndjson", "/teachers.xlsx", "/teachers.html", "/teachers.csv/", "/teachers/1.csv"],
    ...["/teachers/degrees.json", "/teachers/match.json", "/teachers/letters/", "/teachers/removed/"],
    ...["/teachers/suggestions/", "/teachers/letters", "/docs.md", "/llms.txt"],
  ].map((url): Row => ({ name: `there is one path of each resource: not ${url}`, url, ...nothingThere })),
  { name: "a suffix is in lower case", url: "/teachers.JSON", ...nothingThere },
  { name: "a suffix may not be repeated", url: "/teachers.json.json", ...nothingThere },
];

const slashless: readonly Row[] = [
  {
    name: "/teachers redirects to the form with the slash",
    url: "/teachers",
    status: 301,
    carries: { Location: "{base}/teachers/" },
  },
  {
    name: "the redirect of /teachers keeps the query as it was sent",
    url: "/teachers?limit=2&x=%d0%9e(+)&degree=%20a",
    status: 301,
    carries: { Location: "{base}/teachers/?limit=2&x=%d0%9e(+)&degree=%20a" },
  },
  {
    name: "a redirect does not examine the query",
    url: "/teachers?limit=abc&Limit=1&degree=%zz",
    status: 301,
    carries: { Location: "{base}/teachers/?limit=abc&Limit=1&degree=%zz" },
  },
  {
    name: "/teachers/{digits} redirects to the form with the slash",
    url: "/teachers/1",
    status: 301,
    carries: { Location: "{base}/teachers/1/" },
  },
  {
    name: "/teachers/{digits} keeps leading zeros and the query",
    url: "/teachers/007?format=json",
    status: 301,
    carries: { Location: "{base}/teachers/007/?format=json" },
  },
  {
    name: "/teachers/{digits} redirects even if the id is unknown",
    url: "/teachers/999",
    status: 301,
    carries: { Location: "{base}/teachers/999/" },
  },
  { name: "/teachers/{word} does not redirect", url: "/teachers/abc", ...nothingThere },
  { name: "a redirect comes before negotiation", url: "/teachers", headers: { Accept: "image/png" }, status: 301 },
  {
    name: "POST to /teachers is answered as with the slash",
    method: "POST",
    url: "/teachers",
    status: 405,
  },
  {
    name: "DELETE of /teachers/{digits} is answered as with the slash",
    method: "DELETE",
    url: "/teachers/1",
    status: 405,
  },
  {
    name: "OPTIONS of /teachers is answered as with the slash",
    method: "OPTIONS",
    url: "/teachers",
    status: 200,
    holds: (answer) =>
      expect(Object.keys(jsonOf(answer) as object)).toEqual(["name", "description", "renders", "parses"]),
  },
  {
    name: "OPTIONS of /teachers/{digits} is answered as with the slash",
    method: "OPTIONS",
    url: "/teachers/1",
    status: 200,
    holds: (answer) =>
      expect(Object.keys(jsonOf(answer) as object)).toEqual(["name", "description", "renders", "parses"]),
  },
];

const service: readonly Row[] = [
  {
    name: "{base}/ is a JSON object of links to all resources",
    url: "/",
    status: 200,
    carries: json,
    holds(answer, base) {
      const urls = jsonOf<Record<string, string>>(answer);
      expect(urls).toEqual({
        teachers: `${base}/teachers/`,
        match: `${base}/teachers/match/`,
        degrees: `${base}/teachers/degrees/`,
        openapi: `${base}/openapi.json`,
        docs: `${base}/docs/`,
      });
    },
  },
  {
    name: "{base}/ is JSON for clients that accept anything",
    url: "/",
    headers: { Accept: "*/*" },
    status: 200,
    carries: json,
  },
  {
    name: "a browser gets 303 from {base}/ to the list",
    url: "/",
    headers: { Accept: browser },
    status: 303,
    carries: { Location: "{base}/teachers/" },
  },
  { name: "{base}/ is negotiated", url: "/", status: 200, carries: { Vary: /\bAccept\b/ } },
  { name: "POST to {base}/ is 405", method: "POST", url: "/", status: 405 },
  {
    name: "{base}/openapi.json is OpenAPI 3.1",
    url: "/openapi.json",
    status: 200,
    carries: json,
    holds: (answer) => expect(jsonOf<{ openapi: string }>(answer).openapi).toMatch(/^3\.1\.\d+$/),
  },
  {
    name: "{base}/docs/ is a page in English, regardless of lang and Accept-Language",
    url: "/docs/?lang=uk",
    headers: { "Accept-Language": "uk" },
    status: 200,
    carries: { "Content-Type": /^text\/html\b/ },
    holds(answer) {
      expect(textOf(answer)).toMatch(/<html[^>]* lang="?en\b/);
      expect(answer.headers.get("vary") ?? "").not.toContain("Accept-Language");
    },
  },
  {
    name: "/robots.txt disallows everything",
    url: "/robots.txt",
    status: 200,
    carries: { "Content-Type": "text/plain; charset=utf-8" },
    text: "User-agent: *\nDisallow: /\n",
  },
  {
    name: "/robots.txt with indexing disallows filtered, searched and sorted lists only",
    setup: "allowIndexing",
    url: "/robots.txt",
    status: 200,
    holds(answer) {
      const [agent, ...rules] = textOf(answer).trimEnd().split("\n");
      expect(agent).toBe("User-agent: *");
      const names = ["id", "last_name", "first_name", "middle_name", "degree", "search", "ordering"];
      const expected = names.flatMap((name) => [`Disallow: /teachers*?${name}=`, `Disallow: /teachers*&${name}=`]);
      expect(rules).toEqual(expect.arrayContaining(expected));
      for (const rule of rules) expect(rule).toMatch(/^Disallow: \/teachers\*[?&]\w+=$/);
      for (const name of ["limit", "offset", "lang", "format"]) expect(rules.join()).not.toContain(name);
    },
  },
  ...["/openapi.json", "/docs/", "/style.css", "/list.js", "/icon.svg"].flatMap((url): Row[] => [
    { name: `${url} has a strong tag`, url, status: 200, carries: { ETag: /^"[\x21\x23-\x7e]+"$/ } },
    {
      name: `${url} gets 304 by its tag`,
      url,
      headers: { "If-None-Match": "*" },
      status: 304,
      text: "",
      carries: { ETag: /./, Vary: "Accept-Encoding" },
    },
    {
      name: `${url} is gzipped for clients that accept it`,
      url,
      headers: { "Accept-Encoding": "gzip" },
      status: 200,
      carries: { "Content-Encoding": "gzip", Vary: "Accept-Encoding" },
      holds: (answer) => expect(textOf(answer).length).toBeGreaterThan(answer.bytes.length),
    },
    {
      name: `${url} is not gzipped for other clients`,
      url,
      status: 200,
      carries: { "Content-Encoding": null, Vary: "Accept-Encoding" },
    },
  ]),
  { name: "/livez says that the process is alive", url: "/livez", status: 200, carries: json },
  {
    name: "/readyz says that it is ready, with the version, size and age of the dataset",
    url: "/readyz",
    status: 200,
    carries: json,
    holds(answer) {
      const { version, teachers: size, age_seconds } = jsonOf<Record<string, unknown>>(answer);
      expect([version, size]).toEqual([1, count]);
      expect(age_seconds).toBeNumber();
    },
  },
  { name: "health is never cached", url: "/readyz", status: 200, carries: { "Cache-Control": "no-store" } },
  { name: "POST to /livez is 405", method: "POST", url: "/livez", status: 405 },
  { name: "there is nothing else at the root", url: "/nope", ...nothingThere },
  { name: "paths are case-sensitive", url: "/Teachers/", ...nothingThere },
  { name: "several slashes count as one", only: "unproxied", url: "//teachers///", ...firstPage("/teachers/") },
  { name: "several slashes count as one in the path of a teacher", only: "unproxied", url: "//teachers//1//", ...one },
  {
    name: "several slashes count as one in a path with .json, and links have one",
    only: "unproxied",
    url: "//teachers.json//",
    ...firstPage("/teachers.json/"),
  },
  {
    name: "a redirect is built from the route, not from the path as sent",
    only: "unproxied",
    url: "//teachers",
    status: 301,
    carries: { Location: "{base}/teachers/" },
  },
  {
    name: "a redirect leads to no other host",
    only: "unproxied",
    url: "//evil.example/teachers",
    ...nothingThere,
    carries: { Location: null },
  },
  {
    name: "a redirect leads to no other host by backslashes",
    only: "unproxied",
    url: "/\\\\evil.example/teachers/1",
    ...nothingThere,
    carries: { Location: null },
  },
  { name: "a path that is not UTF-8 is 404", only: "unproxied", url: "/teachers/%ff/", ...nothingThere },
  { name: "a path that is not percent-encoded is 404", only: "unproxied", url: "/teachers/%zz/", ...nothingThere },
];

export const resources: Section = {
  name: "resources",
  rows: [...list, ...teacher, ...suffix, ...slashless, ...service],
};
