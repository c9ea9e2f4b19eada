/** Random numbers, the same ones for the same seed. */

/** Draws an integer from 0 to `limit - 1`. */
export type Draw = (limit: number) => number;

/** The generator mulberry32. */
export function openDraw(seed: number): Draw {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}
