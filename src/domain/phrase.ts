/** Phrases: the form in which degrees are compared with search text. */
import { spellingKey, type Token } from "./names.ts";

/** The spelling keys of the words, regardless of what separates them: `Зав.кафедрою` and `зав кафедрою` are one phrase. */
export function phraseOf(tokens: readonly Token[]): string {
  return tokens.map(({ word }) => spellingKey(word)).join(" ");
}

/** Like {@link phraseOf}, but with full stops, which distinguish `ст. викл.` from words. */
export function abbreviatedPhraseOf(tokens: readonly Token[]): string {
  return tokens.map(({ word, stopped }) => spellingKey(word) + (stopped ? "." : "")).join(" ");
}
