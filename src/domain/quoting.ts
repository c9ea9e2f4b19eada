/** How messages quote values that come from outside: clipped, and escaped, because they could control a terminal. */
import { chosenLanguage } from "./lang.ts";

/** A path in full, in a sentence in English. */
export const quotePath = (path: string): string => escapeText(JSON.stringify(path));

/**
 * The clipped text in the quotation marks of the chosen language. Escapes line breaks as JSON does, and everything that
 * {@link escapeText} escapes.
 */
export function quoteText(text: string): string {
  const quoted = quotePath(clipText(text));
  return chosenLanguage() === "en" ? quoted : `«${quoted.slice(1, -1).replaceAll('\\"', '"')}»`;
}

/** Longer than any heading or name of a sheet. */
const flagLengthMax = 500;

/** The value of a flag as it is typed in a shell. Names of columns and sheets are not clipped, or the flag would fail. */
export function quoteFlag(text: string): string {
  const flag = escapeText(text.slice(0, flagLengthMax));
  if (/^[\p{L}\p{N}_.-]+$/u.test(flag)) return flag;
  // A shell reads these between double quotes, and nothing between single ones.
  return /["$`\\!]/.test(flag) ? `'${flag.replaceAll("'", "'\\''")}'` : `"${flag}"`;
}

/** Escapes control characters, and format characters, which can reverse the direction of a line. */
export function escapeText(text: string): string {
  const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  // A character can have two code units.
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => character.split("").map(escapeUnit).join(""));
}

/** A message shows at most this many characters of a value. */
const quotedLengthMax = 60;

/** The text, or its beginning with an ellipsis. Clipping again changes nothing. */
export function clipText(text: string): string {
  // A character has at most two code units. One character more shows whether something is left out.
  const characters = [...text.slice(0, 2 * quotedLengthMax + 2)];
  return characters.length > quotedLengthMax ? `${characters.slice(0, quotedLengthMax - 1).join("")}…` : text;
}

/** The message of a system error without its code, call and path: `permission denied`. */
export function describeSystemError({ message }: Error): string {
  return message.replace(/^E[A-Z0-9]+: |, \w+(?: '.*')?$/gs, "");
}
