/** How searches and written names are understood. */

/**
 * The means by which a search finds somebody, the most noteworthy first: terms were set aside; typed on another keyboard
 * layout; a typo; another form of the name; its sound; or exactly what is spelt. Of several means the first is named.
 */
export const readings = ["part", "layout", "typo", "form", "sound", "spelling"] as const;
export type Reading = (typeof readings)[number];

/** The one of two means that is named. */
export function moreNoteworthy(a: Reading, b: Reading): Reading {
  return readings.indexOf(a) < readings.indexOf(b) ? a : b;
}

/** What matching says of a name: it means one teacher, it may mean several, or it means none. */
export const verdicts = ["one", "several", "none"] as const;
export type Verdict = (typeof verdicts)[number];

/** The most teachers that are named where a name may mean several. */
export const candidatesMax = 5;
