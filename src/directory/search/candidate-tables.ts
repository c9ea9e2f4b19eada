/** The tables of candidates: which terms of a search may match each value of the name fields. */
import type { NameFieldName } from "../../domain/teacher.ts";
import { countValues } from "../../image/column.ts";
import type { ImageContent } from "../../image/layout.ts";
import { stepsBetweenYields, type Task, visitBlocks } from "../scheduler.ts";

/** The values of each name field that a term may match. A value may occur twice. */
export interface WordValues {
  readonly values: readonly { readonly field: number; readonly codes: Uint32Array }[];
  /** The number of teachers with these values, counted once per value. */
  readonly count: number;
  /** The number of values. */
  readonly listCount: number;
}

/** At most this many terms are compared, because each has a bit in the tables of candidates. */
export const termsMax = 8;

/**
 * For each name field, by the code of a value: the low {@link termsMax} bits say which terms may match the value. The
 * other bits are the index of the comparison of this value with the terms. These are arrays, because maps would take
 * most of the time of a search.
 */
export type CandidateTables = readonly [last: Uint32Array, first: Uint32Array, middle: Uint32Array];

/** Reuses tables, because allocating new ones takes longer than most searches. */
export interface TablePool {
  /** Tables without entries. */
  take(): CandidateTables;
  /**
   * Clears the entries of these values, and returns the tables to the pool. The caller must not use them afterwards.
   */
  giveBack(tables: CandidateTables, terms: readonly WordValues[]): Task<void>;
}

/** The maximum number of free sets of tables in the pool. */
const freeMax = 4;

/** Creates the pool of tables for the searches of an image. */
export function createTablePool({ columns }: ImageContent): TablePool {
  const free: CandidateTables[] = [];
  const create = (name: NameFieldName): Uint32Array => new Uint32Array(countValues(columns[name]));
  return {
    take: () => free.pop() ?? [create("last_name"), create("first_name"), create("middle_name")],
    *giveBack(tables, terms) {
      if (free.length === freeMax) return;
      for (const { values } of terms) {
        for (const { field, codes } of values) {
          yield* visitBlocks([codes], stepsBetweenYields, (_, from, to) => {
            for (let i = from; i < to; i++) tables[field]![codes[i]!] = 0;
          });
        }
      }
      free.push(tables);
    },
  };
}

/** Sets the bit of each term for the values that it may match. */
export function* tabulate(tables: CandidateTables, terms: readonly WordValues[]): Task<void> {
  for (const [term, { values }] of terms.entries()) {
    for (const { field, codes } of values) {
      const table = tables[field]!;
      yield* visitBlocks([codes], stepsBetweenYields, (_, from, to) => {
        for (let i = from; i < to; i++) table[codes[i]!]! |= 1 << term;
      });
    }
  }
}
