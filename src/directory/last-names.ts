/** The last names that a listing begins with. */
import { findFirst } from "../image/column.ts";
import type { ImageContent } from "../image/layout.ts";
import type { Listing } from "./listing.ts";

/** The most runs of one last name that are looked at. */
const runsMax = 32;

/**
 * The position of the first teacher with each of the first last names, in the order of an ascending listing and without repetition. Takes one search for
 * each of them, whatever the number of teachers that have it.
 */
export function findFirstLastNames(content: ImageContent, { count, ranks, alphabetical }: Listing): number[] {
  const { codes } = content.columns.last_name;
  const positionAt = (index: number): number => {
    const rank = ranks === null ? index : ranks[index]!;
    return alphabetical ? content.alphabetical[rank]! : rank;
  };
  const positions = new Map<number, number>();
  let start = 0;
  for (let runs = 0; runs < runsMax && start < count; runs++) {
    const position = positionAt(start);
    const code = codes[position]!;
    if (!positions.has(code)) positions.set(code, position);
    const isAfter = (index: number): boolean => index >= count || codes[positionAt(index)] !== code;
    // Most runs are short.
    let step = 1;
    while (!isAfter(start + step)) step *= 2;
    const known = start + (step >> 1);
    start = known + findFirst(start + step - known, (i) => isAfter(known + i));
  }
  return [...positions.values()];
}
