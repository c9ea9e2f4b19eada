/** The condition that every term of a query meets a different word of the name, and how well it does. */
import { splitWords } from "../domain/names.ts";
import { nameFieldNames } from "../domain/teacher.ts";
import { postingsOf, sizeOf, textAt } from "../image/column.ts";
import type { ImageContent } from "../image/layout.ts";
import {
  type Candidates,
  candidatesByLastName,
  findCandidates,
  markCandidates,
  rarestCandidates,
} from "./candidates.ts";
import { findByKey } from "./keys.ts";
import type { Condition } from "./listing.ts";
import type { Task } from "./scheduler.ts";
import { type Comparison, compareWord, isInitial, keyOf, type Term } from "./terms.ts";
import { areInOrder, canChooseDifferent, countBits } from "./word-choice.ts";

/** The most terms. Choosing a different word for each takes exponential time. */
export const termsMax = 8;

/** The bits of a relevance class, from the most important one. Matches of a lower class come first. */
const withInitials = 16;
const lastNameShift = 2;
export const withOtherWords = 2;
const inOtherOrder = 1;

/** How terms meet the last name, in the order of relevance. */
const lastName = { whole: 0, part: 1, beginning: 2, none: 3 } as const;

export interface WordsCondition extends Condition {
  /** The relevance class of a teacher, or -1 if the teacher does not match. */
  classOf(position: number): number;
}

/**
 * The marks of one term in one name: sets of words as bits. Each name field has {@link wordsPerField} bits of its own;
 * further words share the last one. Real names have four words at most.
 */
const wordsPerField = 10;
const lastNameBits = (1 << wordsPerField) - 1;

/**
 * For each term, the words that it meets: unedited from their beginning; as a whole; by their initial, where other values
 * of the field begin with the term, or where none does; and edited.
 */
const marksPerTerm = 5;
const [beginningAt, wholeAt, initialAt, looseInitialAt, editedAt] = [0, 1, 2, 3, 4];

/**
 * The condition on the words of the name. A term of several letters meets a stored initial only in company: with another
 * term that meets a word in full, or if the field has the term as the beginning of some value. So `Тарас` finds `Т.`, but
 * `Бондаренко` does not find everyone called `Б.`. Null if a term meets nobody.
 */
