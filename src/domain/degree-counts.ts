/** Counts of degrees. */

/** A degree and how many teachers of a listing have it. */
export interface DegreeCount {
  /** Empty for those without one. */
  readonly degree: string;
  readonly count: number;
}

/** The degrees of the teachers of a listing. */
export interface DegreeCounts {
  /** The most frequent first, at most {@link frequentDegreesMax}; none with count 0. */
  readonly frequent: readonly DegreeCount[];
  /** The number of other degrees, without the empty one. */
  readonly others: number;
}

/**
 * The most degrees counted by name. Degrees are free text, and a directory may have thousands. With this many long ones,
 * a page and its style sheet are still under 30 KB together.
 */
export const frequentDegreesMax = 15;
