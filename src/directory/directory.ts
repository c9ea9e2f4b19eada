/** The directory: one immutable version of the data, and every query on it. */
import { LRUCache } from "lru-cache";
import type { DegreeCounts } from "../domain/degree-counts.ts";
import { type Ordering, orderings } from "../domain/ordering.ts";
import type { Publication } from "../domain/publication.ts";
import {
  type Abbreviations,
  composeWithAbbreviations,
  type StoredTeacher,
  type Teacher,
  textFieldNames,
} from "../domain/teacher.ts";
import { textAt } from "../image/column.ts";
import type { Image } from "../image/image-file.ts";
import type { ImageContent } from "../image/layout.ts";
import { countDegrees } from "./degrees.ts";
import { findIdsCondition, findPosition } from "./ids.ts";
import {
  findFilterConditions,
  isAlphabetical,
  type Listing,
  type ListingQuery,
  listAll,
  listAtOnce,
  listMatches,
  noTeacher,
} from "./listing.ts";
import { matchNames, type NameMatch } from "./match.ts";
import { runTask, type Task } from "./scheduler.ts";
import { findSearch } from "./search.ts";

export interface Directory {
  readonly publication: Publication;
  /** The flat columns, for code that writes many teachers. */
  readonly content: ImageContent;
  /**
   * Returns the listing at once if it is cached or cheap to find, otherwise a promise. Queued work is aborted once the
   * signals of all its callers are aborted: the promise then rejects with an AbortError. Throws {@link OverloadError}.
   */
  findListing(query: ListingQuery, getSignal?: GetSignal): Listing | Promise<Listing>;
  /** The positions on a page: at most `limit`, from `offset` on. */
  positionsOn(listing: Listing, offset: number, limit: number): Uint32Array;
  /** Counts the degrees of a listing, on the terms of {@link findListing}; the degrees of all teachers are counted once. */
  countDegrees(listing: Listing, getSignal?: GetSignal): DegreeCounts | Promise<DegreeCounts>;
  /** Whom written names mean, in their order; on the terms of {@link findListing}. */
  matchNames(names: readonly string[], getSignal?: GetSignal): NameMatch[] | Promise<NameMatch[]>;
  /** The position of the teacher with an id, or null. */
  findPosition(id: number): number | null;
  teacherAt(position: number): Teacher;
}

/** Gives the signal that is aborted when the client disconnects. Called only if there is something to wait for. */
export type GetSignal = () => AbortSignal;

/** A listing that is being found: concurrent equal queries share one task. */
interface Search {
  readonly listing: Promise<Listing>;
  readonly signals: AbortSignal[];
}

const neverAborts: GetSignal = () => new AbortController().signal;

/** Tells whether the client is still connected. Gets the signal on the first call, when a task has to wait. */
export function stillWanted(getSignal: GetSignal): () => boolean {
  let signal: AbortSignal | undefined;
  return () => {
    signal ??= getSignal();
    return !signal.aborted;
  };
}

/** The most bytes of cached listings, at 4 bytes per match. */
const listingBytesMax = 64 * 1024 * 1024;

