/**
 * Compares the name of a teacher with the terms of a search, and finds the least cost at which each term matches a
 * different word.
 */
import { spellingKey, splitWords } from "../../domain/names/names.ts";
import { nameFieldNames } from "../../domain/teacher.ts";
import { sizeOf, textAt } from "../../image/column.ts";
import type { ImageContent } from "../../image/layout.ts";
import { type CandidateTables, termsMax } from "./candidate-tables.ts";
import {
  assignWords,
  betterMatching,
  matchAlone,
  matchingDetails,
  type NameMatching,
  type NameWord,
} from "./name-matching.ts";
import { firstName, lastName, matchesLastName, matchWord, middleName, nearCost, type Term } from "./term.ts";

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

const apostrophe = /['’ʼ]/;
/** The size of the longest initial with its full stop. */
const initialBytesMax = 3;

/** The prepared terms of a search, with which names are compared. */
type NameComparison = ReturnType<typeof createNameComparison>;

/**
 * Prepares the comparison of names with terms. Unless `lastNameCostMax` is null, at least one term must match a whole
 * word of the last name, if there is one, at this cost or less. Without `candidates`, every value is compared each
 * time.
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
    /** True if a term must match a last name but none can. Then only names without a last name can match. */
    isWithoutLastName: lastNameCostMax !== null && !terms.some(matchesLastName),
    /** The values that have been compared. The first one matches no term. */
    compared: [{ words: [], count: 0, best: null, bestOfInitial: null }] as ComparedValue[],
    /** The indices of the terms that are not initials. */
    longTerms: [...terms.keys()].filter((at) => !(hasLongTerm && terms[at]!.isLetter)),
    /**
     * If words were set aside or replaced by initials, a term that is also a given name does not count as the last
     * name.
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
      ? betterMatching(betterMatching(last.best, first.best), middle.best)
      : betterMatching(betterMatching(last.bestOfInitial, first.bestOfInitial), middle.bestOfInitial);
  }
  if (last.words.length + first.words.length + middle.words.length < comparison.terms.length) return null;
  const words = [...last.words, ...first.words, ...middle.words];
  return assignWords(comparison, { words, hasLastName, lastNameWords: last.count, hasFullGivenName });
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
  const best =
    terms.length > 1 ? null : words.map((word) => matchAlone(word, texts.length)).reduce(betterMatching, null);
  const bestOfInitial = best && { ...best, detail: best.detail + matchingDetails.otherGivenName };
  return { words, count: texts.length, best, bestOfInitial };
}
