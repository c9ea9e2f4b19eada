/** Where letters, two-letter beginnings and initials start in an alphabetical listing. */
import {
  alphabet,
  beginningOf,
  compareBeginnings,
  isListedUnder,
  type LetterOffset,
  otherNames,
} from "../domain/names/alphabet.ts";
import { compareNames } from "../domain/names/ordering.ts";
import type { Content } from "./content.ts";
import { findCode, findFirst, type Listing, rankAt } from "./listing.ts";

/** Consecutive teachers of an alphabetical listing, as if it were ascending; the end is not included. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** Sorts after every name that begins with a letter of the alphabet. */
const afterAlphabet = `${alphabet.at(-1)!.toLowerCase()}\uffff`;

/** At most this many last names are found. */
const lastNamesMax = 32;

export function createLetters(content: Content) {
  const { last_name, first_name } = content.columns;
  const everybody = content.ids.length;

  const lastNameAt = (rank: number): string => last_name.values[last_name.codes[rank]!]!;
  const firstNameAt = (rank: number): string => first_name.values[first_name.codes[rank]!]!;

  /** The lowest rank whose last name sorts under each letter or later; the rank after the alphabet comes last. */
  const letterRanks: number[] = [];
  for (const letter of [...alphabet.map((one) => one.toLowerCase()), afterAlphabet]) {
    const from = letterRanks.at(-1) ?? 0;
    letterRanks.push(findFirst(from, everybody, (rank) => compareNames(lastNameAt(rank), letter) >= 0));
  }

  /** The rank at an index, as if the listing were ascending. */
  const ascendingAt = (listing: Listing, index: number): number =>
    rankAt(content, { ...listing, isDescending: false }, index);

  /** The index of the first teacher with at least this rank, as if the listing were ascending. */
  const indexOf = ({ count, items }: Listing, rank: number): number =>
    items === null ? rank : findFirst(0, count, (i) => items[i]! >= rank);

  const offsetOf = ({ count, isDescending }: Listing, letter: string, { start, end }: Part): LetterOffset => {
    return { letter, offset: isDescending ? count - end : start, count: end - start };
  };

  function partOf({ isDescending, count }: Listing, { offset, count: length }: LetterOffset): Part {
    const start = isDescending ? count - offset - length : offset;
    return { start, end: start + length };
  }

  /** The teachers with exactly this last name; others whose names differ in apostrophes may be among them. */
  function lastNamePart(listing: Listing, lastName: string): Part {
    const code = findCode(last_name, lastName);
    if (code === -1) return { start: 0, end: 0 };
    const { starts, postings } = last_name;
    const first = postings[starts[code]!]!;
    const last = postings[starts[code + 1]! - 1]!;
    return { start: indexOf(listing, first), end: indexOf(listing, last + 1) };
  }

  /** The beginnings of `length` letters in a part that is sorted by the names. */
  function findStarts(listing: Listing, part: Part, nameAt: (rank: number) => string, length: number): LetterOffset[] {
    const beginningAt = (i: number): string => beginningOf(nameAt(ascendingAt(listing, i)), length);
    const isWhole = new RegExp(`^\\p{L}{${length}}$`, "u");
    const found: LetterOffset[] = [];
    for (let { start } = part; start < part.end; ) {
      const letter = beginningAt(start);
      const end = findFirst(start + 1, part.end, (i) => compareBeginnings(beginningAt(i), letter) > 0);
      if (isWhole.test(letter)) found.push(offsetOf(listing, letter, { start, end }));
      start = end;
    }
    return listing.isDescending ? found.reverse() : found;
  }

  return {
    /**
     * The first letters of the last names in the order of an alphabetical listing. Names under no letter are counted
     * together, last, and their offset is that of the first of them.
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
      if (listing.isDescending) found.reverse();
      const others = found.filter(({ letter }) => letter === otherNames);
      const letters = found.filter(({ letter }) => letter !== otherNames);
      if (others.length === 0) return letters;
      return [...letters, { ...others[0]!, count: others.reduce((sum, { count }) => sum + count, 0) }];
    },
    /** The two-letter beginnings of the last names under a letter of an alphabetical listing. */
    findBeginnings: (listing: Listing, letter: LetterOffset): LetterOffset[] =>
      findStarts(listing, partOf(listing, letter), lastNameAt, 2),
    /**
     * The initials of the teachers with one last name in an alphabetical listing. An initial of more than `countMax`
     * teachers is replaced by two-letter beginnings.
     */
    findInitials: (listing: Listing, lastName: string, countMax: number): LetterOffset[] =>
      findStarts(listing, lastNamePart(listing, lastName), firstNameAt, 1).flatMap((initial) =>
        initial.count <= countMax ? initial : findStarts(listing, partOf(listing, initial), firstNameAt, 2),
      ),
    /** The number of teachers of an alphabetical listing with exactly this last name. */
    countLastName(listing: Listing, lastName: string): number {
      const { start, end } = lastNamePart(listing, lastName);
      const code = findCode(last_name, lastName);
      let count = 0;
      for (let i = start; i < end; i++) if (last_name.codes[ascendingAt(listing, i)] === code) count++;
      return count;
    },
    /** For each of the first few last names of an ascending listing, the rank of the first teacher who has it. */
    findFirstLastNames(listing: Listing): number[] {
      const ranks = new Map<number, number>();
      for (let i = 0; i < listing.count && ranks.size < lastNamesMax; i++) {
        const rank = rankAt(content, listing, i);
        const code = last_name.codes[rank]!;
        if (!ranks.has(code)) ranks.set(code, rank);
      }
      return [...ranks.values()];
    },
  };
}
