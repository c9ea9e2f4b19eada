/** Degrees in a query: which degrees a run of words names. */
import { spellingKey, splitWords } from "../domain/names.ts";
import { abbreviateDegree } from "../domain/teacher.ts";
import { codesBetween, findWithPrefix, textAt } from "../image/column.ts";
import type { ImageContent, WordIndexes } from "../image/layout.ts";
import { stepsBetweenYields, type Task } from "./scheduler.ts";
import { isNoise, keyOf } from "./terms.ts";

/**
 * The ascending codes of the degrees that the words name: each is the beginning of the degree's word at its place, so `ст
 * викл` names `старший викладач`. Single letters are initials far more often. They count only where the run stands for
 * the whole degree and each is a word of it, as in `к.т.н.`, or of its abbreviation, as in `зав.к.`.
 */
export function* findDegrees(
  content: ImageContent,
  words: readonly string[],
  index: keyof WordIndexes,
): Task<Uint32Array> {
  const known = content.degrees[index];
  // A lone apostrophe has no key.
  const spelt = words.filter((word) => spellingKey(word) !== "");
  const run = spelt.map((word) => keyOf(word, index));
  if (run.length === 0 || (index === "sound" && words.some(isNoise))) return new Uint32Array(0);
  const letters = spelt.map((word) => spellingKey(word).length);
  const found: number[] = [];
  const [from, to] = findWithPrefix(known.keys, run[0]!);
  for (let at = from; at < to; at++) {
    if (at % stepsBetweenYields === 0) yield;
    const degree = textAt(known.keys, at).split(" ");
    if (run.length > degree.length) continue;
    const ofKey = codesBetween(known, at, at + 1);
    const names = run.every((key, i) => letters[i]! > 1 && degree[i]!.startsWith(key));
    if (names) found.push(...ofKey);
    else if (run.length === degree.length) {
      for (const code of ofKey) {
        const abbreviation = splitWords(abbreviateDegree(textAt(content.columns.degree.values, code)));
        const isWhole = run.every((key, i) => {
          if (letters[i]! > 1) return degree[i]!.startsWith(key);
          return key === degree[i] || (abbreviation[i] !== undefined && key === keyOf(abbreviation[i], index));
        });
        if (isWhole) found.push(code);
      }
    }
  }
  return Uint32Array.from(found).sort();
}
