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
   * What this way to read the query costs in addition to its terms; and its means, unless a term or a word set aside
   * has a more noteworthy one.
   */
  readonly cost: number;
  readonly means: Reading;
  /** The highest cost at which some term must match a whole word of the last name; null if none must. */
  readonly lastNameCostMax: number | null;
}

/** How a search was understood, with what the page needs to say so and to highlight the matches. */
export interface Understanding extends Interpretation {
  readonly reading: Reading;
  /** Whether every name in the answer matches only because a stored initial stands for a term. */
  readonly hasInitialsOnly: boolean;
}