export function* createWordsCondition(
  content: ImageContent,
  terms: readonly Term[],
  { index, hasLooseInitials }: Comparison,
  isStrict: boolean,
): Task<WordsCondition | null> {
  const candidates: Candidates[] = [];
  for (const term of terms) {
    // A whole last name is not meant for anybody's given name.
    const isLoose =
      hasLooseInitials && terms.length > 1 && findByKey(content.words.last_name[index], term.key).length === 0;
    const ofTerm = yield* findCandidates(content, index, term, isStrict, isLoose);
    if (ofTerm.count === 0) return null;
    candidates.push(ofTerm);
  }
  const termsOf = yield* markCandidates(content, candidates);
  const [termsOfLast, termsOfFirst, termsOfMiddle] = termsOf;
  const allTerms = (1 << terms.length) - 1;
  const isLong = terms.map((term) => !isInitial(term));
  const { count, codes } = isStrict ? candidatesByLastName(content, candidates) : rarestCandidates(candidates);

  // The marks of every value seen so far. One array holds them all, because an array per value would cause the longest
  // pauses of the garbage collector. After the marks of the terms comes the set of all words.
  const marksPerValue = terms.length * marksPerTerm + 1;
  let known = new Uint32Array(64 * marksPerValue);
  // The first marks are empty: those of all values that are no candidate of any term.
  let knownEnd = marksPerValue;
  const knownAt = nameFieldNames.map(() => new Map<number, number>());

  /** The index of a value's marks in `known`. */
  function findMarks(field: number, code: number): number {
    const found = knownAt[field]!.get(code);
    if (found !== undefined) return found;
    if (termsOf[field]![code] === 0) return 0;
    const at = knownEnd;
    knownEnd += marksPerValue;
    if (knownEnd > known.length) {
      const larger = new Uint32Array(known.length * 2);
      larger.set(known);
      known = larger;
    }
    for (const [word, text] of splitWords(textAt(content.columns[nameFieldNames[field]!].values, code)).entries()) {
      const bit = 1 << (field * wordsPerField + Math.min(word, wordsPerField - 1));
      const key = keyOf(text, index);
      known[knownEnd - 1]! |= bit;
      for (const [i, term] of terms.entries()) {
        const meeting = compareWord(term, key, isStrict);
        // A last name is not abbreviated.
        const isWhole = meeting?.kind === "whole";
        if (meeting === null || (field === 0 && !isWhole && (isStrict || meeting.kind === "initial"))) continue;
        const { kind, isEdited } = meeting;
        const marks = at + i * marksPerTerm;
        if (kind === "initial") known[marks + (candidates[i]!.isKnown[field]! ? initialAt : looseInitialAt)]! |= bit;
        else known[marks + (isEdited ? editedAt : beginningAt)]! |= bit;
        if (kind === "whole") known[marks + wholeAt]! |= bit;
      }
    }
    knownAt[field]!.set(code, at);
    return at;
  }

  const [last, first, middle] = nameFieldNames.map((name) => content.columns[name].codes) as [Codes, Codes, Codes];
  /** The marks of the terms in the name of the current teacher. */
  const name = new Uint32Array(terms.length * marksPerTerm);
  /** By term: the words that it may choose from. */
  const chosen = new Uint32Array(terms.length);

  /** The number of words in a value with these marks; many in a value that was not split, because no term meets it. */
  function countWords(field: number, marks: number, code: number): number {
    if (marks > 0) return countBits(known[marks + name.length]!);
    return sizeOf(content.columns[nameFieldNames[field]!].values, code) === 0 ? 0 : terms.length + 1;
  }

  /** Whether the words that the terms meet pass a check, at most one term with edits. */
  function canMeet(
    check: (marks: Uint32Array) => boolean,
    isInitialAllowed: boolean,
    isLooseAllowed: boolean,
  ): boolean {
    for (let term = 0, at = 0; term < terms.length; term++, at += marksPerTerm) {
      let marks = name[at + beginningAt]!;
      if (isInitialAllowed) marks |= name[at + initialAt]!;
      if (isLooseAllowed) marks |= name[at + looseInitialAt]!;
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

  function classOf(position: number): number {
    const firstCode = first[position]!;
    const middleCode = middle[position]!;
    const lastCode = last[position]!;
    // Most candidates of one term are none of the others.
    if ((termsOfFirst[firstCode]! | termsOfMiddle[middleCode]! | termsOfLast[lastCode]!) !== allTerms) return -1;
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
    const isLooseAllowed = inFull !== 0;
    const isFull = canMeet(canChooseDifferent, false, false);
    if (!isFull && !canMeet(canChooseDifferent, true, isLooseAllowed)) return -1;
    const isInOrder = isFull ? canMeet(areInOrder, false, false) : canMeet(areInOrder, true, isLooseAllowed);
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
    count,
    isExact: terms.length === 1,
    listCount: codes.reduce((sum, ofField) => sum + ofField.reduce((fieldSum, { length }) => fieldSum + length, 0), 0),
    *lists(alphabetical) {
      for (const [field, ofField] of codes.entries()) {
        const column = content.columns[nameFieldNames[field]!];
        for (const some of ofField) for (const code of some) yield postingsOf(column, code, alphabetical);
      }
    },
    passes: (position) => classOf(position) >= 0,
    classOf,
  };
}

type Codes = ImageContent["columns"]["last_name"]["codes"];

function compareLastName(words: number, whole: number, all: number): number {
  if (whole !== 0) return whole === all ? lastName.whole : lastName.part;
  return words === 0 ? lastName.none : lastName.beginning;
}
