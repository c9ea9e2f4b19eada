/** Where each letter of the alphabet starts in a listing. */
import { alphabet, isListedUnder, type LetterOffset } from "../domain/names/alphabet.ts";
import { compareNames } from "../domain/names/ordering.ts";
import { findFirst, textAt } from "../image/column.ts";
import type { ImageContent } from "../image/layout.ts";
import type { Listing } from "./listing.ts";
import type { Task } from "./scheduler.ts";

/**
 * Creates a function that finds the letters that last names of an alphabetical listing begin with, in the order of the listing.
 * It takes two binary searches of numbers per letter, whatever the filters; only the first call reads names.
 */
export function createLetterFinder(content: ImageContent): (listing: Listing) => Task<LetterOffset[]> {
  let letterRanks: readonly number[] | undefined;
  return function* (listing) {
    letterRanks ??= yield* findLetterRanks(content);
    return listLetters(content, letterRanks, listing);
  };
}

function listLetters(content: ImageContent, letterRanks: readonly number[], listing: Listing): LetterOffset[] {
  const { count, ranks, descending } = listing;
  const indexOf = (rank: number): number => (ranks === null ? rank : findFirst(count, (i) => ranks[i]! >= rank));
  const found: LetterOffset[] = [];
  let start = indexOf(letterRanks[0]!);
  for (const [i, letter] of alphabet.entries()) {
    const end = indexOf(letterRanks[i + 1]!);
    // A letter that is not in the alphabet sorts after one that is.
    if (start < end && isListedUnder(lastNameAt(content, ranks === null ? start : ranks[start]!), letter)) {
      found.push({ letter, offset: descending ? count - end : start });
    }
    start = end;
  }
  return descending ? found.reverse() : found;
}

/** The rank of the first name under each letter of the alphabet or later, and the number of teachers at the end. */
function* findLetterRanks(content: ImageContent): Task<readonly number[]> {
  const count = content.alphabetical.length;
  const ranks: number[] = [];
  let from = 0;
  for (const letter of alphabet) {
    // The collator puts lower case first.
    const first = letter.toLowerCase();
    const start = from;
    from += findFirst(count - start, (i) => compareNames(lastNameAt(content, start + i), first) >= 0);
    ranks.push(from);
    yield;
  }
  ranks.push(count);
  return ranks;
}

function lastNameAt({ alphabetical, columns: { last_name } }: ImageContent, rank: number): string {
  return textAt(last_name.values, last_name.codes[alphabetical[rank]!]!);
}
