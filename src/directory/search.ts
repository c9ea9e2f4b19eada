/** The search for teachers: how typed text is read, and the conditions that a teacher must meet. */
import { readOtherLayout } from "../domain/names/keyboard.ts";
import { type Token, tokenize } from "../domain/names/names.ts";
import type { Reading } from "../domain/readings.ts";
import { nameFieldNames } from "../domain/teacher.ts";
import { postingsOf } from "../image/column.ts";
import type { ImageContent } from "../image/layout.ts";
import { type Condition, rarestOf, valueCondition } from "./listing.ts";
import { createNameComparison } from "./name-comparison.ts";
import { stepsBetweenYields, type Task } from "./scheduler.ts";
import {
  type Candidates,
  type Comparison,
  candidatesByLastName,
  createTerm,
  findCandidates,
  findDegrees,
  type Interpretation,
  markCandidates,
  type Term,
} from "./terms.ts";

/** One attempt to read a query. The first attempt that finds somebody in the whole directory is used. */
interface Attempt extends Comparison {
  readonly reading: Reading;
  /** The texts that may have been meant. */
  textsOf(query: string): readonly string[];
}

/** The most terms. Choosing a different word for each takes exponential time. */
const termsMax = 8;

const asTyped = (query: string): readonly string[] => [query];
const bySpelling = { reading: "spelling", index: "spelling", editsMax: 0, textsOf: asTyped } as const;
const bySound = { reading: "sound", index: "sound", editsMax: 0, textsOf: asTyped } as const;

/** A term that no name begins with is more often a slip than the name of somebody who is stored with initials. */
const attempts: readonly Attempt[] = [
  { ...bySpelling, hasLooseInitials: false },
  { ...bySound, hasLooseInitials: false },
  { ...bySpelling, reading: "layout", textsOf: readOtherLayout, hasLooseInitials: false },
  { ...bySpelling, reading: "typo", editsMax: 1, hasLooseInitials: false },
  { ...bySound, reading: "typo", editsMax: 1, hasLooseInitials: false },
  { ...bySpelling, reading: "typo", editsMax: 2, hasLooseInitials: false },
  { ...bySound, reading: "typo", editsMax: 2, hasLooseInitials: false },
  { ...bySpelling, hasLooseInitials: true },
  { ...bySound, hasLooseInitials: true },
];

/** The condition that every term meets a different word of the name. */
export interface WordsCondition extends Condition {
  /** The relevance class of a teacher, or -1 if the teacher does not match. */
  classOf(position: number): number;
}

/** What a query requires in one interpretation. */
export interface Search {
  readonly interpretation: Interpretation;
  /** What the teachers must meet: the degree, the words of the name, or both. */
  readonly conditions: readonly Condition[];
  /** The codes of the degrees that the query names; null if it names none. */
  readonly degreeCodes: Uint32Array | null;
  /** The condition on the words of the name, which ranks the matches; null if the query is only a degree. */
  readonly words: WordsCondition | null;
}

/** One way to divide a query into a degree and terms. */
interface Division {
  /** The codes of the degrees that a run of words names, or null. */
  readonly degreeCodes: Uint32Array | null;
  readonly degreeWords: readonly string[];
  /** The other words, and their terms. */
  readonly nameWords: readonly string[];
  readonly terms: readonly Term[];
}

/** The first reading of the query that finds somebody in the whole directory, or null; `only` allows a single reading. */
export function findSearch(content: ImageContent, query: string, only: Reading | null): Task<Search | null> {
  return tryReadings(content, query, { only, isStrict: false }, function* (search) {
    return (yield* findsSomebody(search)) ? search : null;
  });
}

/** How a text is read. */
interface ReadingRules {
  /** The only reading to try; null for all of them. */
  readonly only: Reading | null;
  /** Whether whole words and initials are compared, as those of a written name. */
  readonly isStrict: boolean;
}

