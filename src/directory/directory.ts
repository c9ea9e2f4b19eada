/** The directory: one immutable version of the data and every question that is asked of it. */
import { LRUCache } from "lru-cache";
import type { Publication } from "../publication.ts";
import { composeWithShorts, type Teacher, type TextPartName, textPartNames } from "../teacher.ts";
import { countPostings, countValues, findFirst, textAt } from "./column.ts";
import type { Image } from "./image.ts";
import type { ImageContent } from "./layout.ts";
import {
  findListing,
  isEveryone,
  type Listing,
  type ListingQuery,
  listEveryone,
  type Ordering,
  orderings,
  positionsOn,
} from "./listing.ts";
import { type Pausing, runInSlices, stepsBetweenPauses } from "./slices.ts";

/** A value of a column and how many teachers of a listing have it. */
export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

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
  /** How many teachers of the listing have each degree, the most frequent first; none with 0. */
  countDegrees(listing: Listing): ValueCount[] | Promise<ValueCount[]>;
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

/** Bytes of listings kept for their next pages, at 4 bytes a match. */
const listingBytesMax = 64 * 1024 * 1024;

export function createDirectory({ publication, content }: Image): Directory {
  const listings = new LRUCache<string, Listing>({
    maxSize: listingBytesMax,
    // The key holds what was asked for, which may be long where little is found.
    sizeCalculation: ({ bytes }, key) => 1024 + 4 * key.length + bytes,
  });
  const everyone = Object.fromEntries(
    orderings.map((ordering) => [ordering, listEveryone(content, ordering)]),
  ) as Record<Ordering, Listing>;
  const underWay = new Map<string, Search>();
  return {
    publication,
    content,
    findListing(query, asker = stays) {
      if (isEveryone(query)) return everyone[query.ordering];
      const key = keyOf(query);
      const known = listings.get(key);
      if (known !== undefined) return known;
      const search = underWay.get(key);
      if (search !== undefined) {
        search.askers.push(asker());
        return search.listing;
      }
      const askers: AbortSignal[] = [];
      const found = runInSlices(findListing(content, query), () => askers.some(({ aborted }) => !aborted));
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
    countDegrees: (listing) => runInSlices(countDegrees(content, listing)),
    findPosition: (id) => findPosition(content, id),
    teacherAt: (position) => teacherAt(content, position),
  };
}

/** Equal for queries that find the same; no value holds a line feed. */
function keyOf({ filters, search, ordering }: ListingQuery): string {
  let key = `${ordering}\n${search}`;
  for (const name of textPartNames) key += `\n${filters[name] ?? ""}`;
  return key;
}

function* countDegrees(content: ImageContent, { places, alphabetical }: Listing): Pausing<ValueCount[]> {
  const column = content.columns.degree;
  const counts = new Uint32Array(countValues(column));
  if (places === null) {
    for (let code = 0; code < counts.length; code++) counts[code] = countPostings(column, code);
  } else {
    for (let i = 0; i < places.length; i++) {
      const place = places[i]!;
      counts[column.codes[alphabetical ? content.alphabetical[place]! : place]!]!++;
      if (i % stepsBetweenPauses === 0) yield;
    }
  }
  return Array.from(counts, (count, code) => ({ count, code }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.code - b.code)
    .map(({ count, code }) => ({ value: textAt(column.values, code), count }));
}

function findPosition({ ids }: ImageContent, id: number): number | null {
  const position = findFirst(ids.length, (at) => ids[at]! >= id);
  return ids[position] === id ? position : null;
}

function teacherAt({ ids, columns }: ImageContent, position: number): Teacher {
  const value = (name: TextPartName): string => textAt(columns[name].values, columns[name].codes[position]!);
  const short = (name: TextPartName): string => textAt(columns[name].shorts, columns[name].codes[position]!);
  return composeWithShorts(
    {
      id: ids[position]!,
      last_name: value("last_name"),
      first_name: value("first_name"),
      middle_name: value("middle_name"),
      degree: value("degree"),
    },
    { first_name: short("first_name"), middle_name: short("middle_name"), degree: short("degree") },
  );
}
