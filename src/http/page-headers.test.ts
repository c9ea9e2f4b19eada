import { describe, expect, test } from "bun:test";
import { representations } from "../contract/representations.ts";
import type { Directory } from "../directory/directory.ts";
import { notModifiedAnswer, pageAnswer, type Variant } from "./answer.ts";
import { createHeaderFinder, etagOf } from "./page-headers.ts";
import type { AppOptions, RequestContext } from "./request-context.ts";

const publishedAtMs = Date.UTC(2026, 0, 2, 3, 4, 5);

function directoryAt(ms: number): Directory {
  const publishedAt = new Date(ms).toISOString();
  const publication = { version: 3, id: "5f0c2d1e-0000", digest: "d", publishedAt };
  return { publication, datasetVersion: "3-5f0c2d1e" } as unknown as Directory;
}

const directory = directoryAt(publishedAtMs);

function contextWith(options: Partial<AppOptions> = {}): RequestContext {
  const request = new Request("http://localhost/");
  const { headers } = request;
  const target = { path: "/teachers/", query: "", bytes: 10 };
  const all = { limitMax: 1000, maxAgeSeconds: 60, indexable: false, ...options } as AppOptions;
  const common = { request, headers, target, resource: null, params: {}, base: "http://localhost" };
  return { ...common, options: all } as unknown as RequestContext;
}

const json: Variant = {
  representation: representations.json,
  coding: "identity",
  vary: "Accept",
  lang: null,
};

const findHeaders = createHeaderFinder(60);
const headersOf = (variant: Variant, context = contextWith(), from = directory) => findHeaders(context, from, variant);

describe("createHeaderFinder()", () => {
  test("has the headers of its version and variant", () => {
    const { etag, full, unchanged } = headersOf({
      ...json,
      coding: "gzip",
      vary: "Accept, Accept-Encoding",
    });
    const lastModified = "Fri, 02 Jan 2026 03:04:05 GMT";
    const both = {
      "cache-control": "public, max-age=60, must-revalidate",
      "dataset-version": "3-5f0c2d1e",
      "last-modified": lastModified,
      vary: "Accept, Accept-Encoding",
      etag,
    };
    expect(full.toJSON()).toMatchObject({ ...both, "content-type": "application/json", "content-encoding": "gzip" });
    expect(unchanged.toJSON()).toMatchObject(both);
    for (const name of ["content-type", "content-encoding", "content-disposition"]) {
      expect(unchanged.has(name)).toBe(false);
    }
  });

  test("builds the headers of a variant once per version", () => {
    expect(headersOf(json)).toBe(headersOf({ ...json }));
    expect(headersOf(json, contextWith(), directoryAt(publishedAtMs))).not.toBe(headersOf(json));
  });

  /** Another value of every field. Without one, the finder might give the headers of another variant. */
  const otherValues: Required<Variant> = {
    representation: representations.csv,
    coding: "gzip",
    vary: "Accept, Accept-Encoding",
    lang: "en",
    takesBody: true,
  };
  test.each(Object.entries(otherValues))("has other headers for another %s", (field, value) => {
    const workbook = { ...json, representation: representations.xlsx };
    const headers = headersOf(workbook);
    expect(headersOf({ ...workbook, [field]: value })).not.toBe(headers);
  });

  const others: [name: string, variant: Partial<Variant>, context: RequestContext][] = [
    ["representation", { representation: representations.csv }, contextWith()],
    ["coding", { coding: "gzip" }, contextWith()],
    ["maximum of limit", {}, contextWith({ limitMax: 5 })],
    ["base URL", {}, Object.assign(contextWith(), { base: "https://example.edu" })],
  ];
  test.each(others)("has another ETag for another %s", (_, variant, context) => {
    // A server has one finder, with the same options for all of its requests.
    const { etag } = createHeaderFinder(60)(context, directory, { ...json, ...variant });
    expect(etag).not.toBe(headersOf(json).etag);
  });

  test("has another ETag for a page in another language", () => {
    const page = { ...json, representation: representations.html };
    expect(headersOf({ ...page, lang: "en" }).etag).not.toBe(headersOf({ ...page, lang: "uk" }).etag);
    expect(headersOf({ ...json, lang: "en" }).etag).toBe(headersOf(json).etag);
    expect(headersOf(page).full.get("vary")).toBe("Accept, Accept-Language");
  });

  test("has no Last-Modified in the future if the clock of the publisher is ahead", () => {
    const future = headersOf(json, contextWith(), directoryAt(Date.now() + 60_000));
    const condition = new Headers({ "If-None-Match": future.etag });
    for (const { headers } of [pageAnswer(future, new Uint8Array()), notModifiedAnswer(condition, future)!]) {
      expect(Date.parse((headers as Headers).get("last-modified")!)).toBeLessThan(Date.now());
    }
  });
});

describe("etagOf()", () => {
  const { publication } = directory;

  test("is a strong tag, the same for the same inputs", () => {
    expect(etagOf(publication, "json 0")).toMatch(/^"[0-9a-z]+"$/);
    expect(etagOf(publication, "json 0")).toBe(etagOf({ ...publication, version: 4 }, "json 0"));
  });

  test("differs by the data and by the inputs", () => {
    const tags = [
      etagOf(publication, "json 0"),
      etagOf(publication, "json 2"),
      etagOf({ ...publication, digest: "abd" }, "json 0"),
    ];
    expect(new Set(tags).size).toBe(3);
  });
});
