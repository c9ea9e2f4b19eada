/** A listing: who matches a query, in order; found without touching teachers that don't match wherever an index allows. */
import type { Ordering } from "../domain/ordering.ts";
import { type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import { findCode } from "../image/column.ts";
import type { ImageContent } from "../image/layout.ts";
import { type Condition, valueCondition } from "./condition.ts";
import { createRankList, visitRanks } from "./rank-sets.ts";
import type { Task } from "./scheduler.ts";
import { findSearchConditions } from "./search.ts";

export interface ListingQuery {
  /** Values to be equal to, normalised to NFC. */
  readonly filters: Readonly<Partial<Record<TextFieldName, string>>>;
  /** What people typed, see `findSearchConditions`; empty for everyone. */
  readonly search: string;
  readonly ordering: Ordering;
}

export interface Listing {
  readonly count: number;
  /** Ascending places of the matches: alphabetical ranks or positions. Null stands for everyone. */
  readonly places: Uint32Array | null;
  /** What they take in memory; 0 where they are a view of the image. */
  readonly bytes: number;
  readonly alphabetical: boolean;
  readonly descending: boolean;
}

/** Whether the query asks for everyone. */
export function isUnfiltered({ filters, search }: ListingQuery): boolean {
  return search === "" && textFieldNames.every((name) => filters[name] === undefined);
}

/** Everyone: no work, a view of the image. */
export function listAll({ ids }: ImageContent, ordering: Ordering): Listing {
  return { count: ids.length, places: null, bytes: 0, ...directionOf(ordering) };
}

/**
 * Finds who matches. One filter of one value: no work but to find the value, a view of the image. Several conditions: one
 * step a teacher of the rarest. A search: its matches.
 */
export function* findListing(content: ImageContent, query: ListingQuery): Task<Listing> {
  const direction = directionOf(query.ordering);
  const conditions = yield* findConditions(content, query);
  if (conditions?.length === 0) return listAll(content, query.ordering);
  const found = conditions === null ? nobody : yield* findRanks(content, conditions, direction.alphabetical);
  return { count: found.places.length, ...found, ...direction };
}

const nobody = { places: new Uint32Array(0), bytes: 0 };

function directionOf(ordering: Ordering): Pick<Listing, "alphabetical" | "descending"> {
  return { alphabetical: ordering.endsWith("last_name"), descending: ordering.startsWith("-") };
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

/** The conditions; null where one can't be met. */
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
): Task<{ places: Uint32Array; bytes: number }> {
  const rarest = conditions.reduce((a, b) => (b.count < a.count ? b : a));
  const others = conditions.filter((condition) => condition !== rarest || !condition.isExact);
  if (others.length === 0 && rarest.listCount === 1) {
    const [places] = rarest.lists(alphabetical);
    return { places: places!, bytes: 0 };
  }
  const found = createRankList();
  yield* visitRanks(rarest, alphabetical, content.ids.length, (place) => {
    if (passesAll(others, alphabetical ? content.alphabetical[place]! : place)) found.add(place);
  });
  const places = yield* found.finish();
  return { places, bytes: places.byteLength };
}

function passesAll(conditions: readonly Condition[], position: number): boolean {
  for (const condition of conditions) if (!condition.passes(position)) return false;
  return true;
}
