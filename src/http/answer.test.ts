import { describe, expect, test } from "bun:test";
import { representations } from "../contract/representations.ts";
import { etagOf } from "../contract/validators.ts";
import type { Directory } from "../directory/directory.ts";
import { notModifiedAnswer, okAnswer, type Variant, versionAnswer } from "./answer.ts";
import type { AppOptions, RequestContext } from "./request-context.ts";

const publishedAtMs = Date.UTC(2026, 0, 2, 3, 4, 5);

function directoryPublishedAt(ms: number): Directory {
  const publication = { version: 3, id: "5f0c2d1e-0000", digest: "d", publishedAt: new Date(ms).toISOString() };
  return { publication } as unknown as Directory;
}

const directory = directoryPublishedAt(publishedAtMs);

function contextWith(options: Partial<AppOptions> = {}, settingsDateMs = 0): RequestContext {
  const request = new Request("http://localhost/");
  const target = { path: "/teachers/", query: "", bytes: 10 };
  const state = { settingsDateMs } as AppOptions["state"];
  const all = { limitMax: 1000, maxAgeSeconds: 60, indexable: false, state, ...options } as AppOptions;
  return { request, target, params: {}, base: "http://localhost", options: all };
}

const json: Variant = {
  representation: representations.json,
  indent: null,
  coding: "identity",
  vary: "Accept",
  lang: null,
};

const headersOf = (variant: Variant, context = contextWith(), from = directory) =>
  versionAnswer(context, from, variant, () => ({ body: "", reading: null })).headers;

describe("versionAnswer()", () => {
  test("has the headers of its version and variant", () => {
    const { etag, dateValidator, full, unchanged } = headersOf({
      ...json,
      coding: "gzip",
      vary: "Accept, Accept-Encoding",
    });
    const lastModified = "Fri, 02 Jan 2026 03:04:05 GMT";
    expect(dateValidator).toBe(lastModified);
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
    expect(headersOf(json, contextWith(), directoryPublishedAt(publishedAtMs))).not.toBe(headersOf(json));
  });

  const others: [name: string, variant: Partial<Variant>, context: RequestContext][] = [
    ["representation", { representation: representations.csv }, contextWith()],
    ["indent", { indent: 2 }, contextWith()],
    ["coding", { coding: "gzip" }, contextWith()],
    ["maximum of limit", {}, contextWith({ limitMax: 5 })],
    ["base URL", {}, { ...contextWith(), base: "https://example.edu" }],
  ];
  test.each(others)("has another ETag for another %s", (_, variant, context) => {
    expect(headersOf({ ...json, ...variant }, context).etag).not.toBe(headersOf(json).etag);
  });

  test("has another ETag for a page in another language", () => {
    const page = { ...json, representation: representations.html };
    expect(headersOf({ ...page, lang: "en" }).etag).not.toBe(headersOf({ ...page, lang: "uk" }).etag);
    expect(headersOf({ ...json, lang: "en" }).etag).toBe(headersOf(json).etag);
    expect(headersOf(page).full.get("vary")).toBe("Accept, Accept-Language");
  });

  test("has no date validator if the settings are younger, or the version is from the future", () => {
    const aged = contextWith({ maxAgeSeconds: 1 }, publishedAtMs);
    expect(headersOf(json, aged).dateValidator).toBeNull();
    const future = headersOf(json, contextWith(), directoryPublishedAt(Date.now() + 60_000));
    expect(future.dateValidator).toBeNull();
    for (const { headers } of [okAnswer(future, ""), notModifiedAnswer(future)]) {
      expect(Date.parse((headers as Headers).get("last-modified")!)).toBeLessThan(Date.now());
    }
  });
});

test("etagOf() is the same for the same inputs only", () => {
  const { publication } = directory;
  expect(etagOf(publication, "a")).toBe(etagOf({ ...publication, version: 4 }, "a"));
  expect(etagOf(publication, "a")).not.toBe(etagOf(publication, "b"));
  expect(etagOf(publication, "a")).not.toBe(etagOf({ ...publication, digest: "e" }, "a"));
});
