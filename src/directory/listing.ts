/** Listings: the teachers that pass the conditions of a query, in order. */
import type { Ordering } from "../domain/names/ordering.ts";
import type { Highlights, Reading } from "../domain/results.ts";
import { countPostings, findCode, findPairRange, postingsOf } from "../image/column.ts";
import type { ImageColumn, ImageContent } from "../image/layout.ts";
import { visitIntersection } from "./intersection.ts";
import { stepsBetweenYields, type Task, visitBlocks } from "./scheduler.ts";

/** How a search was understood. Pages use it to explain the answer, and to highlight the matches. */
interface Understanding {
  readonly reading: Reading;
  /** The words that are set aside, as typed. */
  readonly setAside: readonly string[];
  /** Whether every name in the answer matches only because a stored initial stands for a term. */
  readonly hasInitialsOnly: boolean;
  /** Creates a function that finds the highlights of the teacher at a position, who must match the search. */
  createHighlighter(): (position: number) => Highlights;
}

export interface Listing {
  readonly count: number;
  /**
   * The matches in order: alphabetical ranks if `alphabetical`, otherwise positions in the order of ids. Ascending,
   * unless ordered by relevance. Null for all teachers.
   */
  readonly ranks: Uint32Array | null;
  /**
   * The memory that the ranks take, in bytes. 0 if they are the list of a condition, because such a list is usually a
   * view of the image.
   */
  readonly bytes: number;
  readonly alphabetical: boolean;
  readonly descending: boolean;
  /** How the search was understood. Null if there is no search, or if it finds no teacher even without the filters. */
  readonly interpretation: Understanding | null;
}

/**
 * The position of the teacher at an index of a listing. The index counts in ascending order, even if the listing is
 * descending.
 */
export function positionAt(content: ImageContent, { ranks, alphabetical }: Listing, index: number): number {
  const rank = ranks === null ? index : ranks[index]!;
  return alphabetical ? content.alphabetical[rank]! : rank;
}

/**
 * A condition that a filter or a search sets. Together, its lists contain every teacher that passes, and perhaps
 * others.
 */
export interface Condition {
  /** The total length of the lists, which may overlap. */
  readonly count: number;
  readonly listCount: number;
  /** Lists of alphabetical ranks, or of positions, each ascending. Lazy, because there may be many. */
  lists(alphabetical: boolean): Iterable<Uint32Array>;
  /** Whether every teacher in the lists passes. */
  readonly isExact: boolean;
  passes(position: number): boolean;
}

/** Orders the teachers that pass `condition`: lower classes come first. Those that do not pass have the class -1. */
interface Ranking {
  readonly condition: Condition;
  classOf(position: number): number;
}

/** The condition that no teacher passes. */
export const noTeacher: Condition = {
  count: 0,
  isExact: true,
  listCount: 0,
  lists: () => [],
  passes: () => false,
};

/** The condition that a column has a value. */
export function filterCondition(column: ImageColumn, value: string): Condition {
  const code = findCode(column, value);
  if (code === null) return noTeacher;
  return {
    count: countPostings(column, code),
    isExact: true,
    listCount: 1,
    lists: (alphabetical) => [postingsOf(column, code, alphabetical)],
    passes: (position) => column.codes[position] === code,
  };
}

/** The condition that a column has one of the values with these codes. */
export function valueCondition(column: ImageColumn, codes: readonly number[] | Uint32Array): Condition {
  let count = 0;
  for (const code of codes) count += countPostings(column, code);
  // A set, because the beginning of a degree may match thousands of degrees.
  const wanted = new Set(codes);
  return {
    count,
    isExact: true,
    listCount: codes.length,
    *lists(alphabetical) {
      for (const code of codes) yield postingsOf(column, code, alphabetical);
    },
    passes: (position) => wanted.has(column.codes[position]!),
  };
}

/** The condition that a teacher has this first and this middle name. */
export function pairCondition(content: ImageContent, firstName: string, middleName: string): Condition {
  const { first_name, middle_name } = content.columns;
  const firstCode = findCode(first_name, firstName);
  const middleCode = findCode(middle_name, middleName);
  if (firstCode === null || middleCode === null) return noTeacher;
  const { start, end } = findPairRange(content, firstCode, middleCode);
  return {
    count: end - start,
    isExact: true,
    listCount: 1,
    lists(alphabetical) {
      const { postings, rankedPostings } = content.givenNames;
      return [(alphabetical ? rankedPostings : postings).subarray(start, end)];
    },
    passes: (position) => first_name.codes[position] === firstCode && middle_name.codes[position] === middleCode,
  };
}

/** All teachers; takes constant time. */
export function listAll(content: ImageContent, ordering: Ordering): Listing {
  return { count: content.ids.length, ranks: null, bytes: 0, ...directionOf(ordering), interpretation: null };
}

/** The listing of an exact condition with at most one list, which is not copied. Null for other conditions. */
export function listAtOnce({ isExact, listCount, lists }: Condition, ordering: Ordering): Listing | null {
  if (!isExact || listCount > 1) return null;
  const direction = directionOf(ordering);
  const [ranks = new Uint32Array(0)] = lists(direction.alphabetical);
  return { count: ranks.length, ranks, bytes: 0, ...direction, interpretation: null };
}

/**
 * The intersection does not gallop over lists that are longer than the shortest one by more than this factor, because
 * comparing the value of each candidate is faster. The factor is large, because in alphabetical order a common name
 * occurs in runs of adjacent teachers, which galloping skips.
 */
const gallopFactorMax = 32;

/**
 * The teachers that pass all conditions. Only the candidates of the rarest condition are visited. In the order of
 * relevance, teachers of a lower class come first.
 */
