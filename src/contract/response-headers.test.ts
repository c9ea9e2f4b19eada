import { describe, expect, test } from "bun:test";
import { cachingHeaders, commonHeaders, type DescribedHeader, responseHeaders } from "./response-headers.ts";

describe("commonHeaders", () => {
  test("has the value of each header of every response", () => {
    expect(commonHeaders).toEqual({
      Allow: "GET, HEAD, OPTIONS",
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Expose-Headers": "ETag, Dataset-Version, Search-Reading, Content-Disposition, Retry-After",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "X-Frame-Options": "DENY",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    });
  });
});

describe("responseHeaders", () => {
  test.each(Object.entries<DescribedHeader>(responseHeaders))(
    "describes %s, with an example that fits",
    (_, header) => {
      const { description, schema, example } = header;
      expect(description).toMatch(/^[A-Z`].*\.$/);
      if (schema.enum !== undefined) expect(schema.enum).toContain(example);
      else if (schema.pattern !== undefined) expect(example).toMatch(new RegExp(schema.pattern as string));
      else
        expect([schema.const ?? example, typeof example]).toEqual([
          example,
          schema.type === "integer" ? "number" : "string",
        ]);
    },
  );
});

test.each([0, 60])("cachingHeaders() allows an age of %d seconds, in the form described", (maxAgeSeconds) => {
  const headers = cachingHeaders(maxAgeSeconds);
  expect(headers).toEqual({ "Cache-Control": `public, max-age=${maxAgeSeconds}, must-revalidate` });
  expect(headers["Cache-Control"]).toMatch(new RegExp(responseHeaders["Cache-Control"].schema.pattern as string));
});
