import { describe, expect, test } from "bun:test";
import { checkClock, checkMemory, type KnownTimes } from "./doctor-machine.ts";

describe("checkMemory()", () => {
  const settings = { cacheSize: 64, workers: 2 };
  test.each<[imageMb: number, memoryMb: number, status: string]>([
    // Serving needs memory for the program, the cache and two workers with an image each. A builder needs another 120
    // MB and four times the image.
    [100, 372, "fail"],
    [100, 373, "warn"],
    [100, 892, "warn"],
    [100, 893, "ok"],
    [0, 172, "fail"],
    [0, 173, "warn"],
    [0, 293, "ok"],
  ])("an image of %d MB in %d MB: %s", (imageMb, memoryMb, status) => {
    expect(checkMemory(imageMb * 1e6, settings, memoryMb * 1e6).status).toBe(status as "ok");
  });
});

test("checkMemory() counts a second image for each of eight workers", () => {
  const detail =
    "1.9 GB of memory; serving needs about 1.0 GB, plus 64 MB for a full page cache, plus 800 MB while a new image is built and read";
  expect(checkMemory(100e6, { cacheSize: 64, workers: 8 }, 1.9e9).detail).toBe(detail);
});

describe("checkClock()", () => {
  const now = Date.parse("2026-11-22T05:37:00Z");
  const none: KnownTimes = { databaseOffsetMs: null, publishedMs: null };
  test.each<[what: string, times: Partial<KnownTimes>, status: string, words: string]>([
    ["nothing to compare with", {}, "ok", "2026-11-22T05:37:00.000Z"],
    ["a database 5 s ahead", { databaseOffsetMs: 5000 }, "ok", "the same as the clock of the database"],
    ["a database 6 s ahead", { databaseOffsetMs: 6000 }, "warn", "off by 6 s: the clock of the database differs"],
    ["a database 6 s behind", { databaseOffsetMs: -6000 }, "warn", "off by 6 s"],
    ["a database two hours behind", { databaseOffsetMs: -7_200_000 }, "fail", "off by 7200 s"],
    ["a version of long ago", { publishedMs: 0 }, "ok", "2026"],
    ["a version of the future", { publishedMs: now + 60_000 }, "warn", "the newest version is dated later"],
    ["a version of tomorrow", { publishedMs: now + 86_400_000 }, "fail", "off by 86400 s: the newest version is dated"],
  ])("with %s", (_, times, status, words) => {
    expect(checkClock(now, { ...none, ...times })).toMatchObject({ status, detail: expect.stringContaining(words) });
  });
});
