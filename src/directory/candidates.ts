/** Candidates: the values of the name fields that the terms of a query may meet. */
import { nameFieldNames } from "../domain/teacher.ts";
import { countPostings, countValues, findCode } from "../image/column.ts";
import type { ImageContent } from "../image/layout.ts";
import type { InitialRule } from "./name-comparison.ts";
import { stepsBetweenYields, type Task } from "./scheduler.ts";
import { type Comparison, findCodes, isInitial, type Term } from "./terms.ts";

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

export function rarestCandidates(candidates: readonly Candidates[]): Pick<Candidates, "codes" | "count"> {
  return candidates.reduce((a, b) => (b.count < a.count ? b : a));
}

/** Those whose last name is a term, and those without a last name. */
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
