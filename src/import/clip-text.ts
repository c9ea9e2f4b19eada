/** Values from a file as messages keep them: short. */

/** The longest piece of a value that a message shows, in characters. */
export const quotedLengthMax = 60;

/** The first characters of a text, with an ellipsis where some are left out. Clipping twice changes nothing. */
export function clipText(text: string): string {
  if (text.length <= quotedLengthMax) return text;
  // A character is at most two code units; one more character tells whether something is left out.
  const characters = [...text.slice(0, 2 * quotedLengthMax + 2)];
  if (characters.length <= quotedLengthMax) return text;
  return `${characters.slice(0, quotedLengthMax).join("")}…`;
}
