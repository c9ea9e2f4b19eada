/** Triggers garbage collection by requests and rendered bytes, because the collector on its own starts too late. */

/**
 * The collector counts the image as heap, so it would let garbage grow to hundreds of megabytes. The real heap is
 * small, so a collection costs less than the page faults that it avoids.
 */
const bytesPerCollection = 4 * 1024 * 1024;
/**
 * Each request counts as this many bytes, so garbage is collected after at most 512 requests. That is more than they leave
 * behind, but memory that is used again so soon is still in the caches of the processor (docs/performance.md).
 */
const bytesPerRequest = 8 * 1024;
let bytesMade = 0;

/** Counts the strings and other objects that are made for a request. */
export function countRequestGarbage(): void {
  countGarbage(bytesPerRequest);
}

/** Counts bytes that were rendered for an answer and will soon be garbage. */
export function countGarbage(bytes: number): void {
  bytesMade += bytes;
  if (bytesMade < bytesPerCollection) return;
  bytesMade = 0;
  Bun.gc(false);
}
