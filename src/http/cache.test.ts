import { describe, expect, test } from "bun:test";
import type { Directory } from "../directory/directory.ts";
import { createPageCache, type KeptPage, keyOf } from "./cache.ts";

const versions = [{}, {}] as unknown as [Directory, Directory];
const pageOf = (bytes: number): KeptPage => ({ headers: {} as KeptPage["headers"], body: new Uint8Array(bytes) });

/** Asks for a page until it is kept. */
function keepTwice(cache: ReturnType<typeof createPageCache>, version: Directory, key: string, page: KeptPage): void {
  cache.keep(version, key, page);
  cache.keep(version, key, page);
}

describe("createPageCache()", () => {
  test("keeps a page that is asked for again, and not one that is asked for once", () => {
    const cache = createPageCache(1_000_000);
    const page = pageOf(100);
    cache.keep(versions[0], "a", page);
    expect(cache.find(versions[0], "a")).toBeUndefined();
    cache.keep(versions[0], "a", page);
    expect(cache.find(versions[0], "a")).toBe(page);
  });

  test("forgets all of a version as soon as another one is asked for", () => {
    const cache = createPageCache(1_000_000);
    keepTwice(cache, versions[0], "a", pageOf(100));
    expect(cache.find(versions[1], "a")).toBeUndefined();
    keepTwice(cache, versions[1], "b", pageOf(100));
    expect(cache.find(versions[0], "a")).toBeUndefined();
    expect(cache.find(versions[1], "b")).toBeDefined();
  });

  test("stays within its bytes whatever comes, and has no room for one huge page", () => {
    const cache = createPageCache(1_000_000);
    for (let i = 0; i < 5000; i++) keepTwice(cache, versions[0], `key ${i}`, pageOf(10_000));
    let bytes = 0;
    for (let i = 0; i < 5000; i++) bytes += cache.find(versions[0], `key ${i}`)?.body.length ?? 0;
    expect(bytes).toBeGreaterThan(500_000);
    expect(bytes).toBeLessThan(1_000_000);
    keepTwice(cache, versions[0], "huge", pageOf(500_000));
    expect(cache.find(versions[0], "huge")).toBeUndefined();
  });

  test("keeps nothing where it has no bytes", () => {
    const cache = createPageCache(0);
    keepTwice(cache, versions[0], "a", pageOf(1));
    expect(cache.find(versions[0], "a")).toBeUndefined();
  });
});

describe("keyOf()", () => {
  test("differs by URL and by every header that decides about the form", () => {
    const url = "http://localhost/teachers/";
    const names = ["Host", "Accept", "Accept-Encoding", "Accept-Language"];
    const requests = [
      new Request(url),
      new Request(`${url}?limit=1`),
      ...names.map((name) => new Request(url, { headers: { [name]: "x" } })),
    ];
    expect(new Set(requests.map(keyOf)).size).toBe(requests.length);
  });
});
