/** Reads a section and hashes it, which tells whether its bytes are those that were written. */
import { read, readSync } from "node:fs";
import { setImmediate as nextIteration } from "node:timers/promises";
import { promisify } from "node:util";

/** Files are written, read and hashed in chunks of this many bytes. */
export const chunkSize = 1024 * 1024;

const readAsync = promisify(read);

/** xxHash3 of a chunk in hex, seeded with the hash of the chunk before it; the first one has none. */
export function hashNext(chunk: Uint8Array, before = ""): string {
  return Bun.hash.xxHash3(chunk, BigInt(`0x0${before}`)).toString(16);
}

/**
 * Reads a part of a file, and hashes it meanwhile. It yields to the event loop before each whole chunk, which another thread
 * reads while the chunk before it is hashed, so a slow disk delays no request. A last, smaller chunk is read synchronously, so
 * small images are open before the next iteration. Throws between two chunks if the signal is aborted.
 */
export async function readSection(
  descriptor: number,
  { offset, length }: { readonly offset: number; readonly length: number },
  signal?: AbortSignal,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly hash: string }> {
  const bytes = new Uint8Array(length);
  const readChunk = async (from: number): Promise<Uint8Array> => {
    const chunk = bytes.subarray(from, from + chunkSize);
    if (chunk.length < chunkSize) readSync(descriptor, chunk, 0, chunk.length, offset + from);
    // Bun resolves several reads in one iteration, if they are as fast as from the page cache.
    else await Promise.all([readAsync(descriptor, chunk, 0, chunkSize, offset + from), nextIteration()]);
    return chunk;
  };
  let hash = "";
  let next = readChunk(0);
  for (let from = 0; from < length; from += chunkSize) {
    const chunk = await next;
    signal?.throwIfAborted();
    if (from + chunkSize < length) next = readChunk(from + chunkSize);
    hash = hashNext(chunk, hash);
  }
  return { bytes, hash };
}
