/** A term of a search: the words of names that it matches, each at a cost. */
import type { NameTable } from "../../domain/names/given-names.ts";
import { cyrillicInitials } from "../../domain/names/sound.ts";
import type { Reading } from "../../domain/results.ts";
import { nameFieldNames } from "../../domain/teacher.ts";
import { findByKey, findByPrefix } from "../../image/column.ts";
import type { ImageContent } from "../../image/layout.ts";
import type { TablePool, WordValues } from "./candidate-tables.ts";
import { type DegreeReader, isLetter, type NamedDegree, type QueryToken } from "./query.ts";

/** How a term matches a word: the cost, and by what means. */
export interface WordMatch {
  readonly cost: number;
  readonly means: Reading;
  /** Whether the whole word is meant, not only its beginning. */
  readonly isWhole: boolean;
  /** Whether the match counts only if another term matches the same teacher at {@link nearCost} or less. */
  readonly needsCompany: boolean;
  /** Whether the word is an initial that stands for the term. */
  readonly isInitial: boolean;
}

const plain = { isWhole: true, needsCompany: false, isInitial: false } as const;

export const matches = {
  beginning: { ...plain, cost: 0, means: "spelling", isWhole: false },
  whole: { ...plain, cost: 0, means: "spelling" },
  sound: { ...plain, cost: 1, means: "sound" },
  form: { ...plain, cost: 1, means: "form" },
  soundBeginning: { ...plain, cost: 1.5, means: "sound", isWhole: false },
  caseEnding: { ...plain, cost: 1.25, means: "form" },
  typo: { ...plain, cost: 2, means: "typo" },
  firstLetterTypo: { ...plain, cost: 2.5, means: "typo" },
  twoTypos: { ...plain, cost: 3, means: "typo" },
  soundTypo: { ...plain, cost: 3, means: "typo" },
} as const satisfies Readonly<Record<string, WordMatch>>;

/** The costs of reading the query in another way, which are added to those of its terms. */
export const readingCosts = { layout: 0.5, setAside: 0.5, joined: 1.5, glued: 1.5 } as const;

/** Up to this cost a match is not a guess: it is the word itself, its sound, another form, or a case ending. */
export const nearCost = 1.25;
/** Names with a greater sum of costs are not found. */
export const costMax = 4;

export interface Term {
  readonly token: QueryToken;
  readonly key: string;
  /** Whether the term is a single letter. Beside a longer term it is an initial. */
  readonly isLetter: boolean;
  /**
   * For a single letter: the letters that it may stand for. A Latin letter beside a longer term stands for several
   * Cyrillic ones.
   */
  readonly letters: string;
  /** For each name field: true if only whole words match the key, false if words that begin with it match too. */
  readonly isWholeOnly: readonly boolean[];
  /**
   * For each name field: the words that match by sound, form, case ending or typo, and the stored initials that may
   * stand for the term.
   */
  readonly others: readonly Map<string, WordMatch>[];
  /** Whether a stored initial may stand for the term: only beside another term of more than one letter. */
  readonly allowsInitial: boolean;
  /** Whether a last name has the word. */
  readonly isLastName: boolean;
  /** For each name field: whether the term is a known given name or patronymic that a stored initial may stand for. */
  readonly isKnownName: readonly boolean[];
}

/** The data, the options and the caches for reading queries. */
export interface QueryReader extends DegreeReader {
  readonly forms: NameTable;
  /** If true, only whole words match, as in a written name. */
  readonly isStrict: boolean;
  /** Whether answers list alphabetical ranks instead of positions. */
  readonly isAlphabetical: boolean;
  /** A cache of terms, because several ways to understand a query need the same ones. */
  readonly terms: Map<string, Term>;
  readonly values: WeakMap<Term, WordValues>;
  /** Recent interpretations whose terms match no name, so that attempts with the same terms are skipped. */
  readonly unmatched: Interpretation[];
  readonly pool: TablePool;
}

/** One way to understand a search: its terms, the degrees that it names and the words that are set aside. */
export interface Interpretation {
  readonly terms: readonly Term[];
  readonly degrees: readonly NamedDegree[];
  /** The words that are set aside, as typed. */
  readonly setAside: readonly string[];
  /**
   * `cost` is added to the costs of the terms. `means` is how the query was read. The means of the answer is `part`
   * if words are set aside, otherwise the most noteworthy of this `means` and the means of the terms.
   */
  readonly cost: number;
  readonly means: Reading;
  /**
   * At least one term must match a whole word of the last name, if the teacher has one, at this cost or less. Null if
   * that is not required.
   */
  readonly lastNameCostMax: number | null;
}

