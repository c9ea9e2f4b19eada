/** Packs lists of texts for an image. */
import { type PackedTexts, textsSlack } from "./layout.ts";

/** The texts as UTF-8 escaped for JSON; at most 4 GiB of them. */
export function packTexts(texts: readonly string[]): PackedTexts {
  const escaped = texts.map((text) => JSON.stringify(text).slice(1, -1));
  const starts = new Uint32Array(texts.length + 1);
  let size = 0;
  for (let i = 0; i < escaped.length; i++) {
    size += Buffer.byteLength(escaped[i]!);
    if (size >= 2 ** 32) throw new RangeError("An image holds at most 4 GiB of distinct values of one field");
    starts[i + 1] = size;
  }
  const bytes = Buffer.alloc(size + textsSlack);
  const encoder = new TextEncoder();
  for (let i = 0; i < escaped.length; i++) encoder.encodeInto(escaped[i]!, bytes.subarray(starts[i]!, starts[i + 1]!));
  return { bytes, starts };
}
