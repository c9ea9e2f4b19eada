/** The degrees of a listing: the most frequent ones with their counts, and the number of others. */
import { type DegreeCount, type DegreeCounts, frequentDegreesMax } from "../domain/results.ts";
import { countPostings, countValues, sizeOf, textAt } from "../image/column.ts";
import type { ImageColumn, ImageContent } from "../image/layout.ts";
import { type Listing, positionAt } from "./listing.ts";
import { stepsBetweenYields, type Task } from "./scheduler.ts";

/** Counts the degrees of a listing. */
export function* countDegrees(content: ImageContent, listing: Listing): Task<DegreeCounts> {
  return yield* findFrequent(content.columns.degree, yield* countByCode(content, listing));
}

/** All degrees of a listing except the empty one: the most frequent first, equally frequent ones by value. */
export function* listDegrees(content: ImageContent, listing: Listing): Task<DegreeCount[]> {
  const column = content.columns.degree;
  const counts = yield* countByCode(content, listing);
  const found: DegreeCount[] = [];
  for (let code = 0; code < counts.length; code++) {
    if (code % stepsBetweenYields === 0) yield;
    if (counts[code]! > 0 && sizeOf(column.values, code) > 0) {
      found.push({ degree: textAt(column.values, code), count: counts[code]! });
    }
  }
  // The sort is stable, so degrees with the same count stay in the order of their values.
  return found.sort((a, b) => b.count - a.count);
}

/** Counts the teachers of a listing by the code of their degree. */
function* countByCode(content: ImageContent, listing: Listing): Task<Uint32Array> {
  const column = content.columns.degree;
  const counts = new Uint32Array(countValues(column));
  if (listing.ranks === null) return counts.map((_, code) => countPostings(column, code));
  for (let i = 0; i < listing.count; i++) {
    counts[column.codes[positionAt(content, listing, i)]!]!++;
    if (i % stepsBetweenYields === 0) yield;
  }
  return counts;
}

/** The most frequent values of a column, found in one pass: sorting thousands of values would take milliseconds. */
function* findFrequent(column: ImageColumn, counts: Uint32Array): Task<DegreeCounts> {
  const frequent: { code: number; count: number }[] = [];
  let found = 0;
  for (let code = 0; code < counts.length; code++) {
    if (code % stepsBetweenYields === 0) yield;
    const count = counts[code]!;
    if (count === 0) continue;
    if (sizeOf(column.values, code) > 0) found++;
    if (frequent.length === frequentDegreesMax && count <= frequent.at(-1)!.count) continue;
    const rank = frequent.findIndex((other) => other.count < count);
    frequent.splice(rank === -1 ? frequent.length : rank, 0, { code, count });
    if (frequent.length > frequentDegreesMax) frequent.pop();
  }
  const named = frequent.map(({ code, count }) => ({ degree: textAt(column.values, code), count }));
  return { frequent: named, others: found - named.filter(({ degree }) => degree !== "").length };
}