export function createDirectory({ publication, content }: Image): Directory {
  const listings = new LRUCache<string, Listing>({
    maxSize: listingBytesMax,
    // The key contains the query, which can be long even if there are few matches. It makes up for the list of an id filter.
    sizeCalculation: ({ bytes }, key) => 1024 + 4 * key.length + bytes,
  });
  const unfiltered = Object.fromEntries(orderings.map((ordering) => [ordering, listAll(content, ordering)])) as Record<
    Ordering,
    Listing
  >;
  const underWay = new Map<string, Search>();
  /** Counted on first use; null before that and after a failure. */
  let allDegrees: DegreeCounts | Promise<DegreeCounts> | null = null;

  function countAllDegrees(listing: Listing): DegreeCounts | Promise<DegreeCounts> {
    const counted = runTask(countDegrees(content, listing));
    if (!(counted instanceof Promise)) return counted;
    const remember = (counts: DegreeCounts | null): void => {
      allDegrees = counts;
    };
    void counted.then(remember, () => remember(null));
    return counted;
  }

  return {
    publication,
    content,
    findListing(query, getSignal = neverAborts) {
      if (isUnfiltered(query)) return unfiltered[query.ordering];
      const key = keyOf(query);
      const known = listings.get(key);
      if (known !== undefined) return known;
      const search = underWay.get(key);
      if (search !== undefined) {
        search.signals.push(getSignal());
        return search.listing;
      }
      const signals: AbortSignal[] = [];
      const found =
        findByFilter(content, query) ??
        runTask(findListing(content, query), () => signals.some(({ aborted }) => !aborted));
      if (!(found instanceof Promise)) {
        listings.set(key, found);
        return found;
      }
      signals.push(getSignal());
      const cached = found.then((listing) => {
        listings.set(key, listing);
        return listing;
      });
      const listing = cached.finally(() => underWay.delete(key));
      underWay.set(key, { listing, signals });
      return listing;
    },
    positionsOn: (listing, offset, limit) => positionsOn(content, listing, offset, limit),
    countDegrees(listing, getSignal = neverAborts) {
      if (listing.ranks !== null) return runTask(countDegrees(content, listing), stillWanted(getSignal));
      allDegrees ??= countAllDegrees(listing);
      return allDegrees;
    },
    matchNames: (names, getSignal = neverAborts) => runTask(matchNames(content, names), stillWanted(getSignal)),
    findPosition: (id) => findPosition(content, id),
    teacherAt: (position) => teacherAt(content, position),
  };
}

/** Whether the query matches all teachers. */
function isUnfiltered({ filters, ids, search }: ListingQuery): boolean {
  return search === "" && ids === null && Object.keys(filters).length === 0;
}

/** Equal for equivalent queries whose filters have the same order. No value contains a line feed. */
function keyOf({ filters, ids, search, reading, ordering }: ListingQuery): string {
  let key = `${ordering}\n${ids === null ? "" : `id=${ids}`}\n${reading}\n${search}`;
  for (const [name, value] of Object.entries(filters)) key += `\n${name}=${value}`;
  return key;
}

/** The listing of a single filter: one binary search, too little for the scheduler. Null for other queries. */
function findByFilter(content: ImageContent, query: ListingQuery): Listing | null {
  const { filters, ids, search, ordering } = query;
  if (ids !== null || search !== "" || Object.keys(filters).length > 1) return null;
  const [condition] = findFilterConditions(content, filters);
  return condition === undefined ? listAll(content, ordering) : listAtOnce(condition, ordering);
}

/** Finds the matches of a query that has a filter, ids or a search. */
export function* findListing(content: ImageContent, query: ListingQuery): Task<Listing> {
  const { filters, ids, search, reading, ordering } = query;
  const conditions = findFilterConditions(content, filters);
  if (ids !== null) conditions.push(yield* findIdsCondition(content, ids, isAlphabetical(ordering)));
  if (search === "") return yield* listMatches(content, conditions, ordering);
  const found = yield* findSearch(content, search, reading);
  if (found === null) return yield* listMatches(content, [noTeacher], ordering);
  const classOf = ordering === "relevance" && found.words !== null ? found.words.classOf : null;
  const listing = yield* listMatches(content, [...conditions, ...found.conditions], ordering, classOf);
  return { ...listing, interpretation: found.interpretation };
}

/** The positions on a page of the listing, see {@link Directory}. */
function positionsOn(content: ImageContent, listing: Listing, offset: number, limit: number): Uint32Array {
  const { count, ranks, alphabetical, descending } = listing;
  const positions = new Uint32Array(Math.max(0, Math.min(limit, count - offset)));
  for (let i = 0; i < positions.length; i++) {
    const index = descending ? count - 1 - offset - i : offset + i;
    const rank = ranks === null ? index : ranks[index]!;
    positions[i] = alphabetical ? content.alphabetical[rank]! : rank;
  }
  return positions;
}

function teacherAt({ ids, columns }: ImageContent, position: number): Teacher {
  const stored: Record<string, unknown> = { id: ids[position]! };
  for (const name of textFieldNames) stored[name] = textAt(columns[name].values, columns[name].codes[position]!);
  const abbreviation = (name: keyof Abbreviations): string => {
    const { abbreviations, codes } = columns[name];
    return textAt(abbreviations, codes[position]!);
  };
  return composeWithAbbreviations(stored as StoredTeacher, {
    first_name: abbreviation("first_name"),
    middle_name: abbreviation("middle_name"),
    degree: abbreviation("degree"),
  });
}
