/** The results of a search or a listing other than its teachers. */

/**
 * How a search was understood, the most noteworthy first: `part` if words were set aside, `layout` if it was typed on
 * another keyboard layout, `typo`, `form` for another form of a name, `sound`, and `spelling` if names match as typed.
 * If several apply, the first one is returned.
 */
export const readings = ["part", "layout", "typo", "form", "sound", "spelling"] as const;
export type Reading = (typeof readings)[number];

/** The verdicts on a written name: it means one teacher, may mean several, or means none. */
export type Verdict = "one" | "several" | "none";

/** At most this many teachers are listed for a name that may mean several. */
export const candidatesMax = 5;

/** A part of a text, in UTF-16 code units; the end is not included. */
export type Range = readonly [start: number, end: number];

/** The parts of a teacher's name and degree that a search has matched. */
export interface Highlights {
  /** In the composed name: ascending, not overlapping, each within one word. */
  readonly name: readonly Range[];
  /** The same for the degree. */
  readonly degree: readonly Range[];
  /**
   * The degree, if the search names it, and the words of the name that the search matched, in the order of the search.
   */
  readonly meant: string;
  /** Whether a stored initial stands for a word of the search. */
  readonly isByInitials: boolean;
}

/** A last name near one that nobody has, and how many teachers have it. */
export interface NearestName {
  readonly lastName: string;
  readonly count: number;
}

/** A degree and how many teachers of a listing have it. */
export interface DegreeCount {
  /** Empty for teachers without a degree. */
  readonly degree: string;
  readonly count: number;
}
