/** A listing: the teachers that match a query, in order. Indexes are used wherever possible. */
import type { Ordering } from "../domain/ordering.ts";
import { type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import { findCode } from "../image/column.ts";
import type { ImageContent } from "../image/layout.ts";
import { type Condition, valueCondition } from "./condition.ts";
import { createRankList, visitRanks } from "./rank-sets.ts";
import type { Task } from "./scheduler.ts";
import { findSearchConditions } from "./search.ts";

export interface ListingQuery {
  /** The ids to choose from: distinct, ascending. Null for all teachers. */
  readonly ids?: readonly number[] | null;
  /** The required values, normalised to NFC. */
  readonly filters: Readonly<Partial<Record<TextFieldName, string>>>;
  /** The search text, see `findSearchConditions`; empty for no search. */
  readonly search: string;
  readonly ordering: Ordering;
}

export interface Listing {
  readonly count: number;
  /** Ascending ranks of the matches: alphabetical ranks, or positions in id order. Null stands for all teachers. */
  readonly ranks: Uint32Array | null;
  /** The memory that the ranks take; 0 if they are a view of the image. */
  readonly bytes: number;
  readonly alphabetical: boolean;
  readonly descending: boolean;
}

/** Whether the query matches all teachers. */
export function isUnfiltered({ filters, search }: ListingQuery): boolean {
  return search === "" && textFieldNames.every((name) => filters[name] === undefined);
}

/** All teachers; takes constant time. */
export function listAll({ ids }: ImageContent, ordering: Ordering): Listing {
  return { count: ids.length, ranks: null, bytes: 0, ...directionOf(ordering) };
}

/**
 * Finds the matches. A single filter costs one binary search, and its ranks are a view of the image. Several conditions
 * cost one step per candidate of the rarest one. A search costs one step per match.
 */
export function* findListing(content: ImageContent, query: ListingQuery): Task<Listing> {
  const direction = directionOf(query.ordering);
  const conditions = yield* findConditions(content, query);
  if (conditions?.length === 0) return listAll(content, query.ordering);
  const found = conditions === null ? noMatches : yield* findRanks(content, conditions, direction.alphabetical);
  return { count: found.ranks.length, ...found, ...direction };
}

const noMatches = { ranks: new Uint32Array(0), bytes: 0 };

function directionOf(ordering: Ordering): Pick<Listing, "alphabetical" | "descending"> {
  return { alphabetical: ordering.endsWith("last_name"), descending: ordering.startsWith("-") };
}

/** The positions on a page of the listing: `limit` of them from `offset`, fewer at the end, none past it. */
export function positionsOn(content: ImageContent, listing: Listing, offset: number, limit: number): Uint32Array {
  const { count, ranks, alphabetical, descending } = listing;
  const positions = new Uint32Array(Math.max(0, Math.min(limit, count - offset)));
  for (let i = 0; i < positions.length; i++) {
    const index = descending ? count - 1 - offset - i : offset + i;
    const rank = ranks === null ? index : ranks[index]!;
    positions[i] = alphabetical ? content.alphabetical[rank]! : rank;
  }
  return positions;
}

/** The conditions; null if one of them can't be met. */
function* findConditions(content: ImageContent, { filters, search }: ListingQuery): Task<Condition[] | null> {
  const conditions: Condition[] = [];
  for (const name of textFieldNames) {
    const value = filters[name];
    if (value === undefined) continue;
    const code = findCode(content.columns[name], value);
    if (code === null) return null;
    conditions.push(valueCondition(content.columns[name], [code]));
  }
  if (search === "") return conditions;
  const searched = yield* findSearchConditions(content, search);
  return searched === null ? null : [...conditions, ...searched];
}

function* findRanks(
  content: ImageContent,
  conditions: readonly Condition[],
  alphabetical: boolean,
): Task<{ ranks: Uint32Array; bytes: number }> {
  const rarest = conditions.reduce((a, b) => (b.count < a.count ? b : a));
  const others = conditions.filter((condition) => condition !== rarest || !condition.isExact);
  if (others.length === 0 && rarest.listCount === 1) {
    const [ranks] = rarest.lists(alphabetical);
    return { ranks: ranks!, bytes: 0 };
  }
  const found = createRankList();
  yield* visitRanks(rarest, alphabetical, content.ids.length, (rank) => {
    if (passesAll(others, alphabetical ? content.alphabetical[rank]! : rank)) found.add(rank);
  });
  const ranks = yield* found.finish();
  return { ranks, bytes: ranks.byteLength };
}

function passesAll(conditions: readonly Condition[], position: number): boolean {
  for (const condition of conditions) if (!condition.passes(position)) return false;
  return true;
}
