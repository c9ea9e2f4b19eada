/** How much of a file an import takes at a time. */

/** The longest line of NDJSON and row of CSV, in characters: what is longer is no teacher, and memory stays bounded. */
export const lineLengthMax = 1024 * 1024;

/** The largest JSON file, in bytes: it is read into memory as a whole. */
export const jsonBytesMax = 256 * 1024 * 1024;
