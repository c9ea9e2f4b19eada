/** The page cache: finished pages as bytes. It is bounded in bytes, and cleared when the version changes. */
import { LRUCache } from "lru-cache";
import type { Publication } from "../domain/publication.ts";
import type { Bytes, VersionHeaders } from "./answer.ts";

/** A finished page, for every client with the same variant key. Its body is a Blob because Bun sends that without a copy. */
interface CachedPage {
  readonly version: VersionHeaders;
  readonly body: Blob;
}

/** The parts of a request that identify a page. */
type CacheableRequest = Pick<Request, "url" | "headers">;

export interface PageCache {
  find(publication: Publication, request: CacheableRequest): CachedPage | undefined;
  /** Copies the bytes of the page. */
  set(request: CacheableRequest, version: VersionHeaders, bytes: Bytes): void;
  /** Bytes, hits and evictions since the start. */
  usage(): { readonly bytes: number; readonly hits: number; readonly evictions: number };
}

/** A cached page, and the request headers that selected it in the order of {@link variantHeaders}. */
interface CachedVariant {
  readonly variantKey: readonly (string | null)[];
  readonly page: CachedPage;
}

/** Every request header that can select a variant. */
const variantHeaders = ["host", "accept", "accept-encoding", "accept-language"];

/** At most this many variants per URL, because clients control their number, and lookups scan them one by one. */
const variantsMax = 8;

/** The hashes of this many requested URLs are kept. A full cache of small pages holds fewer. */
const rememberedUrls = 65_536;

/** An upper bound of a variant's overhead besides URL, key and body, in bytes. */
const variantBytes = 2048;

/**
 * Creates a cache of at most `bytesMax` bytes; 0 disables it. A page is cached on the second request for its URL, so a
 * flood of different URLs neither evicts popular pages nor costs the work of caching pages that are never used again.
 */
export function createPageCache(bytesMax: number): PageCache {
  /** The publication of the cached pages. Not the directory, because a reference to it would keep an old image in memory. */
  let owner: Publication | null = null;
  const requested = new Uint32Array(rememberedUrls);
  let hits = 0;
  let evictions = 0;

  function isRepeated(url: string): boolean {
    const hash = Bun.hash.xxHash32(url);
    const slot = hash % rememberedUrls;
    if (requested[slot] === hash) return true;
    requested[slot] = hash;
    return false;
  }

  const pages =
    bytesMax === 0
      ? null
      : new LRUCache<string, readonly CachedVariant[]>({
          maxSize: bytesMax,
          // One huge page must not evict everything else.
          maxEntrySize: Math.max(1, Math.floor(bytesMax / 8)),
          sizeCalculation: (variants, url) =>
            variants.reduce((sum, { variantKey, page }) => {
              const keyBytes = variantKey.reduce((bytes, value) => bytes + 2 * (value?.length ?? 0), 0);
              return sum + variantBytes + keyBytes + page.body.size;
            }, 2 * url.length),
          dispose(_variants, _url, reason) {
            if (reason === "evict") evictions++;
          },
        });
  return {
    find(publication, { url, headers }) {
      if (publication !== owner) return;
      for (const { variantKey, page } of pages?.get(url) ?? noVariants) {
        if (!matchesVariant(variantKey, headers)) continue;
        hits++;
        return page;
      }
      return;
    },
    set({ url, headers }, version, bytes) {
      if (version.publication !== owner) {
        pages?.clear();
        owner = version.publication;
      }
      if (pages === null || !isRepeated(url)) return;
      const variantKey = variantHeaders.map((name) => headers.get(name));
      const others = pages.get(url)?.filter((variant) => !matchesVariant(variant.variantKey, headers)) ?? [];
      const page = { version, body: new Blob([bytes]) };
      pages.set(url, [{ variantKey, page }, ...others.slice(0, variantsMax - 1)]);
    },
    usage: () => ({ bytes: pages?.calculatedSize ?? 0, hits, evictions }),
  };
}

const noVariants: readonly CachedVariant[] = [];

// A loop, because creating a function for each request took longer than the comparison.
function matchesVariant(variantKey: CachedVariant["variantKey"], headers: Headers): boolean {
  for (let i = 0; i < variantHeaders.length; i++) {
    if (headers.get(variantHeaders[i]!) !== variantKey[i]) return false;
  }
  return true;
}
