/** Matches each term of a search with a different word of a name, at the least cost. */
import { type Reading, readings } from "../../domain/results.ts";
import { firstName, lastName, middleName, nearCost, type Term, type WordMatch } from "./term.ts";

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
/** By field, the rank of a match with a whole word, and with the beginning of a word. */
const wholeRanks = [ranks.partOfLastName, ranks.firstName, ranks.middleName] as const;
const beginningRanks = [ranks.lastNameBegins, ranks.firstNameBegins, ranks.middleNameBegins] as const;
export const rankCount = ranks.none + 1;
export const detailCount = 4;

/** One word of a name, and how the terms match it. */
export interface NameWord {
  readonly field: number;
  /** The index of the word among those of the field. */
  readonly place: number;
  readonly key: string;
  /** Indexed by term; null if the term does not match. */
  readonly matches: readonly (WordMatch | null)[];
  /** Whether the word is written with the same apostrophe as a term. */
  readonly isAsTyped: boolean;
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

/** What the terms of a search require of the words that they match. */
interface AssignmentRules {
  readonly terms: readonly Term[];
  /** The indices of the terms that are not initials. */
  readonly longTerms: readonly number[];
  /**
   * At least one term must match a whole word of the last name, if the teacher has one, at this cost or less. Null if
   * that is not required.
   */
  readonly lastNameCostMax: number | null;
  /** By term: whether it may be a given name, and so does not count as the last name. */
  readonly mayBeGivenName: readonly boolean[];
}

/**
 * The weight of costs in {@link NameMatching.score}. Costs differ by at least 0.25, which is 25 points. The rest of a
 * score is less than that, so it decides only between equal costs.
 */
const costWeight = 100;

/** The parts of {@link NameMatching.detail}. */
export const matchingDetails = { otherApostrophe: 1, otherGivenName: 2 } as const;

/** How the only term matches a word, which is one of `count` words of its field. */
export function matchAlone({ field, place, matches: [found], isAsTyped }: NameWord, count: number): NameMatching {
  const match = found!;
  const isWholeLastName = field === lastName && match.isWhole && count === 1;
  const rank = isWholeLastName ? ranks.wholeLastName : rankOf(field, place, match);
  return {
    cost: match.cost,
    score: costWeight * match.cost + rank,
    hasInitials: false,
    isWholeLastName,
    rank,
    detail: isAsTyped ? 0 : matchingDetails.otherApostrophe,
    terms: [{ match, field, word: place }],
  };
}

/**
 * Finds the best way to match each term with a different word. Returns `best` if no way is better. `chosen` has the
 * words of the first terms, and `cost` the sum of their costs.
 */
export function assignWords(
  rules: AssignmentRules,
  name: ComparedName,
  chosen: NameWord[] = [],
  cost = 0,
  best: NameMatching | null = null,
): NameMatching | null {
  const { terms } = rules;
  const at = chosen.length;
  if (at === terms.length) return matchChosen(rules, name, chosen, cost, best);
  let found = best;
  for (const word of name.words) {
    const match = word.matches[at]!;
    if (match === null || chosen.includes(word)) continue;
    const sum = cost + match.cost;
    // A score is lower than its costs by at most one point per term.
    if (found !== null && costWeight * sum - terms.length >= found.score) continue;
    chosen.push(word);
    found = assignWords(rules, name, chosen, sum, found);
    chosen.pop();
  }
  return found;
}

/** How a name matches if each term is matched with its chosen word; `best` if this is not better, or not allowed. */
function matchChosen(
  rules: AssignmentRules,
  { hasLastName, lastNameWords, hasFullGivenName }: ComparedName,
  chosen: readonly NameWord[],
  cost: number,
  best: NameMatching | null,
): NameMatching | null {
  const { terms, longTerms, lastNameCostMax, mayBeGivenName } = rules;
  const lastNameCostMost = lastNameCostMax ?? 0;
  let bestRank: number = ranks.none;
  let wholeWords = 0;
  let wholeLastNames = 0;
  let hasInitials = false;
  let isClose = false;
  let isCloseToLast = false;
  let isProven = false;
  let needsCompany = false;
  let isAsTyped = false;
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
    isProven ||= isOfLast && match.isWhole && match.cost <= lastNameCostMost && !mayBeGivenName[at]!;
  }
  // At equal cost, full names are better than initials. Then more whole words are better.
  const score = costWeight * cost + (hasInitials ? terms.length + 1 : 0) - wholeWords;
  if (best !== null && score >= best.score) return best;

  if (hasInitials && !isCloseToLast) return best;
  if (!isClose && needsCompany) return best;
  if (lastNameCostMax !== null && hasLastName && !isProven) return best;
  const hasInitialTerms = longTerms.length < terms.length;
  if (hasInitialTerms && !areInitialsInPlace(rules, chosen)) return best;

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
    detail: (isAsTyped ? 0 : matchingDetails.otherApostrophe) + (isLikeStored ? 0 : matchingDetails.otherGivenName),
    terms: chosen.map(({ field, place, matches }, at) => ({ match: matches[at]!, field, word: place })),
  };
}

/**
 * Whether the initials are in order: given name, then patronymic. A part that a longer term matches is skipped. One
 * initial may also stand for the last name, unless a longer term matches the last name.
 */
function areInitialsInPlace({ longTerms }: AssignmentRules, chosen: readonly NameWord[]): boolean {
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

export function betterMatching(a: NameMatching | null, b: NameMatching | null): NameMatching | null {
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
