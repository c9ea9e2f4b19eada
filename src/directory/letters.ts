/**
 * Finds where letters and two-letter beginnings start in an alphabetical listing, the initials of the teachers with one
 * last name, and the last names that a listing begins with.
 */
import {
  alphabet,
  beginningOf,
  compareBeginnings,
  isListedUnder,
  type LetterOffset,
} from "../domain/names/alphabet.ts";
import { compareNames } from "../domain/names/ordering.ts";
import type { TextFieldName } from "../domain/teacher.ts";
import { findCode, findFirst, findFirstFrom, postingsOf, textAt } from "../image/column.ts";
import type { ImageContent } from "../image/layout.ts";
import { type Listing, positionAt } from "./listing.ts";
import type { Task } from "./scheduler.ts";

/**
 * Creates a function that finds the first letters of the last names of an alphabetical listing, in the order of the
 * listing. The first call finds the rank at which each letter starts. Then each call takes at most one binary search
 * and reads at most one name per letter of the alphabet, whatever the filters.
 */
export function createLetterFinder(content: ImageContent): (listing: Listing) => Task<LetterOffset[]> {
  let letterRanks: readonly number[] | undefined;
  return function* (listing) {
    letterRanks ??= yield* findLetterRanks(content);
    return listLetters(content, letterRanks, listing);
  };
}

function listLetters(content: ImageContent, letterRanks: readonly number[], listing: Listing): LetterOffset[] {
  const { ranks } = listing;
  const found: LetterOffset[] = [];
  let start = indexOf(listing, letterRanks[0]!);
  for (const [i, letter] of alphabet.entries()) {
    const end = indexOf(listing, letterRanks[i + 1]!);
    // A last name that begins with a letter outside the alphabet is sorted after the names of the preceding letter. If
    // the range of a letter starts with such a name, it has only such names.
    if (start < end && isListedUnder(lastNameAt(content, ranks === null ? start : ranks[start]!), letter)) {
      found.push(letterOffset(listing, letter, { start, end }));
    }
    start = end;
  }
  return listing.descending ? found.reverse() : found;
}

/** Consecutive teachers of an alphabetical listing, by ascending indexes; the end is not included. */
interface IndexRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The two-letter beginnings of the last names under a letter of an alphabetical listing, with one binary search per
 * beginning.
 */
export function findBeginnings(content: ImageContent, listing: Listing, letter: LetterOffset): Task<LetterOffset[]> {
  return findStarts(content, listing, indexesOf(listing, letter), "last_name", 2);
}

/**
 * The initials of the teachers with one last name in an alphabetical listing, with one binary search per initial. An
 * initial of more than `countMax` teachers is replaced by two-letter beginnings.
 */
export function* findInitials(
  content: ImageContent,
  listing: Listing,
  lastName: string,
  countMax: number,
): Task<LetterOffset[]> {
  const range = findLastName(content, listing, lastName);
  const found: LetterOffset[] = [];
  for (const initial of yield* findStarts(content, listing, range, "first_name", 1)) {
    if (initial.count <= countMax) found.push(initial);
    else found.push(...(yield* findStarts(content, listing, indexesOf(listing, initial), "first_name", 2)));
  }
  return found;
}

/** The number of teachers of an alphabetical listing with exactly this last name. */
export function countLastName(content: ImageContent, listing: Listing, lastName: string): number {
  const { start, end } = findLastName(content, listing, lastName);
  const ranks = lastNameRanks(content, lastName);
  if (ranks.length === 0 || ranks.at(-1)! - ranks[0]! + 1 === ranks.length) return end - start;
  // Teachers whose last names differ only in apostrophes are interleaved, so each name is compared.
  let count = 0;
  for (let index = start; index < end; index++) {
    if (lastNameAt(content, listing.ranks === null ? index : listing.ranks[index]!) === lastName) count++;
  }
  return count;
}

function findLastName(content: ImageContent, listing: Listing, lastName: string): IndexRange {
  const ranks = lastNameRanks(content, lastName);
  if (ranks.length === 0) return { start: 0, end: 0 };
  return { start: indexOf(listing, ranks[0]!), end: indexOf(listing, ranks.at(-1)! + 1) };
}

function lastNameRanks({ columns: { last_name } }: ImageContent, lastName: string): Uint32Array {
  const code = findCode(last_name, lastName);
  return code === null ? new Uint32Array(0) : postingsOf(last_name, code, true);
}

/** Finds where each beginning of `length` letters starts within a range. The range must be sorted by the field. */
function* findStarts(
  content: ImageContent,
  listing: Listing,
  { start: from, end: to }: IndexRange,
  field: TextFieldName,
  length: number,
): Task<LetterOffset[]> {
  const { values, codes } = content.columns[field];
  const beginningAt = (index: number): string => {
    return beginningOf(textAt(values, codes[positionAt(content, listing, index)]!), length);
  };
  const isWhole = new RegExp(`^\\p{L}{${length}}$`, "u");
  const found: LetterOffset[] = [];
  let start = from;
  while (start < to) {
    const letter = beginningAt(start);
    const size = findFirst(to - start, (i) => compareBeginnings(beginningAt(start + i), letter) > 0);
    const end = start + Math.max(1, size);
    if (isWhole.test(letter)) found.push(letterOffset(listing, letter, { start, end }));
    start = end;
    yield;
  }
  return listing.descending ? found.reverse() : found;
}

function indexesOf({ descending, count: total }: Listing, { offset, count }: LetterOffset): IndexRange {
  const start = descending ? total - offset - count : offset;
  return { start, end: start + count };
}

function letterOffset({ count, descending }: Listing, letter: string, { start, end }: IndexRange): LetterOffset {
  return { letter, offset: descending ? count - end : start, count: end - start };
}

/** The index of the first teacher with at least this alphabetical rank, as if the listing were ascending. */
function indexOf({ count, ranks }: Listing, rank: number): number {
  return ranks === null ? rank : findFirst(count, (i) => ranks[i]! >= rank);
}

/**
 * For each letter of the alphabet: the lowest rank whose last name sorts under this letter or later. The number of
 * teachers comes last.
 */
function* findLetterRanks(content: ImageContent): Task<readonly number[]> {
  const count = content.alphabetical.length;
  const ranks: number[] = [];
  let from = 0;
  for (const letter of alphabet) {
    // The collator sorts lower case first.
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

/** At most this many runs of equal last names are visited. */
const runsMax = 32;

/**
 * For each of the first few last names of an ascending listing, the position of the first teacher who has it. Costs one
 * binary search per run, however long the runs are.
 */
export function findFirstLastNames(content: ImageContent, listing: Listing): number[] {
  const { codes } = content.columns.last_name;
  const positions = new Map<number, number>();
  let start = 0;
  for (let runs = 0; runs < runsMax && start < listing.count; runs++) {
    const position = positionAt(content, listing, start);
    const code = codes[position]!;
    if (!positions.has(code)) positions.set(code, position);
    start = findFirstFrom(start, listing.count, (index) => codes[positionAt(content, listing, index)] !== code);
  }
  return [...positions.values()];
}
