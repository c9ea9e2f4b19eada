/** The condition that every term of a query meets a different word of the name, and how well it does. */
import { nameFieldNames } from "../domain/teacher.ts";
import { postingsOf } from "../image/column.ts";
import type { ImageContent } from "../image/layout.ts";
import {
  type Candidates,
  candidatesByLastName,
  findCandidates,
  markCandidates,
  rarestCandidates,
} from "./candidates.ts";
import type { Condition } from "./listing.ts";
import { createNameComparison } from "./name-comparison.ts";
import type { Task } from "./scheduler.ts";
import type { Comparison, Term } from "./terms.ts";

/** The most terms. Choosing a different word for each takes exponential time. */
export const termsMax = 8;

export interface WordsCondition extends Condition {
  /** The relevance class of a teacher, or -1 if the teacher does not match. */
  classOf(position: number): number;
}

/** The condition on the words of the name. Null if a term meets nobody. */
export function* createWordsCondition(
  content: ImageContent,
  terms: readonly Term[],
  comparison: Comparison,
  isStrict: boolean,
): Task<WordsCondition | null> {
  const names = createNameComparison(
    content,
    terms,
    comparison,
    isStrict,
    (field, code) => termsOf[field]![code] !== 0,
  );
  const candidates: Candidates[] = [];
  for (const [i, term] of terms.entries()) {
    const ofTerm = yield* findCandidates(content, comparison.index, term, isStrict, names.initialRules[i]!);
    if (ofTerm.count === 0) return null;
    candidates.push(ofTerm);
  }
  const termsOf = yield* markCandidates(content, candidates);
  const [termsOfLast, termsOfFirst, termsOfMiddle] = termsOf;
  const allTerms = (1 << terms.length) - 1;
  const { count, codes } = isStrict ? candidatesByLastName(content, candidates) : rarestCandidates(candidates);
  const [last, first, middle] = nameFieldNames.map((name) => content.columns[name].codes) as [Codes, Codes, Codes];

  function classOf(position: number): number {
    const firstCode = first[position]!;
    const middleCode = middle[position]!;
    const lastCode = last[position]!;
    // Most candidates of one term are none of the others.
    if ((termsOfFirst[firstCode]! | termsOfMiddle[middleCode]! | termsOfLast[lastCode]!) !== allTerms) return -1;
    return names.classOf(lastCode, firstCode, middleCode);
  }

  return {
    count,
    isExact: terms.length === 1,
    listCount: codes.reduce((sum, ofField) => sum + ofField.reduce((fieldSum, { length }) => fieldSum + length, 0), 0),
    *lists(alphabetical) {
      for (const [field, ofField] of codes.entries()) {
        const column = content.columns[nameFieldNames[field]!];
        for (const some of ofField) for (const code of some) yield postingsOf(column, code, alphabetical);
      }
    },
    passes: (position) => classOf(position) >= 0,
    classOf,
  };
}

type Codes = ImageContent["columns"]["last_name"]["codes"];
