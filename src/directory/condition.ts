/** Conditions: what a filter or a search asks of a teacher, with the lists that a search for matches can start from. */
import { countPostings, postingsOf } from "../image/column.ts";
import type { ImageColumn } from "../image/layout.ts";

export interface Condition {
  /** How many places the lists have together; no fewer than the teachers that pass. */
  readonly count: number;
  /** Whether everyone in the lists passes. */
  readonly isExact: boolean;
  /** How many lists there are. */
  readonly listCount: number;
  /** Ascending lists of places in which everyone is who passes; they may overlap. One after the other: there are many. */
  lists(alphabetical: boolean): Iterable<Uint32Array>;
  passes(position: number): boolean;
}

/** That the value of a column is one of these. */
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

/** How many teachers have one of the codes. */
function countAll(column: ImageColumn, codes: readonly number[] | Uint32Array): number {
  let count = 0;
  for (const code of codes) count += countPostings(column, code);
  return count;
}
