/** Looks up values, codes and pairs of codes in the columns of an image, and keys and prefixes in its indexes. */
import type { ImageColumn, ImageContent, KeyIndex, PackedTexts, TextList } from "./layout.ts";

/** The unescaped text at an index. */
export function textAt({ bytes, starts }: Pick<TextList, keyof PackedTexts>, index: number): string {
  const text = bytes.toString("utf8", starts[index]!, starts[index + 1]!);
  return text.includes("\\") ? (JSON.parse(`"${text}"`) as string) : text;
}

/** The size of the escaped text at an index, in bytes. */
export function sizeOf({ starts }: TextList, index: number): number {
  return starts[index + 1]! - starts[index]!;
}

function countTexts({ starts }: TextList): number {
  return starts.length - 1;
}

/** The index of a text in an ascending list, or null. */
export function findText(texts: TextList, text: string): number | null {
  const count = countTexts(texts);
  const at = findFirst(count, (index) => textAt(texts, index) >= text);
  return at < count && textAt(texts, at) === text ? at : null;
}

/** The number of distinct values in the column. */
export function countValues(column: ImageColumn): number {
  return countTexts(column.values);
}

/** The code of the value, or null if no teacher has exactly this value. */
export function findCode(column: ImageColumn, value: string): number | null {
  return findText(column.values, value);
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

/**
 * The range of the teachers with a pair of names, which is the same in both lists of `GivenNames`; empty if nobody has
 * both names. Found with two binary searches among the teachers of the first name, who are sorted by the code of the
 * middle name. So the image needs no list of pairs, which could be as long as the list of teachers. The searches start
 * where the pair would be if the middle name were as frequent among these teachers as among all teachers.
 */
export function findPairRange(
  { ids, columns: { first_name, middle_name }, givenNames: { postings } }: ImageContent,
  firstCode: number,
  middleCode: number,
) {
  const from = first_name.postingStarts[firstCode]!;
  const count = countPostings(first_name, firstCode);
  const share = count / ids.length;
  const codeAt = (index: number): number => middle_name.codes[postings[from + index]!]!;
  const guess = Math.floor(share * middle_name.postingStarts[middleCode]!);
  const first = findFirstNear(guess, count, (index) => codeAt(index) >= middleCode);
  const sizeGuess = Math.floor(share * countPostings(middle_name, middleCode));
  const size = findFirstNear(sizeGuess, count - first, (index) => codeAt(first + index) > middleCode);
  return { start: from + first, end: from + first + size };
}

/** The ascending codes of the values that have exactly this key. */
export function findByKey(index: KeyIndex, key: string): Uint32Array {
  const at = findText(index.keys, key);
  return at === null ? new Uint32Array(0) : codesBetween(index, at, at + 1);
}

/**
 * The codes of the values that have a key with this prefix, as a view of the image. They are in the order of the keys.
 * A code occurs once for each of its matching keys. The prefix must not be empty.
 */
export function findByPrefix(index: KeyIndex, prefix: string): Uint32Array {
  const [from, to] = findWithPrefix(index.keys, prefix);
  return codesBetween(index, from, to);
}

/** The codes of the values that have the keys of a range: ascending for each key. A view, not a copy. */
function codesBetween({ codeStarts, codes }: KeyIndex, from: number, to: number): Uint32Array {
  return codes.subarray(codeStarts[from]!, codeStarts[to]!);
}

/** The range of ascending keys with this prefix, which must not be empty. */
export function findWithPrefix(keys: TextList, prefix: string): [from: number, to: number] {
  const from = findFirst(countTexts(keys), (i) => textAt(keys, i) >= prefix);
  return [from, findFirstFrom(from, countTexts(keys), (i) => !textAt(keys, i).startsWith(prefix))];
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

/**
 * The first index at or after `from` that passes, or `count`; see {@link findFirst}. The number of steps is logarithmic
 * in the distance, which is short for most ranges.
 */
export function findFirstFrom(from: number, count: number, passes: (index: number) => boolean): number {
  let step = 1;
  while (from + step <= count && !passes(from + step - 1)) step *= 2;
  const start = from + (step >> 1);
  return start + findFirst(Math.min(step, count - from) - (step >> 1), (i) => passes(start + i));
}

/**
 * Like {@link findFirst}, but faster if the result is near the guess. It searches from the guess in steps that double
 * in length.
 */
function findFirstNear(guess: number, count: number, passes: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  // If first and middle names are independent, the result is about one standard deviation from the guess.
  let step = Math.ceil(Math.sqrt(guess + 1));
  for (let at = Math.min(guess, count - 1); at >= low && at < high; step *= 2) {
    if (passes(at)) {
      high = at;
      at -= step;
    } else {
      low = at + 1;
      at += step;
    }
  }
  return low + findFirst(high - low, (index) => passes(low + index));
}
