/** Matching: which teacher a written name means. */
import { candidatesMax, type Reading, type Verdict } from "../domain/readings.ts";
import { sizeOf } from "../image/column.ts";
import type { ImageContent } from "../image/layout.ts";
import { withOtherWords } from "./name-comparison.ts";
import { stepsBetweenYields, type Task } from "./scheduler.ts";
import { type Search, tryReadings, type WordsCondition } from "./search.ts";

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
 * name. The best fits of the first reading that fits anyone count: full names before initials, whole last names before
 * parts of double ones, and words in the order of the name before others. The verdict is `one` only if there is exactly
 * one, and its degree does not contradict.
 */
export function* matchName(content: ImageContent, name: string): Task<NameMatch> {
  const match = yield* tryReadings(
    content,
    name,
    { only: null, isStrict: true },
    function* (search): Task<NameMatch | null> {
      if (search.words === null) return null;
      const fitting = yield* findFitting(search, search.words, content);
      return fitting.agreeing.size + fitting.contradicting.size === 0
        ? null
        : judge(search.interpretation.reading, fitting);
    },
  );
  return match ?? noMatch;
}

/** The teachers who fit a reading best. */
interface Fitting {
  /** Those whose degree agrees or is missing; at most {@link candidatesMax} are listed. */
  readonly agreeing: ReadonlySet<number>;
  /** The others, likewise. */
  readonly contradicting: ReadonlySet<number>;
}

function judge(reading: Reading, { agreeing, contradicting }: Fitting): NameMatch {
  const [first] = agreeing;
  if (agreeing.size === 1) return { verdict: "one", reading, position: first!, candidates: [] };
  const candidates = [...agreeing, ...contradicting].slice(0, candidatesMax);
  return { verdict: "several", reading, position: null, candidates };
}

function* findFitting({ degreeCodes }: Search, words: WordsCondition, { columns }: ImageContent): Task<Fitting> {
  const { codes, values } = columns.degree;
  const named = degreeCodes === null ? null : new Set(degreeCodes);
  const agrees = (code: number): boolean => named === null || named.has(code) || sizeOf(values, code) === 0;
  const agreeing = new Set<number>();
  const contradicting = new Set<number>();
  let best = Number.POSITIVE_INFINITY;
  let steps = 0;
  for (const positions of words.lists(false)) {
    for (let i = 0; i < positions.length; i++) {
      if (++steps % stepsBetweenYields === 0) yield;
      const position = positions[i]!;
      const relevance = words.classOf(position);
      // Whether the name has other words does not decide who is meant.
      const level = relevance & ~withOtherWords;
      if (relevance < 0 || level > best) continue;
      if (level < best) {
        best = level;
        agreeing.clear();
        contradicting.clear();
      }
      const some = agrees(codes[position]!) ? agreeing : contradicting;
      if (some.size < candidatesMax) some.add(position);
    }
  }
  return { agreeing, contradicting };
}

/** {@link matchName} for several names. */
export function* matchNames(content: ImageContent, names: readonly string[]): Task<NameMatch[]> {
  const matches: NameMatch[] = [];
  for (const name of names) matches.push(yield* matchName(content, name));
  return matches;
}
