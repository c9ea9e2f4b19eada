/** Finds the teachers of the least cost for one way to understand a search. */
import { moreNoteworthy, type Reading } from "../../domain/readings.ts";
import { nameFieldNames } from "../../domain/teacher.ts";
import { countValues, postingsOf } from "../../image/column.ts";
import type { ImageContent } from "../../image/layout.ts";

import { type Condition, rarestOf, valueCondition } from "../listing.ts";
import { stepsBetweenYields, type Task } from "../scheduler.ts";
import { costMax, readingCosts } from "./costs.ts";
import type { Interpretation } from "./interpretation.ts";
import {
  type CandidateTable,
  createNameComparison,
  detailCount,
  type NameMatching,
  rankCount,
  termBits,
} from "./name-comparison.ts";
import { type Candidates, findCandidates, type Term } from "./term.ts";

/** Names compared between two yields: some 100 microseconds, or a few times that where many are new. */
const namesBetweenYields = 128;

/** The most terms that are compared: no name has more words. */
const termsMax = termBits;

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
  cost: number;
  nameCost: number;
  means: Reading;
}

/** Finds the teachers with the least sum of costs, of at most `most`; null if there are none. */
export function* findAnswer(
  content: ImageContent,
  interpretation: Interpretation,
  most: number = costMax,
): Task<SearchAnswer | null> {
  const { terms, degrees, cost: ownCost, setAside } = interpretation;
  const baseCost = ownCost + setAside.length * readingCosts.setAside;
  if (baseCost > most || terms.length > termsMax) return null;
  if (terms.length === 0)
    return degrees.length === 0 || setAside.length > 0 ? null : answerByDegree(content, interpretation);
  const candidates = yield* findAllCandidates(content, terms);
  if (candidates === null) return null;
  const table = yield* tabulateCandidates(content, candidates);
  const [lastTable, firstTable, middleTable] = table;
  const all = (1 << candidates.length) - 1;
  const { last_name, first_name, middle_name, degree } = content.columns;
  const compareName = createNameComparison(content, terms, {
    lastNameCostMax: interpretation.lastNameCostMax,
    candidates: table,
  });
  const { count, codes } = rarestOf(candidates);

  function compare(position: number): NameMatching | null {
    const lastCode = last_name.codes[position]!;
    const firstCode = first_name.codes[position]!;
    const middleCode = middle_name.codes[position]!;
    // Most candidates of one term are none of the others.
    if (((lastTable[lastCode]! | firstTable[firstCode]! | middleTable[middleCode]!) & all) !== all) return null;
    return compareName(lastCode, firstCode, middleCode);
  }

  /** By code of a degree: how many of the named degrees it is not, and whether it has no other words. */
  const missing = new Uint8Array(countValues(degree)).fill(degrees.length);
  const written = new Uint8Array(countValues(degree));
  for (const named of degrees) {
    for (const code of named.codes) missing[code]!--;
    for (const code of named.whole) written[code] = 1;
  }
  const hasDegrees = degrees.length > 0;
  const degreeCostOf = (position: number): number =>
    hasDegrees ? missing[degree.codes[position]!]! * readingCosts.setAside : 0;

  function* lists(alphabetical: boolean): Generator<Uint32Array, void> {
    for (const [field, ofField] of codes.entries()) {
      const column = content.columns[nameFieldNames[field]!];
      for (const some of ofField) for (const code of some) yield postingsOf(column, code, alphabetical);
    }
  }

  /** Visits candidates until nobody can have a lesser sum. */
  function* findLeast(): Task<{ full: Least | null; withInitials: Least | null }> {
    let full: Least | null = null;
    let withInitials: Least | null = null;
    let steps = 0;
    for (const positions of lists(false)) {
      for (let i = 0; i < positions.length; i++) {
        if (++steps % namesBetweenYields === 0) yield;
        const position = positions[i]!;
        const matching = compare(position);
        if (matching === null) continue;
        const cost = baseCost + matching.cost + degreeCostOf(position);
        const known: Least | null = matching.hasInitials ? withInitials : full;
        if (cost > most || (known !== null && known.cost <= cost)) continue;
        const least = { cost, nameCost: matching.cost, means: meansOf(matching) };
        if (matching.hasInitials) withInitials = least;
        else full = least;
        if (full !== null && full.cost === baseCost) return { full, withInitials };
      }
    }
    return { full, withInitials };
  }

  function meansOf(matching: NameMatching): Reading {
    if (setAside.length > 0) return "part";
    return matching.terms.map(({ match }) => match.means).reduce(moreNoteworthy, interpretation.means);
  }

  const { full, withInitials } = yield* findLeast();
  const least = full ?? withInitials;
  if (least === null) return null;
  // Whoever has a word that begins with the only term is in the answer.
  const isPlain = terms.length === 1 && degrees.length === 0 && least.cost === 0;
  const isDegreeFound = least.cost === baseCost + least.nameCost;

  function classOf(position: number): number {
    const matching = compare(position);
    if (matching === null || (full === null && !matching.hasInitials)) return -1;
    const degreeCost = degreeCostOf(position);
    const cost = baseCost + matching.cost + degreeCost;
    // Bearers of the whole last name are in the answer whatever their degree.
    const isOtherDegree =
      isDegreeFound && degreeCost > 0 && matching.isWholeLastName && matching.cost <= least!.nameCost;
    const isLeast = matching.hasInitials && full !== null ? cost <= full.cost : cost === least!.cost;
    if (!isLeast && !isOtherDegree) return -1;
    const tier = (matching.hasInitials ? 2 : 0) + (isOtherDegree && !isLeast ? 1 : 0);
    const { rank, detail } = matching;
    const isOtherwiseWritten = hasDegrees && written[degree.codes[position]!] === 0;
    return ((tier * rankCount + rank) * 2 + Number(isOtherwiseWritten)) * detailCount + detail;
  }

  return {
    interpretation,
    cost: least.cost,
    means: least.cost > baseCost + least.nameCost && least.means !== "part" ? "part" : least.means,
    hasInitialsOnly: full === null,
    condition: {
      count,
      isExact: isPlain,
      listCount: codes.reduce((sum, some) => sum + some.reduce((ofField, { length }) => ofField + length, 0), 0),
      lists,
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
  const condition = valueCondition(columns.degree, codes);
  const whole = new Set(codes.filter((code) => interpretation.degrees.every((degree) => degree.whole.has(code))));
  const isUniform = whole.size === 0 || whole.size === codes.length;
  const isWhole = (position: number): boolean => whole.has(columns.degree.codes[position]!);
  return {
    interpretation,
    cost: interpretation.cost,
    means: interpretation.means,
    hasInitialsOnly: false,
    condition: {
      ...condition,
      classOf: isUniform ? null : (position) => (isWhole(position) ? 0 : 1),
      compare: () => null,
    },
  };
}

/** The candidates of the terms that are visited; null if one has none. Letters are not visited where another term exists. */
function* findAllCandidates(content: ImageContent, terms: readonly Term[]): Task<Candidates[] | null> {
  const long = terms.filter(({ isLetter }) => !isLetter);
  const found: Candidates[] = [];
  for (const term of long.length > 0 ? long : terms) {
    const candidates = yield* findCandidates(content, term);
    if (candidates.count === 0) return null;
    found.push(candidates);
  }
  return found;
}

function* tabulateCandidates(content: ImageContent, candidates: readonly Candidates[]): Task<CandidateTable> {
  const [last, first, middle] = nameFieldNames.map((name) => new Uint32Array(countValues(content.columns[name])));
  const table: CandidateTable = [last!, first!, middle!];
  for (const [term, { codes }] of candidates.entries()) {
    for (const [field, ofField] of codes.entries()) {
      const ofTable = table[field]!;
      for (const some of ofField) {
        for (let i = 0; i < some.length; i++) {
          ofTable[some[i]!]! |= 1 << term;
          if (i % stepsBetweenYields === stepsBetweenYields - 1) yield;
        }
      }
    }
  }
  return table;
}
