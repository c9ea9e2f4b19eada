/** Looks at the start of a stream of bytes without losing it. */

/** Reads until this many bytes are there, or the input ends. Returns the first bytes, as many as were asked for or all, and all bytes. */
export async function peekBytes(input: AsyncIterable<Uint8Array>, wanted: number) {
  const iterator = input[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < wanted) {
    const { value, done } = await iterator.next();
    if (done) break;
    const chunk = toBuffer(value);
    chunks.push(chunk);
    length += chunk.length;
  }
  async function* readAll(): AsyncGenerator<Buffer> {
    try {
      yield* chunks.splice(0);
      for (;;) {
        const { value, done } = await iterator.next();
        if (done) return;
        yield toBuffer(value);
      }
    } finally {
      await iterator.return?.();
    }
  }
  const start = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  return { start: start.subarray(0, wanted), bytes: readAll() };
}

/** The same bytes, not copied. */
export function toBuffer(chunk: Uint8Array): Buffer {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
