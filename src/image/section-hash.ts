/** The hash of a section, which tells whether its bytes are those that were written. */
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

interface HashOptions {
  /** Receives the bytes; it is as long as the section. Without it they are dropped. */
  readonly into?: Uint8Array | undefined;
  /** Ends the hash with an error between two chunks when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The hash of a part of a file, read in chunks. Another thread reads a whole chunk while the one before it is hashed, so a
 * slow disk delays no request; a last, smaller chunk is read synchronously. It yields to the event loop before each whole
 * chunk. The file is read, not mapped: if the disk fails, a read throws an error, but an access to mapped memory kills the
 * process.
 */
export async function hashSection(
  descriptor: number,
  { offset, length }: { readonly offset: number; readonly length: number },
  { into, signal }: HashOptions = {},
): Promise<string> {
  const bufferSize = into === undefined ? Math.min(length, chunkSize) : 0;
  const buffers = [new Uint8Array(bufferSize), new Uint8Array(length > chunkSize ? bufferSize : 0)] as const;
  const readChunk = async (from: number): Promise<Uint8Array> => {
    const chunk = into?.subarray(from, from + chunkSize) ?? buffers[(from / chunkSize) % 2]!.subarray(0, length - from);
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
  return hash;
}
