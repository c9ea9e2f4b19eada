import { describe, expect, test } from "bun:test";
import type { Publication } from "../domain/publication.ts";
import type { Bytes, PageHeaders } from "./answer.ts";
import { createPageCache, type PageCache } from "./page-cache.ts";

const selectors = ["host", "accept", "accept-encoding", "accept-language"];
const versions = [{}, {}] as [Publication, Publication];
const requestOf = (path: string, headers: Record<string, string> = {}): Request =>
  new Request(`http://localhost/${path}`, { headers });

function set(cache: PageCache, publication: Publication, request: Request, bytes: Bytes): void {
  cache.set(request, { publication, selectors } as unknown as PageHeaders, bytes);
}

/** Requests a page twice, so that it is cached. */
function setTwice(cache: PageCache, publication: Publication, request: Request, bytes: Bytes): void {
  set(cache, publication, request, bytes);
  set(cache, publication, request, bytes);
}

describe("createPageCache()", () => {
  test("caches a copy of a page on the second request for it", async () => {
    const cache = createPageCache(1_000_000);
    const page = new TextEncoder().encode("Ковальчук");
    set(cache, versions[0], requestOf("a"), page);
    expect(cache.find(versions[0], requestOf("a"))).toBeUndefined();
    set(cache, versions[0], requestOf("a"), page);
    page.fill(0);
    expect(await cache.find(versions[0], requestOf("a"))?.body.text()).toBe("Ковальчук");
  });

  test("drops all pages when the version changes", () => {
    const cache = createPageCache(1_000_000);
    setTwice(cache, versions[0], requestOf("a"), new Uint8Array(100));
    expect(cache.find(versions[1], requestOf("a"))).toBeUndefined();
    setTwice(cache, versions[1], requestOf("b"), new Uint8Array(100));
    expect(cache.find(versions[0], requestOf("a"))).toBeUndefined();
    expect(cache.find(versions[1], requestOf("b"))).toBeDefined();
  });

  test("never exceeds its size, and does not cache huge pages", () => {
    const cache = createPageCache(1_000_000);
    for (let i = 0; i < 5000; i++) setTwice(cache, versions[0], requestOf(`key ${i}`), new Uint8Array(10_000));
    let bytes = 0;
    for (let i = 0; i < 5000; i++) bytes += cache.find(versions[0], requestOf(`key ${i}`))?.body.size ?? 0;
    expect(bytes).toBeGreaterThan(500_000);
    expect(bytes).toBeLessThan(1_000_000);
    setTwice(cache, versions[0], requestOf("huge"), new Uint8Array(500_000));
    expect(cache.find(versions[0], requestOf("huge"))).toBeUndefined();
  });

  test("counts URLs and headers in its size, however small the pages are", () => {
    const cache = createPageCache(1_000_000);
    const requests = Array.from({ length: 500 }, (_, i) => requestOf(`${i}`, { Accept: "x".repeat(14_000) }));
    for (const request of requests) setTwice(cache, versions[0], request, new Uint8Array(1));
    const cached = requests.filter((request) => cache.find(versions[0], request) !== undefined);
    expect(cached.length).toBeGreaterThan(10);
    expect(cached.length * 14_000).toBeLessThan(1_000_000);
  });

  test("distinguishes requests by every header that selects a variant", () => {
    const cache = createPageCache(1_000_000);
    const requests = ["Host", "Accept", "Accept-Encoding", "Accept-Language"].map((name) =>
      requestOf("a", { [name]: "x" }),
    );
    requests.push(requestOf("a"));
    const pages = requests.map((_, i) => new Uint8Array(i));
    for (const [i, request] of requests.entries()) setTwice(cache, versions[0], request, pages[i]!);
    for (const [i, request] of requests.entries()) expect(cache.find(versions[0], request)?.body.size).toBe(i);
  });

  test("caches the newest eight variants of a URL", () => {
    const cache = createPageCache(1_000_000);
    const requests = Array.from({ length: 9 }, (_, i) => requestOf("a", { Accept: `text/${i}` }));
    for (const request of requests) setTwice(cache, versions[0], request, new Uint8Array(1));
    expect(requests.map((request) => cache.find(versions[0], request) !== undefined)).toEqual([
      false,
      ...Array<boolean>(8).fill(true),
    ]);
  });
});
