/** Values from files as messages show them: short, and harmless to a terminal. */
import { clipText } from "../../import/fault.ts";
import { chosenLanguage } from "./language.ts";

/** The text clipped and in the quotes of the language. Escaped are line breaks as in JSON, and what {@link escapeText} escapes. */
export function quoteText(text: string): string {
  const quoted = escapeText(JSON.stringify(clipText(text)));
  return chosenLanguage() === "en" ? quoted : `«${quoted.slice(1, -1).replaceAll('\\"', '"')}»`;
}

/** The value of a flag as it is typed in a shell. */
export function quoteFlag(text: string): string {
  return /^[\p{L}\p{N}_.-]+$/u.test(text) ? text : escapeText(JSON.stringify(clipText(text)));
}

/** Escapes control characters, and format characters, which can turn the direction of a line. */
export function escapeText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeCharacter);
}

function escapeCharacter(character: string): string {
  let escaped = "";
  for (let i = 0; i < character.length; i++) {
    escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`;
  }
  return escaped;
}
