import { describe, expect, test } from "bun:test";
import { cacheControl, commonHeaders, type DescribedHeader, responseHeaders } from "./response-headers.ts";

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
      if (schema.pattern !== undefined) expect(example).toMatch(new RegExp(schema.pattern as string));
      else
        expect([schema.const ?? example, typeof example]).toEqual([
          example,
          schema.type === "integer" ? "number" : "string",
        ]);
    },
  );
});

describe("cacheControl()", () => {
  test.each([0, 60])("allows an age of %d seconds, in the form described", (maxAgeSeconds) => {
    const value = cacheControl(maxAgeSeconds);
    expect(value).toBe(`public, max-age=${maxAgeSeconds}, must-revalidate`);
    expect(value).toMatch(new RegExp(responseHeaders["Cache-Control"].schema.pattern as string));
  });
});
