/** The directory: one immutable version of the data and every question that is asked of it. */
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
import { findFirst, textAt } from "../image/column.ts";
import type { Image } from "../image/image-file.ts";
import type { ImageContent } from "../image/layout.ts";
import { countDegrees } from "./degrees.ts";
import { findListing, isUnfiltered, type Listing, type ListingQuery, listAll, positionsOn } from "./listing.ts";
import { runTask } from "./scheduler.ts";

export interface Directory {
  readonly publication: Publication;
  /** The flat columns, for whoever writes many teachers. */
  readonly content: ImageContent;
  /**
   * At once where little is to be done or it was found before; a promise where it takes more than a moment. Work that
   * waits is given up once all who asked for it have gone. Throws {@link OverloadError}, or rejects with it.
   */
  findListing(query: ListingQuery, asker?: Asker): Listing | Promise<Listing>;
  /** The positions on a page: at most `limit`, from `offset` on. */
  positionsOn(listing: Listing, offset: number, limit: number): Uint32Array;
  /** Counts the degrees of a listing, as {@link findListing} finds one; those of all teachers are counted once. */
  countDegrees(listing: Listing, asker?: Asker): DegreeCounts | Promise<DegreeCounts>;
  /** The position of the teacher with an id, or null. */
  findPosition(id: number): number | null;
  teacherAt(position: number): Teacher;
}

/** Asked only where there is something to wait for: the signal says that whoever asked has gone. */
export type Asker = () => AbortSignal;

/** A listing that is being found, so that equal queries at the same time are one piece of work. */
interface Search {
  readonly listing: Promise<Listing>;
  readonly askers: AbortSignal[];
}

const stays: Asker = () => new AbortController().signal;

/** Whether who asked is still there; the signal is looked up when a task has to wait. */
export function isThere(asker: Asker): () => boolean {
  let signal: AbortSignal | undefined;
  return () => {
    signal ??= asker();
    return !signal.aborted;
  };
}

/** Bytes of listings kept for their next pages, at 4 bytes a match. */
const listingBytesMax = 64 * 1024 * 1024;

export function createDirectory({ publication, content }: Image): Directory {
  const listings = new LRUCache<string, Listing>({
    maxSize: listingBytesMax,
    // The key holds what was asked for, which may be long where little is found.
    sizeCalculation: ({ bytes }, key) => 1024 + 4 * key.length + bytes,
  });
  const everyone = Object.fromEntries(orderings.map((ordering) => [ordering, listAll(content, ordering)])) as Record<
    Ordering,
    Listing
  >;
  const underWay = new Map<string, Search>();
  /** Counted when a page first asks for them; null before that, and again where that has failed. */
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
    findListing(query, asker = stays) {
      if (isUnfiltered(query)) return everyone[query.ordering];
      const key = keyOf(query);
      const known = listings.get(key);
      if (known !== undefined) return known;
      const search = underWay.get(key);
      if (search !== undefined) {
        search.askers.push(asker());
        return search.listing;
      }
      const askers: AbortSignal[] = [];
      const found = runTask(findListing(content, query), () => askers.some(({ aborted }) => !aborted));
      if (!(found instanceof Promise)) {
        listings.set(key, found);
        return found;
      }
      askers.push(asker());
      const kept = found.then((listing) => {
        listings.set(key, listing);
        return listing;
      });
      const listing = kept.finally(() => underWay.delete(key));
      underWay.set(key, { listing, askers });
      return listing;
    },
    positionsOn: (listing, offset, limit) => positionsOn(content, listing, offset, limit),
    countDegrees(listing, asker = stays) {
      if (listing.places !== null) return runTask(countDegrees(content, listing), isThere(asker));
      allDegrees ??= countAllDegrees(listing);
      return allDegrees;
    },
    findPosition: (id) => findPosition(content, id),
    teacherAt: (position) => teacherAt(content, position),
  };
}

/** Equal for queries that find the same; no value holds a line feed. */
function keyOf({ filters, search, ordering }: ListingQuery): string {
  let key = `${ordering}\n${search}`;
  for (const name of textFieldNames) key += `\n${filters[name] ?? ""}`;
  return key;
}

function findPosition({ ids }: ImageContent, id: number): number | null {
  const position = findFirst(ids.length, (at) => ids[at]! >= id);
  return ids[position] === id ? position : null;
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
