/** The search for teachers: how typed text is read, and the conditions that a teacher must meet. */
import { readOtherLayout } from "../domain/keyboard.ts";
import { spellingKey, splitWords, type Token, tokenize } from "../domain/names.ts";
import type { Reading } from "../domain/readings.ts";
import { abbreviateDegree } from "../domain/teacher.ts";
import { codesBetween, findWithPrefix, textAt } from "../image/column.ts";
import type { ImageContent, WordIndexes } from "../image/layout.ts";
import { type Condition, rarestOf, valueCondition } from "./listing.ts";
import { stepsBetweenYields, type Task } from "./scheduler.ts";
import { type Comparison, createTerm, type Interpretation, isNoise, keyOf, type Term } from "./terms.ts";
import { createWordsCondition, termsMax, type WordsCondition } from "./words-condition.ts";

/** One attempt to read a query. The first attempt that finds somebody in the whole directory is used. */
interface Attempt extends Comparison {
  readonly reading: Reading;
  /** The texts that may have been meant. */
  textsOf(query: string): readonly string[];
}

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
  const allowed = only === null ? attempts : attempts.filter(({ reading }) => reading === only);
  return tryReadings(content, query, allowed, false, function* (search) {
    return (yield* findsSomebody(search)) ? search : null;
  });
}

/** Tries all readings of a written name in their order, by whole words and initials, see {@link tryReadings}. */
export function readName<Result>(
  content: ImageContent,
  name: string,
  accept: (search: Search) => Task<Result | null>,
): Task<Result | null> {
  return tryReadings(content, name, attempts, true, accept);
}

/** Returns the first result of `accept` that is not null. A strict reading compares whole words and initials. */
function* tryReadings<Result>(
  content: ImageContent,
  query: string,
  allowed: readonly Attempt[],
  isStrict: boolean,
  accept: (search: Search) => Task<Result | null>,
): Task<Result | null> {
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

/** A run of words that names a degree. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly isStopped: boolean;
  readonly degreeCodes: Uint32Array;
}

function* findRuns(content: ImageContent, tokens: readonly Token[], { index }: Comparison): Task<Run[]> {
  const runs: Run[] = [];
  for (let length = tokens.length; length > 0; length--) {
    for (let start = 0; start + length <= tokens.length; start++) {
      const run = tokens.slice(start, start + length);
      const words = run.map(({ word }) => word);
      const degreeCodes = yield* findDegrees(content, words, index);
      const isStopped = run.some(({ stopped }) => stopped);
      if (degreeCodes.length > 0) runs.push({ start, end: start + length, isStopped, degreeCodes });
    }
  }
  return runs;
}

/**
 * The ascending codes of the degrees that the words name: each is the beginning of the degree's word at its place, so `ст
 * викл` names `старший викладач`. Single letters are initials far more often. They count only where the run stands for
 * the whole degree and each is a word of it, as in `к.т.н.`, or of its abbreviation, as in `зав.к.`.
 */
function* findDegrees(content: ImageContent, words: readonly string[], index: keyof WordIndexes): Task<Uint32Array> {
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
    const names = run.every((key, i) => letters[i]! > 1 && degree[i]!.startsWith(key));
    if (names) found.push(...ofKey);
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
