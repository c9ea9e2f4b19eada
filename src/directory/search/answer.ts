/** Finds the teachers with the least cost for one way to understand a search. */
import type { Reading } from "../../domain/results.ts";
import { countValues } from "../../image/column.ts";
import type { ImageContent } from "../../image/layout.ts";
import { type Condition, createRankList, rarestOf, uniteLists, valueCondition, visitRanks } from "../listing.ts";
import type { Task } from "../scheduler.ts";
import {
  compareName,
  createNameComparison,
  detailCount,
  meansOf,
  type NameMatching,
  rankCount,
} from "./name-comparison.ts";
import {
  costMax,
  findValues,
  type Interpretation,
  listRanks,
  matchesLastName,
  type QueryReader,
  readingCosts,
  tabulateCandidates,
  termBits,
  type WordValues,
} from "./term.ts";

/**
 * Names compared between two yields: about 100 microseconds, or a few times as long if most names were not compared
 * before.
 */
const namesBetweenYields = 128;
/** At most this many terms are compared, because each has a bit in the table of candidates. */
const termsMax = termBits;
/** Below this number of candidates of the rarest term, no bitmaps are made: each candidate's values are looked up. */
const fewCandidates = 4096;
/**
 * A bitmap is made of a term's postings if they are at most this many times as many as the candidates of the rarest
 * term. Reading postings in sequence is faster than looking up the values of each candidate, which are scattered over
 * the columns.
 */
const unitedFactorMax = 4;

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
export interface AnswerCondition extends Condition {
  /**
   * The relevance class of a teacher; lower classes come first. It is -1 for teachers who are not in the answer. Null
   * if all teachers have the same class.
   */
  readonly classOf: ((position: number) => number) | null;
  /** How the name of a teacher matches; null if it does not, or if there are no terms. */
  compare(position: number): NameMatching | null;
}

/** The first teacher with the least sum of costs among those visited, and how the name matches. */
interface Least {
  readonly position: number;
  readonly cost: number;
  readonly nameCost: number;
  readonly means: Reading;
}

