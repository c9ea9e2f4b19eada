/** A listing: the teachers that match a query, in order. Indexes are used wherever possible. */
import type { Ordering } from "../domain/ordering.ts";
import type { Reading } from "../domain/readings.ts";
import { type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import { countPostings, findCode, postingsOf } from "../image/column.ts";
import type { ImageColumn, ImageContent } from "../image/layout.ts";
import { concatenate, createRankList, type RankList, type RankLists, visitRanks } from "./rank-sets.ts";
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
export function listAll({ ids }: ImageContent, ordering: Ordering): Listing {
  return { count: ids.length, ranks: null, bytes: 0, ...directionOf(ordering), interpretation: null };
}

/** The listing of an exact condition with at most one list, which is not copied. Null for other conditions. */
export function listAtOnce({ isExact, listCount, lists }: Condition, ordering: Ordering): Listing | null {
  if (!isExact || listCount > 1) return null;
  const direction = directionOf(ordering);
  const [ranks = new Uint32Array(0)] = lists(direction.alphabetical);
  return { count: ranks.length, ranks, bytes: 0, ...direction, interpretation: null };
}

/**
 * The teachers that pass all conditions. Costs one step per candidate of the rarest condition. By relevance, those of a
 * lower class come first; `classOf` gives -1 for a teacher that does not pass.
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
  const others = conditions.filter((condition) => condition !== rarest || !condition.isExact);
  const direction = directionOf(ordering);
  const classes: RankList[] = [];
  yield* visitRanks(rarest, direction.alphabetical, content.ids.length, (rank) => {
    const position = direction.alphabetical ? content.alphabetical[rank]! : rank;
    if (!passesAll(others, position)) return;
    const relevance = classOf === null ? 0 : classOf(position);
    if (relevance < 0) return;
    classes[relevance] ??= createRankList();
    classes[relevance].add(rank);
  });
  const ranks = yield* concatenate(classes.flatMap((list) => list.pieces()));
  return { count: ranks.length, ranks, bytes: ranks.byteLength, ...direction, interpretation: null };
}

/** The condition that the fewest teachers can pass. */
export function rarestOf(conditions: readonly Condition[]): Condition {
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

/** One condition per filter, found by binary search. */
export function findFilterConditions({ columns }: ImageContent, filters: ListingQuery["filters"]): Condition[] {
  return textFieldNames.flatMap((name) => {
    const value = filters[name];
    if (value === undefined) return [];
    const code = findCode(columns[name], value);
    return valueCondition(columns[name], code === null ? [] : [code]);
  });
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
