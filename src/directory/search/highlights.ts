/** The parts of a teacher's name and degree that a search has matched. */
import { foldKey, isLetter, readTokens, spellingKey } from "../../domain/names/names.ts";
import type { Highlights, Range } from "../../domain/results.ts";
import { hits } from "./costs.ts";
import type { Score, Used } from "./scores.ts";
import { type Data, textAt } from "./terms.ts";
import { degree, listAt, nameFields } from "./words.ts";

export function highlight(data: Data, { used, hasInitials }: Score, rank: number): Highlights {
  /** The matched parts of the text that the fields make. */
  function mark(fields: readonly number[]): Range[] {
    const texts = fields.map((field) => textAt(data, field, rank));
    const whole = texts.filter((text) => text !== "").join(" ");
    let end = 0;
    return fields.flatMap((field, i) => {
      const words = listAt(data.words[field]!.words, data.columns[field]!.codes[rank]!);
      return readTokens(texts[i]!).flatMap(({ text }, place): Range[] => {
        const start = whole.indexOf(text, end);
        // `д-р` is read as another word.
        if (start < 0) return [];
        end = start + text.length;
        const longest = Math.max(...used.map((one) => lengthOf(one, field, place, words[place]!, text)));
        return longest === 0 ? [] : [[start, start + longest]];
      });
    });
  }

  const ofName = used.filter(({ field }) => nameFields.some((name) => name === field));
  const meant = ofName.map(({ term, field, place }) => {
    const { text } = readTokens(textAt(data, field, rank))[place]!;
    const word = isLetter(term.token.key) ? firstOf(text) : text;
    return word.length === 1 ? `${word}.` : word;
  });
  if (used.some(({ field }) => field === degree)) meant.unshift(textAt(data, degree, rank));
  return { name: mark(nameFields), degree: mark([degree]), meant: meant.join(" "), isByInitials: hasInitials };
}

/** The number of characters of a word that a term marks: of each word that it meets as well as the one that is used. */
function lengthOf({ term, ...used }: Used, field: number, place: number, word: number, text: string): number {
  if (used.hit.reading === "part" || (field === degree) !== (used.field === degree)) return 0;
  if (term.letters !== "" && field !== degree)
    return used.field === field && used.place === place ? firstOf(text).length : 0;
  const { key } = term.token;
  const hit = term.hits[field]!.get(word);
  if (hit === undefined) return 0;
  if (field === degree) return spellingKey(text).startsWith(key) ? prefixOf(text, key, spellingKey) : 0;
  if (hit.cost !== used.hit.cost || (hit === hits.patronymicBeginning && used.hit !== hit)) return 0;
  if (!hit.isWhole && (hit.cost === 0 || hit === hits.abbreviation)) return prefixOf(text, key, spellingKey);
  return hit === hits.foldedBeginning ? prefixOf(text, foldKey(term.token.text), foldKey) : text.length;
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
