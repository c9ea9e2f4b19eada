/** Conditions: what a filter or a search requires of a teacher, with the candidate lists to scan for matches. */
import { countPostings, postingsOf } from "../image/column.ts";
import type { ImageColumn } from "../image/layout.ts";

export interface Condition {
  /** The total length of the lists; at least the number of teachers that pass. */
  readonly count: number;
  /** Whether every teacher in the lists passes. */
  readonly isExact: boolean;
  /** The number of lists. */
  readonly listCount: number;
  /** Ascending lists that together hold every teacher that passes; they may overlap. Lazy, because there may be many. */
  lists(alphabetical: boolean): Iterable<Uint32Array>;
  passes(position: number): boolean;
}

/** The condition that a column has one of these values. */
export function valueCondition(column: ImageColumn, codes: readonly number[] | Uint32Array): Condition {
  return {
    count: countAll(column, codes),
    isExact: true,
    listCount: codes.length,
    *lists(alphabetical) {
      for (const code of codes) yield postingsOf(column, code, alphabetical);
    },
    passes: (position) => codes.includes(column.codes[position]!),
  };
}

/** The number of teachers that have one of the codes. */
function countAll(column: ImageColumn, codes: readonly number[] | Uint32Array): number {
  let count = 0;
  for (const code of codes) count += countPostings(column, code);
  return count;
}
