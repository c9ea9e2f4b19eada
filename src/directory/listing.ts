/** A listing: the teachers that match a query, in order, found in the lists of its conditions. */
import type { Ordering } from "../domain/names/ordering.ts";
import type { ImageContent } from "../image/layout.ts";
import { visitCommonRanks } from "./common-ranks.ts";
import { stepsBetweenYields, type Task } from "./scheduler.ts";
import type { Interpretation } from "./terms.ts";

export interface Listing {
  readonly count: number;
  /**
   * The ranks of the matches in their order: alphabetical ranks, or positions in id order. Ascending, unless ordered by
   * relevance. Null stands for all teachers.
   */
  readonly ranks: Uint32Array | null;
  /** The memory that the ranks take; 0 if they are a list of a condition. */
  readonly bytes: number;
  readonly alphabetical: boolean;
  readonly descending: boolean;
  /** Null without a search, and if it finds nobody in the whole directory. */
  readonly interpretation: Interpretation | null;
}

/** What a filter or a search requires of a teacher. Its lists together hold every teacher that passes. */
export interface Condition {
  /** The total length of the lists, which may overlap. */
  readonly count: number;
  readonly listCount: number;
  /** Alphabetical ranks, or positions, each list ascending. Lazy, because there may be many. */
  lists(alphabetical: boolean): Iterable<Uint32Array>;
  /** Whether every teacher in the lists passes. */
  readonly isExact: boolean;
  passes(position: number): boolean;
}

/** All teachers; takes constant time. */
export function listAll(content: ImageContent, ordering: Ordering): Listing {
  const direction = directionOf(ordering);
  // Reads the order here, so that an unchecked order fails before the first byte of a download is sent.
  const { length: count } = direction.alphabetical ? content.alphabetical : content.ids;
  return { count, ranks: null, bytes: 0, ...direction, interpretation: null };
}

/** The listing of an exact condition with at most one list, which is not copied. Null for other conditions. */
export function listAtOnce({ isExact, listCount, lists }: Condition, ordering: Ordering): Listing | null {
  if (!isExact || listCount > 1) return null;
  const direction = directionOf(ordering);
  const [ranks = new Uint32Array(0)] = lists(direction.alphabetical);
  return { count: ranks.length, ranks, bytes: 0, ...direction, interpretation: null };
}

/**
 * In alphabetical order, the teachers of a common name stand in runs, over which an intersection gallops. Lists that are
 * longer than the shortest by more than this factor cost more than a look at the value of each candidate.
 */
const gallopFactorMax = 32;

/**
 * The teachers that pass all conditions. Costs at most one step per candidate of the rarest condition. By relevance, those
 * of a lower class come first; `classOf` gives -1 for a teacher that does not pass.
 */
export function* listMatches(
  content: ImageContent,
  conditions: readonly Condition[],
  ordering: Ordering,
  classOf: ((position: number) => number) | null = null,
): Task<Listing> {
  if (conditions.length === 0) return listAll(content, ordering);
  const rarest = rarestOf(conditions);
  const atOnce = conditions.length === 1 && classOf === null ? listAtOnce(rarest, ordering) : null;
  if (atOnce !== null) return atOnce;
  const direction = directionOf(ordering);
  const { alphabetical } = direction;
  const visited = alphabetical ? findGalloping(conditions, rarest) : [rarest];
  const others = conditions.filter((condition) => !visited.includes(condition) || !condition.isExact);
  const classes: ReturnType<typeof createRankList>[] = [];
  const visit = (rank: number): void => {
    const position = alphabetical ? content.alphabetical[rank]! : rank;
    for (const condition of others) if (!condition.passes(position)) return;
    const relevance = classOf === null ? 0 : classOf(position);
    if (relevance < 0) return;
    classes[relevance] ??= createRankList();
    classes[relevance].add(rank);
  };
  if (visited.length === 1) yield* visitRanks(rarest, alphabetical, content.ids.length, visit);
  else
    yield* visitCommonRanks(
      visited.flatMap(({ lists }) => [...lists(alphabetical)]),
      visit,
    );
  const ranks = yield* concatenate(classes.flatMap((list) => list.pieces()));
  return { count: ranks.length, ranks, bytes: ranks.byteLength, ...direction, interpretation: null };
}

/** The conditions of one list each to intersect; only the rarest if it has several lists, or the others are much longer. */
function findGalloping(conditions: readonly Condition[], rarest: Condition): readonly Condition[] {
  if (rarest.listCount !== 1) return [rarest];
  return conditions.filter(({ listCount, count }) => listCount === 1 && count <= gallopFactorMax * rarest.count);
}

/** The one that the fewest teachers can pass. */
export function rarestOf<Counted extends { readonly count: number }>(conditions: readonly Counted[]): Counted {
  return conditions.reduce((a, b) => (b.count < a.count ? b : a));
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
  { count: candidates, listCount, lists: listsOf }: Pick<Condition, "count" | "listCount" | "lists">,
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

/** Cleared bitmaps to reuse. Left to the garbage collector, they would pile up to gigabytes. */
const spareMarks: Uint32Array[] = [];
const spareMarksMax = 8;

/** Uses one bit per teacher. The time grows with the ranks and, by 32 teachers per step, with the directory. */
function* visitByMarking(lists: Iterable<Uint32Array>, count: number, visit: (rank: number) => void): Task<void> {
  if (count > largeBitmapCount) yield "heavy";
  const length = Math.ceil(count / 32);
  const spare = spareMarks.pop();
  const marks = spare?.length === length ? spare : makeNumbers(length);
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

/** Garbage is collected after this many allocated bytes. */
const collectEveryBytes = 64 * 1024 * 1024;
let bytesMade = 0;

/** An array of zeros. The collector counts the image as heap in use, so on its own it would start far too late. */
function makeNumbers(length: number): Uint32Array<ArrayBuffer> {
  bytesMade += length * Uint32Array.BYTES_PER_ELEMENT;
  if (bytesMade > collectEveryBytes) {
    bytesMade = 0;
    // A synchronous full collection takes milliseconds. A background one leaves objects that survived an earlier one.
    Bun.gc(true);
  }
  return new Uint32Array(length);
}

/** The length of a chunk: 256 KiB. */
const pieceLength = 65_536;

/** Collects ranks in chunks: zeroing one array for all possible ranks takes too long with a hundred million teachers. */
export function createRankList() {
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
    add(rank: number): void {
      if (end === piece.length) makeRoom();
      piece[end++] = rank;
    },
    /** All ranks in the order in which they were added. The list must not be used afterwards. */
    pieces: (): Uint32Array[] => [...full, piece.subarray(0, end)],
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

/** Whether matches are listed by their alphabetical ranks. */
export function isAlphabetical(ordering: Ordering): boolean {
  return ordering !== "id" && ordering !== "-id";
}

function directionOf(ordering: Ordering): Pick<Listing, "alphabetical" | "descending"> {
  return { alphabetical: isAlphabetical(ordering), descending: ordering.startsWith("-") };
}
