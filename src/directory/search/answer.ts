/** Finds the teachers with the least cost for one way to understand a search. */
import type { Reading } from "../../domain/results.ts";
import { countValues } from "../../image/column.ts";
import type { ImageContent } from "../../image/layout.ts";
import { type Condition, valueCondition } from "../listing.ts";
import { type Task, visitBlocks } from "../scheduler.ts";
import { termsMax } from "./candidate-tables.ts";
import { findCandidates } from "./candidates.ts";
import { compareName, createNameComparison } from "./name-comparison.ts";
import { detailCount, meansOf, type NameMatching, rankCount } from "./name-matching.ts";
import { costMax, type Interpretation, matchesLastName, type QueryReader, readingCosts } from "./term.ts";

/**
 * The number of names compared between two yields. They take about 100 microseconds, or a few times as long if most of
 * them are compared for the first time.
 */
const namesBetweenYields = 128;

/** The teachers that an attempt finds. */
export interface SearchAnswer {
  readonly interpretation: Interpretation;
  readonly cost: number;
  readonly means: Reading;
  /** Whether every name in the answer matches only because a stored initial stands for a term. */
  readonly hasInitialsOnly: boolean;
  readonly condition: AnswerCondition;
}

/** The condition that a teacher is in the answer. */
interface AnswerCondition extends Condition {
  /**
   * The relevance class of a teacher; lower classes come first. It is -1 for teachers who are not in the answer. Null
   * if all teachers have the same class.
   */
  readonly classOf: ((position: number) => number) | null;
  /** How the name of a teacher matches; null if it does not, or if there are no terms. */
  compare(position: number): NameMatching | null;
  /** Frees the memory of the condition for other searches. The condition must not be used afterwards. */
  release(): Task<void>;
}

/** The first teacher with the least sum of costs among those visited. `means` is how the name matches. */
interface Least {
  readonly position: number;
  readonly cost: number;
  readonly nameCost: number;
  readonly degreeCost: number;
  readonly means: Reading;
}

/** The cost of a teacher is the sum of `base`, the cost of the name, and the cost of the degrees. */
interface Costs extends Pick<AnswerCondition, "compare"> {
  /** The cost of the interpretation itself, and of the words that it sets aside. */
  readonly base: number;
  readonly degrees: DegreeCosts;
}

/** Finds the teachers with the least sum of costs; null if every sum is greater than `most`. */
export function* findAnswer(
  reader: QueryReader,
  interpretation: Interpretation,
  most: number = costMax,
): Task<SearchAnswer | null> {
  const { content } = reader;
  const { terms, degrees, setAside, lastNameCostMax } = interpretation;
  const base = interpretation.cost + setAside.length * readingCosts.setAside;
  if (base > most || terms.length > termsMax) return null;
  if (terms.length === 0) {
    return degrees.length === 0 || setAside.length > 0 ? null : answerByDegree(content, interpretation);
  }
  const degreeCosts = findDegreeCosts(content, degrees);
  if (base + degreeCosts.least > most) return null;

  if (reader.unmatched.some((other) => hasSameTerms(other, interpretation))) return null;
  const found = yield* findCandidates(reader, terms);
  if (found === null) {
    addUnmatched(reader, interpretation);
    return null;
  }
  const { lists, tables, mayMatch, release, ...counts } = found;
  const comparison = createNameComparison(content, terms, lastNameCostMax, tables);
  const compare = (at: number): NameMatching | null =>
    terms.length === 1 || mayMatch(at) ? compareName(comparison, at) : null;
  const costs: Costs = { base, compare, degrees: degreeCosts };

  const { full, least, isMatched } = yield* findLeastCosts(reader, lists, costs, interpretation.means, most);
  if (least === null) {
    if (!isMatched) addUnmatched(reader, interpretation);
    yield* release();
    return null;
  }
  // The degrees in the query that the teacher with the least cost does not have.
  const code = content.columns.degree.codes[least.position]!;
  const unmet = least.degreeCost === 0 ? [] : degrees.filter(({ codes }) => !codes.has(code));
  const allSetAside = [...setAside, ...unmet.map(({ text }) => text)];
  const classOf = createClasses(interpretation, costs, full, least);
  return {
    interpretation: { ...interpretation, setAside: allSetAside },
    cost: least.cost,
    means: allSetAside.length > 0 ? "part" : least.means,
    hasInitialsOnly: full === null,
    condition: {
      ...counts,
      lists,
      release,
      // Every teacher with a word that begins with the only term is in the answer.
      isExact: terms.length === 1 && degrees.length === 0 && least.cost === 0,
      passes: (position) => classOf(position) >= 0,
      classOf,
      compare,
    },
  };
}

/**
 * Finds the teachers with the least costs, ignoring costs above `most`. `full` is the best match of a full name.
 * `least` is the same match or, if there is none, the best match of initials. `isMatched` is whether any name matches,
 * at any cost.
 */
