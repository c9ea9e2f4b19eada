/** Compares the name of a teacher with the terms of a search: the least cost at which each term matches a different word. */
import { spellingKey, splitWords } from "../../domain/names/names.ts";
import { nameFieldNames } from "../../domain/teacher.ts";
import { sizeOf, textAt } from "../../image/column.ts";
import type { ImageContent } from "../../image/layout.ts";
import { matches, nearCost, type WordMatch } from "./costs.ts";
import { firstName, lastName, matchWord, middleName, type Term } from "./term.ts";

/** What the terms match best in a name, the most relevant first. */
const ranks = {
  wholeLastName: 0,
  wholeFirstName: 1,
  partOfLastName: 2,
  lastNameBegins: 3,
  wholeMiddleName: 4,
  laterPartBegins: 5,
  firstNameBegins: 6,
  middleNameBegins: 7,
  none: 8,
} as const;

/** One word of a name, and how the terms match it. */
interface NameWord {
  readonly field: number;
  /** Its place among the words of the field. */
  readonly place: number;
  readonly key: string;
  /** By term; letters beside longer terms match no word here. */
  readonly matches: readonly (WordMatch | null)[];
}

/** A value of a name field, compared once. */
interface ComparedValue {
  readonly words: readonly NameWord[];
  /** One of {@link ranks}. */
  readonly rank: number;
  /** Whether a term with an apostrophe has the same one here. */
  readonly isAsTyped: boolean;
  /** The terms that some word matches, as bits; initials beside longer terms are the last ones. */
  readonly matched: number;
  /** The word that the first term matches at the least cost. */
  readonly cheapest: UsedWord | null;
}

const unmatched: ComparedValue = { words: [], rank: ranks.none, isAsTyped: false, matched: 0, cheapest: null };

