/** A term of a search: the words of names that it matches, each at a cost. */
import { basicForms } from "../../domain/names/case-endings.ts";
import type { NameTable } from "../../domain/names/name-forms.ts";
import { spellingKey, splitWords } from "../../domain/names/names.ts";
import { cyrillicInitials, soundKeys, typedSoundKeys } from "../../domain/names/sound.ts";
import { nameFieldNames } from "../../domain/teacher.ts";
import { countPostings, findByKey, findByPrefix, postingsOf, textAt } from "../../image/column.ts";
import type { ImageContent } from "../../image/layout.ts";
import { stepsBetweenYields, type Task } from "../scheduler.ts";
import { matches, typoLetters, type WordMatch } from "./costs.ts";
import { isLetter, type QueryToken } from "./query-tokens.ts";
import { findTypos, findWithin } from "./typos.ts";

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
   * For each name field: the words that match although they do not begin with the key, and the stored initials that the
   * term may stand for.
   */
  readonly others: readonly Map<string, WordMatch>[];
}

/** The data and the options that all terms of a search share. */
export interface TermContext {
  readonly content: ImageContent;
  readonly forms: NameTable;
  /** If true, only whole words match, as in a written name. */
  readonly isStrict: boolean;
  /** Whether answers list alphabetical ranks, and not positions. */
  readonly isAlphabetical: boolean;
}

/** Whether a term may match a whole word of a last name. */
export function matchesLastName(content: ImageContent, { key, others }: Term): boolean {
  return others[lastName]!.size > 0 || hasWord(content, lastName, key);
}

/** The other words beside a term: long terms, only initials, or none. */
export type Company = "terms" | "initials" | "none";

/** The name fields by their index in `nameFieldNames`. */
export const [lastName, firstName, middleName] = [0, 1, 2] as const;
const fields = [lastName, firstName, middleName] as const;

/**
 * At most this many values are looked up by the beginning of a sound. If there are more, the beginning is too short to
 * be useful.
 */
const begunMax = 2048;
const wordsBetweenYields = 32;

function add({ others }: Term, field: number, key: string, match: WordMatch): void {
  const known = others[field]!.get(key);
  if (known === undefined || match.cost < known.cost) others[field]!.set(key, match);
}

function addInitial(term: Term, field: number, key: string, match: WordMatch): void {
  if (field !== lastName) add(term, field, key.charAt(0), { ...match, isInitial: true });
}

const copyOf = (term: Term): Term => ({ ...term, others: term.others.map((words) => new Map(words)) });

/** Returns the term without the stored initials that it may stand for. */
export function withoutInitials(term: Term): Term {
  return { ...term, others: term.others.map((words) => new Map([...words].filter(([, match]) => !match.isInitial))) };
}

/** Whether a name field has the word. */
export function hasWord({ words }: ImageContent, field: number, key: string): boolean {
  return findByKey(words[nameFieldNames[field]!].spelling, key).length > 0;
}

/** Whether any name field has the word. */
export function isStoredWord(content: ImageContent, key: string): boolean {
  return fields.some((field) => hasWord(content, field, key));
}

