/** Rows about the resources: paths, the suffix, redirects, the index and health. */
import { expect } from "bun:test";
import { count, idsFrom, teachers, teachersOf } from "./fixture.ts";
import {
  alike,
  answers,
  browser,
  jsonOf,
  notFound,
  nothingThere,
  page,
  type Row,
  refuses,
  type Section,
} from "./row.ts";
import { textOf } from "./rules.ts";

const json = { "Content-Type": "application/json" } as const;
const one = { status: 200, carries: json, json: teachersOf([1])[0] } as const;
const firstPage = (list: string) =>
  ({ status: 200, carries: json, json: page(count, { next: "?limit=10&offset=10" }, idsFrom(1, 10), list) }) as const;
const everybody = teachers.map(({ id }) => id);

const list: readonly Row[] = [
  {
    name: "{base}/teachers/ is the list, in the envelope of the specification",
    url: "/teachers/",
    ...firstPage("/teachers/"),
  },
  answers(
    "without filters, count is the size of the collection and records come in ascending order of ids",
    "/teachers/?limit=1000",
    page(count, {}, everybody),
  ),
];

const teacher: readonly Row[] = [
  ...alike(one, {
    "{base}/teachers/{id}/ is one teacher, without an envelope": "/teachers/1/",
    "many leading zeros of an id are accepted": `/teachers/${"0".repeat(40)}1/`,
    "an id may be percent-encoded, which is the same URL": "/teachers/%31/",
  }),
  answers("the largest id is 2^53 - 1", "/teachers/9007199254740991/", teachersOf([Number.MAX_SAFE_INTEGER])[0]),
  ...alike(notFound, {
    "an unknown id is 404": "/teachers/999/",
    "an unknown id with .json is 404": "/teachers/999.json",
    "id 0 is 404": "/teachers/0/",
    "an id above the largest is 404": "/teachers/9007199254740992/",
    "an id of a hundred digits is 404": `/teachers/${"9".repeat(100)}/`,
  }),
];

const suffix: readonly Row[] = [
  ...alike(one, {
    "/teachers/{id}.json is the teacher as JSON": "/teachers/1.json",
    "/teachers/{id}.json/ with a slash is the same": "/teachers/1.json/",
    "leading zeros are accepted before .json": "/teachers/001.json",
    "/teachers/{id}.json takes format=json": "/teachers/1.json?format=json",
  }),
  ...[
    ["/teachers.json", "*/*"],
    ["/teachers.json/", "*/*"],
    ["/teachers.json", browser],
    ["/teachers.json", "text/html"],
    ["/teachers.json/", "application/json;q=0, text/plain"],
  ].map(([url, Accept]): Row => {
    const name = `${url} is JSON, and links keep that path, for ${Accept}`;
    return { name, url: url!, headers: { Accept: Accept! }, ...firstPage(url!) };
  }),
  {
    name: "/teachers/{id}.json is JSON for clients that accept only CSV",
    url: "/teachers/1.json",
    headers: { Accept: "text/csv" },
    ...one,
  },
  answers(
    "/teachers.json takes the list's parameters and keeps them in links",
    "/teachers.json?degree=%D0%BF&limit=1&format=json&offset=1",
    page(0, { previous: "?degree=%D0%BF&format=json&limit=1" }, [], "/teachers.json"),
  ),
  ...["/teachers.json?format=csv", "/teachers.json?format=ndjson", "/teachers.json?format=html"]
    .concat("/teachers.json/?format=csv", "/teachers/1.json?format=html")
    .map((url) => refuses(`another format is 400: ${url}`, url, [["format", "unknown_value"]])),
];

const nothing: readonly Row[] = [
  ...["abc/", "-1/", "+1/", "1.0/", "1e0/", "0x1/", "١/", "1%20/", "9007199254740990.9/", "1/name/", "%7Bid%7D/"],
  ...["abc", "abc.json", "1.xml", "1.csv", "degrees.json", "match.json", "letters/", "removed/", "suggestions/"],
].map((path) => ({ name: `there is nothing at ${path} of the list`, url: `/teachers/${path}`, ...nothingThere }));

const nothingElse: readonly Row[] = [
  ...["/teachers.xml", "/teachers.JSON", "/teachers.json.json", "/teachers.csv", "/teachers.csv/", "/teachers.html"],
  ...["/teachers.ndjson", "/teachers.xlsx", "/Teachers/", "/docs.md", "/llms.txt", "/nope", "/nope/", "/%7Bfile%7D"],
].map((url) => ({ name: `there is nothing at ${url}`, url, ...nothingThere }));

