/** A listing: the teachers that match a query, in order. Indexes are used wherever possible. */
import type { Ordering } from "../domain/ordering.ts";
import type { Reading } from "../domain/readings.ts";
import { type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import { countPostings, findCode, findPairRange, postingsOf } from "../image/column.ts";
import type { ImageColumn, ImageContent } from "../image/layout.ts";
import {
  concatenate,
  createRankList,
  type RankList,
  type RankLists,
  visitCommonRanks,
  visitRanks,
} from "./rank-sets.ts";
import type { Task } from "./scheduler.ts";
import type { Interpretation } from "./terms.ts";

export interface ListingQuery {
  /** The required values, normalised to NFC. */
  readonly filters: Readonly<Partial<Record<TextFieldName, string>>>;
  /** The ids of which a teacher must have one: ascending and distinct. Null for any id. */
  readonly ids: readonly number[] | null;
  /** The search text, see `findSearch`; empty for no search, and never only separators. */
  readonly search: string;
  /** The only way to read the search; null for the first one that finds somebody. */
  readonly reading: Reading | null;
  readonly ordering: Ordering;
}

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
export interface Condition extends RankLists {
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
  const classes: RankList[] = [];
  const visit = (rank: number): void => {
    const position = alphabetical ? content.alphabetical[rank]! : rank;
    if (!passesAll(others, position)) return;
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

function passesAll(conditions: readonly Condition[], position: number): boolean {
  for (const condition of conditions) if (!condition.passes(position)) return false;
  return true;
}

/** Whether matches are listed by their alphabetical ranks. */
export function isAlphabetical(ordering: Ordering): boolean {
  return ordering !== "id" && ordering !== "-id";
}

function directionOf(ordering: Ordering): Pick<Listing, "alphabetical" | "descending"> {
  return { alphabetical: isAlphabetical(ordering), descending: ordering.startsWith("-") };
}

/** One condition per filter, found by binary search; the first and the middle name together are one condition. */
export function findFilterConditions(content: ImageContent, filters: ListingQuery["filters"]): Condition[] {
  const { first_name, middle_name } = filters;
  const isPair = first_name !== undefined && middle_name !== undefined;
  const conditions = isPair ? [pairCondition(content, first_name, middle_name)] : [];
  for (const name of textFieldNames) {
    const value = filters[name];
    if (value === undefined || (isPair && (name === "first_name" || name === "middle_name"))) continue;
    const column = content.columns[name];
    const code = findCode(column, value);
    conditions.push(valueCondition(column, code === null ? [] : [code]));
  }
  return conditions;
}

/** The condition that no teacher passes. */
export const noTeacher: Condition = {
  count: 0,
  isExact: true,
  listCount: 0,
  lists: () => [],
  passes: () => false,
};

/** The condition that a column has one of these values. */
export function valueCondition(column: ImageColumn, codes: readonly number[] | Uint32Array): Condition {
  let count = 0;
  for (const code of codes) count += countPostings(column, code);
  // A beginning may name thousands of degrees.
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
function pairCondition(content: ImageContent, firstName: string, middleName: string): Condition {
  const { first_name, middle_name } = content.columns;
  const firstCode = findCode(first_name, firstName);
  const middleCode = findCode(middle_name, middleName);
  if (firstCode === null || middleCode === null) return noTeacher;
  const { start, end } = findPairRange(content, firstCode, middleCode);
  // Not destructured further: reading a list that has not been checked throws.
  const { givenNames } = content;
  const { codes: firstCodes } = first_name;
  const { codes: middleCodes } = middle_name;
  return {
    count: end - start,
    isExact: true,
    listCount: 1,
    lists: (alphabetical) => [(alphabetical ? givenNames.rankedPostings : givenNames.postings).subarray(start, end)],
    passes: (position) => firstCodes[position] === firstCode && middleCodes[position] === middleCode,
  };
}