/** How a name matches. The object is reused for the next name. */
export interface NameMatching {
  /** The sum of the costs of the terms. */
  cost: number;
  /** Whether an initial stands for a term. */
  hasInitials: boolean;
  /** Whether terms match the whole last name. */
  isWholeLastName: boolean;
  /** What the terms match best: among matches of one cost, a lower number is more relevant; less than {@link rankCount}. */
  rank: number;
  /** Likewise among those of one rank; less than {@link detailCount}. */
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

export const rankCount = ranks.none + 1;
export const detailCount = 4;

export interface ComparisonRules {
  /** The cost at which a term must match a whole word of the last name; null if none need. */
  readonly lastNameCostMax: number | null;
  /** The values that may match a term; others are not split. Null for all values. */
  readonly candidates: CandidateTable | null;
}

/**
 * By field and code, in the low {@link termBits} bits: the terms that may match the value. The comparison keeps the index of
 * the compared value in the bits above, because a map per field takes most of the time of a search.
 */
export type CandidateTable = readonly [last: Uint32Array, first: Uint32Array, middle: Uint32Array];

export const termBits = 8;

/** Compares names by the codes of their parts. The result is null if a term matches no word of its own. */
export type CompareName = (lastCode: number, firstCode: number, middleCode: number) => NameMatching | null;

const apostrophe = /['’ʼ]/;

export function createNameComparison(
  content: ImageContent,
  terms: readonly Term[],
  { lastNameCostMax, candidates }: ComparisonRules,
): CompareName {
  const long = terms.filter(({ isLetter }) => !isLetter);
  // Letters alone may begin any word.
  const free = long.length > 0 ? long : terms;
  const initials = long.length > 0 ? terms.filter(({ isLetter }) => isLetter) : [];
  const order = [...free, ...initials];
  const all = (1 << order.length) - 1;
  const places = terms.map((term) => order.indexOf(term));
  // A surname that happens to be a given name proves nothing where other terms are set aside.
  const mayBeGivenName = free.map(
    (term) =>
      lastNameCostMax === nearCost &&
      term.initials.some((letters) => [...letters.values()].some(({ cost }) => cost === 0)),
  );
  const typed = terms.map(({ token }) => token.text.toLowerCase()).filter((text) => apostrophe.test(text));
  const columns = nameFieldNames.map((name) => content.columns[name]);
  /** The first one is that of all values that no term matches. */
  const compared: ComparedValue[] = [unmatched];

  /** The value, compared only once if there is a table. */
  function findValue(field: number, code: number): ComparedValue {
    const table = candidates?.[field];
    if (table === undefined) return compareValue(field, code);
    const known = table[code]!;
    if (known >>> termBits > 0 || (known === 0 && initials.length === 0)) return compared[known >>> termBits]!;
    const value = compareValue(field, code);
    table[code] = known | (compared.length << termBits);
    compared.push(value);
    return value;
  }

  function compareValue(field: number, code: number): ComparedValue {
    const texts = splitWords(textAt(columns[field]!.values, code));
    const words = texts.map((text, place): NameWord => {
      const key = spellingKey(text);
      return { field, place, key, matches: free.map((term) => matchWord(term, field, key)) };
    });
    const isAsTyped = typed.some((text) => texts.some((word) => word.toLowerCase().startsWith(text)));
    let matched = 0;
    let cheapest: UsedWord | null = null;
    for (const { place, key, matches: ofWord } of words) {
      for (let at = 0; at < order.length; at++) {
        const hasTerm = at < free.length ? ofWord[at] !== null : order[at]!.letters.includes(key.charAt(0));
        if (hasTerm) matched |= 1 << at;
      }
      const [match = null] = ofWord;
      if (match !== null) cheapest = cheaper(cheapest, { match, field, word: place });
    }
    return { words, rank: rankOf(field, words), isAsTyped, matched, cheapest };
  }

  let words: NameWord[] = [];
  let isLastNameEmpty = false;
  /** By term in `order`: the word that it matches at present, and in the best way so far. */
  const chosen = order.map(() => 0);
  const best = order.map(() => 0);
  let bestCost = Number.POSITIVE_INFINITY;
  let bestHasInitials = false;
  let bestWholeWords = 0;

  /** Tries all words for the term at `at`, and those after it. */
  function choose(at: number, used: number, cost: number): void {
    if (cost > bestCost) return;
    if (at === free.length) {
      accept(used, cost);
      return;
    }
    for (let i = 0; i < words.length; i++) {
      const match = words[i]!.matches[at];
      if (match === null || match === undefined || (used & (1 << i)) !== 0) continue;
      chosen[at] = i;
      choose(at + 1, used | (1 << i), cost + match.cost);
    }
  }

  function accept(used: number, cost: number): void {
    let hasInitials = false;
    let needsCompany = false;
    /** How many terms match closely, and whether one of them matches the last name. */
    let closeTerms = 0;
    let wholeWords = 0;
    let isLastNameClose = false;
    let hasLastName = lastNameCostMax === null || isLastNameEmpty;
    for (let at = 0; at < free.length; at++) {
      const { field, matches: ofWord } = words[chosen[at]!]!;
      const match = ofWord[at]!;
      if (match.isInitial) hasInitials = true;
      if (match.needsCompany) needsCompany = true;
      if (match.isWhole) wholeWords++;
      if (match.cost <= nearCost && !match.isInitial && !free[at]!.isLetter) {
        closeTerms++;
        if (field === lastName) isLastNameClose = true;
      }
      if (field === lastName && match.isWhole && match.cost <= (lastNameCostMax ?? 0) && !mayBeGivenName[at]) {
        hasLastName = true;
      }
    }
    if (!hasLastName || (hasInitials && !isLastNameClose) || (needsCompany && closeTerms === 0)) return;
    const isEqual = cost === bestCost && hasInitials === bestHasInitials;
    if (isEqual ? wholeWords <= bestWholeWords : cost === bestCost && hasInitials) return;
    if (!placeInitials(used)) return;
    for (let at = 0; at < order.length; at++) best[at] = chosen[at]!;
    bestCost = cost;
    bestHasInitials = hasInitials;
    bestWholeWords = wholeWords;
  }

  /**
   * Finds words for the initials: those of the given name and the patronymic in this order, as far as no other term matches
   * these; and one of the last name if no other term matches that.
   */
  function placeInitials(used: number): boolean {
    if (initials.length === 0) return true;
    const isFree = (field: number): boolean =>
      !words.some((word, i) => word.field === field && (used & (1 << i)) !== 0);
    const inOrder = [firstName, middleName].filter(isFree);
    const place = (skipped: number): boolean => {
      let at = 0;
      return initials.every(({ letters }, i) => {
        const field = i === skipped ? lastName : inOrder[at++];
        const word = words.findIndex((other) => other.field === field && letters.includes(other.key.charAt(0)));
        chosen[free.length + i] = word;
        return word >= 0;
      });
    };
    const isOfLastName = isFree(lastName) && free.every((_, at) => words[chosen[at]!]!.matches[at]!.isWhole);
    return place(-1) || (isOfLastName && initials.some((_, i) => place(i)));
  }

  /** Whether the name has exactly the typed initials, as that of a teacher who is stored with initials. */
  function hasSameInitials(): boolean {
    return initials.every(({ letters }, i) => letters.includes(words[best[free.length + i]!]!.key));
  }

  const hasFullGivenName = (code: number): boolean => sizeOf(columns[firstName]!.values, code) > initialBytesMax;

  const matching: NameMatching = {
    cost: 0,
    hasInitials: false,
    isWholeLastName: false,
    rank: ranks.none,
    detail: 0,
    terms: [],
  };

  return (lastCode, firstCode, middleCode) => {
    const last = findValue(lastName, lastCode);
    const first = findValue(firstName, firstCode);
    const middle = findValue(middleName, middleCode);
    if ((last.matched | first.matched | middle.matched) !== all) return null;
    if (last.words.length + first.words.length + middle.words.length < order.length) return null;
    matching.rank = Math.min(last.rank, first.rank, middle.rank);
    matching.isWholeLastName = last.rank === ranks.wholeLastName;
    matching.detail = last.isAsTyped || first.isAsTyped || middle.isAsTyped ? 0 : 1;
    if (order.length === 1 && lastNameCostMax === null) {
      const cheapest = cheaper(cheaper(last.cheapest, first.cheapest), middle.cheapest)!;
      matching.cost = cheapest.match.cost;
      matching.terms[0] = cheapest;
      if (!hasFullGivenName(firstCode)) matching.detail += 2;
      return matching;
    }
    words = [...last.words, ...first.words, ...middle.words];
    isLastNameEmpty = sizeOf(columns[lastName]!.values, lastCode) === 0;
    bestCost = Number.POSITIVE_INFINITY;
    choose(0, 0, 0);
    if (bestCost === Number.POSITIVE_INFINITY) return null;
    if (!(initials.length > 0 ? hasSameInitials() : hasFullGivenName(firstCode))) matching.detail += 2;
    matching.cost = bestCost;
    matching.hasInitials = bestHasInitials;
    for (let i = 0; i < terms.length; i++) {
      const { field, place, matches: ofWord } = words[best[places[i]!]!]!;
      matching.terms[i] = { match: ofWord[places[i]!] ?? matches.beginning, field, word: place };
    }
    return matching;
  };
}

/** The cheaper match, whole words before others. */
function cheaper(a: UsedWord | null, b: UsedWord | null): UsedWord | null {
  if (a === null || b === null) return a ?? b;
  if (a.match.cost !== b.match.cost) return a.match.cost < b.match.cost ? a : b;
  return b.match.isWhole && !a.match.isWhole ? b : a;
}

/** The size of the longest initial with its full stop. */
const initialBytesMax = 3;

function rankOf(field: number, words: readonly NameWord[]): number {
  const isWhole = (word: NameWord): boolean => word.matches.some((match) => match?.isWhole && !match.isInitial);
  const begins = (word: NameWord): boolean => word.matches.some((match) => match !== null && !match.isInitial);
  if (field === firstName) {
    if (words.some(isWhole)) return ranks.wholeFirstName;
    return words.some(begins) ? ranks.firstNameBegins : ranks.none;
  }
  if (field === middleName) {
    if (words.some(isWhole)) return ranks.wholeMiddleName;
    return words.some(begins) ? ranks.middleNameBegins : ranks.none;
  }
  if (words.some(isWhole)) return words.every(isWhole) ? ranks.wholeLastName : ranks.partOfLastName;
  if (words[0] !== undefined && begins(words[0])) return ranks.lastNameBegins;
  return words.some(begins) ? ranks.laterPartBegins : ranks.none;
}
