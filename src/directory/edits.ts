/** Slips of the fingers: words that differ from a term by a few edits, found in the sorted keys of an index. */
import { findEnd, findWithPrefix, textAt } from "../image/column.ts";
import type { TextList } from "../image/layout.ts";
import { stepsBetweenYields, type Task } from "./scheduler.ts";

/** How a word compares with a term within the allowed edits: the whole word, only its beginning, or neither. */
export type Closeness = "whole" | "beginning" | "none";

export interface EditMatcher {
  /**
   * Compares a word. Insertions, deletions, substitutions and transpositions of neighbours count as one edit each; the
   * first letter must be the same. Words with a common beginning are compared faster one after the other.
   */
  compare(word: string): Closeness;
  /** After a comparison: the length of the shortest beginning of the word that no word within the edits continues. */
  readonly deadLength: number;
}

/**
 * Creates a matcher for the optimal string alignment distance: one row of the usual matrix per letter of the word, and in
 * each row only the band of `editsMax` around the diagonal. Rows of the beginning shared with the last word are reused.
 */
export function createEditMatcher(term: string, editsMax: number): EditMatcher {
  const width = term.length + 1;
  const rowsMax = term.length + editsMax + 1;
  const rows = new Uint8Array((rowsMax + 1) * width).fill(editsMax + 1);
  /** For each length of the word: whether a beginning up to this length is within the edits. */
  const begins = new Uint8Array(rowsMax + 1);
  for (let column = 0; column <= Math.min(term.length, editsMax); column++) rows[column] = column;
  let known = "";
  /** The number of rows that are valid for `known`. */
  let depth = 0;
  let deadLength = Number.POSITIVE_INFINITY;

  /** Computes the row of the letter at `length - 1`, and returns its smallest distance. */
  function computeRow(word: string, length: number): number {
    const row = length * width;
    const above = row - width;
    const letter = word.charCodeAt(length - 1);
    let least = editsMax + 1;
    const from = Math.max(0, length - editsMax);
    const to = Math.min(term.length, length + editsMax);
    // Cells beside the band keep a distance that is too large.
    if (from > 0) rows[row + from - 1] = editsMax + 1;
    for (let column = from; column <= to; column++) {
      let distance = rows[above + column]! + 1;
      if (column === 0) distance = length;
      else {
        const isSame = term.charCodeAt(column - 1) === letter;
        distance = Math.min(distance, rows[row + column - 1]! + 1, rows[above + column - 1]! + (isSame ? 0 : 1));
        if (
          length > 1 &&
          column > 1 &&
          term.charCodeAt(column - 2) === letter &&
          term.charCodeAt(column - 1) === word.charCodeAt(length - 2)
        ) {
          distance = Math.min(distance, rows[above - width + column - 2]! + 1);
        }
      }
      rows[row + column] = Math.min(distance, editsMax + 1);
      least = Math.min(least, distance);
    }
    if (to < term.length) rows[row + to + 1] = editsMax + 1;
    begins[length] = begins[length - 1]! | Number(rows[row + term.length]! <= editsMax);
    return least;
  }

  return {
    compare(word) {
      let shared = 0;
      while (shared < depth && shared < word.length && word[shared] === known[shared]) shared++;
      if (shared < deadLength) deadLength = Number.POSITIVE_INFINITY;
      known = word;
      depth = shared;
      while (deadLength > depth && depth < word.length) {
        depth++;
        if (computeRow(word, depth) > editsMax || word[0] !== term[0]) deadLength = depth;
      }
      if (deadLength > depth && rows[depth * width + term.length]! <= editsMax) return "whole";
      return begins[depth] === 1 && word[0] === term[0] ? "beginning" : "none";
    },
    get deadLength() {
      return deadLength;
    },
  };
}

/**
 * The indexes of the sorted keys whose beginning is within the edits, or of those that are so as a whole. Subtrees of keys
 * that no continuation can bring within the edits are skipped.
 */
export function* findEdited(keys: TextList, matcher: EditMatcher, term: string, wholeOnly: boolean): Task<number[]> {
  const found: number[] = [];
  const [from, end] = findWithPrefix(keys, term.slice(0, 1));
  let steps = 0;
  for (let at = from; at < end; ) {
    if (++steps % stepsBetweenYields === 0) yield;
    const key = textAt(keys, at);
    const closeness = matcher.compare(key);
    // The end of a key is no dead end: longer keys follow it.
    const next = matcher.deadLength <= key.length ? findEnd(keys, key.slice(0, matcher.deadLength), at) : at + 1;
    if (closeness === "whole") found.push(at);
    else if (closeness === "beginning" && !wholeOnly) for (let i = at; i < next; i++) found.push(i);
    at = next;
  }
  return found;
}
