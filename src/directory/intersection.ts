/** The intersection of lists of ranks. */
import { stepsBetweenYields, type Task } from "./scheduler.ts";

/**
 * Calls `visit` with each rank that all lists contain, ascending. The lists take turns: each gallops to the rank that
 * the others have reached, so whole runs are skipped.
 */
export function* visitIntersection(lists: readonly Uint32Array[], visit: (rank: number) => void): Task<void> {
  const reached = new Uint32Array(lists.length);
  let rank = 0;
  /** The number of consecutive lists that have the rank. */
  let agreeing = 0;
  for (let step = 0; ; step++) {
    if (step % stepsBetweenYields === 0) yield;
    const turn = step % lists.length;
    const list = lists[turn]!;
    const index = gallop(list, reached[turn]!, rank);
    if (index === list.length) return;
    reached[turn] = index;
    agreeing = list[index] === rank ? agreeing + 1 : 1;
    rank = list[index]!;
    if (agreeing < lists.length) continue;
    visit(rank++);
    agreeing = 0;
  }
}

/**
 * The first index at or after `from` whose rank is at least `rank`, or the length if there is none. The number of steps
 * is logarithmic in the distance.
 */
function gallop(list: Uint32Array, from: number, rank: number): number {
  let low = from;
  let high = from;
  for (let stride = 1; high < list.length && list[high]! < rank; stride *= 2) {
    low = high + 1;
    high += stride;
  }
  high = Math.min(high, list.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! >= rank) high = middle;
    else low = middle + 1;
  }
  return low;
}