/** Whether a given name or patronymic is known, so that an initial may stand for it. */
function isKnownName({ content, forms }: TermContext, field: number, key: string): boolean {
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
export function createTerm(context: TermContext, token: QueryToken, company: Company): Term {
  const { content, forms, isStrict } = context;
  const { key } = token;
  const isInTable = forms.findByKey(key).some(({ field }) => field === "first_name");
  const isGivenName = !isLetter(key) && (isInTable || hasWord(content, firstName, key));
  // In a written name, a given name may be abbreviated: `Ол.`.
  const isWhole = isStrict && !(token.isStopped && !isInTable);
  const term: Term = {
    token,
    key,
    isLetter: isLetter(key),
    letters: company === "none" ? key : (cyrillicInitials[key] ?? key),
    isWholeOnly: [isStrict, isWhole, isWhole || isGivenName],
    others: fields.map(() => new Map()),
  };
  if (term.isLetter) return term;
  for (const field of fields) if (isKnownName(context, field, key)) addInitial(term, field, key, matches.whole);
  return term;
}

/**
 * Adds words to the term: those that sound the same, other forms of the name, and names of which the term is a case
 * form.
 */
export function* widenTerm(context: TermContext, term: Term): Task<Term> {
  if (term.isLetter) return term;
  const { content, forms } = context;
  const { key } = term;
  const wide = copyOf(term);
  const typed = typedSoundKeys(key);
  for (const [field, name] of nameFieldNames.entries()) {
    for (const sound of typed) {
      for (const word of yield* wordsWithSound(content, field, sound)) {
        add(wide, field, word, matches.sound);
        addInitial(wide, field, word, matches.sound);
      }
    }
    yield;
    for (const basic of basicForms(key, name)) {
      if (hasWord(content, field, basic)) add(wide, field, basic, matches.caseEnding);
      if (isKnownName(context, field, basic)) addInitial(wide, field, basic, matches.caseEnding);
    }
    yield;
  }
  for (const { field: name, keys, official } of forms.find(key)) {
    const field = nameFieldNames.indexOf(name);
    for (const form of keys) if (hasWord(content, field, form)) add(wide, field, form, matches.form);
    for (const form of official) addInitial(wide, field, form, matches.form);
  }
  return wide;
}

/** Adds to a term in Latin letters the words whose sound begins with the sound of the term. */
export function* addSoundBeginnings({ content }: TermContext, term: Term): Task<Term> {
  if (!/^[a-z]{3,}$/.test(term.key)) return term;
  const wide = copyOf(term);
  for (const sound of typedSoundKeys(term.key).filter(({ length }) => length > 1)) {
    for (const field of fields) {
      for (const word of yield* wordsWithSound(content, field, sound, true)) {
        add(wide, field, word, matches.soundBeginning);
      }
    }
  }
  return wide;
}

/**
 * The words of a name field with this sound, or with a sound that begins with it if `isBegun`. Initials are omitted.
 */
function* wordsWithSound(
  { columns, words }: ImageContent,
  field: number,
  sound: string,
  isBegun = false,
): Task<Set<string>> {
  const name = nameFieldNames[field]!;
  const index = words[name].sound;
  const codes = isBegun ? findByPrefix(index, sound).subarray(0, begunMax) : findByKey(index, sound);
  const found = new Set<string>();
  for (let i = 0; i < codes.length; i++) {
    if (i % wordsBetweenYields === wordsBetweenYields - 1) yield;
    for (const word of splitWords(textAt(columns[name].values, codes[i]!))) {
      const key = spellingKey(word);
      if (found.has(key) || isLetter(key)) continue;
      if (soundKeys(word).some((other) => (isBegun ? other.startsWith(sound) : other === sound))) found.add(key);
    }
  }
  return found;
}

/** Whether words match the term at this cost or less. */
export function matchesWords({ content }: TermContext, term: Term, cost: number): boolean {
  const isNear = (match: WordMatch): boolean => !match.isInitial && match.cost <= cost;
  return (
    term.others.some((words) => [...words.values()].some(isNear)) ||
    fields.some((field) => findSpelt(content, term, field).some(({ length }) => length > 0))
  );
}

/**
 * Adds the words that the term may be a typo of. A term alone is not compared with patronymics. A term beside initials
 * is compared only with last names.
 */
export function* addTypos({ content, isStrict }: TermContext, term: Term, company: Company): Task<Term> {
  const { key } = term;
  const wide = copyOf(term);
  const accept = (field: number, word: string, kind: keyof typeof typoLetters): void => {
    const { alone, inCompany } = typoLetters[kind];
    // Initials fit many people, and a last name with one other letter is often the name of another person.
    if (!isStrict && company === "initials" && (kind !== "typo" || isOtherName(key, word))) return;
    if (key.length >= alone) add(wide, field, word, matches[kind]);
    else if (key.length >= inCompany && company === "terms")
      add(wide, field, word, { ...matches[kind], needsCompany: true });
  };
  const hasTwo = key.length >= typoLetters.twoTypos[company === "terms" ? "inCompany" : "alone"];
  const possible = { terms: fields, initials: [lastName], none: [lastName, firstName] }[company];
  for (const field of possible) {
    const { spelling, sound } = content.words[nameFieldNames[field]!];
    if (/^[a-z]+$/.test(key)) {
      for (const [other] of yield* findWithin(sound.keys, typedSoundKeys(key)[0]!, 1)) {
        for (const word of yield* wordsWithSound(content, field, other)) accept(field, word, "soundTypo");
      }
    } else {
      for (const typo of yield* findTypos(spelling.keys, key, hasTwo)) accept(field, typo.key, typo.kind);
    }
  }
  return wide;
}

/**
 * Whether two words that are one edit apart are probably different names: they differ by a replaced letter or in the
 * last letter.
 */
function isOtherName(a: string, b: string): boolean {
  const isSubstitution = a.length === b.length && [...a].sort().join("") !== [...b].sort().join("");
  return isSubstitution || a.at(-1) !== b.at(-1);
}

/** How a term matches a word of a name field, or null. `word` is the key of the word. */
export function matchWord({ key, isWholeOnly, others }: Term, field: number, word: string): WordMatch | null {
  if (word === key) return matches.whole;
  if (!isWholeOnly[field]! && word.startsWith(key)) return matches.beginning;
  return others[field]!.get(word) ?? null;
}

/** The values of each name field that a term may match. A value may occur twice. */
export interface WordValues {
  readonly values: readonly { readonly field: number; readonly codes: Uint32Array }[];
  /** The number of teachers with these values, counted once per value. */
  readonly count: number;
  /** The number of values. */
  readonly listCount: number;
}

export function* findValues(content: ImageContent, term: Term): Task<WordValues> {
  let count = 0;
  const values: WordValues["values"][number][] = [];
  for (const field of fields) {
    for (const codes of findSpelt(content, term, field)) values.push({ field, codes });
    for (const word of term.others[field]!.keys()) {
      values.push({ field, codes: findByKey(content.words[nameFieldNames[field]!].spelling, word) });
      if (values.length % wordsBetweenYields === 0) yield;
    }
  }
  let steps = 0;
  for (const { field, codes } of values) {
    const column = content.columns[nameFieldNames[field]!];
    for (let i = 0; i < codes.length; i++) {
      count += countPostings(column, codes[i]!);
      if (++steps % stepsBetweenYields === 0) yield;
    }
  }
  return { values, count, listCount: steps };
}

/** The ranks of the teachers with these values, in a list for each value. */
export function* listRanks(
  content: ImageContent,
  { values }: WordValues,
  isAlphabetical: boolean,
): Generator<Uint32Array, void> {
  for (const { field, codes } of values) {
    const column = content.columns[nameFieldNames[field]!];
    for (const code of codes) yield postingsOf(column, code, isAlphabetical);
  }
}

/**
 * The codes of the values that have a word equal to the key or beginning with it: one list, or one for each letter of
 * an initial.
 */
function findSpelt({ words }: ImageContent, { key, isLetter: isInitial, letters, isWholeOnly }: Term, field: number) {
  const { spelling } = words[nameFieldNames[field]!];
  if (isInitial) return [...letters].map((letter) => findByPrefix(spelling, letter));
  return [isWholeOnly[field]! ? findByKey(spelling, key) : findByPrefix(spelling, key)];
}
