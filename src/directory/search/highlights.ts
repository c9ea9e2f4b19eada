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
  const { used, hasInitials } = scoreOf(rank)!;
  /** By term, the word of the name that it meets, as stored. */
  const matched: string[] = [];

  function highlightField(field: number, fieldStart: number): Range[] {
    return locateWords(data, field, rank).flatMap(({ text, start, place, word }): Range[] => {
      const lengths = terms.map((term, i) => {
        const one = used[i]!;
        const isUsed = one?.field === field && one.place === place;
        if (isUsed && field !== degree) matched[i] = isLetter(term.token.key) ? firstOf(text) : text;
        if (one === null || (field === degree) !== (one.field === degree)) return 0;
        if (term.letters !== "" && field !== degree) return isUsed ? firstOf(text).length : 0;
        return lengthOf(term, term.hits[field]!.get(word), one, text);
      });
      const longest = Math.max(...lengths);
      return longest === 0 ? [] : [[fieldStart + start, fieldStart + start + longest]];
    });
  }

  const name: Range[] = [];
  let fieldStart = 0;
  for (const field of nameFields) {
    name.push(...highlightField(field, fieldStart));
    const { length } = textAt(data, field, rank);
    if (length > 0) fieldStart += length + 1;
  }
  const isDegreeNamed = used.some((one) => one?.field === degree);
  const words = matched.flatMap((word) => (word.length === 1 ? `${word}.` : word));
  return {
    name,
    degree: highlightField(degree, 0),
    meant: [...(isDegreeNamed ? [textAt(data, degree, rank)] : []), ...words].join(" "),
    isByInitials: hasInitials,
  };
}

/** The number of characters of a word that a term marks: of each word that it meets as well as the one that is used. */
function lengthOf({ token }: Term, hit: Hit | undefined, used: NonNullable<Used>, text: string): number {
  if (hit === undefined) return 0;
  if (used.field === degree)
    return spellingKey(text).startsWith(token.key) ? prefixOf(text, token.key, spellingKey) : 0;
  if (hit.cost !== used.hit.cost || (hit === hits.patronymicBeginning && used.hit !== hit)) return 0;
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
