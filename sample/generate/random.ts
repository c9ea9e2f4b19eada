/** Seeded pseudo-random integers: the same seed always gives the same sequence. */

/** Returns an integer from 0 to `limit - 1`. */
export type RandomInteger = (limit: number) => number;

/** A generator with the algorithm mulberry32. */
export function createRandom(seed: number): RandomInteger {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}
