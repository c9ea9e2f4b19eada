import { expect, test } from "bun:test";
import { OverloadError } from "../../directory/scheduler.ts";
import { createServerGarbage } from "../../domain/garbage.ts";
import type { Pieces, WorkbookPieces } from "../answer.ts";
import { createStreams } from "./stream.ts";

const openStreamsMax = 1024;
const streams = createStreams(createServerGarbage());
const openStream = (pieces: Pieces, onEnd?: (bytes: number, isAborted: boolean) => void) =>
  streams.open(pieces, null, onEnd);

function* endless(): Pieces {
  for (;;) yield Uint8Array.of(1);
}

function* short(): Pieces {
  yield Uint8Array.of(1, 2);
  yield Uint8Array.of(3);
}

// biome-ignore lint/correctness/useYield: It fails before its first piece.
function* broken(): Pieces {
  throw new Error("broken");
}

test("open() sends the pieces one after the other", async () => {
  expect(await new Response(openStream(short())).bytes()).toEqual(Uint8Array.of(1, 2, 3));
});

test("open() copies shared pieces, which the next one overwrites", async () => {
  const shared = new Uint8Array(1);
  function* overwriting(): Pieces {
    for (shared[0] = 1; shared[0] <= 3; shared[0]++) yield shared;
  }
  expect(await new Response(openStream(overwriting())).bytes()).toEqual(Uint8Array.of(1, 2, 3));
});

test.each<[what: string, pieces: () => Pieces, bytes: number, isAborted: boolean]>([
  ["ends", short, 3, false],
  ["breaks", broken, 0, true],
])("open() reports once that a stream %s, and how much was sent", async (_, pieces, bytes, isAborted) => {
  const told: unknown[] = [];
  const stream = openStream(pieces(), (...end) => told.push(end));
  await new Response(stream).bytes().catch(() => {});
  expect(told).toEqual([[bytes, isAborted]]);
});

test("open() reports once that the reader has left, and how much was sent", async () => {
  const told: unknown[] = [];
  const reader = openStream(endless(), (...end) => told.push(end)).getReader();
  for (let i = 0; i < 3; i++) await reader.read();
  await reader.cancel();
  await reader.cancel();
  expect(told).toEqual([[3, true]]);
});

test.each([
  ["gzip", 128],
  ["workbook", 8],
] as const)("open() refuses another stream of a %s after %d", async (kind, most) => {
  const own = createStreams(createServerGarbage());
  const open = Array.from({ length: most }, () => own.open(endless(), kind));
  expect(own.hasRoomFor(kind)).toBe(false);
  expect(() => own.open(endless(), kind)).toThrow(OverloadError);
  await open[0]!.cancel();
  expect(own.hasRoomFor(kind)).toBe(true);
  await own.open(endless(), kind).cancel();
});

test("open() refuses a stream if too many are open, and accepts one for each that ends", async () => {
  const open = Array.from({ length: openStreamsMax - 2 }, () => openStream(endless()));
  const ending = openStream(short());
  const failing = openStream(broken());
  expect(() => openStream(short())).toThrow(OverloadError);

  await new Response(ending).bytes();
  await expect(new Response(failing).bytes()).rejects.toThrow("broken");
  await open[0]!.cancel();
  const others = Array.from({ length: 3 }, () => openStream(endless()));
  expect(() => openStream(short())).toThrow(OverloadError);
  await Promise.all([...open.slice(1), ...others].map((stream) => stream.cancel()));
  expect(await new Response(openStream(short())).bytes()).toHaveLength(3);
});

test.each([
  ["gzip", 128],
  ["workbook", 8],
] as const)("hasRoomFor(%j) allows %i streams, and one for each that ends", async (kind, max) => {
  const open = Array.from({ length: max - 1 }, () => streams.open(endless(), kind));
  expect(streams.hasRoomFor(kind)).toBe(true);
  const last = streams.open(short(), kind);
  openStream(short());
  expect(streams.hasRoomFor(kind)).toBe(false);
  await new Response(last).bytes();
  expect(streams.hasRoomFor(kind)).toBe(true);
  await Promise.all(open.map((stream) => stream.cancel()));
});

test("open() ends an asynchronous generator when the reader leaves", async () => {
  let hasEnded = false;
  async function* late(): WorkbookPieces {
    try {
      for (;;) yield Uint8Array.of(1);
    } finally {
      hasEnded = true;
    }
  }
  const reader = streams.open(late(), null).getReader();
  await reader.read();
  await reader.cancel();
  expect(hasEnded).toBe(true);
});
