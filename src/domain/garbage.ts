/**
 * Decides when garbage is collected. Bun's collector starts too late: it counts images and rosters as heap in use, and
 * lets garbage grow to the same size. There are few other objects, so a collection takes less time than the page faults
 * that it avoids.
 */

/**
 * Counts the garbage of a server, and collects it in the background, because a synchronous collection takes 20 to 50
 * ms.
 */
export function createServerGarbage() {
  return {
    /** Counts bytes of short-lived objects, such as a rendered page. */
    countSmall: countUpTo(4 * 1024 * 1024),
    /** Counts bytes of large arrays, such as lists of matches, which may have survived earlier collections. */
    countLarge: countUpTo(64 * 1024 * 1024),
  };
}

export type ServerGarbage = ReturnType<typeof createServerGarbage>;

function countUpTo(bytesMax: number): (bytes: number) => void {
  let counted = 0;
  return (bytes) => {
    counted += bytes;
    if (counted < bytesMax) return;
    counted = 0;
    Bun.gc(false);
  };
}

/** Frees the garbage of a finished stage of a command, so that it does not add to the peak of the next one. */
export function collectNow(): void {
  Bun.gc(true);
}

/**
 * Frees what is no longer referenced, such as a replaced image. An idle process never collects garbage by itself. The
 * collection is deferred, because the stack may still refer to the old object.
 */
export function collectSoon(): void {
  setImmediate(Bun.gc, true);
}
