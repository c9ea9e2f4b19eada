/** Rows about representations: the choice by Accept and format, the form of JSON, and compression. */
import { expect } from "bun:test";
import { count } from "./fixture.ts";
import { listTypes, notAcceptable, page, type Row, type Section } from "./row.ts";
import { textOf } from "./rules.ts";

const json = { status: 200, carries: { "Content-Type": "application/json", Vary: "Accept" } } as const;
const accepts = (name: string, accept: string): Row => ({
  name,
  url: "/teachers/?limit=2",
  headers: { Accept: accept },
  ...json,
});
const refuses = (name: string, accept: string): Row => ({
  name,
  url: "/teachers/?limit=2",
  headers: { Accept: accept },
  ...notAcceptable(accept, listTypes),
  carries: { Vary: "Accept" },
});

const negotiation: readonly Row[] = [
  { name: "a missing Accept is */*", url: "/teachers/", ...json },
  accepts("an empty Accept is */*", ""),
  accepts("*/* is JSON", "*/*"),
  accepts("application/* is JSON", "application/*"),
  accepts("JSON named outright", "application/json"),
  accepts("types are case-insensitive", "Application/JSON"),
  accepts("an unknown type beside JSON", "image/png, application/json"),
  accepts("white space and empty elements in a list", " , image/png ,, application/json ;q=0.5 ,"),
  accepts("the smallest q", "application/json;q=0.001"),
  accepts("a wildcard after an unknown type", "image/png, */*;q=0.1"),
  accepts("the most specific range wins: JSON over */*;q=0", "application/json, */*;q=0"),
  accepts("the most specific range wins: JSON over application/*;q=0", "application/*;q=0, application/json;q=0.1"),
  accepts("parameters other than q are ignored", 'application/json;version=2;indent=4;charset=utf-8;profile="a,b;c"'),
  accepts("parameters before and after q are ignored", "application/json;a=b;q=0.5;c=d"),
  accepts("an element that does not parse is skipped", "no type at all, application/json"),
  accepts("an element with a bad q is skipped", "image/png;q=high, application/json;q=0.1"),
  accepts("a header of which nothing parses is like an empty one", "no type at all"),
  refuses("nothing acceptable: 406", "application/xml"),
  refuses("several types and none acceptable: 406", "application/xml, image/png;q=0.5"),
  refuses("q=0 refuses everything", "*/*;q=0"),
  refuses("q=0 refuses JSON where nothing else is acceptable", "application/json;q=0"),
  refuses("q=0.000 is q=0", "application/json;q=0.000"),
  refuses("an element that does not parse makes nothing acceptable", "application/json;q=high, image/png"),
  refuses("a longer type is another type", "application/json5"),
  { name: "a teacher is negotiated too", url: "/teachers/1/", headers: { Accept: "application/json" }, ...json },
  {
    name: "nothing acceptable of a teacher: 406",
    url: "/teachers/1/",
    headers: { Accept: "image/png" },
    ...notAcceptable("image/png", ["application/json", "text/html"]),
  },
  {
    name: "nothing acceptable of the degrees: 406",
    url: "/teachers/degrees/",
    headers: { Accept: "text/csv" },
    ...notAcceptable("text/csv", ["application/json"]),
  },
  {
    name: "nothing acceptable of a match: 406",
    url: "/teachers/match/?name=x",
    headers: { Accept: "image/png" },
    ...notAcceptable("image/png", ["application/json", "text/csv"]),
  },
  {
    name: "Accept is read before the parameters, since pages for people ignore unknown ones",
    url: "/teachers/?limit=abc",
    headers: { Accept: "image/png" },
    ...notAcceptable("image/png", listTypes),
  },
  {
    name: "POST is 405 regardless of Accept",
    method: "POST",
    url: "/teachers/",
    headers: { Accept: "image/png" },
    status: 405,
  },
];

const types: readonly Row[] = [
  {
    name: "application/json has no charset, and is compact",
    url: "/teachers/?limit=2",
    headers: { Accept: "application/json; indent=2" },
    ...json,
    text: JSON.stringify(page(count, { next: "?limit=2&offset=2" }, [1, 2])),
    carries: { "Content-Type": "application/json" },
  },
];

const compressed = (name: string, coding: string): Row => ({
  name,
  url: "/teachers/?format=csv",
  headers: { "Accept-Encoding": coding },
  status: 200,
  carries: { "Content-Encoding": "gzip", Vary: "Accept, Accept-Encoding" },
  holds: (answer) => expect(textOf(answer)).toStartWith("id,last_name,"),
});
const uncompressed = (name: string, url: string, coding: string | null, vary: string): Row => ({
  name,
  url,
  ...(coding === null ? {} : { headers: { "Accept-Encoding": coding } }),
  status: 200,
  carries: { "Content-Encoding": null, Vary: vary },
});

const csv = "/teachers/?format=csv";
const coding: readonly Row[] = [
  ...["", "?limit=100", "?limit=101", "?limit=1000", "?limit=1000&last_name=Нема"].map((query) =>
    uncompressed(
      `a JSON page says exactly Vary: Accept and is never compressed: ${query}`,
      `/teachers/${query}`,
      "gzip, br, *",
      "Accept",
    ),
  ),
  uncompressed("a teacher says Vary: Accept and is never compressed", "/teachers/1/", "gzip", "Accept"),
  uncompressed("a download says Vary: Accept, Accept-Encoding", csv, null, "Accept, Accept-Encoding"),
  compressed("downloads are compressed for clients that accept gzip", "gzip"),
  compressed("gzip among others", "br;q=1.0, gzip;q=0.8, *;q=0.1"),
  compressed("gzip by the wildcard", "*"),
  compressed("codings are case-insensitive", "GZIP"),
  uncompressed("not for clients that refuse gzip", csv, "gzip;q=0", "Accept, Accept-Encoding"),
  uncompressed("not for clients that refuse gzip, even with a wildcard", csv, "gzip;q=0, *", "Accept, Accept-Encoding"),
  uncompressed("not for clients that accept another coding", csv, "br, deflate", "Accept, Accept-Encoding"),
  uncompressed("not for clients that ask for identity", csv, "identity", "Accept, Accept-Encoding"),
  uncompressed("not for an empty Accept-Encoding", csv, "", "Accept, Accept-Encoding"),
  ...["/teachers/?format=html&limit=1", "/teachers/?format=html", "/teachers/1/?format=html"].map(
    (url): Row => ({
      name: `a page for people is compressed: ${url}`,
      url,
      headers: { "Accept-Encoding": "gzip" },
      status: 200,
      carries: { "Content-Encoding": "gzip", Vary: "Accept, Accept-Encoding, Accept-Language" },
    }),
  ),
];

export const representations: Section = {
  name: "representations",
  rows: [...negotiation, ...types, ...coding],
};