export function* listMatches(
  content: ImageContent,
  conditions: readonly Condition[],
  ordering: Ordering,
  ranking: Ranking | null = null,
): Task<Listing> {
  if (conditions.length === 0) return listAll(content, ordering);
  const rarest = rarestOf(conditions);
  const atOnce = conditions.length === 1 && ranking === null ? listAtOnce(rarest, ordering) : null;
  if (atOnce !== null) return atOnce;
  const direction = directionOf(ordering);
  const { alphabetical } = direction;
  const visited = alphabetical ? findGalloping(conditions, rarest) : [rarest];
  const others = conditions.filter((condition) => {
    return condition !== ranking?.condition && (!visited.includes(condition) || !condition.isExact);
  });
  const classes: ReturnType<typeof createRankList>[] = [];
  const visit = (rank: number): void => {
    const position = alphabetical ? content.alphabetical[rank]! : rank;
    for (const condition of others) if (!condition.passes(position)) return;
    const relevance = ranking === null ? 0 : ranking.classOf(position);
    if (relevance < 0) return;
    classes[relevance] ??= createRankList();
    classes[relevance].add(rank);
  };
  if (rarest.listCount !== 1) {
    yield* mergeLists(rarest.lists(alphabetical), rarest.count, content.ids.length, visit);
  } else {
    const lists = visited.flatMap((condition) => [...condition.lists(alphabetical)]);
    yield* lists.length === 1 ? visitList(lists[0]!, visit) : visitIntersection(lists, visit);
  }
  const ranks = concatenate(classes.flatMap((list) => list.added()));
  return { count: ranks.length, ranks, bytes: ranks.byteLength, ...direction, interpretation: null };
}

/**
 * The conditions to intersect, each with a single list. Returns only the rarest condition if it has several lists, or
 * if all other lists are much longer.
 */
function findGalloping(conditions: readonly Condition[], rarest: Condition): readonly Condition[] {
  if (rarest.listCount !== 1) return [rarest];
  return conditions.filter(({ listCount, count }) => listCount === 1 && count <= gallopFactorMax * rarest.count);
}

/** The condition that the fewest teachers can pass. */
export function rarestOf<Counted extends { readonly count: number }>(conditions: readonly Counted[]): Counted {
  return conditions.reduce((a, b) => (b.count < a.count ? b : a));
}

/**
 * Several lists are merged by sorting if they have at most this many ranks in total, otherwise with a bitmap of all
 * teachers.
 */
const sortedMax = 1024;

/**
 * Calls `visit` with each rank in the lists, ascending and without duplicates. `count` is the sum of their lengths, and
 * `total` the number of all teachers.
 */
export function* mergeLists(
  lists: Iterable<Uint32Array>,
  count: number,
  total: number,
  visit: (rank: number) => void,
): Task<void> {
  if (count > sortedMax) yield* visitBitmap(yield* uniteLists(lists, total), visit);
  else yield* visitList(uniteFew(lists), visit);
}

function uniteFew(lists: Iterable<Uint32Array>): Uint32Array {
  const ranks = new Set<number>();
  for (const list of lists) for (let i = 0; i < list.length; i++) ranks.add(list[i]!);
  return Uint32Array.from(ranks).sort();
}

/**
 * The number of visits between two yields. A visit may compare a name with the terms of a search, which takes some
 * microseconds if the parts of the name were not compared before.
 */
const visitsBetweenYields = 128;

function* visitList(ranks: Uint32Array, visit: (rank: number) => void): Task<void> {
  yield* visitBlocks([ranks], visitsBetweenYields, (_, from, to) => {
    for (let i = from; i < to; i++) visit(ranks[i]!);
  });
}

/** A bitmap with one bit for each teacher, set for those in the lists. */
export function* uniteLists(lists: Iterable<Uint32Array>, count: number): Task<Uint32Array> {
  const bitmap = new Uint32Array(Math.ceil(count / 32));
  yield* visitBlocks(lists, stepsBetweenYields, (list, from, to) => {
    for (let i = from; i < to; i++) bitmap[list[i]! >>> 5]! |= 1 << (list[i]! & 31);
  });
  return bitmap;
}

function* visitBitmap(bitmap: Uint32Array, visit: (rank: number) => void): Task<void> {
  let visited = 0;
  for (let word = 0; word < bitmap.length; word++) {
    if (word % (8 * stepsBetweenYields) === 0) yield;
    for (let bits = bitmap[word]!; bits !== 0; bits &= bits - 1) {
      visit((word << 5) | (31 - Math.clz32(bits & -bits)));
      if (++visited % visitsBetweenYields === 0) yield;
    }
  }
}

/** Collects ranks in an array that doubles in size. */
export function createRankList() {
  let ranks = new Uint32Array(64);
  let end = 0;
  return {
    add(rank: number): void {
      if (end === ranks.length) {
        const larger = new Uint32Array(end * 2);
        larger.set(ranks);
        ranks = larger;
      }
      ranks[end++] = rank;
    },
    /** The ranks in the order in which they were added; a view. */
    added: (): Uint32Array => ranks.subarray(0, end),
  };
}

function concatenate(lists: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const list of lists) {
    all.set(list, end);
    end += list.length;
  }
  return all;
}

/** Whether matches are listed by their alphabetical ranks. */
export function isAlphabetical(ordering: Ordering): boolean {
  return ordering !== "id" && ordering !== "-id";
}

function directionOf(ordering: Ordering): Pick<Listing, "alphabetical" | "descending"> {
  return { alphabetical: isAlphabetical(ordering), descending: ordering.startsWith("-") };
}
