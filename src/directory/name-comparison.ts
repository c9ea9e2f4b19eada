/** The comparison of names with the terms of a query: whether each term meets a different word, and how relevant that is. */
import { splitWords } from "../domain/names/names.ts";
import { nameFieldNames } from "../domain/teacher.ts";
import { sizeOf, textAt } from "../image/column.ts";
import type { ImageContent } from "../image/layout.ts";
import {
  type Comparison,
  compareWord,
  findInitialRules,
  type InitialRule,
  isInitial,
  keyOf,
  type Term,
} from "./terms.ts";

/** The bits of a relevance class, from the most important one. Matches of a lower class come first. */
const withInitials = 16;
const lastNameShift = 2;
export const withOtherWords = 2;
const inOtherOrder = 1;

/** How terms meet the last name, in the order of relevance. */
const lastName = { whole: 0, part: 1, beginning: 2, none: 3 } as const;

/**
 * The marks of one term in one name: sets of words as bits. Each name field has {@link wordsPerField} bits of its own;
 * further words share the last one. Real names have four words at most.
 */
const wordsPerField = 10;
const lastNameBits = (1 << wordsPerField) - 1;

/** The bit of a word of a name field in a set of words. */
export function bitOf(field: number, word: number): number {
  return 1 << (field * wordsPerField + Math.min(word, wordsPerField - 1));
}

/**
 * For each term, the words that it meets: unedited from their beginning; as a whole; by their initial, where other values
 * of the field begin with the term, or where none does; and edited.
 */
const marksPerTerm = 5;
const [beginningAt, wholeAt, initialAt, looseInitialAt, editedAt] = [0, 1, 2, 3, 4];

export interface NameComparison {
  /** By term and name field. */
  readonly initialRules: readonly (readonly InitialRule[])[];
  /** The relevance class of the name with these codes, or -1 if it does not match. */
  classOf(lastCode: number, firstCode: number, middleCode: number): number;
  /**
   * By term: the words of the name that the term may stand for, see {@link bitOf}; until the next call. Null if the name
   * does not match.
   */
  choicesIn(lastCode: number, firstCode: number, middleCode: number): Uint32Array | null;
}

