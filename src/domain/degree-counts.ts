/** How often each degree occurs among some teachers. */

/** A degree and how many teachers of a listing have it. */
export interface DegreeCount {
  /** Empty for those without one. */
  readonly degree: string;
  readonly count: number;
}

/** The degrees of the teachers of a listing. */
export interface DegreeCounts {
  /** The most frequent first, at most {@link frequentDegreesMax}; none with 0. */
  readonly frequent: readonly DegreeCount[];
  /** How many other degrees there are, not counting the empty one. */
  readonly others: number;
}

/**
 * How many degrees are counted by name: degrees are free text, and a directory may have thousands. With so many long
 * ones a page and its style sheet together are still under 30 KB.
 */
export const frequentDegreesMax = 15;
