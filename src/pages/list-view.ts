/** What the page of the list shows. */

import type { Links } from "../contract/links.ts";
import type { ListQuery } from "../contract/query.ts";
import type { DegreeCounts } from "../domain/degree-counts.ts";
import type { Ordering } from "../domain/ordering.ts";
import type { Teacher } from "../domain/teacher.ts";

export interface ListView {
  readonly query: ListQuery;
  /** The effective one. */
  readonly ordering: Ordering;
  /** How many match. */
  readonly count: number;
  /** How many there are in the directory. */
  readonly total: number;
  readonly teachers: readonly Teacher[];
  /** Under the search and the filters but that by degree. */
  readonly degrees: DegreeCounts;
  /** How many match with any degree. */
  readonly anyDegreeCount: number;
  readonly links: Links;
}
