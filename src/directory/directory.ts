/** The directory: one immutable version of the data and every question that is asked of it. */

import { LRUCache } from "lru-cache";
import type { Publication } from "../publication.ts";
import { composeTeacher, type Teacher, textPartNames } from "../teacher.ts";
import { textAt } from "./column.ts";
import type { Image } from "./image.ts";
import type { ImageContent } from "./layout.ts";
import { findListing, type Listing, type ListingQuery, positionsOn } from "./listing.ts";

export interface Directory {
  readonly publication: Publication;
  /** The flat columns, for whoever writes many teachers. */
  readonly content: ImageContent;
  findListing(query: ListingQuery): Listing;
  /** The positions on a page: at most `limit`, from `offset` on. */
  positionsOn(listing: Listing, offset: number, limit: number): Uint32Array;
  /** The position of the teacher with an id, or null. */
  findPosition(id: number): number | null;
  teacherAt(position: number): Teacher;
}

/** Bytes of computed listings kept for their next pages, at 4 bytes a match. */
const listingBytesMax = 64 * 1024 * 1024;

export function createDirectory({ publication, content }: Image): Directory {
  const listings = new LRUCache<string, Listing>({
    maxSize: listingBytesMax,
    sizeCalculation: ({ places }) => 256 + (places?.byteLength ?? 0),
  });
  return {
    publication,
    content,
    findListing(query) {
      const key = keyOf(query);
      let listing = listings.get(key);
      if (listing === undefined) {
        listing = findListing(content, query);
        listings.set(key, listing);
      }
      return listing;
    },
    positionsOn: (listing, offset, limit) => positionsOn(content, listing, offset, limit),
    findPosition: (id) => findPosition(content, id),
    teacherAt: (position) => teacherAt(content, position),
  };
}

/** Equal for queries that find the same; no value holds a line feed. */
function keyOf({ filters, ordering }: ListingQuery): string {
  let key: string = ordering;
  for (const name of textPartNames) key += `\n${filters[name] ?? ""}`;
  return key;
}

function findPosition({ ids }: ImageContent, id: number): number | null {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return ids[low] === id ? low : null;
}

function teacherAt({ ids, columns }: ImageContent, position: number): Teacher {
  const part = (name: keyof typeof columns): string => textAt(columns[name].values, columns[name].codes[position]!);
  return composeTeacher({
    id: ids[position]!,
    last_name: part("last_name"),
    first_name: part("first_name"),
    middle_name: part("middle_name"),
    degree: part("degree"),
  });
}
