/** Garbage collection after so many rendered bytes, since the collector alone comes too late. */

/**
 * The collector takes the mapped image for heap of its own and would let garbage grow with it, to hundreds of megabytes.
 * What is really on the heap is little, so that a collection costs less than the page faults that it saves.
 */
const bytesPerCollection = 4 * 1024 * 1024;
let bytesMade = 0;

/** Counts bytes that were made for an answer and are soon garbage. */
export function countGarbage(bytes: number): void {
  bytesMade += bytes;
  if (bytesMade < bytesPerCollection) return;
  bytesMade = 0;
  Bun.gc(false);
}
