/** A term of a search: the words of names that it matches, each at a cost. */
import { basicForms } from "../../domain/names/case-endings.ts";
import type { NameTable } from "../../domain/names/name-forms.ts";
import { spellingKey, splitWords } from "../../domain/names/names.ts";
import { cyrillicInitials, soundKeys, typedSoundKeys } from "../../domain/names/sound.ts";
import { nameFieldNames } from "../../domain/teacher.ts";
import { countPostings, findByKey, findByPrefix, findWithPrefix, textAt } from "../../image/column.ts";
import type { ImageContent } from "../../image/layout.ts";
import { stepsBetweenYields, type Task } from "../scheduler.ts";
import { matches, typoLetters, type WordMatch } from "./costs.ts";
import { isLetter, type QueryToken } from "./query-tokens.ts";
import { findTypos, findWithin } from "./typos.ts";

export interface Term {
  readonly token: QueryToken;
  readonly key: string;
  /** A single letter: an initial where other terms are longer. */
  readonly isLetter: boolean;
  /** The letters that words may begin with, of a single letter: a Latin one stands for several. */
  readonly letters: string;
  /** By name field: whether a word must be the key itself, and not only begin with it. */
  readonly isWholeOnly: readonly boolean[];
  /** By name field: words of the directory that do not begin with the key. */
  readonly others: readonly Map<string, WordMatch>[];
  /** By name field: the stored initials that the term may stand for. */
  readonly initials: readonly Map<string, WordMatch>[];
}

/** Words compared between two yields: some 100 microseconds. */
const wordsBetweenYields = 32;

/** What terms are made with. */
export interface TermContext {
  readonly content: ImageContent;
  readonly forms: NameTable;
  /** Whether no word is matched by its beginning, as in a written name. */
  readonly isStrict: boolean;
}

/** The name fields by their index in `nameFieldNames`. */
export const [lastName, firstName, middleName] = [0, 1, 2] as const;
const fields = [lastName, firstName, middleName] as const;

const emptyMaps = (): Map<string, WordMatch>[] => fields.map(() => new Map());

function add(map: Map<string, WordMatch>, key: string, match: WordMatch): void {
  const known = map.get(key);
  if (known === undefined || match.cost < known.cost) map.set(key, match);
}

function addInitial({ initials }: Term, field: number, key: string, match: WordMatch): void {
  if (field !== lastName) add(initials[field]!, key.charAt(0), { ...match, isInitial: true });
}

/** Whether a name field has the word. */
export function hasWord({ words }: ImageContent, field: number, key: string): boolean {
  return findByKey(words[nameFieldNames[field]!].spelling, key).length > 0;
}

/** Whether some name field has the word. */
export function isStoredWord(content: ImageContent, key: string): boolean {
  return fields.some((field) => hasWord(content, field, key));
}

/** The term of a word as it is spelt. */
export function createTerm({ content, forms, isStrict }: TermContext, token: QueryToken): Term {
  const { key } = token;
  const isSingleLetter = isLetter(key);
  const isInTable = forms.findByKey(key).some(({ field }) => field === "first_name");
  const isGivenName = !isSingleLetter && (isInTable || hasWord(content, firstName, key));
  // A written name may have the beginning of a given name: `Ол.`.
  const isBeginning = isStrict && token.isStopped && !isInTable;
  const term: Term = {
    token,
    key,
    isLetter: isSingleLetter,
    letters: cyrillicInitials[key] ?? key,
    isWholeOnly: [isStrict, isStrict && !isBeginning, (isStrict && !isBeginning) || isGivenName],
    others: emptyMaps(),
    initials: emptyMaps(),
  };
  if (term.isLetter) return term;
  for (const field of [firstName, middleName]) {
    if (isOfficial({ content, forms }, field, key)) addInitial(term, field, key, matches.whole);
  }
  return term;
}

/** Whether a given name or patronymic is known, so that an initial may stand for it. */
function isOfficial({ content, forms }: Omit<TermContext, "isStrict">, field: number, key: string): boolean {
  const name = nameFieldNames[field]!;
  if (hasWord(content, field, key)) return true;
  return forms.findByKey(key).some((group) => group.field === name && group.official.includes(key));
}

/** The term with the words that sound the same, are other forms of the name, or its basic forms. */
export function* widenTerm(context: TermContext, term: Term): Task<Term> {
  if (term.isLetter) return term;
  const { content, forms } = context;
  const { key } = term;
  const wide: Term = { ...term, others: emptyMaps(), initials: term.initials.map((letters) => new Map(letters)) };
  const typed = typedSoundKeys(key);
  for (const [field, name] of nameFieldNames.entries()) {
    for (const sound of typed) {
      for (const word of wordsWithSound(content, field, sound)) {
        if (isLetter(word)) continue;
        add(wide.others[field]!, word, matches.sound);
        addInitial(wide, field, word, matches.sound);
      }
    }
    yield;
    for (const basic of basicForms(key, name)) {
      if (hasWord(content, field, basic)) add(wide.others[field]!, basic, matches.caseEnding);
      if (field !== lastName && isOfficial(context, field, basic)) addInitial(wide, field, basic, matches.caseEnding);
    }
    yield;
  }
  for (const { field: name, keys, official } of forms.find(key)) {
    const field = nameFieldNames.indexOf(name);
    for (const form of keys) if (hasWord(content, field, form)) add(wide.others[field]!, form, matches.form);
    for (const form of official) addInitial(wide, field, form, matches.form);
  }
  return wide;
}

