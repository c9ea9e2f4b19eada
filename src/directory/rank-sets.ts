/** Sets of ranks, which are ascending positions or alphabetical ranks of teachers: united, intersected and collected. */
import { stepsBetweenYields, type Task } from "./scheduler.ts";

/** Ascending lists of ranks, which may overlap. */
export interface RankLists {
  /** The total length of the lists. */
  readonly count: number;
  /** The number of lists. */
  readonly listCount: number;
  /** Alphabetical ranks, or positions. Lazy, because there may be many. */
  lists(alphabetical: boolean): Iterable<Uint32Array>;
}

/** Up to this many ranks are united by sorting, which takes a few milliseconds; more are marked in a bitmap. */
const sortedMax = 32_768;

/** A bitmap of more teachers than this takes megabytes. */
const largeBitmapCount = 10_000_000;

/**
 * Calls `visit` with each rank in the lists, ascending, without duplicates. `count` is the number of all
 * teachers. The ranks are not collected: with a hundred million teachers, each concurrent search would need as much memory
 * as a column of the image.
 */
export function* visitRanks(
  { count: candidates, listCount, lists: listsOf }: RankLists,
  alphabetical: boolean,
  count: number,
  visit: (rank: number) => void,
): Task<void> {
  const lists = listsOf(alphabetical);
  if (listCount === 1) for (const list of lists) yield* visitList(list, visit);
  else if (candidates <= sortedMax) yield* visitList(uniteBySorting(lists, candidates), visit);
  else yield* visitByMarking(lists, count, visit);
}

function* visitList(ranks: Uint32Array, visit: (rank: number) => void): Task<void> {
  for (let i = 0; i < ranks.length; i++) {
    visit(ranks[i]!);
    if (i % stepsBetweenYields === 0) yield;
  }
}

function uniteBySorting(lists: Iterable<Uint32Array>, total: number): Uint32Array {
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

/** Uses one bit per teacher. The time grows with the ranks and, by 32 teachers per step, with the directory. */
function* visitByMarking(lists: Iterable<Uint32Array>, count: number, visit: (rank: number) => void): Task<void> {
  if (count > largeBitmapCount) yield "heavy";
  const marks = takeMarks(Math.ceil(count / 32));
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      const rank = list[i]!;
      marks[rank >>> 5]! |= 1 << (rank & 31);
      if (i % stepsBetweenYields === 0) yield;
    }
  }
  let visited = 0;
  for (let word = 0; word < marks.length; word++) {
    if (word % stepsBetweenYields === 0) yield;
    if (marks[word] === 0) continue;
    for (let bits = marks[word]!; bits !== 0; bits &= bits - 1) {
      visit((word << 5) | (31 - Math.clz32(bits & -bits)));
      if (++visited % stepsBetweenYields === 0) yield;
    }
    marks[word] = 0;
  }
  if (spareMarks.length < spareMarksMax) spareMarks.push(marks);
}

/** Cleared bitmaps to reuse. Left to the garbage collector, they would pile up to gigabytes. */
const spareMarks: Uint32Array[] = [];
const spareMarksMax = 8;

function takeMarks(length: number): Uint32Array {
  const spare = spareMarks.pop();
  return spare?.length === length ? spare : makeNumbers(length);
}

/**
 * Calls `visit` with each rank that all lists contain, ascending. The lists take turns: each gallops to the rank that the
 * others have reached, so whole runs are skipped.
 */
export function* visitCommonRanks(lists: readonly Uint32Array[], visit: (rank: number) => void): Task<void> {
  const reached = new Uint32Array(lists.length);
  let rank = 0;
  /** How many lists in a row have the rank. */
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

/** The first index from `from` on whose rank is at least `rank`, or the length. Costs the logarithm of the distance. */
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

/** Garbage is collected after this many allocated bytes. */
const collectEveryBytes = 64 * 1024 * 1024;
let bytesMade = 0;

/** An array of zeros. The collector counts the mapped image as heap in use, so on its own it would start far too late. */
function makeNumbers(length: number): Uint32Array<ArrayBuffer> {
  bytesMade += length * Uint32Array.BYTES_PER_ELEMENT;
  if (bytesMade > collectEveryBytes) {
    bytesMade = 0;
    // A synchronous full collection takes milliseconds. A background one leaves objects that survived an earlier one.
    Bun.gc(true);
  }
  return new Uint32Array(length);
}

/** Collects ranks one by one when their number is not known in advance. */
export interface RankList {
  add(rank: number): void;
  /** All ranks in the order in which they were added. The list must not be used afterwards. */
  pieces(): readonly Uint32Array[];
}

/** The length of a chunk: 256 KiB. */
const pieceLength = 65_536;

/** Collects ranks in chunks: zeroing one array for all possible ranks takes too long with a hundred million teachers. */
export function createRankList(): RankList {
  const full: Uint32Array[] = [];
  let piece = new Uint32Array(1024);
  let end = 0;

  function makeRoom(): void {
    if (end < pieceLength) {
      const larger = new Uint32Array(end * 4);
      larger.set(piece);
      piece = larger;
    } else {
      full.push(piece);
      piece = makeNumbers(pieceLength);
      end = 0;
    }
  }

  return {
    add(rank) {
      if (end === piece.length) makeRoom();
      piece[end++] = rank;
    },
    pieces: () => [...full, piece.subarray(0, end)],
  };
}

export function* concatenate(pieces: readonly Uint32Array[]): Task<Uint32Array> {
  const ranks = makeNumbers(pieces.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const piece of pieces) {
    ranks.set(piece, end);
    end += piece.length;
    yield;
  }
  return ranks;
}