/** Tries the readings of a text in their order. Returns the first result of `accept` that is not null. */
export function* tryReadings<Result>(
  content: ImageContent,
  query: string,
  { only, isStrict }: ReadingRules,
  accept: (search: Search) => Task<Result | null>,
): Task<Result | null> {
  const allowed = only === null ? attempts : attempts.filter(({ reading }) => reading === only);
  /** By index and text: most attempts read the same text. */
  const known = new Map<string, readonly Run[]>();
  for (const attempt of allowed) {
    for (const text of attempt.textsOf(query)) {
      const tokens = tokenize(text);
      const terms = tokens.map(({ word }) => createTerm(word, attempt));
      if (attempt.editsMax > 0 && terms.every((term) => term === null || term.edits === null)) continue;
      const key = `${attempt.index} ${text}`;
      const runs = known.get(key) ?? (yield* findRuns(content, tokens, attempt));
      known.set(key, runs);
      for (const division of divide(tokens, terms, runs)) {
        const search = yield* createSearch(content, division, attempt, isStrict);
        const result = search === null ? null : yield* accept(search);
        if (result !== null) return result;
      }
    }
  }
  return null;
}

/** A run of words that names a degree. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly isStopped: boolean;
  readonly degreeCodes: Uint32Array;
}

function* findRuns(content: ImageContent, tokens: readonly Token[], comparison: Comparison): Task<Run[]> {
  const runs: Run[] = [];
  for (let length = tokens.length; length > 0; length--) {
    for (let start = 0; start + length <= tokens.length; start++) {
      const run = tokens.slice(start, start + length);
      const words = run.map(({ word }) => word);
      const degreeCodes = yield* findDegrees(content, words, comparison);
      const isStopped = run.some(({ stopped }) => stopped);
      if (degreeCodes.length > 0) runs.push({ start, end: start + length, isStopped, degreeCodes });
    }
  }
  return runs;
}

/**
 * The ways to divide a query. A run of words with a full stop is read as a degree first. Words without one are read as a
 * name first, and as a degree after that. Longer runs come before shorter ones.
 */
function* divide(
  tokens: readonly Token[],
  terms: readonly (Term | null)[],
  runs: readonly Run[],
): Generator<Division, void> {
  const words = tokens.map(({ word }) => word);
  const name = { start: 0, end: 0, degreeCodes: null };
  const divisions = [
    ...runs.filter(({ isStopped }) => isStopped),
    ...(terms.length > 0 ? [name] : []),
    ...runs.filter(({ isStopped }) => !isStopped),
  ];
  for (const { start, end, degreeCodes } of divisions) {
    const others = terms.toSpliced(start, end - start);
    const nameWords = words.toSpliced(start, end - start);
    if (!others.every((term) => term !== null)) continue;
    yield { degreeCodes, degreeWords: words.slice(start, end), nameWords, terms: others };
  }
}

function* createSearch(
  content: ImageContent,
  { degreeCodes, degreeWords, nameWords, terms }: Division,
  attempt: Attempt,
  isStrict: boolean,
): Task<Search | null> {
  if (terms.length > termsMax) return null;
  const words = terms.length === 0 ? null : yield* createWordsCondition(content, terms, attempt, isStrict);
  if (words === null && terms.length > 0) return null;
  const degree = degreeCodes === null ? [] : [valueCondition(content.columns.degree, degreeCodes)];
  const interpretation = { reading: attempt.reading, comparison: attempt, degreeWords, nameWords };
  return { interpretation, conditions: words === null ? degree : [...degree, words], degreeCodes, words };
}

/** Null if a term meets nobody. */
function* createWordsCondition(
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

/** Whether a teacher meets the conditions. */
function* findsSomebody({ conditions }: Search): Task<boolean> {
  const rarest = rarestOf(conditions);
  if (rarest.count === 0) return false;
  let steps = 0;
  for (const positions of rarest.lists(false)) {
    for (let i = 0; i < positions.length; i++) {
      const position = positions[i]!;
      if (conditions.every((condition) => condition.passes(position))) return true;
      if (++steps % stepsBetweenYields === 0) yield;
    }
  }
  return false;
}
