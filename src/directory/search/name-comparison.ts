/**
 * Compares the name of a teacher with the terms of a search, and finds the least cost at which each term matches a
 * different word.
 */
import { spellingKey, splitWords } from "../../domain/names/names.ts";
import { type Reading, readings } from "../../domain/results.ts";
import { nameFieldNames } from "../../domain/teacher.ts";
import { sizeOf, textAt } from "../../image/column.ts";
import type { ImageContent } from "../../image/layout.ts";
import { type CandidateTables, termsMax } from "./candidate-tables.ts";
import {
  firstName,
  lastName,
  matchesLastName,
  matchWord,
  middleName,
  nearCost,
  type Term,
  type WordMatch,
} from "./term.ts";

/** Ranks of relevance: lower is better. */
const ranks = {
  wholeLastName: 0,
  firstName: 1,
  /** A whole word of a last name of several words. */
  partOfLastName: 2,
  lastNameBegins: 3,
  middleName: 4,
  /** The beginning of a second or later word of a last name. */
  laterPartBegins: 5,
  firstNameBegins: 6,
  middleNameBegins: 7,
  none: 8,
} as const;
/** The ranks of matches with a whole word, and with the beginning of a word, by field. */
const wholeRanks = [ranks.partOfLastName, ranks.firstName, ranks.middleName] as const;
const beginningRanks = [ranks.lastNameBegins, ranks.firstNameBegins, ranks.middleNameBegins] as const;
export const rankCount = ranks.none + 1;
export const detailCount = 4;

/** One word of a name, and how the terms match it. */
interface NameWord {
  readonly field: number;
  /** The index of the word among those of the field. */
  readonly place: number;
  readonly key: string;
  /** Indexed by term; null if the term does not match. */
  readonly matches: readonly (WordMatch | null)[];
  /** Whether the word is written with the same apostrophe as a term. */
  readonly isAsTyped: boolean;
}

/**
 * How the terms match a value of a name field. `words` are the words that at least one term matches, and `count` is the
 * number of all words.
 */
interface ComparedValue {
  readonly words: readonly NameWord[];
  readonly count: number;
  /** The best match of the only term with the value; null if there are several terms, or none matches. */
  readonly best: NameMatching | null;
  /**
   * Like `best`, but for teachers without a full given name. Both are computed once per value, because many teachers
   * share a common name.
   */
  readonly bestOfInitial: NameMatching | null;
}

/** The words of a name that match at least one term. */
interface ComparedName {
  readonly words: readonly NameWord[];
  readonly hasLastName: boolean;
  /** The number of words of the last name if a term matches one of them, otherwise 0. */
  readonly lastNameWords: number;
  readonly hasFullGivenName: boolean;
}

/** How a name matches. */
export interface NameMatching {
  /** The sum of the costs of the terms. */
  readonly cost: number;
  /** Compares the ways to match the terms with the words of one name; lower is better. */
  readonly score: number;
  /** Whether an initial stands for a term. */
  readonly hasInitials: boolean;
  /** Whether terms match the whole last name. */
  readonly isWholeLastName: boolean;
  /**
   * The best rank of the matched words. At equal cost, a lower rank is more relevant. It is less than {@link
   * rankCount}.
   */
  readonly rank: number;
  /** Orders matches with the same rank, lower first; less than {@link detailCount}. */
  readonly detail: number;
  /** In the order of the terms. */
  readonly terms: readonly UsedWord[];
}

/** The word that a term matches. */
export interface UsedWord {
  readonly match: WordMatch;
  readonly field: number;
  /** The index of the word among those of the field. */
  readonly word: number;
}

/** The most noteworthy of `means` and the means by which the terms match. */
export function meansOf({ terms }: NameMatching, means: Reading): Reading {
  const used = [means, ...terms.map(({ match }) => match.means)];
  return readings.find((reading) => used.includes(reading))!;
}

