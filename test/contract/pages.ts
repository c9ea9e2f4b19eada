/** Rows about HTML: negotiation, language, order, and error pages. */
import { expect } from "bun:test";
import { browser, idsOn, type Row, type Section } from "./row.ts";
import { textOf } from "./rules.ts";

const html = { "Content-Type": "text/html; charset=utf-8" } as const;

const choices = Object.entries({
  [browser]: html["Content-Type"],
  "text/html, text/csv, application/json": "application/json",
  "*/*, text/html": html["Content-Type"],
  "application/*, application/x-ndjson": "application/x-ndjson; charset=utf-8",
  "application/json;q=0.4, application/x-ndjson;q=0.5": "application/x-ndjson; charset=utf-8",
  "text/html;q=0.2, */*;q=0.3": "application/json",
  "application/json;q=0, application/*": "application/x-ndjson; charset=utf-8",
}).map(([Accept, type]): Row => {
  const carries = { "Content-Type": type };
  return { name: `${Accept} gets ${type}`, url: "/teachers/?limit=1000", headers: { Accept }, status: 200, carries };
});

const shown = (name: string, url: string, holds: Row["holds"]): Row => ({
  name,
  url,
  headers: { Accept: "application/json" },
  status: 200,
  carries: { ...html, Vary: /\bAccept-Language\b/ },
  ...(holds && { holds }),
});
const alphabetical = [14, Number.MAX_SAFE_INTEGER];

const views: readonly Row[] = [
  shown("format=html is a page regardless of Accept", "/teachers/1/?format=html", (answer) =>
    expect(textOf(answer)).toContain("Шевченко"),
  ),
  shown("the page for people is alphabetical", "/teachers/?format=html&degree=доцент&limit=2", (answer) =>
    expect(idsOn(answer)).toEqual(alphabetical),
  ),
  shown("or in the requested order", "/teachers/?format=html&degree=доцент&limit=2&ordering=id", (answer) =>
    expect(idsOn(answer)).toEqual([1, 14]),
  ),
  shown("the page escapes its values", "/teachers/9/?format=html", (answer) =>
    expect(textOf(answer)).not.toContain("<b>&amp;"),
  ),
  { name: "a teacher has a page too", url: "/teachers/1/", headers: { Accept: browser }, status: 200, carries: html },
  {
    name: "format=json overrides the Accept header of a browser",
    url: "/teachers/?format=json",
    headers: { Accept: browser },
    status: 200,
    carries: { "Content-Type": "application/json" },
  },
  {
    name: "the tag of JSON is not that of the page",
    url: "/teachers/",
    headers: { Accept: browser, "If-None-Match": "{etag}" },
    status: 200,
    carries: html,
  },
  ...(
    [
      ["/teachers/?format=html", "", "uk"],
      ["/teachers/?format=html", "en-GB, uk;q=0.5", "en"],
      ["/teachers/?format=html", "uk, en;q=0.9", "uk"],
      ["/teachers/?format=html", "de", "uk"],
      ["/teachers/?format=html&lang=en", "", "en"],
      ["/teachers/?format=html&%6Cang=+%65n", "", "en"],
      ["/teachers/?format=html&lang=uk", "en", "uk"],
      ["/teachers/1/?format=html&lang=en", "", "en"],
    ] as const
  ).map(([url, language, lang]): Row => {
    const holds: Row["holds"] = (answer) => expect(textOf(answer)).toMatch(new RegExp(`<html[^>]* lang="?${lang}\\b`));
    const headers = { "Accept-Language": language };
    return { name: `the page ${url} for ${language} is in ${lang}`, url, headers, status: 200, holds };
  }),
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
    ...choices,
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
