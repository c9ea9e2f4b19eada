/** The page cache: finished answers as bytes, bounded in bytes, which die with the version that they are made from. */
import { LRUCache } from "lru-cache";
import type { Directory } from "../directory/directory.ts";
import type { Publication } from "../domain/publication.ts";
import type { VersionHeaders } from "./version-headers.ts";

/** A finished answer with everything that a client with the same wishes is sent. */
export interface CachedPage {
  readonly headers: VersionHeaders;
  readonly body: Uint8Array<ArrayBuffer>;
}

export interface PageCache {
  find(directory: Directory, request: Request): CachedPage | undefined;
  keep(directory: Directory, request: Request, page: CachedPage): void;
}

/** A page and the headers of the request that it was made for, in the order of {@link decidingHeaders}. */
interface Variant {
  readonly wishes: readonly (string | null)[];
  readonly page: CachedPage;
}

/** Every header that can decide about the form of an answer. */
const decidingHeaders = ["host", "accept", "accept-encoding", "accept-language"];

/** The most variants of a URL: clients decide how many there are, and they are looked through one by one. */
const variantsMax = 8;

/** How many URLs are remembered as asked for once, by their hashes; more than a full cache of small pages holds. */
const rememberedUrls = 65_536;

/** What a variant takes besides its URL, its wishes and its body, in bytes, estimated from above. */
const variantBytes = 2048;

/**
 * A cache of at most so many bytes; 0 keeps nothing. A page is kept when its URL is asked for again: a flood of different
 * URLs neither drives out what many ask for nor costs the work of keeping what nobody will.
 */
export function createPageCache(bytesMax: number): PageCache {
  /** What the pages are made from. Not its directory, which would keep the image of a version mapped that is no longer served. */
  let owner: Publication | null = null;
  const asked = new Uint32Array(rememberedUrls);

  function isAskedAgain(url: string): boolean {
    const hash = Bun.hash.xxHash32(url);
    const slot = hash % rememberedUrls;
    if (asked[slot] === hash) return true;
    asked[slot] = hash;
    return false;
  }

  const pages =
    bytesMax === 0
      ? null
      : new LRUCache<string, readonly Variant[]>({
          maxSize: bytesMax,
          // One huge page must not drive out everything else.
          maxEntrySize: Math.max(1, Math.floor(bytesMax / 8)),
          sizeCalculation: (variants, url) =>
            variants.reduce((sum, { wishes, page }) => {
              const wishBytes = wishes.reduce((bytes, wish) => bytes + 2 * (wish?.length ?? 0), 0);
              return sum + variantBytes + wishBytes + page.body.byteLength;
            }, 2 * url.length),
        });
  return {
    find(directory, { url, headers }) {
      if (directory.publication !== owner) return;
      return pages?.get(url)?.find(({ wishes }) => matchesVariant(wishes, headers))?.page;
    },
    keep(directory, { url, headers }, page) {
      if (directory.publication !== owner) {
        pages?.clear();
        owner = directory.publication;
      }
      if (pages === null || !isAskedAgain(url)) return;
      const wishes = decidingHeaders.map((name) => headers.get(name));
      const others = pages.get(url)?.filter((variant) => !matchesVariant(variant.wishes, headers)) ?? [];
      pages.set(url, [{ wishes, page }, ...others.slice(0, variantsMax - 1)]);
    },
  };
}

function matchesVariant(wishes: Variant["wishes"], headers: Headers): boolean {
  return decidingHeaders.every((name, i) => headers.get(name) === wishes[i]);
}
