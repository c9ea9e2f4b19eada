/** What of a teacher's name and degree a search has matched. */

/** A part of a text, in UTF-16 code units; the end is not included. */
export type Range = readonly [start: number, end: number];

export interface Highlights {
  /** In the composed name: ascending, not overlapping, each within one word. */
  readonly name: readonly Range[];
  /** Likewise in the degree. */
  readonly degree: readonly Range[];
  /** The degree if the search names it, then the words of the name that were meant, in the order of the search. */
  readonly meant: string;
  /** Whether a stored initial stands for a word of the search. */
  readonly isByInitials: boolean;
}
