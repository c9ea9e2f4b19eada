/** The hash of a section, which tells whether its bytes are those that were written. */
import { read, readSync, write, writeSync } from "node:fs";
import { setImmediate as nextIteration } from "node:timers/promises";
import { promisify } from "node:util";

/** Files are written, read and hashed in chunks of this many bytes. */
export const chunkSize = 1024 * 1024;

const readAsync = promisify(read);
const writeAsync = promisify(write);

/** xxHash3 of a chunk in hex, seeded with the hash of the chunk before it; the first one has none. */
export function hashNext(chunk: Uint8Array, before = ""): string {
  return Bun.hash.xxHash3(chunk, BigInt(`0x0${before}`)).toString(16);
}

interface HashOptions {
  /** The descriptor of a file that receives the bytes, at the same place. */
  readonly copyTo?: number | undefined;
  /** Ends the hash with an error between two chunks when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The hash of a part of a file, read in chunks. Another thread reads a whole chunk and writes its copy while another chunk is
 * hashed, so a slow disk delays no request; a last, smaller chunk is read and written synchronously. It yields to the event
 * loop before each whole chunk. The file is read, not mapped: if the disk fails, a read throws an error, but an access to
 * mapped memory kills the process. The copy is written, not mapped: that takes half the time for a file in memory.
 */
export async function hashSection(
  descriptor: number,
  { offset, length }: { readonly offset: number; readonly length: number },
  { copyTo, signal }: HashOptions = {},
): Promise<string> {
  const bufferSize = Math.min(length, chunkSize);
  const buffers = [new Uint8Array(bufferSize), new Uint8Array(length > chunkSize ? bufferSize : 0)] as const;
  const readChunk = async (from: number): Promise<Uint8Array> => {
    const chunk = buffers[(from / chunkSize) % 2]!.subarray(0, length - from);
    if (chunk.length < chunkSize) readSync(descriptor, chunk, 0, chunk.length, offset + from);
    // Bun resolves several reads in one iteration, if they are as fast as from the page cache.
    else await Promise.all([readAsync(descriptor, chunk, 0, chunkSize, offset + from), nextIteration()]);
    return chunk;
  };
  let hash = "";
  let next = readChunk(0);
  let copied: Promise<void> | undefined;
  try {
    for (let from = 0; from < length; from += chunkSize) {
      // Once the chunk before this one is copied, its buffer is free for the next one.
      const [chunk] = await Promise.all([next, copied]);
      signal?.throwIfAborted();
      if (from + chunkSize < length) next = readChunk(from + chunkSize);
      hash = hashNext(chunk, hash);
      if (copyTo !== undefined) copied = writeChunk(copyTo, chunk, offset + from);
    }
  } finally {
    // The caller may close the copy now, and its descriptor may become that of another file.
    await copied;
  }
  return hash;
}

/** Writes a chunk, in another thread if it is a whole one. Throws if there is no memory left for it. */
async function writeChunk(descriptor: number, chunk: Uint8Array, position: number): Promise<void> {
  const { length } = chunk;
  const written =
    length < chunkSize
      ? writeSync(descriptor, chunk, 0, length, position)
      : (await writeAsync(descriptor, chunk, 0, length, position)).bytesWritten;
  if (written < length) throw new Error("There is too little memory for a copy of the image");
}
