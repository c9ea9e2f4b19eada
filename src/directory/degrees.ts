/** The degrees of a listing: the most frequent ones with their counts, and the number of others. */
import { type DegreeCount, type DegreeCounts, frequentDegreesMax } from "../domain/degree-counts.ts";
import { countPostings, countValues, sizeOf, textAt } from "../image/column.ts";
import type { ImageColumn, ImageContent } from "../image/layout.ts";
import type { Listing } from "./listing.ts";
import { stepsBetweenYields, type Task } from "./scheduler.ts";

/** Counts the degrees of a listing. */
export function* countDegrees(content: ImageContent, { ranks, alphabetical }: Listing): Task<DegreeCounts> {
  const column = content.columns.degree;
  if (ranks === null) return yield* findFrequent(column, (code) => countPostings(column, code));
  const counts = new Uint32Array(countValues(column));
  for (let i = 0; i < ranks.length; i++) {
    const rank = ranks[i]!;
    counts[column.codes[alphabetical ? content.alphabetical[rank]! : rank]!]!++;
    if (i % stepsBetweenYields === 0) yield;
  }
  return yield* findFrequent(column, (code) => counts[code]!);
}

/** All degrees of a listing but the empty one, the most frequent first, then by value. */
export function* listDegrees(content: ImageContent, { ranks, alphabetical }: Listing): Task<DegreeCount[]> {
  const column = content.columns.degree;
  const counts = new Uint32Array(countValues(column));
  for (let code = 0; ranks === null && code < counts.length; code++) counts[code] = countPostings(column, code);
  for (let i = 0; ranks !== null && i < ranks.length; i++) {
    const rank = ranks[i]!;
    counts[column.codes[alphabetical ? content.alphabetical[rank]! : rank]!]!++;
    if (i % stepsBetweenYields === 0) yield;
  }
  const found: DegreeCount[] = [];
  for (let code = 0; code < counts.length; code++) {
    if (code % stepsBetweenYields === 0) yield;
    if (counts[code]! > 0 && sizeOf(column.values, code) > 0) {
      found.push({ degree: textAt(column.values, code), count: counts[code]! });
    }
  }
  // Stable, so degrees of one count stay in the order of their values.
  return found.sort((a, b) => b.count - a.count);
}

/** The most frequent values of a column, found in one pass: sorting thousands of values would take milliseconds. */
function* findFrequent(column: ImageColumn, countOf: (code: number) => number): Task<DegreeCounts> {
  const frequent: { code: number; count: number }[] = [];
  let found = 0;
  for (let code = 0; code < countValues(column); code++) {
    if (code % stepsBetweenYields === 0) yield;
    const count = countOf(code);
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
