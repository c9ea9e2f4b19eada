/**
 * Compares the name of a teacher with the terms of a search, and finds the least cost at which each term matches a
 * different word.
 */
import { spellingKey, splitWords } from "../../domain/names/names.ts";
import { nameFieldNames } from "../../domain/teacher.ts";
import { countValues, sizeOf, textAt } from "../../image/column.ts";
import type { ImageColumn, ImageContent } from "../../image/layout.ts";
import { stepsBetweenYields, type Task } from "../scheduler.ts";
import { matches, nearCost, type WordMatch } from "./costs.ts";
import { firstName, lastName, matchWord, middleName, type Term, type WordValues } from "./term.ts";

/**
 * Ranks of relevance: lower is better. `wholeRanks` is for matches of a whole word and `beginningRanks` for matches of
 * its beginning; both are indexed by field.
 */
const ranks = { wholeLastName: 0, partOfLastName: 2, laterPartBegins: 5, none: 8 } as const;
const wholeRanks = [ranks.wholeLastName, 1, 4] as const;
const beginningRanks = [3, 6, 7] as const;
export const rankCount = ranks.none + 1;
export const detailCount = 4;

/** One word of a name, and how the terms match it. */
interface NameWord {
  readonly field: number;
  /** Its place among the words of the field. */
  readonly place: number;
  readonly key: string;
  /** Indexed by term; null if the term does not match. */
  readonly matches: readonly (WordMatch | null)[];
  /** Whether the word is written with the same apostrophe as a term. */
  readonly isAsTyped: boolean;
}

/** The words of a value that some term matches, and how many words it has. */
interface ComparedValue {
  readonly words: readonly NameWord[];
  readonly count: number;
  /** The word that the only term matches best; null if there are several terms, or none matches. */
  readonly best: RankedWord | null;
}

interface RankedWord extends UsedWord {
  /** Lower is better. The scores of different fields are comparable. */
  readonly score: number;
  readonly rank: number;
  readonly isAsTyped: boolean;
}

/** How a name matches. The object is reused for the next name. */
export interface NameMatching {
  /** The sum of the costs of the terms. */
  cost: number;
  /** Whether an initial stands for a term. */
  hasInitials: boolean;
  /** Whether terms match the whole last name. */
  isWholeLastName: boolean;
  /**
   * The best rank of the matched words. At equal cost, a lower rank is more relevant. It is less than {@link
   * rankCount}.
   */
  rank: number;
  /** Orders matches with the same rank, lower first; less than {@link detailCount}. */
  detail: number;
  /** In the order of the terms. */
  readonly terms: UsedWord[];
}

/** The word that a term matches. */
export interface UsedWord {
  readonly match: WordMatch;
  readonly field: number;
  /** Its place among the words of the field. */
  readonly word: number;
}

/** Compares names by the codes of their parts. Returns null if the terms can't be matched with different words. */
export type CompareName = (lastCode: number, firstCode: number, middleCode: number) => NameMatching | null;

