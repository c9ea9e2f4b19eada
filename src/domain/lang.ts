/** The languages of pages and messages. */

/** The first one is the default. */
export const langs = ["uk", "en"] as const;
export type Lang = (typeof langs)[number];
