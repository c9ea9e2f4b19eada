/** Phrases: the form in which the words of a degree are compared with what is typed. */
import { spellingKey, type Token } from "./names.ts";

/** The words by their spelling, whatever stands between them: `Зав.кафедрою` and `зав кафедрою` are one phrase. */
export function phraseOf(tokens: readonly Token[]): string {
  return tokens.map(({ word }) => spellingKey(word)).join(" ");
}

/** The same with the full stops, which tell `ст. викл.` from words. */
export function abbreviatedPhraseOf(tokens: readonly Token[]): string {
  return tokens.map(({ word, stopped }) => spellingKey(word) + (stopped ? "." : "")).join(" ");
}
