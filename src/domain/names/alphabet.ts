/** The letters under which a printed directory lists last names. */
import { compareNames } from "./ordering.ts";

/** Where the names of a letter start in a list. */
export interface LetterOffset {
  /** In upper case. */
  readonly letter: string;
  /** How many teachers precede them. */
  readonly offset: number;
}

/**
 * The letters that names are looked up by, in upper case and alphabetical order: Ukrainian, the other Russian ones that
 * sort apart, and Latin.
 */
export const alphabet: readonly string[] = [
  ..."АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ",
  ..."ЪЫЭ",
  ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ",
].sort(compareNames);

// Not a modifier letter, since the apostrophe U+02BC is one.
const firstLetter = /[\p{L}--\p{Lm}]/v;

/** The letter under which the name is listed, in upper case; empty without a letter. */
export function letterOf(lastName: string): string {
  return firstLetter.exec(lastName)?.[0].toLocaleUpperCase("uk") ?? "";
}

const baseCollator = new Intl.Collator("uk", { sensitivity: "base" });

/** Whether the name is listed under the letter: accents do not matter, so `Ábel` is under A. */
export function isListedUnder(lastName: string, letter: string): boolean {
  const own = letterOf(lastName);
  return own !== "" && baseCollator.compare(own, letter) === 0;
}
