/** The terms of a query in one reading: their keys, how each compares with a word, and the values that it may stand for. */
import { hasLetterOrDigit, spellingKey, splitWords } from "../domain/names/names.ts";
import { soundInitialOf, soundKey } from "../domain/names/sound.ts";
import type { Reading } from "../domain/readings.ts";
import { abbreviateDegree, nameFieldNames } from "../domain/teacher.ts";
import {
  codesBetween,
  countPostings,
  countValues,
  findByKey,
  findByPrefix,
  findCode,
  findWithPrefix,
  textAt,
} from "../image/column.ts";
import type { ImageContent, KeyIndex, WordIndexes } from "../image/layout.ts";
import { createEditMatcher, type EditMatcher, findEdited } from "./edits.ts";
import { stepsBetweenYields, type Task } from "./scheduler.ts";

/** How words are compared: the index of their keys, and the edits that one term of the query may have. */
export interface Comparison {
  readonly index: keyof WordIndexes;
  readonly editsMax: 0 | 1 | 2;
  /** Whether a term that no name of a field begins with may stand for an initial in that field. */
  readonly hasLooseInitials: boolean;
}

/** How a search was understood: what it takes to compare a name with it again. */
export interface Interpretation {
  readonly reading: Reading;
  readonly comparison: Comparison;
  /** The words that name a degree, as typed or as retyped with the other keyboard layout. */
  readonly degreeWords: readonly string[];
  /** Likewise the words of a name, at least one if no degree is named. */
  readonly nameWords: readonly string[];
}

/** A term must have this many letters to be compared with so many edits. */
const lettersMin = [0, 5, 9] as const;

export interface Term {
  readonly key: string;
  /** The key of the initial that the term begins with. */
  readonly initial: string;
  /** The initial of another key, in the same index. */
  initialOf(key: string): string;
  /** Null if the term must be compared without edits. */
  readonly edits: EditMatcher | null;
}

/** How a term meets a word: the word begins with it, is equal to it, or is the initial of it; with edits or without. */
export interface Meeting {
  readonly kind: "beginning" | "whole" | "initial";
  readonly isEdited: boolean;
}

const asBeginning: Meeting = { kind: "beginning", isEdited: false };
const asWhole: Meeting = { kind: "whole", isEdited: false };
const asInitial: Meeting = { kind: "initial", isEdited: false };
const asEditedBeginning: Meeting = { kind: "beginning", isEdited: true };
const asEditedWhole: Meeting = { kind: "whole", isEdited: true };

const firstLetterOf = (key: string): string => String.fromCodePoint(key.codePointAt(0)!);

/** The term of a typed word, or null if this comparison finds nobody by it. */
export function createTerm(word: string, { index, editsMax }: Comparison): Term | null {
  if (!hasLetterOrDigit(word)) return null;
  const spelling = spellingKey(word);
  if (index === "sound" && isNoise(word)) return null;
  const key = keyOf(word, index);
  const initialOf = index === "sound" ? soundInitialOf : firstLetterOf;
  const hasEdits = editsMax > 0 && Math.min(spelling.length, key.length) >= lettersMin[editsMax];
  return { key, initial: initialOf(key), initialOf, edits: hasEdits ? createEditMatcher(key, editsMax) : null };
}

/** Whether the term is an initial itself. */
export function isInitial({ key, initial }: Term): boolean {
  return key === initial;
}

/** The key by which a word is compared. */
export function keyOf(word: string, index: keyof WordIndexes): string {
  return index === "sound" ? soundKey(word) : spellingKey(word);
}

/** Letters repeated until they sound like a name: three equal ones in a row, or one letter over and over. */
function isNoise(word: string): boolean {
  const letters = spellingKey(word).replace(/\p{M}/gu, "");
  return /(.)\1\1|^(.)\2+$/u.test(letters) || (letters.length > 2 && soundKey(letters).length === 1);
}

/**
 * How a term meets the key of a word, or null. A strict term meets no beginning, unless it is an initial. A stored initial
 * is a key of its own, so a longer term meets it by its first letter.
 */
export function compareWord(term: Term, wordKey: string, isStrict: boolean): Meeting | null {
  if (wordKey === term.key) return asWhole;
  if (isStrict ? isInitial(term) && term.initialOf(wordKey) === term.key : wordKey.startsWith(term.key))
    return asBeginning;
  if (!isInitial(term) && wordKey === term.initial) return asInitial;
  const closeness = term.edits?.compare(wordKey) ?? "none";
  if (closeness === "whole") return asEditedWhole;
  return closeness === "beginning" && !isStrict ? asEditedBeginning : null;
}

/** Whether a term may stand for a stored initial of a field: always, only if another term meets a word in full, or never. */
export type InitialRule = "always" | "withFullMatch" | "never";

/**
 * The rule of a term for each name field. A term of several letters meets a stored initial only if the field has it as the
 * beginning of some value, or if another term meets a word in full. So `Тарас` finds `Т.`, but
 * `Бондаренко` does not find everyone called `Б.`.
 */
export function findInitialRules(
  { words }: ImageContent,
  term: Term,
  { index, hasLooseInitials }: Comparison,
  hasOtherTerms: boolean,
): InitialRule[] {
  // A term that equals a whole last name does not stand for an initial.
  const isLoose = hasLooseInitials && hasOtherTerms && findByKey(words.last_name[index], term.key).length === 0;
  return nameFieldNames.map((name) => {
    // A last name is not abbreviated.
    if (name === "last_name" || isInitial(term)) return "never";
    if (findByPrefix(words[name][index], term.key).length > 0) return "always";
    return isLoose ? "withFullMatch" : "never";
  });
}

