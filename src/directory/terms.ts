/** The terms of a query in one reading: the keys they are compared by, and how each compares with a word of a name. */
import { hasLetterOrDigit, spellingKey } from "../domain/names.ts";
import type { Reading } from "../domain/readings.ts";
import { soundInitialOf, soundKey } from "../domain/sound.ts";
import { nameFieldNames } from "../domain/teacher.ts";
import { findByKey, findByPrefix } from "../image/column.ts";
import type { ImageContent, WordIndexes } from "../image/layout.ts";
import { createEditMatcher, type EditMatcher } from "./edits.ts";

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

function firstLetterOf(key: string): string {
  return String.fromCodePoint(key.codePointAt(0)!);
}

/** The key by which a word is compared. */
export function keyOf(word: string, index: keyof WordIndexes): string {
  return index === "sound" ? soundKey(word) : spellingKey(word);
}

/** Letters repeated until they sound like a name: three equal ones in a row, or one letter over and over. */
export function isNoise(word: string): boolean {
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
