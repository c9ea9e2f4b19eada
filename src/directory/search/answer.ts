/** Finds the teachers of the least cost for one way to understand a search. */
import { moreNoteworthy, type Reading } from "../../domain/readings.ts";
import { countValues } from "../../image/column.ts";
import type { ImageContent } from "../../image/layout.ts";
import { type Condition, createRankList, uniteLists, valueCondition, visitBitmap } from "../listing.ts";
import type { Task } from "../scheduler.ts";
import { costMax, readingCosts } from "./costs.ts";
import type { Interpretation } from "./interpretation.ts";
import {
  createNameComparison,
  detailCount,
  type NameMatching,
  rankCount,
  tabulateCandidates,
  termBits,
} from "./name-comparison.ts";
import { findValues, listRanks, matchesLastName, type TermContext, type WordValues } from "./term.ts";

/** Names compared between two yields: some 100 microseconds, or a few times that where many are new. */
const namesBetweenYields = 128;
/** Words of bitmaps intersected between two yields. */
const wordsBetweenYields = 4096;
/** The most terms that are compared: no name has more words. */
const termsMax = termBits;
/** Candidates of a term are looked up one by one if they are more than those of the rarest one by this factor. */
const intersectedFactorMax = 16;
/** Fewer candidates of the rarest term are all looked up. */
const fewCandidates = 1024;

/** The teachers that an attempt finds. */
export interface SearchAnswer {
  readonly interpretation: Interpretation;
  readonly cost: number;
  readonly means: Reading;
  /** Whether an initial stands for a term in all names. */
  readonly hasInitialsOnly: boolean;
  readonly condition: AnswerCondition;
}

/** The condition that a teacher is in the answer. */
export interface AnswerCondition extends Condition {
  /** The relevance class of a teacher, or -1; lower classes come first. Null if all are alike. */
  readonly classOf: ((position: number) => number) | null;
  /** How the name of a teacher matches, until the next call; null without terms, and if it does not match. */
  compare(position: number): NameMatching | null;
}

/** The least sum of costs that a teacher has, and by what means. */
interface Least {
  readonly position: number;
  readonly cost: number;
  readonly nameCost: number;
  readonly means: Reading;
}

/** Finds the teachers with the least sum of costs, of at most `most`; null if there are none. */
export function* findAnswer(
  context: TermContext,
  interpretation: Interpretation,
  most: number = costMax,
): Task<SearchAnswer | null> {
  const { content, isAlphabetical } = context;
  const { terms, degrees, cost: ownCost, setAside } = interpretation;
  const baseCost = ownCost + setAside.length * readingCosts.setAside;
  if (baseCost > most || terms.length > termsMax) return null;
  if (terms.length === 0) {
    return degrees.length === 0 || setAside.length > 0 ? null : answerByDegree(content, interpretation);
  }
  const values: WordValues[] = [];
  for (const term of terms) {
    const ofTerm = yield* findValues(content, term);
    if (ofTerm.count === 0) return null;
    values.push(ofTerm);
  }
  const candidates = yield* intersectValues(context, values);
  if (candidates.count === 0) return null;
  const table = yield* tabulateCandidates(content, values);
  const { last_name, first_name, middle_name, degree } = content.columns;
  const compareName = createNameComparison(content, terms, interpretation.lastNameCostMax, table);
  const compare = (position: number): NameMatching | null =>
    compareName(last_name.codes[position]!, first_name.codes[position]!, middle_name.codes[position]!);

  /** By code of a degree: how many of the named degrees it is not, and whether it has no other words. */
  const missing = new Uint8Array(countValues(degree)).fill(degrees.length);
  const written = new Uint8Array(countValues(degree));
  for (const named of degrees) {
    for (const code of named.codes) missing[code]!--;
    for (const code of named.whole) written[code] = 1;
  }
  const degreeCostOf = (position: number): number =>
    degrees.length === 0 ? 0 : missing[degree.codes[position]!]! * readingCosts.setAside;

  /** Visits candidates until nobody can have a lesser sum. */
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
        const means = matching.terms.map(({ match }) => match.means).reduce(moreNoteworthy, interpretation.means);
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

  // Bearers of the whole last name are in the answer whatever their degree.
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

  // A degree that nobody of the name has.
  const unmet = isDegreeFound ? [] : degrees.filter(({ codes }) => !codes.has(degree.codes[least.position]!));
  const allSetAside = [...setAside, ...unmet.map(({ text }) => text)];
  return {
    interpretation: { ...interpretation, setAside: allSetAside },
    cost: least.cost,
    means: allSetAside.length > 0 ? "part" : least.means,
    hasInitialsOnly: full === null,
    condition: {
      ...candidates,
      // Whoever has a word that begins with the only term is in the answer.
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

/** The teachers that may have a value for each term. */
function* intersectValues({ content, isAlphabetical }: TermContext, values: readonly WordValues[]): Task<Candidates> {
  const [rarest, ...others] = values.toSorted((a, b) => a.count - b.count);
  const intersected = others.filter(({ count }) => count <= intersectedFactorMax * rarest!.count);
  const listsOf = (ofTerm: WordValues): Iterable<Uint32Array> => listRanks(content, ofTerm, isAlphabetical);
  if (intersected.length === 0 || rarest!.count < fewCandidates) {
    const { count, listCount } = rarest!;
    return { count, listCount, lists: () => listsOf(rarest!) };
  }
  const bitmap = yield* uniteLists(listsOf(rarest!), content.ids.length);
  for (const other of intersected) {
    const also = yield* uniteLists(listsOf(other), content.ids.length);
    for (let i = 0; i < bitmap.length; i++) {
      bitmap[i]! &= also[i]!;
      if (i % wordsBetweenYields === 0) yield;
    }
  }
  const list = createRankList();
  yield* visitBitmap(bitmap, list.add);
  const ranks = list.added();
  return { count: ranks.length, listCount: 1, lists: () => [ranks] };
}