const apostrophe = /['’ʼ]/;
/** The size of the longest initial with its full stop. */
const initialBytesMax = 3;

/**
 * The weight of costs in {@link NameMatching.score}. Costs differ by at least 0.25, which is 25 points. The rest of a
 * score is less than that, so it decides only between equal costs.
 */
const costWeight = 100;

/** The parts of {@link NameMatching.detail}. */
const details = { otherApostrophe: 1, otherGivenName: 2 } as const;

/** The prepared terms, with which the names of a search are compared. */
export type NameComparison = ReturnType<typeof createNameComparison>;

/**
 * Prepares the comparison of names with terms. Unless `lastNameCostMax` is null, at least one term must match a whole
 * word of the last name at this cost or less. Without `candidates`, every value is compared each time.
 */
export function createNameComparison(
  content: ImageContent,
  terms: readonly Term[],
  lastNameCostMax: number | null,
  candidates: CandidateTables | null,
) {
  // Single letters are initials if the query also has a longer word. Otherwise each may be the beginning of any word.
  const hasLongTerm = terms.some(({ isLetter }) => !isLetter);
  return {
    content,
    terms,
    lastNameCostMax,
    candidates,
    /** Whether only names without a last name can match, because a last name would have to match a term, and none does. */
    isWithoutLastName: lastNameCostMax !== null && !terms.some((term) => matchesLastName(content, term)),
    /** The values that have been compared. The first one matches no term. */
    compared: [{ words: [], count: 0, best: null, bestOfInitial: null }] as ComparedValue[],
    /** The indices of the terms that are not initials. */
    longTerms: [...terms.keys()].filter((at) => !(hasLongTerm && terms[at]!.isLetter)),
    /**
     * If words were set aside or replaced by initials, a term that is also a given name does not count as the last name.
     */
    mayBeGivenName: terms.map(({ isKnownName }) => lastNameCostMax === nearCost && isKnownName.includes(true)),
    /** The terms with an apostrophe, as typed and in lower case. */
    apostrophised: terms.map(({ token }) => token.text.toLowerCase()).filter((text) => apostrophe.test(text)),
  };
}

/** Compares the name of the teacher at a position. Null if the terms can't be matched with different words. */
export function compareName(comparison: NameComparison, position: number): NameMatching | null {
  const { last_name, first_name, middle_name } = comparison.content.columns;
  const firstCode = first_name.codes[position]!;
  const lastCode = last_name.codes[position]!;
  const hasLastName = sizeOf(last_name.values, lastCode) > 0;
  if (comparison.isWithoutLastName && hasLastName) return null;
  const last = findValue(comparison, lastName, lastCode);
  const first = findValue(comparison, firstName, firstCode);
  const middle = findValue(comparison, middleName, middle_name.codes[position]!);
  const hasFullGivenName = sizeOf(first_name.values, firstCode) > initialBytesMax;
  if (comparison.terms.length === 1 && comparison.lastNameCostMax === null) {
    return hasFullGivenName
      ? better(better(last.best, first.best), middle.best)
      : better(better(last.bestOfInitial, first.bestOfInitial), middle.bestOfInitial);
  }
  if (last.words.length + first.words.length + middle.words.length < comparison.terms.length) return null;
  const words = [...last.words, ...first.words, ...middle.words];
  return assignWords(comparison, { words, hasLastName, lastNameWords: last.count, hasFullGivenName }, [], 0, null);
}

function findValue(comparison: NameComparison, field: number, code: number): ComparedValue {
  const { candidates, compared } = comparison;
  if (candidates === null) return compareValue(comparison, field, code);
  const entry = candidates[field]![code]!;
  if (entry === 0 || entry >>> termsMax > 0) return compared[entry >>> termsMax]!;
  const value = compareValue(comparison, field, code);
  candidates[field]![code] = entry | (compared.length << termsMax);
  compared.push(value);
  return value;
}

function compareValue({ content, terms, apostrophised }: NameComparison, field: number, code: number): ComparedValue {
  const texts = splitWords(textAt(content.columns[nameFieldNames[field]!].values, code));
  const words: NameWord[] = [];
  for (const [place, text] of texts.entries()) {
    const key = spellingKey(text);
    const ofWord = terms.map((term) => matchWord(term, field, key));
    if (ofWord.every((match) => match === null)) continue;
    const isAsTyped = apostrophised.some((typed) => text.toLowerCase().startsWith(typed));
    words.push({ field, place, key, matches: ofWord, isAsTyped });
  }
  const best = terms.length > 1 ? null : words.map((word) => matchAlone(word, texts.length)).reduce(better, null);
  const bestOfInitial = best && { ...best, detail: best.detail + details.otherGivenName };
  return { words, count: texts.length, best, bestOfInitial };
}

/** How the only term matches a word, which is one of `count` words of its field. */
function matchAlone({ field, place, matches: [found], isAsTyped }: NameWord, count: number): NameMatching {
  const match = found!;
  const isWholeLastName = field === lastName && match.isWhole && count === 1;
  const rank = isWholeLastName ? ranks.wholeLastName : rankOf(field, place, match);
  return {
    cost: match.cost,
    score: costWeight * match.cost + rank,
    hasInitials: false,
    isWholeLastName,
    rank,
    detail: isAsTyped ? 0 : details.otherApostrophe,
    terms: [{ match, field, word: place }],
  };
}

/**
 * Finds the best way to match each term with a different word. Returns `best` if no way is better. `chosen` has the words
 * of the first terms, and `cost` the sum of their costs.
 */
function assignWords(
  comparison: NameComparison,
  name: ComparedName,
  chosen: NameWord[],
  cost: number,
  best: NameMatching | null,
): NameMatching | null {
  const { terms } = comparison;
  const at = chosen.length;
  if (at === terms.length) return matchChosen(comparison, name, chosen, cost, best);
  let found = best;
  for (const word of name.words) {
    const match = word.matches[at]!;
    if (match === null || chosen.includes(word)) continue;
    const sum = cost + match.cost;
    // A score is lower than its costs by at most one point per term.
    if (found !== null && costWeight * sum - terms.length >= found.score) continue;
    chosen.push(word);
    found = assignWords(comparison, name, chosen, sum, found);
    chosen.pop();
  }
  return found;
}

/** How a name matches if each term is matched with its chosen word; `best` if this is not better, or not allowed. */
function matchChosen(
  comparison: NameComparison,
  { hasLastName, lastNameWords, hasFullGivenName }: ComparedName,
  chosen: readonly NameWord[],
  cost: number,
  best: NameMatching | null,
): NameMatching | null {
  const { terms, longTerms, lastNameCostMax, mayBeGivenName } = comparison;
  let bestRank: number = ranks.none;
  let [wholeWords, wholeLastNames] = [0, 0];
  let [hasInitials, isCloseToLast, isClose, isProven, needsCompany, isAsTyped] = [
    false,
    false,
    false,
    false,
    false,
    false,
  ];
  for (const at of longTerms) {
    const word = chosen[at]!;
    const match = word.matches[at]!;
    const isOfLast = word.field === lastName;
    needsCompany ||= match.needsCompany;
    isAsTyped ||= word.isAsTyped;
    if (match.isWhole) wholeWords++;
    if (match.isWhole && isOfLast) wholeLastNames++;
    if (match.isInitial) {
      hasInitials = true;
      continue;
    }
    bestRank = Math.min(bestRank, rankOf(word.field, word.place, match));
    isClose ||= match.cost <= nearCost;
    isCloseToLast ||= isOfLast && match.cost <= nearCost;
    isProven ||= isOfLast && match.isWhole && match.cost <= (lastNameCostMax ?? 0) && !mayBeGivenName[at]!;
  }
  // At equal cost, full names are better than initials. Then more whole words are better.
  const score = costWeight * cost + (hasInitials ? terms.length + 1 : 0) - wholeWords;
  if (best !== null && score >= best.score) return best;

  if (hasInitials && !isCloseToLast) return best;
  if (!isClose && needsCompany) return best;
  if (lastNameCostMax !== null && hasLastName && !isProven) return best;
  const hasInitialTerms = longTerms.length < terms.length;
  if (hasInitialTerms && !areInitialsInPlace(comparison, chosen)) return best;

  const isWholeLastName = lastNameWords > 0 && wholeLastNames === lastNameWords;
  const areInitialsStored = (): boolean =>
    chosen.every(({ key }, at) => longTerms.includes(at) || terms[at]!.letters.includes(key));
  const isLikeStored = hasInitialTerms ? areInitialsStored() : hasFullGivenName;
  return {
    cost,
    score,
    hasInitials,
    isWholeLastName,
    rank: isWholeLastName ? ranks.wholeLastName : bestRank,
    detail: (isAsTyped ? 0 : details.otherApostrophe) + (isLikeStored ? 0 : details.otherGivenName),
    terms: chosen.map(({ field, place, matches }, at) => ({ match: matches[at]!, field, word: place })),
  };
}

/**
 * Whether the initials are in order: given name, then patronymic. A part that a longer term matches is skipped. One
 * initial may also stand for the last name, unless a longer term matches the last name.
 */
function areInitialsInPlace({ longTerms }: NameComparison, chosen: readonly NameWord[]): boolean {
  const isFree = (field: number): boolean => longTerms.every((at) => chosen[at]!.field !== field);
  const free = [firstName, middleName].filter(isFree);
  let mayBeOfLast = isFree(lastName) && longTerms.every((at) => chosen[at]!.matches[at]!.isWhole);
  return chosen.every(({ field }, at) => {
    if (longTerms.includes(at)) return true;
    if (field !== lastName) return field === free.shift();
    const isAllowed = mayBeOfLast;
    mayBeOfLast = false;
    return isAllowed;
  });
}

function better(a: NameMatching | null, b: NameMatching | null): NameMatching | null {
  return a === null || (b !== null && b.score < a.score) ? b : a;
}

/**
 * The rank of a matched word. A whole word of a last name gets the rank of a part, because only callers know whether
 * all words match.
 */
function rankOf(field: number, place: number, { isWhole }: WordMatch): number {
  if (isWhole) return wholeRanks[field]!;
  return field === lastName && place > 0 ? ranks.laterPartBegins : beginningRanks[field]!;
}
