/** The letters under which a printed directory lists last names. */
import { compareNames } from "./ordering.ts";

/** The place in a list where the names with a certain beginning start. */
export interface LetterOffset {
  /** The beginning; its first letter is in upper case. */
  readonly letter: string;
  /** The number of teachers before these names. */
  readonly offset: number;
  /** The number of teachers with these names. */
  readonly count: number;
}

/**
 * The letters that names are listed under, in upper case and alphabetical order: Ukrainian, Russian ones that sort
 * separately, and Latin.
 */
export const alphabet: readonly string[] = [
  ..."АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ",
  ..."ЪЫЭ",
  ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ",
].sort(compareNames);

/** Stands for names under no letter of the {@link alphabet}, such as those in other scripts. */
export const otherNames = "…";

// Modifier letters are left out because the apostrophe U+02BC is one of them.
const firstLetter = /[\p{L}--\p{Lm}]/v;

/** The letter under which the name is listed, in upper case; empty if the name has no letter. */
function letterOf(lastName: string): string {
  return firstLetter.exec(lastName)?.[0].toLocaleUpperCase("uk") ?? "";
}

const baseCollator = new Intl.Collator("uk", { sensitivity: "base" });

/** Whether the name is listed under the letter: accents do not matter, so `Ábel` is under A. */
export function isListedUnder(lastName: string, letter: string): boolean {
  const own = letterOf(lastName);
  return own !== "" && baseCollator.compare(own, letter) === 0;
}
