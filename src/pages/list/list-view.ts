/** The data of the list page. */

import { type FilterName, filterNames } from "../../contract/parameters.ts";
import type { ListQuery } from "../../contract/query.ts";
import type { LetterOffset } from "../../domain/names/alphabet.ts";
import type { Ordering } from "../../domain/names/ordering.ts";
import type { DegreeCounts, Highlights, Reading } from "../../domain/results.ts";
import type { Teacher } from "../../domain/teacher.ts";
import type { PageContext } from "../hrefs.ts";

/**
 * A condition that can be dropped from a query: a word of the search, a filter, or the restriction to exact spellings.
 */
export type DroppedCondition =
  | {
      readonly dropped: "word";
      readonly word: string;
      /** The search without the word. */
      readonly search: string;
    }
  | { readonly dropped: "filter"; readonly name: FilterName }
  | { readonly dropped: "exact" };

/** A condition without which the query has matches, and the number of these matches. */
export type Alternative = DroppedCondition & { readonly count: number };

export interface ListView {
  readonly query: ListQuery;
  /** The effective order. */
  readonly ordering: Ordering;
  /** How the search was read. Null if there is no search, or if it finds no teacher. */
  readonly reading: Reading | null;
  /** The words of the search that were ignored. */
  readonly setAside: readonly string[];
  /** Whether no teacher has the full name in the search, and only teachers with its initials match. */
  readonly hasInitialsOnly: boolean;
  /** The number of matches. */
  readonly count: number;
  /** The number of teachers in the directory. */
  readonly total: number;
  readonly teachers: readonly Teacher[];
  /** The matches of the search in each teacher, by id; empty without a search. */
  readonly highlights: ReadonlyMap<number, Highlights>;
  /** The degrees of the teachers that match the search and all filters except the filter by degree. */
  readonly degrees: DegreeCounts;
  /** The number of teachers that match with any degree. */
  readonly anyDegreeCount: number;
  /** The alternatives if the query has no matches, the closest first. */
  readonly alternatives: readonly Alternative[];
  /** The letters of the matches, each with its offset in the alphabetical list. */
  readonly letters: readonly LetterOffset[];
  /** The letter of the page, if the pager is restricted to it. Null for a page of the whole list. */
  readonly letter: LetterOffset | null;
  /**
   * The first two letters of names, for a letter that fills more than two pages, with offsets like those of
   * `letters`.
   */
  readonly beginnings: readonly LetterOffset[];
  /** The initials under the first last name of the page, if this name fills more than two pages. */
  readonly initials: readonly LetterOffset[];
  /** The number of matches with a last name, for last names that adjacent rows share. */
  readonly lastNameCounts: ReadonlyMap<string, number>;
}

/** Whether the view is the beginning of the whole directory. */
export function isStartPage({ query, letter }: Pick<ListView, "query" | "letter">): boolean {
  return (
    query.offset === 0 && letter === null && filterNames.every((name) => !query.given.some(([given]) => given === name))
  );
}

/**
 * The part of a list that a pager divides into pages: the whole list or a letter. It begins at the offset `start` and
 * ends before `end`.
 */
export function pagedRangeOf({ letter, count }: Pick<ListView, "letter" | "count">) {
  return letter === null ? { start: 0, end: count } : { start: letter.offset, end: letter.offset + letter.count };
}

/** The properties of the parts of the list page. */
export interface ListProps {
  readonly context: PageContext;
  readonly view: ListView;
}
