/** Values from a file as messages show them: short, and harmless to a terminal. */

/** The longest piece of a value that a message shows, in characters. */
export const quotedLengthMax = 60;

/** The first characters of a text, with an ellipsis where some are left out. */
export function clipText(text: string): string {
  if (text.length <= quotedLengthMax) return text;
  // A character is at most two code units; one more character tells whether something is left out.
  const characters = [...text.slice(0, 2 * quotedLengthMax + 2)];
  if (characters.length <= quotedLengthMax) return text;
  return `${characters.slice(0, quotedLengthMax).join("")}…`;
}

/**
 * The text clipped and in quotes. Escaped as in JSON are quotes, control characters, lone surrogates, and format
 * characters, which can turn the direction of a line.
 */
export function quoteText(text: string): string {
  return JSON.stringify(clipText(text)).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeCharacter);
}

function escapeCharacter(character: string): string {
  let escaped = "";
  for (let i = 0; i < character.length; i++) {
    escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`;
  }
  return escaped;
}

/** Names in a sentence: `a, b and c`. */
export function listNames(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
