import { describe, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { createTurns, OverloadError } from "../directory/turns.ts";
import { createDownloads, gzipPieces, type Pieces, piecesOf } from "./downloads.ts";

const { open } = createDownloads(createTurns());

async function* endless(): Pieces {
  for (;;) yield Uint8Array.of(1);
}

async function* short(): Pieces {
  yield Uint8Array.of(1, 2);
  yield Uint8Array.of(3);
}

// biome-ignore lint/correctness/useYield: It fails before its first piece.
async function* broken(): Pieces {
  throw new Error("broken");
}

describe("open()", () => {
  test("sends the pieces one after the other", async () => {
    expect(await new Response(open(short(), false)).bytes()).toEqual(Uint8Array.of(1, 2, 3));
  });

  test("renders nothing before it is read, and nothing ahead of its reader", async () => {
    let rendered = 0;
    async function* counted(): Pieces {
      for (;;) yield Uint8Array.of(++rendered);
    }
    const reader = open(counted(), false).getReader();
    await new Promise(setImmediate);
    expect(rendered).toBe(0);
    await reader.read();
    await new Promise(setImmediate);
    expect(rendered).toBe(1);
    await reader.cancel();
  });

  test.each<[what: string, pieces: () => Pieces]>([
    ["ends", short],
    ["breaks", broken],
  ])("reports once that a download %s", async (_, pieces) => {
    let ends = 0;
    const stream = open(pieces(), false, () => ends++);
    await new Response(stream).bytes().catch(() => {});
    expect(ends).toBe(1);
  });

  test("reports once that the reader has left, and ends the rendering", async () => {
    let ends = 0;
    let hasEnded = false;
    async function* late(): Pieces {
      try {
        yield* endless();
      } finally {
        hasEnded = true;
      }
    }
    const reader = open(late(), false, () => ends++).getReader();
    for (let i = 0; i < 3; i++) await reader.read();
    await reader.cancel();
    await reader.cancel();
    expect([ends, hasEnded]).toEqual([1, true]);
  });

  test.each([
    ["downloads", false, 256],
    ["workbooks", true, 8],
  ] as const)("refuses further %s if as many as possible are open", async (_, isWorkbook, most) => {
    const downloads = createDownloads(createTurns());
    const streams = Array.from({ length: most }, () => downloads.open(endless(), isWorkbook));
    expect(() => downloads.open(endless(), isWorkbook)).toThrow(OverloadError);
    await streams[0]!.cancel();
    const ending = downloads.open(short(), isWorkbook);
    expect(() => downloads.open(endless(), isWorkbook)).toThrow(OverloadError);
    await new Response(ending).bytes();
    await downloads.open(endless(), isWorkbook).cancel();
  });

  test("refuses a download if too many tasks wait", async () => {
    const turns = createTurns();
    const waiting = Array.from({ length: 256 }, () => turns.run(() => 0));
    expect(() => createDownloads(turns).open(short(), false)).toThrow(OverloadError);
    await Promise.all(waiting);
  });
});

test("piecesOf() takes a turn for each piece, so that two downloads advance alike", async () => {
  const turns = createTurns();
  const rendered: string[] = [];
  function* texts(name: string): Generator<string, void> {
    for (let i = 0; i < 3; i++) {
      rendered.push(name);
      yield `${name}ї`;
    }
  }
  const read = (name: string): Promise<string> =>
    new Response(createDownloads(turns).open(piecesOf(texts(name), turns), false)).text();
  expect(await Promise.all([read("a"), read("b")])).toEqual(["aїaїaї", "bїbїbї"]);
  expect(rendered.join("")).toBe("ababab");
});

describe("gzipPieces()", () => {
  const cases: readonly (readonly number[])[] = [[], [0], [1], [25_000, 25_000, 3], [100_000, 0, 1]];
  test.each(cases.map((lengths) => [lengths]))("joins pieces of %j bytes into one gzip member", async (lengths) => {
    const pieces = lengths.map((length) => Uint8Array.from({ length }, (_, i) => (i * i) % 251));
    async function* list(): Pieces {
      yield* pieces;
    }
    const compressed = await Array.fromAsync(gzipPieces(list()));
    expect(gunzipSync(Buffer.concat(compressed))).toEqual(Buffer.concat(pieces));
  });

  test("renders only as fast as it is read, and ends with its reader", async () => {
    let rendered = 0;
    let hasEnded = false;
    async function* noise(): Pieces {
      try {
        for (;;) {
          rendered++;
          yield crypto.getRandomValues(new Uint8Array(20_000));
        }
      } finally {
        hasEnded = true;
      }
    }
    const reader = open(gzipPieces(noise()), false).getReader();
    await reader.read();
    // What the compressor holds back is bounded by its buffers, however long the reader waits.
    let before = -1;
    while (before !== rendered) {
      before = rendered;
      for (let i = 0; i < 50; i++) await new Promise(setImmediate);
    }
    expect(rendered).toBeLessThan(20);
    await reader.cancel();
    while (!hasEnded) await new Promise(setImmediate);
  });

  test("breaks off if its source does", async () => {
    await expect(new Response(open(gzipPieces(broken()), false)).bytes()).rejects.toThrow("broken");
  });
});
