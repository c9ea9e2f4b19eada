/**
 * Decides when garbage is collected. Bun's collector starts too late: it counts images and rosters as heap in use, and
 * lets garbage grow to the same size. The other objects are few, so a collection costs less than the page
 * faults that it avoids.
 */

/** Counts the garbage of one server or of one task, and collects it. */
export interface Garbage {
  /** Counts bytes of short-lived objects, such as a rendered page. */
  countSmall(bytes: number): void;
  /** Counts bytes of large arrays, such as lists of matches, which may have survived earlier collections. */
  countLarge(bytes: number): void;
}

const smallBytesMax = 4 * 1024 * 1024;
const largeBytesMax = 64 * 1024 * 1024;

export function createGarbage(): Garbage {
  let small = 0;
  let large = 0;
  return {
    countSmall(bytes) {
      small += bytes;
      if (small < smallBytesMax) return;
      small = 0;
      Bun.gc(false);
    },
    countLarge(bytes) {
      large += bytes;
      if (large < largeBytesMax) return;
      large = 0;
      // Takes milliseconds. A background collection leaves objects that survived an earlier one.
      Bun.gc(true);
    },
  };
}

/** Frees what a finished stage of a task leaves, so that it does not add to the peak of the next one. */
export function collectNow(): void {
  Bun.gc(true);
}

/**
 * Frees what is no longer referenced, such as an image that was replaced: an idle process never collects garbage by
 * itself. Deferred, because the stack may still refer to it.
 */
export function collectSoon(): void {
  setImmediate(Bun.gc, true);
}
