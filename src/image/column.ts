/** Lookups in one column of an image: the code of a value, and the value and postings of a code. */
import type { ImageColumn, PackedTexts, Texts } from "./layout.ts";

/** The unescaped text at an index. */
export function textAt({ bytes, starts }: Pick<Texts, keyof PackedTexts>, index: number): string {
  const text = bytes.toString("utf8", starts[index]!, starts[index + 1]!);
  return text.includes("\\") ? (JSON.parse(`"${text}"`) as string) : text;
}

/** The size of the escaped text at an index, in bytes. */
export function sizeOf({ starts }: Texts, index: number): number {
  return starts[index + 1]! - starts[index]!;
}

/** The number of distinct values in the column. */
export function countValues(column: ImageColumn): number {
  return column.values.starts.length - 1;
}

/** The code of the value, or null if no teacher has exactly this value. */
export function findCode(column: ImageColumn, value: string): number | null {
  const code = findFirst(countValues(column), (index) => textAt(column.values, index) >= value);
  return code < countValues(column) && textAt(column.values, code) === value ? code : null;
}

/** The number of teachers that have the code. */
export function countPostings(column: ImageColumn, code: number): number {
  return column.postingStarts[code + 1]! - column.postingStarts[code]!;
}

/** The postings of a code: positions, or alphabetical ranks; a view, not a copy. */
export function postingsOf(column: ImageColumn, code: number, alphabetical: boolean): Uint32Array {
  const postings = alphabetical ? column.rankedPostings : column.postings;
  return postings.subarray(column.postingStarts[code]!, column.postingStarts[code + 1]!);
}

/** Binary search: the first index that passes, or `count`. All indexes after a passing one must pass too. */
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
