/** The size limits of an import. */

/** The longest line of NDJSON and row of CSV, in characters: longer lines are rejected, which bounds memory. */
export const lineLengthMax = 1024 * 1024;

/** The largest JSON file, in bytes: some 90,000 teachers. JSON.parse of a hostile one takes 40 times its size in memory. */
export const jsonBytesMax = 32 * 1024 * 1024;

/** The largest spreadsheet, in stored bytes. Its parts come in any order, so all of it is kept in memory. */
export const spreadsheetBytesMax = 256 * 1024 * 1024;

/** The largest gzipped spreadsheet, in unpacked bytes. Gzip hardly shrinks a spreadsheet, but can unpack to 200 times its size. */
export const gzippedSpreadsheetBytesMax = 64 * 1024 * 1024;

/** The largest part of a spreadsheet, in bytes when unpacked: some three million rows. */
export const sheetBytesMax = 1024 * 1024 * 1024;

/** The largest table of texts of a spreadsheet, in bytes when unpacked: it is kept in memory. */
export const sharedTextBytesMax = 128 * 1024 * 1024;

/**
 * The most distinct texts of a spreadsheet, and the most characters in all of them: each text takes hundreds of bytes
 * until the import ends.
 */
export const sheetTextsMax = 200_000;
export const sheetTextLengthMax = 10_000_000;

/** The largest list of relationships between parts of a spreadsheet, in bytes when unpacked. */
export const relationBytesMax = 8 * 1024 * 1024;

/** A packed file may unpack to this many times its size; tables of names unpack to 5 to 30 times. */
export const unpackedRatioMax = 200;

/** A packed file may always unpack to this many bytes. */
export const unpackedFreeBytes = 8 * 1024 * 1024;

/** The largest number that Excel stores exactly: it rounds every number to 15 digits. */
export const spreadsheetIdMax = 999_999_999_999_999;
