/** What the list page shows, as plain data. */
import type { GivenValue, ListQuery } from "../../domain/list-query.ts";
import type { LetterOffset } from "../../domain/names/alphabet.ts";
import type { DegreeCount, Highlights, NearestName } from "../../domain/results.ts";
import type { Teacher } from "../../domain/teacher.ts";
import type { PageContext } from "../hrefs.ts";

/** A teacher on the page, and what the search matched; null without a search. */
export interface ListRow {
  readonly teacher: Teacher;
  readonly highlights: Highlights | null;
}

/** The positions to choose from. */
export interface DegreeChoice {
  /** The parameters of the list with any position. */
  readonly pairs: readonly GivenValue[];
  /** How many teachers have any position or none. */
  readonly count: number;
  /** The most frequent first, with the chosen one; the empty one stands for teachers without a position. */
  readonly offered: readonly DegreeCount[];
  /** How many further positions there are. */
  readonly others: number;
  /** Null for any position. */
  readonly chosen: string | null;
}

export interface ListView {
  readonly query: ListQuery;
  /** The parameters that every link of the list repeats. */
  readonly given: readonly GivenValue[];
  /** Where the page begins; a letter begins anywhere. */
  readonly offset: number;
  /** The number of matches, and of teachers in the directory. */
  readonly count: number;
  readonly total: number;
  readonly rows: readonly ListRow[];
  /** How many matches have a last name that adjacent rows share, by its sort key. */
  readonly headwords: ReadonlyMap<string, number>;
  /** The letters of the whole list; none in a search, or where one page shows everybody. */
  readonly letters: readonly LetterOffset[];
  /** The letter under which the page begins; null at the beginning of the whole list, and in the order of ids. */
  readonly letter: string | null;
  readonly degrees: DegreeChoice;
  /** Whether the search was taken otherwise than as typed. */
  readonly isReread: boolean;
  /** The words of the search that were ignored. */
  readonly setAside: readonly string[];
  /** Whether nobody has the full name in the search, and only initials match. */
  readonly hasInitialsOnly: boolean;
  /** Searches that find somebody. Only the beginning of the whole list has them. */
  readonly examples: readonly string[];
  /** Where a search names a position: the search without it, which finds those with any position. */
  readonly withoutDegree: string | null;
  /** Where nobody is found: the nearest last names, and the search without filters if it finds somebody. */
  readonly nearest: readonly NearestName[];
  readonly unfiltered: { readonly pairs: readonly GivenValue[]; readonly count: number } | null;
}

/** The properties of the parts of the list page. */
export interface ListProps {
  readonly context: PageContext;
  readonly view: ListView;
}

/** The parameters with some of them changed; null removes one. */
export function withParameters(
  given: readonly GivenValue[],
  changes: Readonly<Record<string, string | number | null>>,
): GivenValue[] {
  const values = new Map(given);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) values.delete(name);
    else values.set(name, String(value));
  }
  return [...values];
}
