/** A listing: who matches a query, in order; found without touching teachers that don't match wherever an index allows. */
import { type TextPartName, textPartNames } from "../teacher.ts";
import { countPostings, findCodes, postingsOf } from "./column.ts";
import type { ImageColumn, ImageContent } from "./layout.ts";

export const orderings = ["id", "-id", "last_name", "-last_name"] as const;
/** By id or by last, first, middle name and id; the hyphen turns the whole order round. */
export type Ordering = (typeof orderings)[number];

export interface ListingQuery {
  /** Values to be equal to, normalised to NFC. */
  readonly filters: Readonly<Partial<Record<TextPartName, string>>>;
  readonly ordering: Ordering;
}

export interface Listing {
  readonly count: number;
  /** Ascending places of the matches: alphabetical ranks or positions. Null stands for everyone. */
  readonly places: Uint32Array | null;
  readonly alphabetical: boolean;
  readonly descending: boolean;
}

/** What one filter asks: a column and the codes that pass, never none. */
interface Condition {
  readonly column: ImageColumn;
  readonly codes: readonly number[];
  /** How many teachers pass. */
  readonly count: number;
}

/**
 * Finds who matches. Everyone, and one filter of one value: no work, a view of the image. Several filters: one step a
 * teacher of the rarest.
 */
export function findListing(content: ImageContent, query: ListingQuery): Listing {
  const descending = query.ordering.startsWith("-");
  const alphabetical = query.ordering.endsWith("last_name");
  const conditions = findConditions(content, query);
  const places = conditions === null ? new Uint32Array(0) : findPlaces(content, conditions, alphabetical);
  return { count: places?.length ?? content.ids.length, places, alphabetical, descending };
}

/** The positions on a page of the listing: `limit` of them from `offset`, fewer at its end, none past it. */
export function positionsOn(content: ImageContent, listing: Listing, offset: number, limit: number): Uint32Array {
  const { count, places, alphabetical, descending } = listing;
  const positions = new Uint32Array(Math.max(0, Math.min(limit, count - offset)));
  for (let i = 0; i < positions.length; i++) {
    const index = descending ? count - 1 - offset - i : offset + i;
    const place = places === null ? index : places[index]!;
    positions[i] = alphabetical ? content.alphabetical[place]! : place;
  }
  return positions;
}

/** The conditions, the rarest first; null where one can't be met. */
function findConditions(content: ImageContent, query: ListingQuery): Condition[] | null {
  const conditions: Condition[] = [];
  for (const name of textPartNames) {
    const value = query.filters[name];
    if (value === undefined) continue;
    const column = content.columns[name];
    const codes = findCodes(column, value);
    if (codes.length === 0) return null;
    const count = codes.reduce((sum, code) => sum + countPostings(column, code), 0);
    conditions.push({ column, codes, count });
  }
  return conditions.sort((a, b) => a.count - b.count);
}

function findPlaces(content: ImageContent, conditions: Condition[], alphabetical: boolean): Uint32Array | null {
  const [rarest, ...others] = conditions;
  if (rarest === undefined) return null;
  const candidates = uniteSorted(rarest.codes.map((code) => postingsOf(rarest.column, code, alphabetical)));
  if (others.length === 0) return candidates;
  const found = new Uint32Array(candidates.length);
  let count = 0;
  for (const place of candidates) {
    const position = alphabetical ? content.alphabetical[place]! : place;
    if (others.every(({ column, codes }) => codes.includes(column.codes[position]!))) found[count++] = place;
  }
  return found.slice(0, count);
}

/** One ascending list of several that share no number. */
function uniteSorted(lists: readonly Uint32Array[]): Uint32Array {
  if (lists.length === 1) return lists[0]!;
  const united = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    united.set(list, at);
    at += list.length;
  }
  return united.sort();
}
