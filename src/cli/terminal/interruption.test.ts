import { expect, test } from "bun:test";
import { readUntilAborted } from "./interruption.ts";

const chunkBytes = 1024 * 1024;

async function* makeChunks(count: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < count; i++) yield new Uint8Array(chunkBytes).fill(i);
}

test("readUntilAborted() passes all chunks on and keeps none in memory", async () => {
  const count = 200;
  let bytes = 0;
  const before = process.memoryUsage.rss();
  for await (const chunk of readUntilAborted(makeChunks(count), new AbortController().signal)) {
    bytes += chunk.length;
    if (bytes % (20 * chunkBytes) === 0) Bun.gc(true);
  }
  expect(bytes).toBe(count * chunkBytes);
  expect(process.memoryUsage.rss() - before).toBeLessThan((count / 2) * chunkBytes);
});

test("readUntilAborted() throws the reason of the signal, even while it waits for a chunk", async () => {
  const controller = new AbortController();
  const reason = new Error("Ctrl-C");
  const silent = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) };
  const reading = readUntilAborted(silent, controller.signal).next();
  controller.abort(reason);
  await expect(reading).rejects.toBe(reason);
  await expect(readUntilAborted(makeChunks(1), controller.signal).next()).rejects.toBe(reason);
});

test("readUntilAborted() ends if the signal is aborted while a chunk is used", async () => {
  const controller = new AbortController();
  const reason = new Error("Ctrl-C");
  const reading = readUntilAborted(makeChunks(3), controller.signal);
  await reading.next();
  controller.abort(reason);
  await expect(reading.next()).rejects.toBe(reason);
});

test("readUntilAborted() throws errors of the input", async () => {
  const failing = (async function* () {
    yield 1;
    throw new Error("unreadable");
  })();
  const reading = readUntilAborted(failing, new AbortController().signal);
  expect(await reading.next()).toEqual({ done: false, value: 1 });
  await expect(reading.next()).rejects.toThrow("unreadable");
});
