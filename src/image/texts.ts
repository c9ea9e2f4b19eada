/** Lists of texts in an image: written from strings, and merged from two images without decoding them. */
import { findFirst, sizeOf, textAt } from "./column.ts";
import { type PackedTexts, type Texts, textsSlack } from "./layout.ts";
import { mergeLists, type NewNumbers } from "./merge-lists.ts";

/** The texts as UTF-8 escaped for JSON; at most 4 GiB of them. */
export function packTexts(texts: readonly string[]): PackedTexts {
  const escaped = texts.map((text) => JSON.stringify(text).slice(1, -1));
  const packed = allocateTexts(texts.length, (index) => Buffer.byteLength(escaped[index]!));
  const { bytes, starts } = packed;
  const encoder = new TextEncoder();
  for (let i = 0; i < escaped.length; i++) encoder.encodeInto(escaped[i]!, bytes.subarray(starts[i]!, starts[i + 1]!));
  return packed;
}

function allocateTexts(count: number, sizeAt: (index: number) => number): MergedTexts["packed"] {
  const starts = new Uint32Array(count + 1);
  let size = 0;
  for (let i = 0; i < count; i++) {
    size += sizeAt(i);
    if (size >= 2 ** 32) throw new RangeError("An image holds at most 4 GiB of distinct values of one field");
    starts[i + 1] = size;
  }
  return { bytes: Buffer.alloc(size + textsSlack), starts };
}

/** Two ascending lists of texts as one, without duplicates. */
export interface MergedTexts extends NewNumbers {
  readonly packed: Pick<Texts, keyof PackedTexts>;
  /** For each text of the second list, the index of the first text of the first list that is not less. */
  readonly insertionPoints: Uint32Array;
  /** For each text of the second list, 1 if the first list does not have it. */
  readonly isNew: Uint8Array;
}

/** Merges `added` into `base`. A text of `base` with 0 uses is dropped unless `added` has it too. */
export function mergeTexts(base: Texts, uses: Uint32Array, added: Texts): MergedTexts {
  const isKept = new Uint8Array(uses.length);
  for (let i = 0; i < uses.length; i++) isKept[i] = uses[i] === 0 ? 0 : 1;
  const isNew = new Uint8Array(added.starts.length - 1);
  const insertionPoints = new Uint32Array(isNew.length);
  for (let i = 0; i < insertionPoints.length; i++) {
    const text = textAt(added, i);
    const insertionPoint = findFirst(isKept.length, (other) => textAt(base, other) >= text);
    insertionPoints[i] = insertionPoint;
    if (insertionPoint < isKept.length && textAt(base, insertionPoint) === text) isKept[insertionPoint] = 1;
    else isNew[i] = 1;
  }
  const newTexts = Uint32Array.from(isNew.keys()).filter((index) => isNew[index] === 1);
  const newInsertionPoints = newTexts.map((index) => insertionPoints[index]!);
  const sources = mergeLists(isKept, newInsertionPoints);

  const packed = allocateTexts(sources.length, (i) => {
    const source = sources[i]!;
    return source < 0 ? sizeOf(added, newTexts[~source]!) : sizeOf(base, source);
  });
  const numbers = { base: new Int32Array(isKept.length).fill(-1), added: new Uint32Array(isNew.length) };
  for (let i = 0; i < sources.length; i++) {
    const source = sources[i]!;
    const from = source < 0 ? added : base;
    const index = source < 0 ? newTexts[~source]! : source;
    from.bytes.copy(packed.bytes, packed.starts[i], from.starts[index], from.starts[index + 1]);
    (source < 0 ? numbers.added : numbers.base)[index] = i;
  }
  for (let i = 0; i < insertionPoints.length; i++)
    if (isNew[i] === 0) numbers.added[i] = numbers.base[insertionPoints[i]!]!;
  return { ...numbers, packed, insertionPoints, isNew };
}
