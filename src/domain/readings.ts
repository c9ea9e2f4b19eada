/** The ways to read a search, in the order in which they are tried. */
export const readings = ["spelling", "sound", "layout", "typo"] as const;
/**
 * By spelling, by pronunciation, as typed with the other keyboard layout, or with one or two typing errors. The first
 * reading that finds somebody in the whole directory is used.
 */
export type Reading = (typeof readings)[number];
