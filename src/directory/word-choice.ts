/** Choosing a word of the name for each term. The words that a term meets are the bits of a number. */

/** Whether the terms can meet words in the order of the name. */
export function areInOrder(marks: Uint32Array): boolean {
  let before = 0;
  for (let term = 0; term < marks.length; term++) {
    const later = marks[term]! & ~before;
    if (later === 0) return false;
    // All bits up to the lowest one that is later.
    before |= (later & -later) | ((later & -later) - 1);
  }
  return true;
}

/**
 * Whether a different bit can be chosen from each number: every subset of the numbers has at least as many bits in its
 * union as it has members (Hall's theorem). The full set is checked first, because most names with too few words fail it.
 */
export function canChooseDifferent(marks: Uint32Array): boolean {
  for (let subset = (1 << marks.length) - 1; subset > 0; subset--) {
    let union = 0;
    let count = 0;
    for (let i = 0; i < marks.length; i++) {
      if ((subset & (1 << i)) === 0) continue;
      union |= marks[i]!;
      count++;
    }
    if (countBits(union) < count) return false;
  }
  return true;
}

export function countBits(bits: number): number {
  let count = 0;
  for (let remaining = bits; remaining !== 0; remaining &= remaining - 1) count++;
  return count;
}
