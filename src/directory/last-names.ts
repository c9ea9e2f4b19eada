/** The last names that a listing begins with. */
import { findFirstFrom } from "../image/column.ts";
import type { ImageContent } from "../image/layout.ts";
import { type Listing, positionAt } from "./listing.ts";

/** At most this many runs of equal last names are visited. */
const runsMax = 32;

/**
 * For each of the first few last names of an ascending listing, the position of the first teacher who has it. Costs one
 * binary search per run, however long the runs are.
 */
export function findFirstLastNames(content: ImageContent, listing: Listing): number[] {
  const { codes } = content.columns.last_name;
  const positions = new Map<number, number>();
  let start = 0;
  for (let runs = 0; runs < runsMax && start < listing.count; runs++) {
    const position = positionAt(content, listing, start);
    const code = codes[position]!;
    if (!positions.has(code)) positions.set(code, position);
    start = findFirstFrom(start, listing.count, (index) => codes[positionAt(content, listing, index)] !== code);
  }
  return [...positions.values()];
}
