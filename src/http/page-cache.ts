/** The page cache: finished pages as bytes. It is bounded in bytes, and cleared when the version changes. */
import { LRUCache } from "lru-cache";
import type { Publication } from "../domain/publication.ts";
import type { Bytes, PageHeaders } from "./answer.ts";

/** A finished page. */
interface CachedPage {
  readonly pageHeaders: PageHeaders;
  /** A Blob, because Bun sends it without a copy. */
  readonly body: Blob;
  /** The values of the request headers that select the page, in the order of `pageHeaders.selectors`. */
  readonly selected: readonly (string | null)[];
}

/** The parts of a request that identify a page. */
type CacheableRequest = Pick<Request, "url" | "headers">;

/**
 * At most this many pages are cached per URL, because clients control their number, and lookups scan them one by one.
 */
const variantsMax = 8;

/**
 * The number of requested URLs whose hashes are kept. A cache of the default size holds fewer pages, even if all are
 * small.
 */
const rememberedUrls = 65_536;

/** An upper bound on the bytes that a page takes besides its URL, header values and body. */
const overheadBytes = 2048;

/** The size of the cache of a server. */
const bytesMaxDefault = 64_000_000;

/**
 * Creates a cache of at most `bytesMax` bytes. A page is cached on the second request for its URL, so a
 * flood of different URLs neither evicts popular pages nor costs the work of caching pages that are never used again.
 */
export function createPageCache(bytesMax = bytesMaxDefault) {
  /** The publication of the cached pages. A reference to the directory would keep an old image in memory. */
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

  const pages = new LRUCache<string, readonly CachedPage[]>({
    maxSize: bytesMax,
    // One huge page must not evict everything else.
    maxEntrySize: Math.floor(bytesMax / 8),
    sizeCalculation: (variants, url) =>
      variants.reduce((sum, { selected, body }) => {
        const selectedBytes = selected.reduce((bytes, value) => bytes + 2 * (value?.length ?? 0), 0);
        return sum + overheadBytes + selectedBytes + body.size;
      }, 2 * url.length),
    dispose(_variants, _url, reason) {
      if (reason === "evict") evictions++;
    },
  });
  return {
    find(publication: Publication, { url, headers }: CacheableRequest): CachedPage | undefined {
      if (publication !== owner) return;
      for (const page of pages.get(url) ?? noPages) {
        if (!isSelected(page, headers)) continue;
        hits++;
        return page;
      }
      return;
    },
    /** Copies the bytes of the page. */
    set({ url, headers }: CacheableRequest, pageHeaders: PageHeaders, bytes: Bytes): void {
      if (pageHeaders.publication !== owner) {
        pages.clear();
        owner = pageHeaders.publication;
      }
      if (!isRepeated(url)) return;
      const others = (pages.get(url) ?? noPages).filter((page) => !isSelected(page, headers));
      const selected = pageHeaders.selectors.map((name) => headers.get(name));
      const page = { pageHeaders, body: new Blob([bytes]), selected };
      pages.set(url, [page, ...others.slice(0, variantsMax - 1)]);
    },
    /** Bytes, hits and evictions since the start. */
    usage: () => ({ bytes: pages.calculatedSize, hits, evictions }),
  };
}

export type PageCache = ReturnType<typeof createPageCache>;

const noPages: readonly CachedPage[] = [];

/** Whether a request with these headers gets the page. A loop, because `every()` would create a function each time. */
function isSelected({ pageHeaders: { selectors }, selected }: CachedPage, headers: Headers): boolean {
  for (let i = 0; i < selectors.length; i++) if (headers.get(selectors[i]!) !== selected[i]) return false;
  return true;
}
