/** The languages of pages and messages. */

/** The first is that of a reader whose language is not known. */
export const langs = ["uk", "en"] as const;
export type Lang = (typeof langs)[number];