const apostrophe = /['’ʼ]/;
/** The size of the longest initial with its full stop. */
const initialBytesMax = 3;

/**
 * For each field and code of a value, the low {@link termBits} bits say which terms may match the value. The comparison
 * stores the index of its result for the value in the bits above. Maps would take most of the time of a search.
 */
export type CandidateTable = readonly [last: Uint32Array, first: Uint32Array, middle: Uint32Array];

export const termBits = 8;

export function* tabulateCandidates({ columns }: ImageContent, terms: readonly WordValues[]): Task<CandidateTable> {
  const table = createTable(columns);
  let steps = 0;
  for (const [term, { values }] of terms.entries()) {
    for (const { field, codes } of values) {
      for (let i = 0; i < codes.length; i++) {
        table[field]![codes[i]!]! |= 1 << term;
        if (++steps % stepsBetweenYields === 0) yield;
      }
    }
  }
  return table;
}

function createTable({ last_name, first_name, middle_name }: ImageContent["columns"], bits = 0): CandidateTable {
  const create = (column: ImageColumn): Uint32Array => {
    const table = new Uint32Array(countValues(column));
    return bits === 0 ? table : table.fill(bits);
  };
  return [create(last_name), create(first_name), create(middle_name)];
}

/**
 * Creates a function that compares names with the terms. At least one term must match a whole word of the last name at
 * `lastNameCostMax` or less, unless it is null. Without `candidates`, every value is compared.
 */
export function createNameComparison(
  content: ImageContent,
  terms: readonly Term[],
  lastNameCostMax: number | null,
  candidates: CandidateTable | null,
): CompareName {
  // Single letters are initials if the query also has a longer word. Otherwise each may be the beginning of any word.
  const hasInitialTerms = terms.some(({ isLetter }) => !isLetter) && terms.some(({ isLetter }) => isLetter);
  const isInitial = terms.map(({ isLetter }) => isLetter && hasInitialTerms);
  // If words were set aside or replaced by initials, a term that is also a given name does not count as the last name.
  const mayBeGivenName = terms.map(
    ({ others }) =>
      lastNameCostMax === nearCost &&
      others.some((words) => [...words.values()].some((match) => match.isInitial && match.cost === 0)),
  );
  const typed = terms.map(({ token }) => token.text.toLowerCase()).filter((text) => apostrophe.test(text));
  const columns = nameFieldNames.map((name) => content.columns[name]);
  const table = candidates ?? createTable(content.columns, (1 << terms.length) - 1);
  const compared: ComparedValue[] = [{ words: [], count: 0, best: null }];

  function findValue(field: number, code: number): ComparedValue {
    const entry = table[field]![code]!;
    if (entry === 0 || entry >>> termBits > 0) return compared[entry >>> termBits]!;
    const value = compareValue(field, code);
    table[field]![code] = entry | (compared.length << termBits);
    compared.push(value);
    return value;
  }

  function compareValue(field: number, code: number): ComparedValue {
    const texts = splitWords(textAt(columns[field]!.values, code));
    const words: NameWord[] = [];
    for (const [place, text] of texts.entries()) {
      const key = spellingKey(text);
      const ofWord = terms.map((term) => {
        const isBegun = term.isLetter && term.letters.includes(key.charAt(0));
        return matchWord(term, field, key) ?? (isBegun ? matches.beginning : null);
      });
      if (ofWord.every((match) => match === null)) continue;
      const isAsTyped = typed.some((apostrophised) => text.toLowerCase().startsWith(apostrophised));
      words.push({ field, place, key, matches: ofWord, isAsTyped });
    }
    const best = terms.length > 1 ? null : words.map((word) => rankWord(word, texts.length)).reduce(better, null);
    return { words, count: texts.length, best };
  }

  let last = compared[0]!;
  let words: NameWord[] = [];
  let hasLastName = false;
  let hasFullGivenName = false;
  /** For each term, the index in `words` of the word that it is currently matched with. */
  const chosen = terms.map(() => 0);
  let bestScore = Number.POSITIVE_INFINITY;

  const matching: NameMatching = {
    ...{ cost: 0, hasInitials: false, isWholeLastName: false, rank: 0, detail: 0 },
    terms: [],
  };

  /** Tries all words for the term with index `at`, and recursively for the terms after it. */
  function choose(at: number, used: number, cost: number): void {
    if (at === terms.length) {
      accept(cost);
      return;
    }
    for (let i = 0; i < words.length; i++) {
      const match = words[i]!.matches[at]!;
      if (match === null || (used & (1 << i)) !== 0) continue;
      if (100 * (cost + match.cost) - terms.length >= bestScore) continue;
      chosen[at] = i;
      choose(at + 1, used | (1 << i), cost + match.cost);
    }
  }

  function accept(cost: number): void {
    let hasInitials = false;
    let needsCompany = false;
    let closeTerms = 0;
    let wholeWords = 0;
    let wholeOfLast = 0;
    let isLastNameClose = false;
    let isProven = lastNameCostMax === null || !hasLastName;
    let rank: number = ranks.none;
    let isAsTyped = false;
    for (let at = 0; at < terms.length; at++) {
      if (isInitial[at]!) continue;
      const word = words[chosen[at]!]!;
      const match = word.matches[at]!;
      const isOfLast = word.field === lastName;
      if (word.isAsTyped) isAsTyped = true;
      if (match.needsCompany) needsCompany = true;
      if (match.isWhole) {
        wholeWords++;
        if (isOfLast) wholeOfLast++;
      }
      if (match.isInitial) {
        hasInitials = true;
        continue;
      }
      if (match.cost <= nearCost && !terms[at]!.isLetter) {
        closeTerms++;
        if (isOfLast) isLastNameClose = true;
      }
      if (isOfLast && match.isWhole && match.cost <= (lastNameCostMax ?? 0) && !mayBeGivenName[at]) isProven = true;
      rank = Math.min(rank, rankOf(word.field, word.place, match));
    }
    if (!isProven || (hasInitials && !isLastNameClose) || (needsCompany && closeTerms === 0)) return;
    // At equal cost, full names are better than initials. Then more whole words are better.
    const score = 100 * cost + (hasInitials ? terms.length + 1 : 0) - wholeWords;
    if (score >= bestScore || (hasInitialTerms && !areInitialsInPlace())) return;
    bestScore = score;
    matching.cost = cost;
    matching.hasInitials = hasInitials;
    matching.isWholeLastName = wholeOfLast > 0 && wholeOfLast === last.count;
    matching.rank = matching.isWholeLastName ? ranks.wholeLastName : rank;
    const isLikeStored = hasInitialTerms ? haveInitialsOnly() : hasFullGivenName;
    matching.detail = (isAsTyped ? 0 : 1) + (isLikeStored ? 0 : 2);
    for (let at = 0; at < terms.length; at++) {
      const { field, place, matches: ofWord } = words[chosen[at]!]!;
      matching.terms[at] = { match: ofWord[at]!, field, word: place };
    }
  }

  /**
   * Whether the initials are in order: given name, then patronymic. A part that a longer term matches is skipped. One
   * initial may also be that of the last name, if no longer term matches it.
   */
  function areInitialsInPlace(): boolean {
    const fieldOf = (at: number): number => words[chosen[at]!]!.field;
    const isFree = (field: number): boolean => isInitial.every((is, at) => is || fieldOf(at) !== field);
    const free = [firstName, middleName].filter(isFree);
    let mayBeOfLast = isFree(lastName) && isInitial.every((is, at) => is || words[chosen[at]!]!.matches[at]!.isWhole);
    return isInitial.every((is, at) => {
      if (!is) return true;
      if (fieldOf(at) !== lastName) return fieldOf(at) === free.shift();
      const isAllowed = mayBeOfLast;
      mayBeOfLast = false;
      return isAllowed;
    });
  }

  /** Whether the typed initials are also stored as initials. */
  function haveInitialsOnly(): boolean {
    return isInitial.every((is, at) => !is || terms[at]!.letters.includes(words[chosen[at]!]!.key));
  }

  return (lastCode, firstCode, middleCode) => {
    last = findValue(lastName, lastCode);
    const first = findValue(firstName, firstCode);
    const middle = findValue(middleName, middleCode);
    hasFullGivenName = sizeOf(columns[firstName]!.values, firstCode) > initialBytesMax;
    if (terms.length === 1 && lastNameCostMax === null) {
      const best = better(better(last.best, first.best), middle.best);
      if (best === null) return null;
      matching.cost = best.match.cost;
      matching.isWholeLastName = best.rank === ranks.wholeLastName;
      matching.rank = best.rank;
      matching.detail = (best.isAsTyped ? 0 : 1) + (hasFullGivenName ? 0 : 2);
      matching.terms[0] = best;
      return matching;
    }
    words = [...last.words, ...first.words, ...middle.words];
    hasLastName = sizeOf(columns[lastName]!.values, lastCode) > 0;
    bestScore = Number.POSITIVE_INFINITY;
    choose(0, 0, 0);
    return bestScore === Number.POSITIVE_INFINITY ? null : matching;
  };
}

function rankWord({ field, place, matches: [match], isAsTyped }: NameWord, count: number): RankedWord {
  const isWholeLastName = field === lastName && match!.isWhole && count === 1;
  const rank = isWholeLastName ? ranks.wholeLastName : rankOf(field, place, match!);
  return { match: match!, field, word: place, score: 100 * match!.cost + rank, rank, isAsTyped };
}

function better(a: RankedWord | null, b: RankedWord | null): RankedWord | null {
  return a === null || (b !== null && b.score < a.score) ? b : a;
}

/** The rank of a matched word. A whole word of a last name ranks as a part; callers check whether all words match. */
function rankOf(field: number, place: number, { isWhole }: WordMatch): number {
  if (isWhole) return field === lastName ? ranks.partOfLastName : wholeRanks[field]!;
  return field === lastName && place > 0 ? ranks.laterPartBegins : beginningRanks[field]!;
}
