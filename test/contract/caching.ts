/** Rows about caching. Every row for GET also checks that a 200 has an ETag, and that the ETag gets 304. */
import { listTypes, notAcceptable, notFound, nothingThere, type Row, type Section } from "./row.ts";

const unchanged = { status: 304, text: "" } as const;
const page = "/teachers/";

const rows: readonly Row[] = [
  {
    name: "the list may be cached but must be revalidated each time",
    url: page,
    status: 200,
    carries: { "Cache-Control": "public, max-age=0, must-revalidate" },
  },
  {
    name: "a teacher may be cached but must be revalidated each time",
    url: "/teachers/1/",
    status: 200,
    carries: { "Cache-Control": "public, max-age=0, must-revalidate" },
  },
  {
    name: "the operator may allow an age",
    setup: "aged",
    url: page,
    status: 200,
    carries: { "Cache-Control": /^public, (?:max-age|s-maxage)=300\b/ },
  },
  { name: "the tag is strong", url: page, status: 200, carries: { ETag: /^"[\x21\x23-\x7e]+"$/ } },
  { name: "a tag that matches is 304", url: page, headers: { "If-None-Match": "{etag}" }, ...unchanged },
  { name: "a tag made weak on the way matches", url: page, headers: { "If-None-Match": "W/{etag}" }, ...unchanged },
  { name: "a tag among others matches", url: page, headers: { "If-None-Match": '"x", W/"y,z" ,{etag}' }, ...unchanged },
  { name: "* matches", url: page, headers: { "If-None-Match": "*" }, ...unchanged },
  { name: "another tag does not match", url: page, headers: { "If-None-Match": '"x"' }, status: 200 },
  { name: "a tag without its quotes does not match", url: page, headers: { "If-None-Match": "x" }, status: 200 },
  {
    name: "a tag that matches is 304 regardless of If-Modified-Since",
    url: page,
    headers: { "If-None-Match": "{etag}", "If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT" },
    ...unchanged,
  },
  {
    name: "If-Modified-Since is ignored if If-None-Match does not match",
    url: page,
    headers: { "If-None-Match": '"x"', "If-Modified-Since": "{last-modified}" },
    status: 200,
  },
  {
    name: "If-Modified-Since alone is 200, also with the date of the version",
    url: page,
    headers: { "If-Modified-Since": "{last-modified}" },
    status: 200,
  },
  {
    name: "the tag differs by the coding",
    url: "/teachers/?format=csv",
    headers: { "If-None-Match": "{etag}", "Accept-Encoding": "gzip" },
    status: 200,
  },
  {
    name: "errors are never cached",
    setup: "aged",
    url: "/teachers/?limit=x",
    status: 400,
    carries: { "Cache-Control": "no-store" },
  },
  {
    name: "parameters are checked before the tag",
    url: "/teachers/?limit=abc",
    headers: { "If-None-Match": "*" },
    status: 400,
    faults: [["limit", "not_an_integer", "abc"]],
  },
  {
    name: "a path is checked before the tag",
    url: "/teachers/abc/",
    headers: { "If-None-Match": "*" },
    ...nothingThere,
  },
  {
    name: "an unknown id is 404 with any tag",
    url: "/teachers/999/",
    headers: { "If-None-Match": "{etag}" },
    ...notFound,
  },
  {
    name: "Accept is checked before the tag",
    url: page,
    headers: { "If-None-Match": "*", Accept: "image/png" },
    ...notAcceptable("image/png", listTypes),
  },
  { name: "POST is 405 with any tag", method: "POST", url: page, headers: { "If-None-Match": "*" }, status: 405 },
];

export const caching: Section = { name: "caching", rows };
