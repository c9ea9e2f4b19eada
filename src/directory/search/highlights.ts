/** The parts of a teacher's name and degree that a search has matched. */
import { spellingKey } from "../../domain/names/names.ts";
import type { Highlights, Range } from "../../domain/results.ts";
import type { LeastAnswer } from "./answer.ts";
import { type Hit, hits, type Used } from "./costs.ts";
import { type Data, type Term, textAt } from "./terms.ts";
import { isLetter, readTokens } from "./tokens.ts";
import { degree, foldKey, listAt, nameFields } from "./words.ts";

/** The highlights of a teacher who is in the answer. */
export function highlight(data: Data, { terms, scoreOf }: LeastAnswer, rank: number): Highlights {
  const score = scoreOf(rank)!;
  /** By term, the word that it meets, as stored. */
  const matched: string[] = [];
  const name: Range[] = [];
  let fieldStart = 0;
  for (const field of nameFields) {
    for (const { text, start, place, word } of locateWords(data, field, rank)) {
      const lengths = terms.map((term, i) => {
        const used = score.used[i]!;
        const isUsed = used?.field === field && used.place === place;
        if (isUsed) matched[i] = isLetter(term.token.key) ? firstOf(text) : text;
        if (term.letters !== "") return isUsed ? firstOf(text).length : 0;
        return lengthOf(term, term.hits[field]!.get(word), used, text);
      });
      const longest = Math.max(...lengths);
      if (longest > 0) name.push([fieldStart + start, fieldStart + start + longest]);
    }
    const { length } = textAt(data, field, rank);
    if (length > 0) fieldStart += length + 1;
  }
  const isDegreeNamed = score.used.some((used) => used?.field === degree);
  const meant = [...(isDegreeNamed ? [textAt(data, degree, rank)] : []), ...matched.map(endInitial)];
  return {
    name,
    degree: isDegreeNamed ? highlightDegree(data, terms, score.used, rank) : [],
    meant: meant.filter((word) => word !== undefined).join(" "),
    isByInitials: score.hasInitials,
  };
}

function highlightDegree(data: Data, terms: readonly Term[], used: readonly Used[], rank: number): Range[] {
  return locateWords(data, degree, rank).flatMap(({ text, start, word }): Range[] => {
    const lengths = terms.map(({ token, hits: found }, i) => {
      if (used[i]?.field !== degree || !found[degree]!.has(word)) return 0;
      return spellingKey(text).startsWith(token.key) ? prefixOf(text, token.key, spellingKey) : 0;
    });
    const longest = Math.max(...lengths);
    return longest === 0 ? [] : [[start, start + longest]];
  });
}

/** The number of characters of a word that a term marks: of each word that it meets as well as the one that is used. */
function lengthOf({ token }: Term, hit: Hit | undefined, used: Used, text: string): number {
  if (hit === undefined || used === null || hit.cost !== used.hit.cost) return 0;
  if (hit === hits.patronymicBeginning && used.hit !== hit) return 0;
  if (!hit.isWhole && (hit.cost === 0 || hit === hits.abbreviation)) return prefixOf(text, token.key, spellingKey);
  return hit === hits.foldedBeginning ? prefixOf(text, foldKey(token.text), foldKey) : text.length;
}

/** The number of characters at the start of a word that have a key, with the apostrophes and marks after them. */
function prefixOf(text: string, key: string, keyOf: (text: string) => string): number {
  let length = 1;
  while (length < text.length && !keyOf(text.slice(0, length)).startsWith(key)) length++;
  const prefix = keyOf(text.slice(0, length));
  while (length < text.length && keyOf(text.slice(0, length + 1)) === prefix) length++;
  return length;
}

const firstOf = (text: string): string => /^\P{L}*\p{L}\p{M}*/u.exec(text)?.[0] ?? text;

function locateWords(data: Data, field: number, rank: number) {
  const value = textAt(data, field, rank);
  const numbers = listAt(data.words[field]!.words, data.columns[field]!.codes[rank]!);
  let end = 0;
  return readTokens(value).flatMap(({ text }, place) => {
    const start = value.indexOf(text, end);
    // `д-р` is read as another word.
    if (start < 0) return [];
    end = start + text.length;
    return [{ text, start, place, word: numbers[place]! }];
  });
}

const endInitial = (word: string | undefined): string | undefined => (word?.length === 1 ? `${word}.` : word);