/** The most sounds that a Latin beginning may have: more are not yet a search. */
const begunSoundsMax = 2048;

/** A term in Latin letters with the words whose sound begins with its own. */
export function* addSoundBeginnings({ content }: TermContext, term: Term): Task<Term> {
  const wide: Term = { ...term, others: term.others.map((words) => new Map(words)) };
  if (!/^[a-z]{3,}$/.test(term.key)) return term;
  for (const sound of typedSoundKeys(term.key)) {
    for (const [field, name] of nameFieldNames.entries()) {
      const index = content.words[name].sound;
      const [from, to] = sound.length < 2 ? [0, 0] : findWithPrefix(index.keys, sound);
      for (let at = from; at < Math.min(to, from + begunSoundsMax); at++) {
        if ((at - from) % wordsBetweenYields === 0) yield;
        for (const word of wordsWithSound(content, field, textAt(index.keys, at))) {
          add(wide.others[field]!, word, matches.soundBeginning);
        }
      }
    }
  }
  return wide;
}

/** The words of a name field that have a sound. */
function wordsWithSound({ columns, words }: ImageContent, field: number, sound: string): string[] {
  const name = nameFieldNames[field]!;
  return Array.from(findByKey(words[name].sound, sound)).flatMap((code) =>
    splitWords(textAt(columns[name].values, code))
      .filter((word) => soundKeys(word).includes(sound))
      .map(spellingKey),
  );
}

/** Whether words match the term at this cost or less. */
export function matchesWords({ content }: TermContext, term: Term, cost: number): boolean {
  if (term.others.some((words) => [...words.values()].some((match) => match.cost <= cost))) return true;
  return fields.some((field) => findSpelt(content, term, field).length > 0);
}

/** What a term has beside it: other terms, initials alone, or nothing. */
export type Company = "terms" | "initials" | "none";

/** The term with the words that it may be a typo of. Alone it is never one of a patronymic; beside initials, only of a last name. */
export function* addTypos({ content }: TermContext, term: Term, company: Company): Task<Term> {
  const { key } = term;
  const isLone = company !== "terms";
  const wide: Term = { ...term, others: term.others.map((words) => new Map(words)) };
  const accept = (field: number, word: string, match: WordMatch, { alone, inCompany }: LettersMin): void => {
    if (key.length >= alone) add(wide.others[field]!, word, match);
    else if (key.length >= inCompany && !isLone) add(wide.others[field]!, word, { ...match, needsCompany: true });
  };
  for (const [field, name] of nameFieldNames.entries()) {
    if ((isLone && field === middleName) || (company === "initials" && field !== lastName)) continue;
    const { spelling, sound } = content.words[name];
    if (/^[a-z]+$/.test(key)) {
      for (const [other] of yield* findWithin(sound.keys, typedSoundKeys(key)[0]!, 1)) {
        for (const word of wordsWithSound(content, field, other)) {
          accept(field, word, matches.soundTypo, typoLetters.soundTypo);
        }
      }
      continue;
    }
    const hasTwo = key.length >= typoLetters.twoTypos[isLone ? "alone" : "inCompany"];
    for (const { key: word, kind } of yield* findTypos(spelling.keys, key, hasTwo)) {
      accept(field, word, matches[kind], typoLetters[kind]);
    }
  }
  return wide;
}

type LettersMin = (typeof typoLetters)[keyof typeof typoLetters];

/** How a term matches a word of a name field, given by its key, or null. */
export function matchWord({ key, isWholeOnly, others, initials }: Term, field: number, word: string): WordMatch | null {
  if (word === key) return matches.whole;
  if (!isWholeOnly[field]! && word.startsWith(key)) return matches.beginning;
  return others[field]!.get(word) ?? initials[field]!.get(word) ?? null;
}

/** The values of each name field that a term may match. */
export interface Candidates {
  /** By field; a value may be repeated. */
  readonly codes: readonly (readonly Uint32Array[])[];
  /** The number of teachers with these values, counted once per value. */
  readonly count: number;
}

export function* findCandidates(content: ImageContent, term: Term): Task<Candidates> {
  let count = 0;
  const codes: Uint32Array[][] = [];
  for (const [field, name] of nameFieldNames.entries()) {
    const index = content.words[name].spelling;
    const ofField = [findSpelt(content, term, field)];
    yield;
    for (const word of [...term.others[field]!.keys(), ...term.initials[field]!.keys()]) {
      ofField.push(findByKey(index, word));
      if (ofField.length % wordsBetweenYields === 0) yield;
    }
    for (const some of ofField) {
      for (let i = 0; i < some.length; i++) {
        count += countPostings(content.columns[name], some[i]!);
        if (i % stepsBetweenYields === stepsBetweenYields - 1) yield;
      }
    }
    codes.push(ofField);
  }
  return { codes, count };
}

/** The codes of the values with a word that is the key of the term, or begins with it. */
function findSpelt({ words }: ImageContent, { key, isWholeOnly }: Term, field: number): Uint32Array {
  const { spelling } = words[nameFieldNames[field]!];
  return isWholeOnly[field]! ? findByKey(spelling, key) : findByPrefix(spelling, key);
}