/** Creates a comparison. `isCandidate` tells whether some term may meet the value of a field; others are not split. */
export function createNameComparison(
  content: ImageContent,
  terms: readonly Term[],
  comparison: Comparison,
  isStrict: boolean,
  isCandidate: (field: number, code: number) => boolean,
): NameComparison {
  const { index } = comparison;
  const initialRules = terms.map((term) => findInitialRules(content, term, comparison, terms.length > 1));
  const isLong = terms.map((term) => !isInitial(term));

  // The marks of every value seen so far. One array holds them all, because an array per value would cause the longest
  // pauses of the garbage collector. After the marks of the terms comes the set of all words.
  const marksPerValue = terms.length * marksPerTerm + 1;
  let known = new Uint32Array(64 * marksPerValue);
  // The marks at index 0 stay empty. All values that no term can meet share them.
  let knownEnd = marksPerValue;
  const knownAt = nameFieldNames.map(() => new Map<number, number>());

  /** The index of a value's marks in `known`. */
  function findMarks(field: number, code: number): number {
    const found = knownAt[field]!.get(code);
    if (found !== undefined) return found;
    if (!isCandidate(field, code)) return 0;
    const at = knownEnd;
    knownEnd += marksPerValue;
    if (knownEnd > known.length) {
      const larger = new Uint32Array(known.length * 2);
      larger.set(known);
      known = larger;
    }
    for (const [word, text] of splitWords(textAt(content.columns[nameFieldNames[field]!].values, code)).entries()) {
      const bit = bitOf(field, word);
      const key = keyOf(text, index);
      known[knownEnd - 1]! |= bit;
      for (const [i, term] of terms.entries()) {
        const meeting = compareWord(term, key, isStrict);
        if (meeting === null) continue;
        const { kind, isEdited } = meeting;
        const rule = initialRules[i]![field]!;
        if (kind === "initial" ? rule === "never" : isStrict && field === 0 && kind !== "whole") continue;
        const marks = at + i * marksPerTerm;
        if (kind === "initial") known[marks + (rule === "always" ? initialAt : looseInitialAt)]! |= bit;
        else known[marks + (isEdited ? editedAt : beginningAt)]! |= bit;
        if (kind === "whole") known[marks + wholeAt]! |= bit;
      }
    }
    knownAt[field]!.set(code, at);
    return at;
  }

  /** The marks of the terms in the current name. */
  const name = new Uint32Array(terms.length * marksPerTerm);
  /** Whether another term meets a word of the current name in full, so that a term may stand for an initial. */
  let hasFullMatch = false;
  /** By term: the words that it may choose from. */
  const chosen = new Uint32Array(terms.length);

  /** The number of words in a value with these marks; many in a value that was not split, because no term meets it. */
  function countWords(field: number, marks: number, code: number): number {
    if (marks > 0) return countBits(known[marks + name.length]!);
    return sizeOf(content.columns[nameFieldNames[field]!].values, code) === 0 ? 0 : terms.length + 1;
  }

  /** Whether the words that the terms meet pass a check, at most one term with edits. */
  function canMeet(check: (marks: Uint32Array) => boolean, hasInitials: boolean): boolean {
    for (let term = 0, at = 0; term < terms.length; term++, at += marksPerTerm) {
      let marks = name[at + beginningAt]!;
      if (hasInitials) marks |= name[at + initialAt]!;
      if (hasInitials && hasFullMatch) marks |= name[at + looseInitialAt]!;
      chosen[term] = marks;
    }
    if (check(chosen)) return true;
    for (let term = 0; term < terms.length; term++) {
      const edited = name[term * marksPerTerm + editedAt]!;
      if (edited === 0) continue;
      const unedited = chosen[term]!;
      chosen[term]! |= edited;
      if (check(chosen)) return true;
      chosen[term] = unedited;
    }
    return false;
  }

  function classOf(lastCode: number, firstCode: number, middleCode: number): number {
    const ofLast = findMarks(0, lastCode);
    const ofFirst = findMarks(1, firstCode);
    const ofMiddle = findMarks(2, middleCode);
    let words = 0;
    let whole = 0;
    let inFull = 0;
    for (let at = 0; at < name.length; at += marksPerTerm) {
      let all = 0;
      for (let kind = at; kind < at + marksPerTerm; kind++) {
        name[kind] = known[ofLast + kind]! | known[ofFirst + kind]! | known[ofMiddle + kind]!;
        all |= name[kind]!;
      }
      if (all === 0) return -1;
      words |= name[at + beginningAt]! | name[at + editedAt]!;
      whole |= name[at + wholeAt]!;
      if (isLong[at / marksPerTerm]!) inFull |= name[at + beginningAt]! | name[at + editedAt]!;
    }
    const lastNameWords = known[ofLast + name.length]!;
    if (isStrict && (whole & lastNameBits) === 0 && lastNameWords !== 0) return -1;
    hasFullMatch = inFull !== 0;
    const isFull = canMeet(canChooseDifferent, false);
    if (!isFull && !canMeet(canChooseDifferent, true)) return -1;
    const isInOrder = canMeet(areInOrder, !isFull);
    const hasOtherWords =
      countWords(0, ofLast, lastCode) + countWords(1, ofFirst, firstCode) + countWords(2, ofMiddle, middleCode) >
      terms.length;
    return (
      (isFull ? 0 : withInitials) |
      (compareLastName(words & lastNameBits, whole & lastNameBits, lastNameWords) << lastNameShift) |
      (hasOtherWords ? withOtherWords : 0) |
      (isInOrder ? 0 : inOtherOrder)
    );
  }

  return {
    initialRules,
    classOf,
    choicesIn(lastCode, firstCode, middleCode) {
      const relevance = classOf(lastCode, firstCode, middleCode);
      if (relevance < 0) return null;
      // Repeats the check that passed, to fill `chosen`.
      canMeet((relevance & inOtherOrder) === 0 ? areInOrder : canChooseDifferent, (relevance & withInitials) !== 0);
      return chosen;
    },
  };
}

function compareLastName(words: number, whole: number, all: number): number {
  if (whole !== 0) return whole === all ? lastName.whole : lastName.part;
  return words === 0 ? lastName.none : lastName.beginning;
}

/** Whether the terms can meet words in the order of the name. */
function areInOrder(marks: Uint32Array): boolean {
  let before = 0;
  for (let term = 0; term < marks.length; term++) {
    const later = marks[term]! & ~before;
    if (later === 0) return false;
    // All bits up to the lowest one that is later.
    before |= (later & -later) | ((later & -later) - 1);
  }
  return true;
}

/**
 * Whether a different bit can be chosen from each number: every subset of the numbers has at least as many bits in its
 * union as it has members (Hall's theorem). The full set is checked first, because most names with too few words fail it.
 */
function canChooseDifferent(marks: Uint32Array): boolean {
  for (let subset = (1 << marks.length) - 1; subset > 0; subset--) {
    let union = 0;
    let count = 0;
    for (let i = 0; i < marks.length; i++) {
      if ((subset & (1 << i)) === 0) continue;
      union |= marks[i]!;
      count++;
    }
    if (countBits(union) < count) return false;
  }
  return true;
}

function countBits(bits: number): number {
  let count = 0;
  for (let remaining = bits; remaining !== 0; remaining &= remaining - 1) count++;
  return count;
}
