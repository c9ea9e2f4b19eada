/** One way to understand a search: its terms, the degrees that it names and the words that are set aside. */
import type { Reading } from "../../domain/results.ts";
import type { NamedDegree } from "./named-degrees.ts";
import type { Term } from "./term.ts";

export interface Interpretation {
  readonly terms: readonly Term[];
  readonly degrees: readonly NamedDegree[];
  /** The words that are set aside, as typed. */
  readonly setAside: readonly string[];
  /**
   * `cost` is added to the costs of the terms. `means` is how the query was read, unless a term, or a word set aside,
   * has a more noteworthy means.
   */
  readonly cost: number;
  readonly means: Reading;
  /** At least one term must match a whole word of the last name, at this cost or less. Null if that is not required. */
  readonly lastNameCostMax: number | null;
}

/** How a search was understood. Pages use it to explain the answer, and to highlight the matches. */
export interface Understanding extends Interpretation {
  readonly reading: Reading;
  /** Whether every name in the answer matches only because a stored initial stands for a term. */
  readonly hasInitialsOnly: boolean;
}
