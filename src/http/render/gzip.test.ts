import { describe, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { gzip, gzipPieces } from "./gzip.ts";

/** Bytes that compress a little. */
function bytesOf(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, i) => (i * i) % 251);
}

describe("gzipPieces()", () => {
  const cases: readonly (readonly number[])[] = [[], [0], [1], [25_000, 25_000, 3], [100_000, 0, 1]];
  test.each(cases.map((lengths) => [lengths]))("joins pieces of %j bytes into one gzip member", (lengths) => {
    const pieces = lengths.map(bytesOf);
    expect(gunzipSync(Buffer.concat([...gzipPieces(pieces)]))).toEqual(Buffer.concat(pieces));
  });

  test("compresses shared pieces before the next one overwrites them", () => {
    const pieces = [1, 2, 3].map((byte) => new Uint8Array(1000).fill(byte));
    const shared = new Uint8Array(1000);
    function* overwriting() {
      for (const piece of pieces) {
        shared.set(piece);
        yield shared;
      }
    }
    expect(gunzipSync(Buffer.concat([...gzipPieces(overwriting())]))).toEqual(Buffer.concat(pieces));
  });
});

test("gzipPieces() refers back to the previous piece", () => {
  const noise = crypto.getRandomValues(new Uint8Array(10_000));
  const compressed = Buffer.concat([...gzipPieces([noise, noise])]);
  expect(compressed.length).toBeLessThan(noise.length * 1.1);
  expect(gunzipSync(compressed)).toEqual(Buffer.concat([noise, noise]));
});

describe("gzip()", () => {
  test("yields for every 32 KiB of a body", () => {
    const body = bytesOf(300_000);
    const task = gzip(body);
    let yields = 0;
    let last = task.next();
    for (; !last.done; last = task.next()) yields++;
    expect(gunzipSync(last.value as Uint8Array)).toEqual(Buffer.from(body));
    expect(yields).toBeGreaterThanOrEqual(body.length / 32_768);
  });
});