/**
 * What stands beside a term of more than one letter: other such terms, only initials, or nothing. All terms of a query
 * have the same company.
 */
export type Company = "terms" | "initials" | "none";

/** The name fields by their index in `nameFieldNames`. */
export const [lastName, firstName, middleName] = [0, 1, 2] as const;
export const fields = [lastName, firstName, middleName] as const;

/** Whether a name field has the word. */
export function hasWord({ words }: ImageContent, field: number, key: string): boolean {
  return findByKey(words[nameFieldNames[field]!].spelling, key).length > 0;
}

/** Whether any name field has the word. */
export function isStoredWord(content: ImageContent, key: string): boolean {
  return fields.some((field) => hasWord(content, field, key));
}

/** Whether a term may match a whole word of a last name. */
export function matchesLastName({ isLastName, others }: Term): boolean {
  return isLastName || others[lastName]!.size > 0;
}

/** Whether a given name or patronymic is known, so that an initial may stand for it. */
export function isKnownName({ content, forms }: QueryReader, field: number, key: string): boolean {
  if (field === lastName) return false;
  const isListed = forms
    .findByKey(key)
    .some((name) => nameFieldNames[field] === name.field && name.official.includes(key));
  return isListed || hasWord(content, field, key);
}

/**
 * Creates the term of a word. It matches words that equal the key or begin with it, and the initials of a known given
 * name.
 */
export function createTerm(reader: QueryReader, token: QueryToken, company: Company): Term {
  const { content, forms, isStrict } = reader;
  const { key } = token;
  const isInTable = forms.findByKey(key).some(({ field }) => field === "first_name");
  const isGivenName = !isLetter(key) && (isInTable || hasWord(content, firstName, key));
  // In a written name, a given name may be abbreviated: `Ол.`.
  const isWhole = isStrict && !(token.isStopped && !isInTable);
  const allowsInitial = company === "terms" && !isLetter(key);
  const term: Term = {
    token,
    key,
    isLetter: isLetter(key),
    letters: company === "none" ? key : (cyrillicInitials[key] ?? key),
    isWholeOnly: [isStrict, isWhole, isWhole || isGivenName],
    others: fields.map(() => new Map()),
    allowsInitial,
    isLastName: hasWord(content, lastName, key),
    isKnownName: fields.map((field) => allowsInitial && isKnownName(reader, field, key)),
  };
  for (const field of fields) if (term.isKnownName[field]!) addInitial(term, field, key, matches.whole);
  return term;
}

/** Adds a word that a term matches, unless the term already matches it at the same or a lower cost. */
export function addWord({ others }: Term, field: number, key: string, match: WordMatch): void {
  const known = others[field]!.get(key);
  if (known === undefined || match.cost < known.cost) others[field]!.set(key, match);
}

/** Adds the initial of a given name or patronymic that a term matches, if an initial may stand for the term. */
export function addInitial(term: Term, field: number, key: string, match: WordMatch): void {
  if (field === lastName || !term.allowsInitial) return;
  addWord(term, field, key.charAt(0), { ...match, isInitial: true });
}

/** How a term matches a word of a name field, or null. `word` is the key of the word. */
export function matchWord(term: Term, field: number, word: string): WordMatch | null {
  if (word === term.key) return matches.whole;
  if (!term.isWholeOnly[field]! && word.startsWith(term.key)) return matches.beginning;
  if (term.isLetter && term.letters.includes(word.charAt(0))) return matches.beginning;
  return term.others[field]!.get(word) ?? null;
}

/** Whether any stored word matches the term at this cost or less. Initials do not count. */
export function matchesWords({ content }: QueryReader, term: Term, cost: number): boolean {
  const isNear = (match: WordMatch): boolean => !match.isInitial && match.cost <= cost;
  return (
    term.others.some((words) => [...words.values()].some(isNear)) ||
    fields.some((field) => findSpelt(content, term, field).some(({ length }) => length > 0))
  );
}

/**
 * The codes of the values that have a word equal to the key or beginning with it, in one list. An initial has one list
 * for each letter that it may stand for.
 */
export function findSpelt({ words }: ImageContent, { key, isLetter, letters, isWholeOnly }: Term, field: number) {
  const { spelling } = words[nameFieldNames[field]!];
  if (isLetter) return [...letters].map((letter) => findByPrefix(spelling, letter));
  return [isWholeOnly[field]! ? findByKey(spelling, key) : findByPrefix(spelling, key)];
}
