/** Questions asked of one column of an image: which codes hold a value, and what a code stands for. */
import type { ImageColumn, Texts } from "./layout.ts";

/** The text with a number; undoes the escaping. */
export function textAt({ bytes, starts }: Texts, index: number): string {
  const text = bytes.toString("utf8", starts[index]!, starts[index + 1]!);
  return text.includes("\\") ? (JSON.parse(`"${text}"`) as string) : text;
}

/** How many bytes the text with a number has. */
export function sizeOf({ starts }: Texts, index: number): number {
  return starts[index + 1]! - starts[index]!;
}

/** How many different values the column has. */
export function countValues(column: ImageColumn): number {
  return column.values.starts.length - 1;
}

/** The code of the value, or null where no teacher has exactly this value. */
export function findCode(column: ImageColumn, value: string): number | null {
  const code = findFirst(countValues(column), (index) => textAt(column.values, index) >= value);
  return code < countValues(column) && textAt(column.values, code) === value ? code : null;
}

/** How many teachers have the code. */
export function countPostings(column: ImageColumn, code: number): number {
  return column.postingStarts[code + 1]! - column.postingStarts[code]!;
}

/** The postings of a code: positions, or alphabetical ranks; a view, not a copy. */
export function postingsOf(column: ImageColumn, code: number, alphabetical: boolean): Uint32Array {
  const postings = alphabetical ? column.rankedPostings : column.postings;
  return postings.subarray(column.postingStarts[code]!, column.postingStarts[code + 1]!);
}

/** The first index from 0 that passes, where all after it pass too; `count` where none does. */
export function findFirst(count: number, passes: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
