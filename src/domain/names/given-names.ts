/** Common given names, the commonest first: they tell a first name from a last name, and generated names use them. */

import { lazy } from "../lazy.ts";
import lists from "./given-names.json" with { type: "json" };
import { spellingKey } from "./names.ts";

/** The words of a list in the order of its lines. The apostrophe is U+0027. */
function wordsOf(lines: readonly string[]): readonly string[] {
  return lines.join(" ").split(" ");
}

export const givenNamesOfWomen = wordsOf(lists.women);
export const givenNamesOfMen = wordsOf(lists.men);

const keys = lazy(() => new Set([...givenNamesOfWomen, ...givenNamesOfMen].map(spellingKey)));

/** Whether a word is one of them, in any case and with any apostrophe. */
export function isGivenName(word: string): boolean {
  return keys().has(spellingKey(word));
}
