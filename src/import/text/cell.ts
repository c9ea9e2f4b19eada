/** Bounds the text of a cell before any pattern sees it. */

/** Longer than any name or degree that is accepted, also with a degree in the same cell. */
export const cellLengthMax = 500;

/** The white space of `normalizeText`. */
const whiteSpace = /[^\S\ufeff]+/gu;

/**
 * The text, or its start if it is too long for any value. Only patterns of linear time may see a longer text, and never
 * `normalize`, which is quadratic for combining marks.
 */
export function cutCell(text: string): string {
  if (text.length <= cellLengthMax) return text;
  return text.replace(whiteSpace, " ").trim().slice(0, cellLengthMax);
}

/** Whether the cell may have been cut. Such a text must be refused, because its end is missing. */
export function isCut(text: string): boolean {
  return text.length >= cellLengthMax;
}
