/** The neighbours of a teacher in the alphabet. */
import { nameFieldNames } from "../domain/teacher.ts";
import { countPostings, postingsOf } from "../image/column.ts";
import type { ImageContent } from "../image/layout.ts";

export interface Neighbours {
  /** The alphabetical rank of the teacher, from 0. */
  readonly rank: number;
  /** The positions before and after it; null at the ends. */
  readonly previous: number | null;
  readonly next: number | null;
}

/** Costs one step per teacher that shares the rarest part of the name: a few hundred in a directory of a million. */
export function findNeighbours(content: ImageContent, position: number): Neighbours {
  const { alphabetical, columns } = content;
  const postings = nameFieldNames.map((name) => {
    const code = columns[name].codes[position]!;
    return { column: columns[name], code, count: countPostings(columns[name], code) };
  });
  const { column, code } = postings.reduce((a, b) => (b.count < a.count ? b : a));
  const rank = postingsOf(column, code, true).find((candidate) => alphabetical[candidate] === position)!;
  return { rank, previous: alphabetical[rank - 1] ?? null, next: alphabetical[rank + 1] ?? null };
}
