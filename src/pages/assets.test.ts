import { describe, expect, test } from "bun:test";
import { assets, assetUrl } from "./assets.ts";

describe("assets", () => {
  test("have the hash of their content", () => {
    for (const [path, { body, hash }] of Object.entries(assets)) {
      expect(body, path).not.toBe("");
      expect(hash).toBe(Bun.hash.xxHash3(body).toString(36));
    }
    expect(new Set(Object.values(assets).map(({ hash }) => hash)).size).toBe(Object.keys(assets).length);
  });

  test("load nothing from other origins", () => {
    for (const { body } of Object.values(assets)) {
      expect(Buffer.from(body).toString().replace("http://www.w3.org/2000/svg", "")).not.toMatch(
        /https?:|@import|url\(/,
      );
    }
  });
});

describe("assetUrl()", () => {
  test("is under the prefix of the base URL and changes with the content", () => {
    expect(assetUrl("https://example.edu/v1", "icon.svg")).toBe(`/v1/icon.svg?v=${assets["icon.svg"].hash}`);
  });
});
