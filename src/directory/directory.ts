/** The directory: one immutable version of the data, and every query on it. */
import { createServerGarbage } from "../domain/garbage.ts";
import type { LetterOffset } from "../domain/names/alphabet.ts";
import type { Ordering } from "../domain/names/ordering.ts";
import { datasetVersionOf } from "../domain/publication.ts";
import type { DegreeCounts } from "../domain/results.ts";
import { type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import type { Image } from "../image/image-file.ts";
import type { ImageContent } from "../image/layout.ts";
import { countDegrees, listDegrees } from "./degrees.ts";
import { countLastName, createLetterFinder, findBeginnings, findFirstLastNames, findInitials } from "./letters.ts";
import {
  type Condition,
  filterCondition,
  isAlphabetical,
  type Listing,
  listAll,
  listAtOnce,
  listMatches,
  noTeacher,
  pairCondition,
  positionAt,
} from "./listing.ts";
import { createListingCache, type GetSignal } from "./listing-cache.ts";
import { findIdsCondition, findNeighbours, findPosition, teacherAt } from "./positions.ts";
import { createScheduler, type Task } from "./scheduler.ts";
import { createTablePool, type TablePool } from "./search/candidate-tables.ts";
import { createHighlighter } from "./search/highlights.ts";
import { matchCells } from "./search/match.ts";
import { findSearch } from "./search/search.ts";

export interface ListingQuery {
  /** The required values, normalised to NFC. */
  readonly filters: Readonly<Partial<Record<TextFieldName, string>>>;
  /** Returns only teachers with one of these ids, which must be ascending and distinct. Null for all teachers. */
  readonly ids: readonly number[] | null;
  /** The search text, which has at least one word, see `findSearch`; empty for no search. */
  readonly search: string;
  /** Whether only words that are spelt as typed match. Otherwise the search may be read in other ways. */
  readonly isExact: boolean;
  readonly ordering: Ordering;
}

const neverAborts: GetSignal = () => new AbortController().signal;

/** Creates the directory of an image. The directories of a server share its scheduler and its count of garbage. */
export function createDirectory(
  { publication, content }: Image,
  scheduler = createScheduler(),
  garbage = createServerGarbage(),
) {
  const findOnce = createListingCache(scheduler, garbage);
  const findLetters = createLetterFinder(content);
  const pool = createTablePool(content);
  /**
   * The key is the array of ranks of a listing, so the counts are freed with their listing. The listing of all teachers
   * has no such array, so its key is `content`.
   */
  const degreeCounts = new WeakMap<object, DegreeCounts>();

  /** Runs another task, such as rendering a page, in the time slices of the server. Returns as `findListing` does. */
  function runTask<Result>(task: Task<Result>, getSignal: GetSignal): Result | Promise<Result> {
    let signal: AbortSignal | undefined;
    return scheduler.run(task, () => {
      signal ??= getSignal();
      return !signal.aborted;
    });
  }

  return {
    publication,
    /** The value of `Dataset-Version`. */
    datasetVersion: datasetVersionOf(publication),
    /** The flat columns, only for code that writes many teachers. */
    content,
    /**
     * Returns the listing at once if it is cached or cheap to find, otherwise a promise. A queued task is aborted once
     * the signals of all its callers are aborted: the promise then rejects with an AbortError. Throws {@link
     * OverloadError}.
     */
    findListing(query: ListingQuery, getSignal = neverAborts): Listing | Promise<Listing> {
      if (isUnfiltered(query)) return listAll(content, query.ordering);
      const find = (): Listing | Task<Listing> => {
        const conditions = findFilterConditions(content, query.filters);
        // One filter, or a first name with a middle name, needs no scheduler.
        const [only] = query.ids === null && query.search === "" && conditions.length === 1 ? conditions : [];
        const atOnce = only === undefined ? null : listAtOnce(only, query.ordering);
        return atOnce ?? findListing(content, query, conditions, pool);
      };
      // A search leaves a bitmap with one bit per teacher as garbage.
      return findOnce(keyOf(query), find, query.search === "" ? 0 : content.ids.length / 8, getSignal);
    },
    /** The positions on a page: at most `limit`, from `offset` on. */
    positionsOn: (listing: Listing, offset: number, limit: number) => positionsOn(content, listing, offset, limit),
    /**
     * Counts the degrees of a listing. Returns as {@link findListing} does. The counts are cached as long as the
     * listing.
     */
    countDegrees(listing: Listing, getSignal = neverAborts): DegreeCounts | Promise<DegreeCounts> {
      const key = listing.ranks ?? content;
      const known = degreeCounts.get(key);
      if (known !== undefined) return known;
      const counted = runTask(countDegrees(content, listing), getSignal);
      const cache = (counts: DegreeCounts): DegreeCounts => {
        degreeCounts.set(key, counts);
        return counts;
      };
      return counted instanceof Promise ? counted.then(cache) : cache(counted);
    },
    /** Lists all degrees of a listing, the most frequent first. Returns as {@link findListing} does. */
    listDegrees: (listing: Listing, getSignal = neverAborts) => runTask(listDegrees(content, listing), getSignal),
    /**
     * Finds where each letter of the alphabet starts in an alphabetical listing. Returns as {@link findListing} does.
     */
    findLetters: (listing: Listing, getSignal = neverAborts) => runTask(findLetters(listing), getSignal),
    /**
     * The two-letter beginnings of the last names under a letter of an alphabetical listing; one binary search for
     * each.
     */
    findBeginnings: (listing: Listing, letter: LetterOffset) => findBeginnings(content, listing, letter),
    /**
     * The initials of the teachers with one last name in an alphabetical listing. An initial of more than `countMax`
     * teachers is replaced by two-letter beginnings.
     */
    findInitials: (listing: Listing, lastName: string, countMax: number) =>
      findInitials(content, listing, lastName, countMax),
    /** The number of teachers of an alphabetical listing with exactly this last name. */
    countLastName: (listing: Listing, lastName: string) => countLastName(content, listing, lastName),
    /** For each of the first few last names of an ascending listing, the position of the first teacher who has it. */
    findFirstLastNames: (listing: Listing) => findFirstLastNames(content, listing),
    runTask,
    /** Finds the teachers that the cells of a timetable refer to, in order. Returns as {@link findListing} does. */
    matchCells: (cells: readonly string[], getSignal = neverAborts) =>
      runTask(matchCells(content, cells, pool), getSignal),
    /** The position of the teacher with an id, or null. */
    findPosition: (id: number) => findPosition(content, id),
    /** The alphabetical rank and neighbours of the teacher at a position; costs a binary search. */
    findNeighbours: (position: number) => findNeighbours(content, position),
    teacherAt: (position: number) => teacherAt(content, position),
  };
}

export type Directory = ReturnType<typeof createDirectory>;

/** Whether the query matches all teachers. */
function isUnfiltered({ filters, ids, search }: ListingQuery): boolean {
  if (search !== "" || ids !== null) return false;
  // Object.keys() would create an array for each request.
  for (const _ in filters) return false;
  return true;
}

/** The cache key. Equivalent queries have the same key. */
function keyOf({ filters, ids, search, isExact, ordering }: ListingQuery): string {
  return JSON.stringify([ordering, ids, isExact, search, textFieldNames.map((name) => filters[name] ?? null)]);
}

/** One condition per filter, found by binary search; the first and the middle name together are one condition. */
export function findFilterConditions(content: ImageContent, filters: ListingQuery["filters"]): Condition[] {
  const { first_name, middle_name } = filters;
  const isPair = first_name !== undefined && middle_name !== undefined;
  const conditions = isPair ? [pairCondition(content, first_name, middle_name)] : [];
  for (const name of textFieldNames) {
    const value = filters[name];
    if (value === undefined || (isPair && (name === "first_name" || name === "middle_name"))) continue;
    conditions.push(filterCondition(content.columns[name], value));
  }
  return conditions;
}

/**
 * Finds the matches of a query with at least one filter, id or search word. `filterConditions` are the conditions of
 * its filters.
 */
export function* findListing(
  content: ImageContent,
  { ids, search, isExact, ordering }: ListingQuery,
  filterConditions: readonly Condition[],
  pool: TablePool = createTablePool(content),
): Task<Listing> {
  const conditions = [...filterConditions];
  if (ids !== null) conditions.push(yield* findIdsCondition(content, ids, isAlphabetical(ordering)));
  if (search === "") return yield* listMatches(content, conditions, ordering);
  const options = { isLiteral: isExact, isAlphabetical: isAlphabetical(ordering) };
  const found = yield* findSearch(content, pool, search, options);
  if (found === null) return yield* listMatches(content, [noTeacher], ordering);
  const { condition, means, hasInitialsOnly, interpretation } = found;
  const { classOf } = condition;
  const ranking = ordering === "relevance" && classOf !== null ? { condition, classOf } : null;
  const listing = yield* listMatches(content, [...conditions, condition], ordering, ranking);
  yield* condition.release();
  const understanding = { reading: means, setAside: interpretation.setAside, hasInitialsOnly };
  const highlighter = () => createHighlighter(content, interpretation);
  return { ...listing, interpretation: { ...understanding, createHighlighter: highlighter } };
}

/** The positions on a page of the listing, see {@link Directory}. */
function positionsOn(content: ImageContent, listing: Listing, offset: number, limit: number): Uint32Array {
  const { count, descending } = listing;
  const positions = new Uint32Array(Math.max(0, Math.min(limit, count - offset)));
  for (let i = 0; i < positions.length; i++) {
    positions[i] = positionAt(content, listing, descending ? count - 1 - offset - i : offset + i);
  }
  return positions;
}
