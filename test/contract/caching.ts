/** Rows about caching. Every row for GET also checks that a 200 has an ETag, and that the ETag gets 304. */
import { listTypes, notAcceptable, notFound, nothingThere, type Row, refuses, type Section } from "./row.ts";

const unchanged = { status: 304, text: "" } as const;
const url = "/teachers/";
const mustRevalidate = { status: 200, carries: { "Cache-Control": "public, max-age=0, must-revalidate" } } as const;
const aged = {
  setup: "aged",
  url,
  status: 200,
  carries: { "Cache-Control": /^public, (?:max-age|s-maxage)=300\b/ },
} as const;
const tag = (value: string): Record<string, string> => ({ "If-None-Match": value });

const rows: readonly Row[] = [
  { name: "the list may be cached but must be revalidated each time", url, ...mustRevalidate },
  { name: "a teacher may be cached but must be revalidated each time", url: "/teachers/1/", ...mustRevalidate },
  { name: "the operator may allow an age", ...aged },
  { name: "the tag is strong", url, status: 200, carries: { ETag: /^"[\x21\x23-\x7e]+"$/ } },
  { name: "a tag made weak on the way matches", url, headers: tag("W/{etag}"), ...unchanged },
  { name: "a tag among others matches", url, headers: tag('"x", W/"y,z" ,{etag}'), ...unchanged },
  { name: "* matches", url, headers: tag("*"), ...unchanged },
  { name: "another tag does not match", url, headers: tag('"x"'), status: 200 },
  { name: "a tag without its quotes does not match", url, headers: tag("x"), status: 200 },
  {
    name: "a tag that matches is 304 regardless of If-Modified-Since",
    url,
    headers: { ...tag("{etag}"), "If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT" },
    ...unchanged,
  },
  {
    name: "If-Modified-Since is ignored if If-None-Match does not match",
    url,
    headers: { ...tag('"x"'), "If-Modified-Since": "{last-modified}" },
    status: 200,
  },
  {
    name: "If-Modified-Since alone is 200, also with the date of the version",
    url,
    headers: { "If-Modified-Since": "{last-modified}" },
    status: 200,
  },
  {
    ...refuses("errors are never cached", "/teachers/?limit=x", [["limit", "not_an_integer", "x"]]),
    setup: "aged",
    carries: { "Cache-Control": "no-store" },
  },
  {
    ...refuses("parameters are checked before the tag", "/teachers/?limit=abc", [["limit", "not_an_integer", "abc"]]),
    headers: tag("*"),
  },
  { name: "a path is checked before the tag", url: "/teachers/abc/", headers: tag("*"), ...nothingThere },
  { name: "an unknown id is 404 with any tag", url: "/teachers/999/", headers: tag("{etag}"), ...notFound },
  {
    name: "Accept is checked before the tag",
    url,
    headers: { ...tag("*"), Accept: "image/png" },
    ...notAcceptable("image/png", listTypes),
  },
  { name: "POST is 405 with any tag", method: "POST", url, headers: tag("*"), status: 405 },
];

export const caching: Section = { name: "caching", rows };
