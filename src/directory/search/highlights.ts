/** Finds the parts of a teacher's name and degree that a search has matched, for the teachers of one page. */

import { hasLetterOrDigit, spellingKey, splitWords } from "../../domain/names/names.ts";
import type { Highlights, Range } from "../../domain/results.ts";
import { nameFieldNames } from "../../domain/teacher.ts";
import { textAt } from "../../image/column.ts";
import type { ImageContent } from "../../image/layout.ts";
import { compareName, createNameComparison } from "./name-comparison.ts";
import { type Interpretation, matches, matchWord } from "./term.ts";

/** Creates a function that finds the highlights of the teacher at a position, who must match the search. */
export function createHighlighter(
  content: ImageContent,
  { terms, degrees, lastNameCostMax }: Interpretation,
): (position: number) => Highlights {
  const comparison = createNameComparison(content, terms, lastNameCostMax, null);
  const degreeWords = degrees.flatMap(({ words }) => words);

  return (position) => {
    const matching = terms.length === 0 ? null : compareName(comparison, position);
    const chosen = matching?.terms ?? [];
    const ranges: Range[] = [];
    /** For each term, the word that it matches. */
    const matched: string[] = [];
    let fieldStart = 0;
    for (const [field, name] of nameFieldNames.entries()) {
      const value = textAt(content.columns[name].values, content.columns[name].codes[position]!);
      for (const [at, { word, start }] of locateWords(value).entries()) {
        const lengths = terms.map((term, i) => {
          const used = chosen[i]!;
          const isUsed = used.field === field && used.word === at;
          if (isUsed) matched[i] = term.isLetter ? word.charAt(0) : word;
          if (term.isLetter) return isUsed ? countPrefix(word, spellingKey(word).charAt(0)) : 0;
          const match = matchWord(term, field, spellingKey(word));
          if (match === null || match.cost !== used.match.cost) return 0;
          return match === matches.beginning ? countPrefix(word, term.key) : word.length;
        });
        const longest = Math.max(0, ...lengths);
        if (longest > 0) ranges.push([fieldStart + start, fieldStart + start + longest]);
      }
      if (value !== "") fieldStart += value.length + 1;
    }
    const degreeCode = content.columns.degree.codes[position]!;
    const degree = textAt(content.columns.degree.values, degreeCode);
    // A search for a whole last name also finds teachers whose degree differs from the one in the search. Their degree
    // is not part of what was meant.
    const isNamed = degrees.some(({ codes }) => codes.has(degreeCode));
    return {
      name: ranges,
      degree: highlightDegree(degree, degreeWords),
      meant: [...(isNamed ? [degree] : []), ...matched.map(endInitial)].join(" "),
      isByInitials: matching?.hasInitials ?? false,
    };
  };
}

/**
 * The number of characters at the start of a word that match the key. It includes the apostrophes and marks after them,
 * because keys omit these.
 */
function countPrefix(word: string, key: string): number {
  let length = 1;
  while (length < word.length && !spellingKey(word.slice(0, length)).startsWith(key)) length++;
  const prefix = spellingKey(word.slice(0, length));
  while (length < word.length && spellingKey(word.slice(0, length + 1)) === prefix) length++;
  return length;
}

function highlightDegree(degree: string, keys: readonly string[]): Range[] {
  return locateWords(degree).flatMap(({ word, start }): Range[] => {
    if (!hasLetterOrDigit(word)) return [];
    const lengths = keys.filter((key) => spellingKey(word).startsWith(key)).map((key) => countPrefix(word, key));
    return lengths.length === 0 ? [] : [[start, start + Math.max(...lengths)]];
  });
}

function locateWords(text: string): { readonly word: string; readonly start: number }[] {
  let end = 0;
  return splitWords(text).map((word) => {
    const start = text.indexOf(word, end);
    end = start + word.length;
    return { word, start };
  });
}

function endInitial(word: string): string {
  return word.length === 1 ? `${word}.` : word;
}
