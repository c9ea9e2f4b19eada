/** One way to understand a search: its terms, the degrees that it names and the words that are set aside. */
import type { Reading } from "../../domain/readings.ts";
import type { NamedDegree } from "./named-degrees.ts";
import type { Term } from "./term.ts";

export interface Interpretation {
  readonly terms: readonly Term[];
  readonly degrees: readonly NamedDegree[];
  /** The words that are set aside, as typed. */
  readonly setAside: readonly string[];
  /** What the reading of the query costs beside its terms, and the means if it is neither a term's nor that of `setAside`. */
  readonly cost: number;
  readonly means: Reading;
  /** The cost at which a term must match a whole word of the last name; null if none need. */
  readonly lastNameCostMax: number | null;
}

/** How a search was understood: what it takes to say so, and to highlight what it matches. */
export interface Understanding extends Interpretation {
  readonly reading: Reading;
  /** Whether an initial stands for a term in all names. */
  readonly hasInitialsOnly: boolean;
}
