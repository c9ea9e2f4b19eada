/** The condition that every term of a query meets a different word of the name, found by the names that terms may meet. */
import { nameFieldNames } from "../domain/teacher.ts";
import {
  codesBetween,
  countPostings,
  countValues,
  findByKey,
  findByPrefix,
  findCode,
  postingsOf,
  textAt,
} from "../image/column.ts";
import type { ImageContent, KeyIndex } from "../image/layout.ts";
import { findEdited } from "./edits.ts";
import { type Condition, rarestOf } from "./listing.ts";
import { createNameComparison } from "./name-comparison.ts";
import { stepsBetweenYields, type Task } from "./scheduler.ts";
import { type Comparison, type InitialRule, isInitial, type Term } from "./terms.ts";

/** The most terms. Choosing a different word for each takes exponential time. */
export const termsMax = 8;

export interface WordsCondition extends Condition {
  /** The relevance class of a teacher, or -1 if the teacher does not match. */
  classOf(position: number): number;
}

/** The condition on the words of the name. Null if a term meets nobody. */
export function* createWordsCondition(
  content: ImageContent,
  terms: readonly Term[],
  comparison: Comparison,
  isStrict: boolean,
): Task<WordsCondition | null> {
  const names = createNameComparison(
    content,
    terms,
    comparison,
    isStrict,
    (field, code) => termsOf[field]![code] !== 0,
  );
  const candidates: Candidates[] = [];
  for (const [i, term] of terms.entries()) {
    const ofTerm = yield* findCandidates(content, comparison.index, term, isStrict, names.initialRules[i]!);
    if (ofTerm.count === 0) return null;
    candidates.push(ofTerm);
  }
  const termsOf = yield* markCandidates(content, candidates);
  const [termsOfLast, termsOfFirst, termsOfMiddle] = termsOf;
  const allTerms = (1 << terms.length) - 1;
  const { count, codes } = isStrict ? candidatesByLastName(content, candidates) : rarestOf(candidates);
  const [last, first, middle] = nameFieldNames.map((name) => content.columns[name].codes) as [Codes, Codes, Codes];

  function classOf(position: number): number {
    const firstCode = first[position]!;
    const middleCode = middle[position]!;
    const lastCode = last[position]!;
    // Most candidates of one term are none of the others.
    if ((termsOfFirst[firstCode]! | termsOfMiddle[middleCode]! | termsOfLast[lastCode]!) !== allTerms) return -1;
    return names.classOf(lastCode, firstCode, middleCode);
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
 * The codes of the values with a word that `compareWord` in terms.ts accepts; perhaps some others, and some repeatedly. With
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
