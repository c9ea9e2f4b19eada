/** Merges a short sorted list into a long one: finds each insertion point by binary search and copies the rest. */

/**
 * The source of each element of the merged list: an index of the first list, or `~i` for the i-th element of the second.
 * `isKept` has 0 for each element of the first list that is left out. `insertionPoints` has, for each element of the second,
 * ascending, the index of the element of the first that it comes before.
 */
export function mergeLists(isKept: Uint8Array, insertionPoints: Uint32Array): Int32Array {
  const sources = new Int32Array(isKept.length + insertionPoints.length);
  let count = 0;
  let index = 0;
  for (let i = 0; i <= insertionPoints.length; i++) {
    const end = insertionPoints[i] ?? isKept.length;
    for (; index < end; index++) if (isKept[index] === 1) sources[count++] = index;
    if (i < insertionPoints.length) sources[count++] = ~i;
  }
  return sources.subarray(0, count);
}

/** What the numbers in two lists become in the merged one. */
export interface NewNumbers {
  /** By number of the first list; -1 if it is left out. */
  readonly base: Int32Array;
  /** By number of the second list. */
  readonly added: Uint32Array;
}

/** The merged list of numbers that change, see {@link mergeLists}. */
export function mergeNumbers(
  base: Uint32Array,
  added: Uint32Array,
  numbers: NewNumbers,
  insertionPoints: Uint32Array,
): Uint32Array {
  const merged = new Uint32Array(base.length + added.length);
  const { base: newNumbers } = numbers;
  let count = 0;
  let index = 0;
  for (let i = 0; i <= insertionPoints.length; i++) {
    const end = insertionPoints[i] ?? base.length;
    for (; index < end; index++) {
      const number = newNumbers[base[index]!]!;
      if (number >= 0) merged[count++] = number;
    }
    if (i < insertionPoints.length) merged[count++] = numbers.added[added[i]!]!;
  }
  return merged.subarray(0, count);
}
