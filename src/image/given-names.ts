/** Lookups of the teachers with a pair of first and middle name. */
import { countPostings, findFirst } from "./column.ts";
import type { ImageContent } from "./layout.ts";

/** The range of a pair's teachers in both lists of the given names. */
export interface PairRange {
  readonly start: number;
  /** The index after the last one; `start` if nobody has both names. */
  readonly end: number;
}

/**
 * Two binary searches among the teachers of the first name, who are sorted by the code of the middle name. So the image
 * needs no list of the pairs, of which there may be as many as teachers.
 */
export function findPairRange(
  { columns: { first_name, middle_name }, givenNames: { postings } }: ImageContent,
  firstCode: number,
  middleCode: number,
): PairRange {
  const from = first_name.postingStarts[firstCode]!;
  const count = countPostings(first_name, firstCode);
  const codeAt = (index: number): number => middle_name.codes[postings[from + index]!]!;
  const first = findFirst(count, (index) => codeAt(index) >= middleCode);
  const size = findFirst(count - first, (index) => codeAt(first + index) > middleCode);
  return { start: from + first, end: from + first + size };
}
