/** Lookups in a key index: by the whole key, and by a prefix. */
import { findFirst, textAt } from "../image/column.ts";
import type { KeyIndex, Texts } from "../image/layout.ts";

/** The ascending codes of the values that have exactly this key. */
export function findByKey(index: KeyIndex, key: string): Uint32Array {
  const at = findFirst(countKeys(index), (i) => textAt(index.keys, i) >= key);
  return at < countKeys(index) && textAt(index.keys, at) === key ? codesBetween(index, at, at + 1) : new Uint32Array(0);
}

/**
 * The codes of the values that have a key with this prefix, as a view of the image: in key order, and once per matching
 * key. The prefix must not be empty.
 */
export function findByPrefix(index: KeyIndex, prefix: string): Uint32Array {
  const [from, to] = findKeys(index, prefix);
  return codesBetween(index, from, to);
}

/** The range of keys with this prefix, which must not be empty. */
export function findKeys(index: KeyIndex, prefix: string): [from: number, to: number] {
  const count = countKeys(index);
  const from = findFirst(count, (i) => textAt(index.keys, i) >= prefix);
  return [from, findEnd(index.keys, prefix, from)];
}

/**
 * The first key after `from` that does not begin with the prefix; the key at `from` must not precede those that do. Most
 * ranges are short, so the search gallops.
 */
export function findEnd(keys: Texts, prefix: string, from: number): number {
  const count = keys.starts.length - 1;
  const isAfter = (i: number): boolean => i >= count || !textAt(keys, i).startsWith(prefix);
  let step = 1;
  while (!isAfter(from + step - 1)) step *= 2;
  const start = from + (step >> 1);
  return start + findFirst(Math.min(step, count - from) - (step >> 1), (i) => isAfter(start + i));
}

function countKeys({ keys }: KeyIndex): number {
  return keys.starts.length - 1;
}

function codesBetween({ codeStarts, codes }: KeyIndex, from: number, to: number): Uint32Array {
  return codes.subarray(codeStarts[from]!, codeStarts[to]!);
}
