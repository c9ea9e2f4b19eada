/** The neighbours of a teacher in the alphabet. */
import type { ImageContent } from "../image/layout.ts";
import { rankOf } from "./ids.ts";

export interface Neighbours {
  /** The alphabetical rank of the teacher, from 0. */
  readonly rank: number;
  /** The positions before and after it; null at the ends. */
  readonly previous: number | null;
  readonly next: number | null;
}

/** Costs a binary search. */
export function findNeighbours(content: ImageContent, position: number): Neighbours {
  const rank = rankOf(content, position);
  return { rank, previous: content.alphabetical[rank - 1] ?? null, next: content.alphabetical[rank + 1] ?? null };
}
