/** How searches and written names are understood. */

/** The ways to read a search or a name, in the order in which they are tried. */
export const readings = ["spelling", "sound", "layout", "typo"] as const;
/**
 * By spelling, by pronunciation, as typed with the other keyboard layout, or with one or two typing errors. The first
 * reading that finds somebody in the whole directory is used.
 */
export type Reading = (typeof readings)[number];

/** What matching says of a name: it means one teacher, it may mean several, or it means none. */
export const verdicts = ["one", "several", "none"] as const;
export type Verdict = (typeof verdicts)[number];

/** The most teachers that are named where a name may mean several. */
export const candidatesMax = 5;
