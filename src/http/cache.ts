/** The page cache: finished answers as bytes, bounded in bytes, which die with the version that they are made from. */
import { LRUCache } from "lru-cache";
import type { Directory } from "../directory/directory.ts";
import type { VersionHeaders } from "./version-answer.ts";

/** A finished answer with everything that a client with the same wishes is sent. */
export interface KeptPage {
  readonly headers: VersionHeaders;
  readonly body: Uint8Array<ArrayBuffer>;
}

export interface PageCache {
  find(directory: Directory, key: string): KeptPage | undefined;
  keep(directory: Directory, key: string, page: KeptPage): void;
}

/** How many keys are remembered as asked for once, by their hashes; more than a full cache of small pages holds. */
const rememberedKeys = 65_536;

/** What an entry takes besides its key and its body, in bytes, estimated from above. */
const entryBytes = 2048;

/**
 * A cache of at most so many bytes; 0 keeps nothing. A page is kept when it is asked for again: a flood of different URLs
 * neither drives out what many ask for nor costs the work of keeping what nobody will.
 */
export function createPageCache(bytesMax: number): PageCache {
  let owner: Directory | null = null;
  const asked = new Uint32Array(rememberedKeys);

  function isAskedAgain(key: string): boolean {
    const hash = Bun.hash.xxHash32(key);
    const slot = hash % rememberedKeys;
    if (asked[slot] === hash) return true;
    asked[slot] = hash;
    return false;
  }

  const pages =
    bytesMax === 0
      ? null
      : new LRUCache<string, KeptPage>({
          maxSize: bytesMax,
          // One huge page must not drive out everything else.
          maxEntrySize: Math.max(1, Math.floor(bytesMax / 8)),
          sizeCalculation: ({ body }, key) => entryBytes + 2 * key.length + body.byteLength,
        });
  return {
    find: (directory, key) => (directory === owner ? pages?.get(key) : undefined),
    keep(directory, key, page) {
      if (directory !== owner) {
        pages?.clear();
        owner = directory;
      }
      if (isAskedAgain(key)) pages?.set(key, page);
    },
  };
}

/**
 * What an answer depends on besides the version and the settings: where it was asked for and every header that can
 * decide about its form. Headers hold no line feed.
 */
export function keyOf(request: Request): string {
  const { headers } = request;
  return `${request.url}\n${headers.get("host")}\n${headers.get("accept")}\n${headers.get("accept-encoding")}\n${headers.get("accept-language")}`;
}
