/** Rows about representations: the choice by Accept and format, the form of JSON, and compression. */
import { expect } from "bun:test";
import { count } from "./fixture.ts";
import { listTypes, notAcceptable, page, type Row, type Section } from "./row.ts";
import { type Answered, textOf } from "./rules.ts";

const json = { status: 200, carries: { "Content-Type": "application/json", Vary: "Accept" } } as const;

const accepted = [
  ...["", "*/*", "application/*", "application/json", "Application/JSON", "image/png, application/json"],
  ...[" , image/png ,, application/json ;q=0.5 ,", "application/json;q=0.001", "image/png, */*;q=0.1"],
  ...["application/json, */*;q=0", "application/*;q=0, application/json;q=0.1", "application/json;a=b;q=0.5;c=d"],
  'application/json;version=2;indent=4;charset=utf-8;profile="a,b;c"',
  ...["no type at all, application/json", "image/png;q=high, application/json;q=0.1", "no type at all"],
].map((Accept): Row => ({ name: `${Accept} is JSON`, url: "/teachers/?limit=2", headers: { Accept }, ...json }));

const unacceptable = [
  ...["application/xml", "application/xml, image/png;q=0.5", "*/*;q=0", "application/json;q=0"],
  ...["application/json;q=0.000", "application/json;q=high, image/png", "application/json5"],
].map(
  (Accept): Row => ({
    name: `${Accept} is 406`,
    url: "/teachers/?limit=2",
    headers: { Accept },
    ...notAcceptable(Accept, listTypes),
    carries: { Vary: "Accept" },
  }),
);

const others: readonly Row[] = [
  { name: "a missing Accept is */*", url: "/teachers/", ...json },
  { name: "a teacher is negotiated too", url: "/teachers/1/", headers: { Accept: "application/json" }, ...json },
  ...(
    [
      ["/teachers/1/", "image/png", ["application/json", "text/html"]],
      ["/teachers/degrees/", "text/csv", ["application/json"]],
      ["/teachers/match/?name=x", "image/png", ["application/json", "text/csv"]],
      // Accept is read before the parameters, since pages for people ignore unknown ones.
      ["/teachers/?limit=abc", "image/png", listTypes],
    ] as const
  ).map(([url, Accept, types]): Row => {
    return { name: `${Accept} of ${url} is 406`, url, headers: { Accept }, ...notAcceptable(Accept, types) };
  }),
  {
    name: "application/json has no charset, and is compact",
    url: "/teachers/?limit=2",
    headers: { Accept: "application/json; indent=2" },
    ...json,
    text: JSON.stringify(page(count, { next: "?limit=2&offset=2" }, [1, 2])),
  },
];

const coding: readonly Row[] = [
  ...["/teachers/", "/teachers/?limit=101", "/teachers/?limit=1000&last_name=Нема", "/teachers/1/"].map((url): Row => {
    const name = `JSON says exactly Vary: Accept and is never compressed: ${url}`;
    const carries = { "Content-Encoding": null, Vary: "Accept" };
    return { name, url, headers: { "Accept-Encoding": "gzip, br, *" }, status: 200, carries };
  }),
  ...Object.entries({
    ...{ gzip: "gzip", "br;q=1.0, gzip;q=0.8, *;q=0.1": "gzip", "*": "gzip", GZIP: "gzip" },
    ...{ "gzip;q=0": null, "gzip;q=0, *": null, "br, deflate": null, identity: null, "": null },
  }).flatMap(([accepts, coding]) =>
    ["format=csv", "format=ndjson&limit=1"].map((query): Row => {
      const [url, headers] = [`/teachers/?${query}`, { "Accept-Encoding": accepts }];
      const carries = { "Content-Encoding": coding, Vary: "Accept, Accept-Encoding" };
      const holds = (answer: Answered): void => expect(textOf(answer)).toContain("Шевченко");
      return { name: `${query} is compressed by ${coding} for ${accepts}`, url, headers, status: 200, carries, holds };
    }),
  ),
  ...["/teachers/?format=html&limit=1", "/teachers/?format=html", "/teachers/1/?format=html"].map((url): Row => {
    const headers = { "Accept-Encoding": "gzip" };
    const carries = { "Content-Encoding": "gzip", Vary: "Accept, Accept-Encoding, Accept-Language" };
    return { name: `a page for people is compressed: ${url}`, url, headers, status: 200, carries };
  }),
];

export const representations: Section = {
  name: "representations",
  rows: [...accepted, ...unacceptable, ...others, ...coding],
};
