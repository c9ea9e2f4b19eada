/** Where letters start in an alphabetical listing, and how many share a last name. */
import { alphabet, isListedUnder, type LetterOffset, otherNames } from "../domain/names/alphabet.ts";
import { compareNames } from "../domain/names/ordering.ts";
import { findFirst } from "../domain/roster.ts";
import type { Content, Listing } from "./content.ts";

/** Consecutive teachers of an alphabetical listing, as if it were ascending; the end is not included. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** Sorts after every name that begins with a letter of the alphabet. */
const afterAlphabet = `${alphabet.at(-1)!.toLowerCase()}\uffff`;

export function createLetters(content: Content) {
  const { last_name } = content.columns;
  const everybody = content.ids.length;

  const lastNameAt = (rank: number): string => last_name.values[last_name.codes[rank]!]!;

  /** The lowest rank whose last name sorts under each letter or later; the rank after the alphabet comes last. */
  const letterRanks: number[] = [];
  for (const letter of [...alphabet.map((one) => one.toLowerCase()), afterAlphabet]) {
    const from = letterRanks.at(-1) ?? 0;
    letterRanks.push(findFirst(from, everybody, (rank) => compareNames(lastNameAt(rank), letter) >= 0));
  }

  /** The rank at an index, as if the listing were ascending. */
  const ascendingAt = ({ items }: Listing, index: number): number => items?.[index] ?? index;

  /** The index of the first teacher with at least this rank, as if the listing were ascending. */
  const indexOf = ({ count, items }: Listing, rank: number): number =>
    items === null ? rank : findFirst(0, count, (i) => items[i]! >= rank);

  const offsetOf = ({ count, isDescending }: Listing, letter: string, { start, end }: Part): LetterOffset => {
    return { letter, offset: isDescending ? count - end : start, count: end - start };
  };

  return {
    /**
     * The first letters of the last names in the order of an alphabetical listing. Names under no letter come last. They
     * are in several places, and their offset is that of the largest group.
     */
    findLetters(listing: Listing): LetterOffset[] {
      const parts: { letter: string; part: Part }[] = [];
      let start = 0;
      for (const [i, rank] of [...letterRanks, everybody].entries()) {
        const end = indexOf(listing, rank);
        const letter = alphabet[i - 1] ?? "";
        // Names under other letters sort after those of the preceding letter, so only the first name needs a look.
        const isUnder = start < end && letter !== "" && isListedUnder(lastNameAt(ascendingAt(listing, start)), letter);
        if (start < end) parts.push({ letter: isUnder ? letter : otherNames, part: { start, end } });
        start = end;
      }
      const found = parts.map(({ letter, part }) => offsetOf(listing, letter, part));
      const others = found.filter(({ letter }) => letter === otherNames);
      const letters = found.filter(({ letter }) => letter !== otherNames);
      if (listing.isDescending) letters.reverse();
      if (others.length === 0) return letters;
      const most = others.reduce((a, b) => (b.count >= a.count ? b : a));
      return [...letters, { ...most, count: others.reduce((sum, { count }) => sum + count, 0) }];
    },
    /** The number of teachers of an alphabetical listing with this last name, whatever apostrophe it is written with. */
    countLastName(listing: Listing, lastName: string): number {
      const isAtLeast = (least: number) => (i: number) =>
        compareNames(lastNameAt(ascendingAt(listing, i)), lastName) >= least;
      const start = findFirst(0, listing.count, isAtLeast(0));
      return findFirst(start, listing.count, isAtLeast(1)) - start;
    },
  };
}
