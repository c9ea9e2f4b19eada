/** Matching: which teacher a written name means. */
import { candidatesMax, type Reading, type Verdict } from "../domain/readings.ts";
import type { ImageContent } from "../image/layout.ts";
import { stepsBetweenYields, type Task } from "./scheduler.ts";
import { findReadings, type Search } from "./search.ts";
import { hasInitials, type WordsCondition } from "./words-condition.ts";

export interface NameMatch {
  readonly verdict: Verdict;
  /** Null if the verdict is `none`. */
  readonly reading: Reading | null;
  /** The position of the teacher if the verdict is `one`. */
  readonly position: number | null;
  /** If the verdict is `several`: the positions of those who may be meant, at most {@link candidatesMax}. */
  readonly candidates: readonly number[];
}

const noMatch: NameMatch = { verdict: "none", reading: null, position: null, candidates: [] };

/**
 * Finds whom a written name means. Every word of it must be used: as a degree, or as a whole word or an initial of the
 * name. Full names come before those that only their initials fit. The verdict is `one` only if exactly one teacher fits
 * the first reading that fits anyone, and the degree does not contradict.
 */
export function* matchName(content: ImageContent, name: string): Task<NameMatch> {
  for (const task of findReadings(content, name, true)) {
    const search = yield* task;
    if (search === null || search.words === null) continue;
    const fitting = yield* findFitting(search, search.words, content);
    if (fitting.total > 0) return judge(search.reading, fitting);
  }
  return noMatch;
}

/** The teachers who fit a reading: without initials before those with initials. */
interface Fitting {
  /** Those whose degree agrees or is missing; at most {@link candidatesMax} are listed. */
  readonly agreeing: readonly number[];
  /** The others, likewise. */
  readonly contradicting: readonly number[];
  readonly total: number;
}

function judge(reading: Reading, { agreeing, contradicting }: Fitting): NameMatch {
  if (agreeing.length === 1) return { verdict: "one", reading, position: agreeing[0]!, candidates: [] };
  const candidates = [...agreeing, ...contradicting].slice(0, candidatesMax);
  return { verdict: "several", reading, position: null, candidates };
}

function* findFitting({ degreeCodes }: Search, words: WordsCondition, { columns }: ImageContent): Task<Fitting> {
  const degrees = columns.degree;
  const agrees = (position: number): boolean => {
    const code = degrees.codes[position]!;
    return (
      degreeCodes === null ||
      degreeCodes.includes(code) ||
      degrees.values.starts[code + 1] === degrees.values.starts[code]
    );
  };
  /** By level: full names, then names with initials. */
  const levels = [new Set<number>(), new Set<number>()] as const;
  const contradicting = [new Set<number>(), new Set<number>()] as const;
  let steps = 0;
  for (const positions of words.lists(false)) {
    for (let i = 0; i < positions.length && levels[0].size < candidatesMax; i++) {
      if (++steps % stepsBetweenYields === 0) yield;
      const position = positions[i]!;
      const relevance = words.classOf(position);
      if (relevance < 0) continue;
      const some = (agrees(position) ? levels : contradicting)[hasInitials(relevance) ? 1 : 0];
      if (some.size < candidatesMax) some.add(position);
    }
  }
  const level = levels[0].size + contradicting[0].size > 0 ? 0 : 1;
  const agreeing = [...levels[level]];
  const others = [...contradicting[level]];
  return { agreeing, contradicting: others, total: agreeing.length + others.length };
}

/** {@link matchName} for several names. */
export function* matchNames(content: ImageContent, names: readonly string[]): Task<NameMatch[]> {
  const matches: NameMatch[] = [];
  for (const name of names) matches.push(yield* matchName(content, name));
  return matches;
}
