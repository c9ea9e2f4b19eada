import { describe, expect, test } from "bun:test";
import { checkClock, checkMemory, type KnownTimes } from "./doctor-machine.ts";

describe("checkMemory()", () => {
  const settings = { cacheSize: 64, workers: 2 };
  test.each<[imageMb: number, memoryMb: number, status: string]>([
    // Two processes of 120 MB, the cache, and one or two images.
    [100, 403, "fail"],
    [100, 404, "warn"],
    [100, 503, "warn"],
    [100, 504, "ok"],
    [0, 303, "fail"],
    [0, 304, "ok"],
  ])("an image of %d MB in %d MB: %s", (imageMb, memoryMb, status) => {
    expect(checkMemory(imageMb * 1e6, settings, memoryMb * 1e6).status).toBe(status as "ok");
  });
});

describe("checkClock()", () => {
  const now = Date.parse("2026-11-22T05:37:00Z");
  const none: KnownTimes = { databaseMs: null, publishedMs: null, imageMs: null };
  test.each<[what: string, times: Partial<KnownTimes>, status: string, words: string]>([
    ["nothing to compare with", {}, "ok", "2026-11-22T05:37:00.000Z"],
    ["a database 5 s ahead", { databaseMs: 5000 }, "ok", "the same as the clock of the database"],
    ["a database 6 s ahead", { databaseMs: 6000 }, "warn", "off by 6 s: the clock of the database differs"],
    ["a database 6 s behind", { databaseMs: -6000 }, "warn", "off by 6 s"],
    ["a database two hours behind", { databaseMs: -7_200_000 }, "fail", "off by 7200 s"],
    ["a version of long ago", { publishedMs: 0, imageMs: 0 }, "ok", "2026"],
    ["a version of the future", { publishedMs: now + 60_000 }, "warn", "the newest version or its image"],
    ["an image of tomorrow", { imageMs: now + 86_400_000 }, "fail", "off by 86400 s: the newest version or its image"],
  ])("with %s", (_, times, status, words) => {
    expect(checkClock(now, { ...none, ...times })).toMatchObject({ status, detail: expect.stringContaining(words) });
  });
});