const redirected = (name: string, url: string, to = url.replace("?", "/?")): Row => ({
  name,
  url,
  status: 301,
  carries: { Location: `{base}${to}`, "Cache-Control": "public, max-age=0, must-revalidate" },
});
const slashless: readonly Row[] = [
  redirected("/teachers redirects to the form with the slash", "/teachers", "/teachers/"),
  redirected("its redirect keeps the query as it was sent", "/teachers?limit=2&x=%d0%9e(+)&degree=%20a"),
  redirected("a redirect does not examine the query", "/teachers?limit=abc&Limit=1&degree=%zz"),
  redirected("/teachers/{digits} keeps zeros and the query", "/teachers/007?format=json"),
  redirected("/teachers/{digits} redirects even if the id is unknown", "/teachers/999", "/teachers/999/"),
  { ...redirected("a redirect comes before negotiation", "/teachers", "/teachers/"), headers: { Accept: "image/png" } },
];

const documents = ["/openapi.json", "/docs/", "/style.css", "/list.js", "/icon.svg"];
const service: readonly Row[] = [
  {
    name: "{base}/ is a JSON object of links to all resources",
    url: "/",
    headers: { Accept: "*/*" },
    status: 200,
    carries: { ...json, Vary: /\bAccept\b/ },
    json: {
      teachers: "{base}/teachers/",
      match: "{base}/teachers/match/",
      degrees: "{base}/teachers/degrees/",
      openapi: "{base}/openapi.json",
      docs: "{base}/docs/",
    },
  },
  {
    name: "a browser gets 303 from {base}/ to the list",
    url: "/",
    headers: { Accept: browser },
    status: 303,
    carries: { Location: "{base}/teachers/" },
  },
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
    carries: { "Content-Type": /^text\/html\b/, Vary: "Accept-Encoding" },
    holds: (answer) => expect(textOf(answer)).toMatch(/<html[^>]* lang="?en\b/),
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
      expect(rules).toEqual(expect.arrayContaining(names.map((name) => `Disallow: /teachers*${name}=`)));
      for (const rule of rules) expect(rule).toMatch(/^Disallow: \/teachers\*\w+=$/);
      for (const name of ["limit", "offset", "lang", "format"]) expect(rules.join()).not.toContain(name);
    },
  },
  ...documents.flatMap((url): Row[] => [
    {
      name: `${url} has a strong tag, and is not gzipped for other clients`,
      url,
      status: 200,
      carries: { ETag: /^"[\x21\x23-\x7e]+"$/, "Content-Encoding": null, Vary: "Accept-Encoding" },
    },
    {
      name: `${url} is gzipped for clients that accept it`,
      url,
      headers: { "Accept-Encoding": "gzip" },
      status: 200,
      carries: { "Content-Encoding": "gzip", Vary: "Accept-Encoding" },
      holds: (answer) => expect(textOf(answer).length).toBeGreaterThan(answer.bytes.length),
    },
  ]),
  { name: "/livez says that the process is alive", url: "/livez", status: 200, carries: json },
  {
    name: "/readyz says that it is ready, with the version, size and age of the dataset, and is never cached",
    url: "/readyz",
    status: 200,
    carries: { ...json, "Cache-Control": "no-store" },
    holds(answer) {
      const { version, teachers: size, age_seconds } = jsonOf<Record<string, unknown>>(answer);
      expect([version, size]).toEqual([1, count]);
      expect(age_seconds).toBeNumber();
    },
  },
];

const unproxied: readonly Row[] = [
  { name: "several slashes count as one", url: "//teachers///", ...firstPage("/teachers/") },
  { name: "several slashes count as one in the path of a teacher", url: "//teachers//1//", ...one },
  { name: "links have one slash", url: "//teachers.json//", ...firstPage("/teachers.json/") },
  redirected("a redirect is built from the route, not from the path as sent", "//teachers", "/teachers/"),
  ...["//evil.example/teachers", "/\\\\evil.example/teachers/1", "/teachers/%ff/", "/teachers/%zz/"].map((url): Row => {
    const carries = { Location: null };
    return { name: `what is no path of ours leads to no other host: ${url}`, url, ...nothingThere, carries };
  }),
].map((row) => ({ ...row, only: "unproxied" }));

export const resources: Section = {
  name: "resources",
  rows: [...list, ...teacher, ...suffix, ...nothing, ...nothingElse, ...slashless, ...service, ...unproxied],
};
