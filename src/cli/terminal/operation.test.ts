import { expect, test } from "bun:test";
import { withLanguage } from "../../publishing/texts/language.ts";
import { createLineProgress, type PhaseName, phases, progressTexts, readUntilAborted } from "./operation.ts";

/** The lines of updates at these times, in seconds. */
function linesOf(
  phase: PhaseName,
  updates: readonly (readonly [seconds: number, done: number, total: number | null])[],
) {
  const lines: string[] = [];
  let time = 0;
  const progress = createLineProgress(phases[phase], {
    now: () => time,
    write: (line) => void lines.push(...[line].flat()),
  });
  for (const [seconds, done, total] of updates) {
    time = seconds * 1000;
    progress.update(done, total, done);
  }
  return lines;
}

test("createLineProgress() prints a line every ten seconds, and none for a short operation", () => {
  expect(
    linesOf("writing", [
      [1, 5, 10],
      [9.9, 10, 10],
    ]),
  ).toEqual([]);
  const long = [1, 10, 15, 20, 31].map((seconds) => [seconds, seconds * 1000, 32_000] as const);
  expect(linesOf("writing", long)).toEqual([
    "Writing: 10,000 teachers (31%)",
    "Writing: 20,000 teachers (62%)",
    "Writing: 31,000 teachers (96%)",
  ]);
  expect(linesOf("reading", [[10, 7, null]])).toEqual(["Reading: 7 teachers"]);
  expect(linesOf("clearing", [[10, 0, null]])).toEqual(["Clearing the files"]);
  expect(withLanguage("uk", () => linesOf("erasing", [[10, 2, 4]]))).toEqual(["Видалення: 2 версії (50%)"]);
});

test.each([
  [0, "0s", "0 с"],
  [59, "59s", "59 с"],
  [61, "1m 1s", "1 хв 1 с"],
])("a duration of %i seconds", (seconds, en, uk) => {
  expect(progressTexts.duration(seconds)).toBe(en);
  expect(withLanguage("uk", () => progressTexts.duration(seconds))).toBe(uk);
});

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