function* findLeastCosts(
  { content, isAlphabetical }: QueryReader,
  lists: Condition["lists"],
  { base, compare, degrees }: Costs,
  means: Reading,
  most: number,
) {
  let isMatched = false;
  let full: Least | null = null as Least | null;
  let withInitials: Least | null = null as Least | null;
  yield* visitBlocks(lists(isAlphabetical), namesBetweenYields, (ranks, from, to) => {
    for (let i = from; i < to; i++) {
      const position = isAlphabetical ? content.alphabetical[ranks[i]!]! : ranks[i]!;
      const matching = compare(position);
      if (matching === null) continue;
      isMatched = true;
      const degreeCost = degrees.costOf(position);
      const cost = base + matching.cost + degreeCost;
      const known = matching.hasInitials ? withInitials : full;
      if (cost > most || (known !== null && known.cost <= cost)) continue;
      const least: Least = {
        position,
        cost,
        nameCost: matching.cost,
        degreeCost,
        means: meansOf(matching, means),
      };
      if (matching.hasInitials) withInitials = least;
      else full = least;
      if (full?.cost === base + degrees.least) return true;
    }
    return false;
  });
  return { full, least: full ?? withInitials, isMatched };
}

/**
 * Creates {@link AnswerCondition.classOf} for the teachers with the least costs that {@link findLeastCosts} has found.
 */
function createClasses(
  { terms, degrees: named }: Interpretation,
  { base, compare, degrees }: Costs,
  full: Least | null,
  least: Least,
): (position: number) => number {
  const isDegreeFound = least.degreeCost === 0;
  // A teacher whose whole last name matches is in the answer even if the degree differs.
  const mayHaveOtherDegree = named.length > 0 && isDegreeFound && terms.some(matchesLastName);
  return (position) => {
    const degreeCost = degrees.costOf(position);
    if (isDegreeFound && !mayHaveOtherDegree && degreeCost > 0) return -1;
    const matching = compare(position);
    if (matching === null || (full === null && !matching.hasInitials)) return -1;
    const cost = base + matching.cost + degreeCost;
    const isOtherDegree =
      isDegreeFound && degreeCost > 0 && matching.isWholeLastName && matching.cost <= least.nameCost;
    const isLeast = matching.hasInitials && full !== null ? cost <= full.cost : cost === least.cost;
    if (!isLeast && !isOtherDegree) return -1;
    const tier = (matching.hasInitials ? 2 : 0) + (isOtherDegree && !isLeast ? 1 : 0);
    const isOtherwiseWritten = Number(degrees.isOtherwiseWritten(position));
    return ((tier * rankCount + matching.rank) * 2 + isOtherwiseWritten) * detailCount + matching.detail;
  };
}

interface DegreeCosts {
  /** The cost of the degrees in the query that the teacher does not have. */
  costOf(position: number): number;
  /** The least cost of any degree. */
  readonly least: number;
  /** Whether no degree in the query contains all words of the teacher's degree. */
  isOtherwiseWritten(position: number): boolean;
}

const noDegreeCosts: DegreeCosts = { costOf: () => 0, least: 0, isOtherwiseWritten: () => false };

function findDegreeCosts({ columns: { degree } }: ImageContent, degrees: Interpretation["degrees"]): DegreeCosts {
  if (degrees.length === 0) return noDegreeCosts;
  // Both are indexed by the code of a degree.
  const missing = new Uint8Array(countValues(degree)).fill(degrees.length);
  const written = new Uint8Array(countValues(degree));
  for (const named of degrees) {
    for (const code of named.codes) missing[code]!--;
    for (const code of named.whole) written[code] = 1;
  }
  return {
    costOf: (position) => missing[degree.codes[position]!]! * readingCosts.setAside,
    least: missing.reduce((a, b) => Math.min(a, b), degrees.length) * readingCosts.setAside,
    isOtherwiseWritten: (position) => written[degree.codes[position]!] === 0,
  };
}

/** At most this many interpretations without a match are kept. */
const unmatchedMax = 64;

function addUnmatched({ unmatched }: QueryReader, interpretation: Interpretation): void {
  if (unmatched.length === unmatchedMax) unmatched.shift();
  unmatched.push(interpretation);
}

/** Whether two interpretations match the same names. */
function hasSameTerms(a: Interpretation, b: Interpretation): boolean {
  return (
    a.lastNameCostMax === b.lastNameCostMax &&
    a.terms.length === b.terms.length &&
    a.terms.every((term, i) => term === b.terms[i])
  );
}

function answerByDegree({ columns }: ImageContent, interpretation: Interpretation): SearchAnswer | null {
  const [first, ...others] = interpretation.degrees;
  const codes = [...first!.codes].filter((code) => others.every((other) => other.codes.has(code)));
  if (codes.length === 0) return null;
  const whole = new Set(codes.filter((code) => interpretation.degrees.every((degree) => degree.whole.has(code))));
  const isUniform = whole.size === 0 || whole.size === codes.length;
  return {
    interpretation,
    cost: interpretation.cost,
    means: interpretation.means,
    hasInitialsOnly: false,
    condition: {
      ...valueCondition(columns.degree, codes),
      classOf: isUniform ? null : (position) => (whole.has(columns.degree.codes[position]!) ? 0 : 1),
      compare: () => null,
      *release() {},
    },
  };
}
