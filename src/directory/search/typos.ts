/** Typos: finds the keys within an edit distance of a term. */
import { findText, findWithPrefix, sizeOf, textAt } from "../../image/column.ts";
import type { TextList } from "../../image/layout.ts";
import type { Task } from "../scheduler.ts";

/** At most this many edits: insertions, deletions, substitutions, and swaps of adjacent letters. */
const editsMax = 2;
/** An edit changes the size of a key by at most this many bytes. */
const bytesPerEdit = 3;
/** Keys compared between two yields: about 100 microseconds. */
const keysBetweenYields = 256;

const letters = [..."абвгґдеєжзиіїйклмнопрстуфхцчшщьюя"];

/** A key that a term may be a typo of. */
export interface Typo {
  readonly key: string;
  readonly kind: "typo" | "firstLetterTypo" | "twoTypos";
}

/** The keys that a whole term may be a typo of, except the term itself. */
export function* findTypos(keys: TextList, term: string, hasTwo: boolean): Task<Typo[]> {
  const found: Typo[] = [];
  for (const key of editFirstLetter(term)) {
    if (key.length > 1 && findText(keys, key) !== null) found.push({ key, kind: "firstLetterTypo" });
  }
  yield;
  for (const [key, edits] of yield* findWithin(keys, term, hasTwo ? 2 : 1)) {
    found.push({ key, kind: edits === 1 ? "typo" : "twoTypos" });
  }
  return found;
}

/** The other keys that begin with the same letter and are within this edit distance, with their distances. */
export function* findWithin(keys: TextList, term: string, edits: number): Task<[key: string, edits: number][]> {
  const found: [string, number][] = [];
  const [from, end] = findWithPrefix(keys, term.slice(0, 1));
  const bytes = Buffer.byteLength(term);
  for (let at = from; at < end; at++) {
    if ((at - from) % keysBetweenYields === keysBetweenYields - 1) yield;
    if (Math.abs(sizeOf(keys, at) - bytes) > bytesPerEdit * edits) continue;
    const key = textAt(keys, at);
    if (key.length === 1) continue;
    const distance = countEdits(term, key, edits);
    if (distance > 0 && distance <= edits) found.push([key, distance]);
  }
  return found;
}

/** All texts that differ from the term by one edit of its first letter. */
function editFirstLetter(term: string): string[] {
  const rest = term.slice(1);
  const swapped = rest.charAt(0) + term.charAt(0) + rest.slice(1);
  const others = letters.filter((letter) => letter !== term[0]);
  return [rest, swapped, ...others.flatMap((letter) => [letter + rest, letter + term])];
}

const width = 256;
const rows = [new Uint8Array(width), new Uint8Array(width), new Uint8Array(width)];

/**
 * The optimal string alignment distance if it is at most `most`; otherwise a number greater than `most`. Texts have
 * fewer than 256 letters.
 */
export function countEdits(a: string, b: string, most: number = editsMax): number {
  if (Math.abs(a.length - b.length) > most || Math.max(a.length, b.length) >= width) return most + 1;
  let [above, previous, row] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j <= b.length; j++) previous[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1);
    const from = Math.max(1, i - most);
    const to = Math.min(b.length, i + most);
    row[from - 1] = from === 1 ? i : most + 1;
    let least = row[from - 1]!;
    for (let j = from; j <= to; j++) {
      const other = b.charCodeAt(j - 1);
      let edits = previous[j - 1]! + (letter === other ? 0 : 1);
      // The cell above the band does not count.
      if (j < i + most) edits = Math.min(edits, previous[j]! + 1);
      edits = Math.min(edits, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a.charCodeAt(i - 2) === other && letter === b.charCodeAt(j - 2)) {
        edits = Math.min(edits, above[j - 2]! + 1);
      }
      row[j] = edits;
      if (edits < least) least = edits;
    }
    if (least > most) return most + 1;
    [above, previous, row] = [previous, row, above];
  }
  return previous[b.length]!;
}
