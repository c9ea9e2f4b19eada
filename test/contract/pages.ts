/** Rows about HTML: negotiation, language, order, and error pages. */
import { expect } from "bun:test";
import { browser, idsOn, type Row, type Section } from "./row.ts";
import { textOf } from "./rules.ts";

const html = { "Content-Type": "text/html; charset=utf-8" } as const;

const choices: readonly (readonly [name: string, accept: string, type: string])[] = [
  ["a browser gets HTML", browser, "text/html; charset=utf-8"],
  ["at equal q JSON comes first", "text/html, text/csv, application/json", "application/json"],
  ["at equal q JSON comes first among wildcards", "*/*", "application/json"],
  ["at equal q a type named outright beats a wildcard: HTML", "*/*, text/html", "text/html; charset=utf-8"],
  [
    "at equal q a type named outright beats a wildcard: NDJSON",
    "application/*, application/x-ndjson",
    "application/x-ndjson; charset=utf-8",
  ],
  ["the higher q wins", "application/json;q=0.4, application/x-ndjson;q=0.5", "application/x-ndjson; charset=utf-8"],
  ["a higher q of a wildcard wins", "text/html;q=0.2, */*;q=0.3", "application/json"],
  ["q=0 leaves the others", "application/json;q=0, application/*", "application/x-ndjson; charset=utf-8"],
];

const choiceRows: readonly Row[] = choices.map(
  ([name, accept, type]): Row => ({
    name,
    url: "/teachers/?limit=1000",
    headers: { Accept: accept },
    status: 200,
    carries: { "Content-Type": type },
  }),
);

const views: readonly Row[] = [
  {
    name: "format=html is the page for people",
    url: "/teachers/?format=html",
    status: 200,
    carries: { ...html, Vary: /\bAccept-Language\b/ },
  },
  {
    name: "format overrides Accept for a page too",
    url: "/teachers/?format=html",
    headers: { Accept: "application/json" },
    status: 200,
    carries: html,
  },
  {
    name: "format=json overrides the Accept header of a browser",
    url: "/teachers/?format=json",
    headers: { Accept: browser },
    status: 200,
    carries: { "Content-Type": "application/json" },
  },
  {
    name: "a teacher has a page too",
    url: "/teachers/1/",
    headers: { Accept: browser },
    status: 200,
    carries: html,
    holds: (answer) => expect(textOf(answer)).toContain("Шевченко"),
  },
  {
    name: "the page for people is alphabetical by default",
    url: "/teachers/?format=html&degree=доцент&limit=2",
    status: 200,
    holds: (answer) => expect(idsOn(answer)).toEqual([14, Number.MAX_SAFE_INTEGER]),
  },
  {
    name: "the page for people has the requested order",
    url: "/teachers/?format=html&degree=доцент&limit=2&ordering=id",
    status: 200,
    holds: (answer) => expect(idsOn(answer)).toEqual([1, 14]),
  },
  {
    name: "the page escapes its values",
    url: "/teachers/9/?format=html",
    status: 200,
    holds: (answer) => expect(textOf(answer)).not.toContain("<b>&amp;"),
  },
  ...(
    [
      ["Ukrainian by default", "", null, "uk"],
      ["in English by Accept-Language", "", "en-GB, uk;q=0.5", "en"],
      ["in Ukrainian by Accept-Language", "", "uk, en;q=0.9", "uk"],
      ["in Ukrainian for an unknown language", "", "de", "uk"],
      ["in English by lang", "&lang=en", null, "en"],
      ["in English by lang, trimmed and decoded", "&%6Cang=+%65n", null, "en"],
      ["in Ukrainian by lang, which overrides Accept-Language", "&lang=uk", "en", "uk"],
    ] as const
  ).map(
    ([what, query, language, lang]): Row => ({
      name: `the page is ${what}`,
      url: `/teachers/?format=html${query}`,
      ...(language === null ? {} : { headers: { "Accept-Language": language } }),
      status: 200,
      holds: (answer) => expect(textOf(answer)).toMatch(new RegExp(`<html[^>]* lang="?${lang}\\b`)),
    }),
  ),
  {
    name: "a teacher takes lang",
    url: "/teachers/1/?format=html&lang=en",
    status: 200,
    holds: (answer) => expect(textOf(answer)).toMatch(/<html[^>]* lang="?en\b/),
  },
  {
    name: "the tag of JSON is not that of the page",
    url: "/teachers/",
    headers: { Accept: browser, "If-None-Match": "{etag}" },
    status: 200,
    carries: html,
  },
];

const failures: readonly Row[] = (
  [
    ["an unknown path", "GET", "/nope", 404],
    ["an unknown id", "GET", "/teachers/999/", 404],
    ["bad parameters", "GET", "/teachers/?limit=abc", 400],
    ["a method that is not allowed", "DELETE", "/teachers/1/", 405],
    ["an over-long URL", "GET", `/teachers/?${"x".repeat(8080)}`, 414],
  ] as const
).map(([what, method, url, status]) => ({
  name: `a browser gets a page for ${what}`,
  method,
  url,
  headers: { Accept: browser },
  status,
  carries: { ...html, Vary: /\bAccept\b(?!-)/ },
}));

export const pages: Section = {
  name: "pages for people, and what browsers get",
  rows: [
    ...choiceRows,
    ...views,
    ...failures,
    {
      name: "a browser gets problems of .json paths as JSON",
      url: "/teachers.json?limit=abc",
      headers: { Accept: browser },
      status: 400,
      carries: { "Content-Type": "application/problem+json" },
      faults: [["limit", "not_an_integer", "abc"]],
    },
    {
      name: "a page is 503 while nothing is published",
      setup: "empty",
      url: "/teachers/",
      headers: { Accept: browser },
      status: 503,
      carries: { ...html, "Retry-After": /^\d+$/ },
    },
  ],
};
