import { expect, test } from "bun:test";
import { OverloadError } from "../directory/scheduler.ts";
import { openStream, type Pieces } from "./stream-writer.ts";

const openStreamsMax = 1024;

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

test("openStream() sends the pieces one after the other", async () => {
  expect(await new Response(openStream(short())).bytes()).toEqual(Uint8Array.of(1, 2, 3));
});

test("openStream() refuses a stream where too many are open, and takes one for each that ends", async () => {
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
