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
  /** The number of teachers with these values, counted once per value. */
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
  let count = 0;
  for (const [field, name] of nameFieldNames.entries()) {
    const isWhole = isStrict && (name === "last_name" || !isInitial(term));
    const hasInitials = initialRules[field] !== "never";
    const ofField = yield* findCodes(content.words[name][index], term, isWhole, hasInitials);
    codes.push(ofField);
    for (const some of ofField) {
      for (let i = 0; i < some.length; i++) {
        count += countPostings(content.columns[name], some[i]!);
        if (i % stepsBetweenYields === stepsBetweenYields - 1) yield;
      }
    }
  }
  return { codes, count };
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
  let count = 0;
  for (const some of codes) for (const code of some) count += countPostings(last_name, code);
  return { codes: [codes], count };
}

/** By field and code: the terms, as bits, that have the value among their candidates. */
export function markCandidates(
  content: ImageContent,
  candidates: readonly Candidates[],
): [Uint8Array, Uint8Array, Uint8Array] {
  return nameFieldNames.map((name, field) => {
    const marks = new Uint8Array(countValues(content.columns[name]));
    for (const [term, { codes }] of candidates.entries()) {
      for (const some of codes[field]!) for (let i = 0; i < some.length; i++) marks[some[i]!]! |= 1 << term;
    }
    return marks;
  }) as [Uint8Array, Uint8Array, Uint8Array];
}
