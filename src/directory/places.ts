/** Sets of places: the ascending positions, or alphabetical ranks, of teachers. */
import { type Pausing, stepsBetweenPauses } from "./slices.ts";

/** Up to so many places are united by sorting, which then takes a few milliseconds; more by marking them. */
const sortedMax = 32_768;

/** One ascending list of all places in the lists, each once. `count` is that of all teachers. */
export function* unitePlaces(lists: readonly Uint32Array[], count: number): Pausing<Uint32Array> {
  if (lists.length === 1) return lists[0]!;
  const total = lists.reduce((sum, list) => sum + list.length, 0);
  return total <= sortedMax ? uniteBySorting(lists, total) : yield* uniteByMarking(lists, total, count);
}

function uniteBySorting(lists: readonly Uint32Array[], total: number): Uint32Array {
  const united = new Uint32Array(total);
  let end = 0;
  for (const list of lists) {
    united.set(list, end);
    end += list.length;
  }
  united.sort();
  let different = 0;
  for (let i = 0; i < total; i++) if (i === 0 || united[i] !== united[i - 1]) united[different++] = united[i]!;
  return united.subarray(0, different);
}

/** A bit a teacher: the time grows with the places and, by 32 teachers a step, with the directory. */
function* uniteByMarking(lists: readonly Uint32Array[], total: number, count: number): Pausing<Uint32Array> {
  const marks = new Uint32Array(Math.ceil(count / 32));
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      const place = list[i]!;
      marks[place >>> 5]! |= 1 << (place & 31);
      if (i % stepsBetweenPauses === 0) yield;
    }
  }
  const united = new Uint32Array(total);
  let different = 0;
  for (let word = 0; word < marks.length; word++) {
    if (word % stepsBetweenPauses === 0) yield;
    for (let bits = marks[word]!; bits !== 0; bits &= bits - 1) {
      united[different++] = (word << 5) | (31 - Math.clz32(bits & -bits));
    }
  }
  return trimmed(united, different);
}

/** The first `count` places. A copy where most of the list is left over, which would be held in memory with the view. */
export function trimmed(places: Uint32Array, count: number): Uint32Array {
  return count * 2 < places.length ? places.slice(0, count) : places.subarray(0, count);
}