/** The values of each name field that a term may meet. */
export interface Candidates {
  /** By field; a value may be repeated. */
  readonly codes: readonly (readonly Uint32Array[])[];
  /** By field: the number of teachers with these values, counted once per value. */
  readonly counts: readonly number[];
  /** The sum of the counts. */
  readonly count: number;
}

export function* findCandidates(
  content: ImageContent,
  index: Comparison["index"],
  term: Term,
  isStrict: boolean,
  initialRules: readonly InitialRule[],
): Task<Candidates> {
  const codes: (readonly Uint32Array[])[] = [];
  const counts: number[] = [];
  for (const [field, name] of nameFieldNames.entries()) {
    const isWhole = isStrict && (name === "last_name" || !isInitial(term));
    const hasInitials = initialRules[field] !== "never";
    const ofField = yield* findCodes(content.words[name][index], term, isWhole, hasInitials);
    codes.push(ofField);
    let count = 0;
    for (const some of ofField) {
      for (let i = 0; i < some.length; i++) {
        count += countPostings(content.columns[name], some[i]!);
        if (i % stepsBetweenYields === stepsBetweenYields - 1) yield;
      }
    }
    counts.push(count);
  }
  return { codes, counts, count: counts.reduce((a, b) => a + b) };
}

/** The teachers whose last name is a term, and those without a last name. */
export function candidatesByLastName(
  { columns: { last_name } }: ImageContent,
  candidates: readonly Candidates[],
): Pick<Candidates, "codes" | "count"> {
  const empty = findCode(last_name, "");
  const codes = candidates.flatMap((candidate) => candidate.codes[0]!);
  if (empty !== null) codes.push(Uint32Array.of(empty));
  const withoutLastName = empty === null ? 0 : countPostings(last_name, empty);
  return { codes: [codes], count: candidates.reduce((count, { counts }) => count + counts[0]!, withoutLastName) };
}

/** By field and code: the terms, as bits, that have the value among their candidates. */
export function* markCandidates(
  content: ImageContent,
  candidates: readonly Candidates[],
): Task<[Uint8Array, Uint8Array, Uint8Array]> {
  const marks = nameFieldNames.map((name) => new Uint8Array(countValues(content.columns[name])));
  for (const [term, { codes }] of candidates.entries()) {
    for (const [field, ofField] of codes.entries()) {
      const marksOfField = marks[field]!;
      for (const some of ofField) {
        for (let i = 0; i < some.length; i++) {
          marksOfField[some[i]!]! |= 1 << term;
          if (i % stepsBetweenYields === stepsBetweenYields - 1) yield;
        }
      }
    }
  }
  return marks as [Uint8Array, Uint8Array, Uint8Array];
}

/**
 * The codes of the values with a word that {@link compareWord} accepts; perhaps some others, and some repeatedly. With
 * `isWhole`, only whole words count, and with `hasInitials` stored initials too.
 */
function* findCodes(index: KeyIndex, term: Term, isWhole: boolean, hasInitials: boolean): Task<readonly Uint32Array[]> {
  const codes = [isWhole ? findByKey(index, term.key) : findByPrefix(index, term.key)];
  if (hasInitials) codes.push(findByKey(index, term.initial));
  if (term.edits === null) return codes;
  for (const at of yield* findEdited(index.keys, term.edits, term.key, isWhole)) {
    if (!textAt(index.keys, at).startsWith(term.key)) codes.push(codesBetween(index, at, at + 1));
  }
  return codes;
}

/**
 * The ascending codes of the degrees that the words name: each is the beginning of the degree's word at its place, so `ст
 * викл` names `старший викладач`. Single letters are initials far more often. They count only where the run stands for
 * the whole degree and each is a word of it, as in `к.т.н.`, or of its abbreviation, as in `зав.к.`.
 */
export function* findDegrees(
  content: ImageContent,
  words: readonly string[],
  { index }: Comparison,
): Task<Uint32Array> {
  const known = content.degrees[index];
  // A lone apostrophe has no key.
  const spelt = words.filter((word) => spellingKey(word) !== "");
  const run = spelt.map((word) => keyOf(word, index));
  if (run.length === 0 || (index === "sound" && words.some(isNoise))) return new Uint32Array(0);
  const letters = spelt.map((word) => spellingKey(word).length);
  const found: number[] = [];
  const [from, to] = findWithPrefix(known.keys, run[0]!);
  for (let at = from; at < to; at++) {
    if (at % stepsBetweenYields === 0) yield;
    const degree = textAt(known.keys, at).split(" ");
    if (run.length > degree.length) continue;
    const ofKey = codesBetween(known, at, at + 1);
    if (run.every((key, i) => letters[i]! > 1 && degree[i]!.startsWith(key))) found.push(...ofKey);
    else if (run.length === degree.length) {
      for (const code of ofKey) {
        const abbreviation = splitWords(abbreviateDegree(textAt(content.columns.degree.values, code)));
        const isWhole = run.every((key, i) => {
          if (letters[i]! > 1) return degree[i]!.startsWith(key);
          return key === degree[i] || (abbreviation[i] !== undefined && key === keyOf(abbreviation[i], index));
        });
        if (isWhole) found.push(code);
      }
    }
  }
  return Uint32Array.from(found).sort();
}
