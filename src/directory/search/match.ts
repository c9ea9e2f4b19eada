/** Matching: which teacher a written name means. */
import { candidatesMax, moreNoteworthy, type Reading, type Verdict } from "../../domain/readings.ts";
import { sizeOf } from "../../image/column.ts";
import type { ImageContent } from "../../image/layout.ts";
import { stepsBetweenYields, type Task } from "../scheduler.ts";
import type { SearchAnswer } from "./answer.ts";
import { isEvidence } from "./evidence.ts";
import type { NameMatching } from "./name-comparison.ts";
import { createNameReader, findWrittenName } from "./search.ts";
import { readNameTokens } from "./written-name.ts";

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
 * name. Those of the least cost count, and of these the best fits: full names before initials, whole last names before parts of
 * double ones, and words in the order of the name before others. The verdict is `one` only if there is exactly one, its
 * degree does not contradict, and the name is evidence for it, see `evidence.ts`.
 */
export function* matchName(content: ImageContent, name: string): Task<NameMatch> {
  const answer = yield* findWrittenName(yield* createNameReader(content), readNameTokens(content, name));
  if (answer === null || answer.interpretation.terms.length === 0) return noMatch;
  return yield* judge(content, answer, false);
}

/** The verdict on an answer. `hasUnknown` says whether words were set aside that nobody knows. */
function* judge(content: ImageContent, answer: SearchAnswer, hasUnknown: boolean): Task<NameMatch> {
  const { agreeing, contradicting, reading } = yield* findFitting(answer, content);
  const { terms, cost } = answer.interpretation;
  const [position] = agreeing;
  if (agreeing.size === 1) {
    const matching = answer.condition.compare(position!)!;
    const circumstances = { hasUnknown, isReread: cost > 0 };
    if (isEvidence(content, terms, matching, position!, circumstances)) {
      return { verdict: "one", reading, position: position!, candidates: [] };
    }
  }
  const candidates = [...agreeing, ...contradicting].slice(0, candidatesMax);
  return { verdict: "several", reading, position: null, candidates };
}

/** The teachers who fit a name best. */
interface Fitting {
  /** Those whose degree agrees or is missing; at most {@link candidatesMax} are listed. */
  readonly agreeing: ReadonlySet<number>;
  /** The others, likewise. */
  readonly contradicting: ReadonlySet<number>;
  readonly reading: Reading;
}

function* findFitting({ interpretation, condition }: SearchAnswer, { columns }: ImageContent): Task<Fitting> {
  const { codes, values } = columns.degree;
  const agrees = (code: number): boolean =>
    sizeOf(values, code) === 0 || interpretation.degrees.every((degree) => degree.codes.has(code));
  const agreeing = new Set<number>();
  const contradicting = new Set<number>();
  let best = Number.POSITIVE_INFINITY;
  let reading: Reading = interpretation.means;
  let steps = 0;
  for (const positions of condition.lists(false)) {
    for (let i = 0; i < positions.length; i++) {
      if (++steps % stepsBetweenYields === 0) yield;
      const position = positions[i]!;
      const matching = condition.compare(position);
      if (matching === null) continue;
      const level = levelOf(matching);
      if (level > best) continue;
      if (level < best) {
        best = level;
        reading = matching.terms.map(({ match }) => match.means).reduce(moreNoteworthy, interpretation.means);
        agreeing.clear();
        contradicting.clear();
      }
      const some = agrees(codes[position]!) ? agreeing : contradicting;
      if (some.size < candidatesMax) some.add(position);
    }
  }
  return { agreeing, contradicting, reading };
}

/** Lower levels fit better. */
function levelOf({ cost, hasInitials, isWholeLastName, terms }: NameMatching): number {
  const isInOrder = terms.every(({ field, word }, i) => {
    const before = terms[i - 1];
    return before === undefined || before.field < field || (before.field === field && before.word < word);
  });
  return ((cost * 2 + Number(hasInitials)) * 2 + Number(!isWholeLastName)) * 2 + Number(!isInOrder);
}

/** {@link matchName} for several names. */
export function* matchNames(content: ImageContent, names: readonly string[]): Task<NameMatch[]> {
  const matches: NameMatch[] = [];
  for (const name of names) matches.push(yield* matchName(content, name));
  return matches;
}
