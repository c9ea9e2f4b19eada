/** Marks: which parts of a teacher's name and degree a search has matched, found for the teachers of one page. */
import type { Marks, Range } from "../domain/marks.ts";
import { spellingKey, splitWords } from "../domain/names/names.ts";
import { nameFieldNames } from "../domain/teacher.ts";
import { textAt } from "../image/column.ts";
import type { ImageContent } from "../image/layout.ts";
import { bitOf, createNameComparison } from "./name-comparison.ts";
import {
  type Comparison,
  compareWord,
  createTerm,
  type Interpretation,
  keyOf,
  type Meeting,
  type Term,
} from "./terms.ts";

/** Creates a function that marks the teacher at a position, who must match the search. */
export function createMarker(
  content: ImageContent,
  { comparison, degreeWords, nameWords }: Interpretation,
): (position: number) => Marks {
  const { index } = comparison;
  const terms = nameWords.map((word) => createTerm(word, comparison)!);
  // Null for a word without a letter or digit, which a degree may have.
  const degreeTerms = degreeWords
    .filter((word) => spellingKey(word) !== "")
    .map((word) => createTerm(word, comparison));
  const names = createNameComparison(content, terms, comparison, false, () => true);

  function markDegree(degree: string): Range[] {
    return locateWords(degree).flatMap(({ word, start }, i): Range[] => {
      const term = degreeTerms[i] ?? null;
      const length = term === null ? 0 : countMatched(term, word, index);
      return length === 0 ? [] : [[start, start + length]];
    });
  }

  return (position) => {
    const codes = nameFieldNames.map((name) => content.columns[name].codes[position]!) as [number, number, number];
    const choices = names.choicesIn(...codes);
    const ranges: Range[] = [];
    /** By term: what it matches, whole words before beginnings. */
    const matched = terms.map(() => "");
    const isWhole = terms.map(() => false);
    let fieldStart = 0;
    for (const [field, name] of nameFieldNames.entries()) {
      const value = textAt(content.columns[name].values, codes[field]!);
      for (const [at, { word, start }] of locateWords(value).entries()) {
        let longest = 0;
        for (const [i, term] of terms.entries()) {
          const length = ((choices?.[i] ?? 0) & bitOf(field, at)) === 0 ? 0 : countMatched(term, word, index);
          longest = Math.max(longest, length);
          if (length === 0 || (matched[i] !== "" && (isWhole[i] || length < word.length))) continue;
          matched[i] = word.slice(0, length);
          isWhole[i] = length === word.length;
        }
        if (longest > 0) ranges.push([fieldStart + start, fieldStart + start + longest]);
      }
      if (value !== "") fieldStart += value.length + 1;
    }
    const degree = textAt(content.columns.degree.values, content.columns.degree.codes[position]!);
    const meant = [...(degreeWords.length > 0 ? [degree] : []), ...matched.map(addFullStop)].join(" ");
    return { name: ranges, degree: markDegree(degree), meant };
  };
}

/**
 * The length of the beginning of a word that a term meets; 0 if it does not meet the word. It is the whole word unless
 * only a beginning is meant: then the shortest one that meets the term, with the letters after it that do not change the
 * key, such as `ь` by sound.
 */
function countMatched(term: Term, word: string, index: Comparison["index"]): number {
  const kindOf = (text: string): Meeting["kind"] | null => compareWord(term, keyOf(text, index), false)?.kind ?? null;
  const kind = kindOf(word);
  if (kind !== "beginning") return kind === null ? 0 : word.length;
  const isMet = (length: number): boolean => /^(?:whole|beginning)$/.test(kindOf(word.slice(0, length)) ?? "");
  let length = 1;
  while (length < word.length && !isMet(length)) length++;
  const key = keyOf(word.slice(0, length), index);
  while (length < word.length && keyOf(word.slice(0, length + 1), index) === key) length++;
  return length;
}

function locateWords(text: string): { readonly word: string; readonly start: number }[] {
  let end = 0;
  return splitWords(text).map((word) => {
    const start = text.indexOf(word, end);
    end = start + word.length;
    return { word, start };
  });
}

function addFullStop(text: string): string {
  return text.length === 1 ? `${text}.` : text;
}
