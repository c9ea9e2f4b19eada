/** Triggers garbage collection by rendered bytes, because the collector on its own starts too late. */

/**
 * The collector counts the mapped image as heap, so it would let garbage grow to hundreds of megabytes. The real heap is
 * small, so a collection costs less than the page faults that it avoids.
 */
const bytesPerCollection = 4 * 1024 * 1024;
let bytesMade = 0;

/** Counts bytes that were rendered for an answer and will soon be garbage. */
export function countGarbage(bytes: number): void {
  bytesMade += bytes;
  if (bytesMade < bytesPerCollection) return;
  bytesMade = 0;
  Bun.gc(false);
}