/** Finds the teachers with the least sum of costs; null if no teacher has a sum of `most` or less. */
export function* findAnswer(
  reader: QueryReader,
  interpretation: Interpretation,
  most: number = costMax,
): Task<SearchAnswer | null> {
  const { content, isAlphabetical } = reader;
  const { terms, degrees, cost: ownCost, setAside } = interpretation;
  const baseCost = ownCost + setAside.length * readingCosts.setAside;
  if (baseCost > most || terms.length > termsMax) return null;
  if (terms.length === 0) {
    return degrees.length === 0 || setAside.length > 0 ? null : answerByDegree(content, interpretation);
  }
  const values: WordValues[] = [];
  for (const term of terms) {
    const ofTerm = yield* findValues(reader, term);
    if (ofTerm.count === 0) return null;
    values.push(ofTerm);
  }
  const table = yield* tabulateCandidates(content, values);
  const [lasts, firsts, middles] = table;
  const { last_name, first_name, middle_name, degree } = content.columns;
  const all = (1 << terms.length) - 1;
  const mayMatch = (at: number): boolean =>
    ((lasts[last_name.codes[at]!]! | firsts[first_name.codes[at]!]! | middles[middle_name.codes[at]!]!) & all) === all;
  const candidates = yield* findCandidates(reader, values, mayMatch);
  const comparison = createNameComparison(content, terms, interpretation.lastNameCostMax, table);
  const compare = (at: number): NameMatching | null =>
    terms.length === 1 || mayMatch(at) ? compareName(comparison, at) : null;

  /**
   * Both are indexed by the code of a degree. `missing` is the number of degrees in the query that do not name this
   * one. `written` is 1 if one of them names all of its words.
   */
  const missing = new Uint8Array(countValues(degree)).fill(degrees.length);
  const written = new Uint8Array(countValues(degree));
  for (const named of degrees) {
    for (const code of named.codes) missing[code]!--;
    for (const code of named.whole) written[code] = 1;
  }
  const degreeCostOf = (position: number): number =>
    degrees.length === 0 ? 0 : missing[degree.codes[position]!]! * readingCosts.setAside;

  /** Visits candidates until no other one can have a lower cost. */
  function* findLeast(): Task<{ full: Least | null; withInitials: Least | null }> {
    let full: Least | null = null;
    let withInitials: Least | null = null;
    let steps = 0;
    for (const ranks of candidates.lists(isAlphabetical)) {
      for (let i = 0; i < ranks.length; i++) {
        if (++steps % namesBetweenYields === 0) yield;
        const position = isAlphabetical ? content.alphabetical[ranks[i]!]! : ranks[i]!;
        const matching = compare(position);
        if (matching === null) continue;
        const cost = baseCost + matching.cost + degreeCostOf(position);
        const known: Least | null = matching.hasInitials ? withInitials : full;
        if (cost > most || (known !== null && known.cost <= cost)) continue;
        const means = meansOf(matching, interpretation.means);
        const least: Least = { position, cost, nameCost: matching.cost, means };
        if (matching.hasInitials) withInitials = least;
        else full = least;
        if (full?.cost === baseCost) return { full, withInitials };
      }
    }
    return { full, withInitials };
  }

  const { full, withInitials } = yield* findLeast();
  const least = full ?? withInitials;
  if (least === null) return null;
  const isDegreeFound = least.cost === baseCost + least.nameCost;

  // A teacher whose whole last name matches is in the answer with any degree.
  const mayHaveOtherDegree = isDegreeFound && terms.some((term) => matchesLastName(content, term));

  function classOf(position: number): number {
    if (isDegreeFound && !mayHaveOtherDegree && degreeCostOf(position) > 0) return -1;
    const matching = compare(position);
    if (matching === null || (full === null && !matching.hasInitials)) return -1;
    const degreeCost = degreeCostOf(position);
    const cost = baseCost + matching.cost + degreeCost;
    const isOtherDegree =
      isDegreeFound && degreeCost > 0 && matching.isWholeLastName && matching.cost <= least!.nameCost;
    const isLeast = matching.hasInitials && full !== null ? cost <= full.cost : cost === least!.cost;
    if (!isLeast && !isOtherDegree) return -1;
    const tier = (matching.hasInitials ? 2 : 0) + (isOtherDegree && !isLeast ? 1 : 0);
    const isOtherwiseWritten = degrees.length > 0 && written[degree.codes[position]!] === 0;
    return ((tier * rankCount + matching.rank) * 2 + Number(isOtherwiseWritten)) * detailCount + matching.detail;
  }

  // The named degrees that no teacher with this name has.
  const unmet = isDegreeFound ? [] : degrees.filter(({ codes }) => !codes.has(degree.codes[least.position]!));
  const allSetAside = [...setAside, ...unmet.map(({ text }) => text)];
  return {
    interpretation: { ...interpretation, setAside: allSetAside },
    cost: least.cost,
    means: allSetAside.length > 0 ? "part" : least.means,
    hasInitialsOnly: full === null,
    condition: {
      ...candidates,
      // Every teacher with a word that begins with the only term is in the answer.
      isExact: terms.length === 1 && degrees.length === 0 && least.cost === 0,
      passes: (position) => classOf(position) >= 0,
      classOf,
      compare,
    },
  };
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
    },
  };
}

type Candidates = Pick<Condition, "count" | "listCount" | "lists">;

/**
 * The teachers that the rarest term may match. If there are several terms, the list is ascending and has only teachers
 * that all terms may match.
 */
function* findCandidates(
  { content, isAlphabetical }: QueryReader,
  values: readonly WordValues[],
  mayMatch: (position: number) => boolean,
): Task<Candidates> {
  const rarest = rarestOf(values);
  const { count, listCount } = rarest;
  const lists = (): Iterable<Uint32Array> => listRanks(content, rarest, isAlphabetical);
  if (values.length === 1) return { count, listCount, lists };
  const bitmaps: Uint32Array[] = [];
  for (const other of values) {
    if (other === rarest || count < fewCandidates || other.count > unitedFactorMax * count) continue;
    bitmaps.push(yield* uniteLists(listRanks(content, other, isAlphabetical), content.ids.length));
  }
  const isInAll = (rank: number): boolean => {
    for (const bitmap of bitmaps) if ((bitmap[rank >>> 5]! & (1 << (rank & 31))) === 0) return false;
    return mayMatch(isAlphabetical ? content.alphabetical[rank]! : rank);
  };
  const found = createRankList();
  yield* visitRanks({ count, listCount, lists }, isAlphabetical, content.ids.length, (rank) => {
    if (isInAll(rank)) found.add(rank);
  });
  const ranks = found.added();
  return { count: ranks.length, listCount: 1, lists: () => [ranks] };
}
