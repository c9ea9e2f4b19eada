/** The size limits of an import. */

/** The longest line of NDJSON and row of CSV, in characters: longer lines are rejected, which bounds memory. */
export const lineLengthMax = 1024 * 1024;

/** The largest JSON file, in bytes: it is read into memory as a whole. */
export const jsonBytesMax = 256 * 1024 * 1024;
