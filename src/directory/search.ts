/** People search: from what is typed to the conditions that a teacher must meet. */
import { hasLetterOrDigit, spellingKey, splitWords, type Token, tokenize } from "../names.ts";
import { soundKey } from "../sound.ts";
import { postingsOf, textAt } from "./column.ts";
import { type Condition, countAll, valueCondition } from "./condition.ts";
import { findByKey, findByPrefix } from "./keys.ts";
import { type ImageContent, namePartNames, type WordIndexes } from "./layout.ts";
import { abbreviatedPhraseOf, phraseOf } from "./phrase.ts";
import { unitePlaces } from "./places.ts";
import { type Pausing, stepsBetweenPauses } from "./slices.ts";

/**
 * The conditions of a search; null where nobody can meet them, none where the text is only separators.
 *
 * A degree is taken out first, once: the longest run of words that is one, or is the abbreviation of one with its full
 * stops. Each other word must be the beginning of a different word of the name: as it is spelt, or, where that finds
 * nobody in the whole directory, as it sounds.
 */
export function* findSearchConditions(content: ImageContent, text: string): Pausing<Condition[] | null> {
  const { degreeCodes, terms } = takeDegree(content, tokenize(text));
  const conditions = degreeCodes === null ? [] : [valueCondition(content.columns.degree, degreeCodes)];
  if (terms.length === 0) return conditions;
  if (!terms.every(hasLetterOrDigit)) return null;
  for (const reading of readings) {
    const condition = wordsCondition(content, terms, reading);
    if (yield* isMetBySomebody(content, condition)) return [...conditions, condition];
  }
  return null;
}

/** A way to read words: the key of a typed word must be a prefix of that of a stored one. */
interface Reading {
  readonly index: keyof WordIndexes;
  keyOf(word: string): string;
}

const readings: readonly Reading[] = [
  { index: "spelling", keyOf: spellingKey },
  { index: "sound", keyOf: soundKey },
];

function takeDegree(
  { degrees }: ImageContent,
  tokens: readonly Token[],
): { degreeCodes: Uint32Array | null; terms: string[] } {
  const words = tokens.map(({ word }) => word);

  for (let length = tokens.length; length > 0; length--) {
    for (let start = 0; start + length <= tokens.length; start++) {
      const run = tokens.slice(start, start + length);
      const codes = new Set([
        ...findByKey(degrees.phrases, phraseOf(run)),
        ...findByKey(degrees.abbreviations, abbreviatedPhraseOf(run)),
      ]);
      if (codes.size > 0) {
        return { degreeCodes: Uint32Array.from(codes).sort(), terms: words.toSpliced(start, length) };
      }
    }
  }
  return { degreeCodes: null, terms: words };
}

/** That every term is the beginning of a different word of the name. */
function wordsCondition(content: ImageContent, terms: readonly string[], { index, keyOf }: Reading): Condition {
  const keys = terms.map(keyOf);
  const candidates = keys.map((key) => {
    const codes = namePartNames.map((name) => findByPrefix(content.words[name][index], key));
    const count = namePartNames.reduce((sum, name, i) => sum + countAll(content.columns[name], codes[i]!), 0);
    return { codes, count };
  });
  const rarest = candidates.reduce((a, b) => (b.count < a.count ? b : a));
  // Of every value that is come across: for each term, the numbers of the value's words that begin with it.
  const seen = namePartNames.map(() => new Map<number, readonly (readonly number[])[]>());

  function wordsFor(part: number, code: number): readonly (readonly number[])[] {
    let found = seen[part]!.get(code);
    if (found === undefined) {
      const words = splitWords(textAt(content.columns[namePartNames[part]!].values, code)).map(keyOf);
      // Words of different parts are different words: each part's numbers have a range of their own.
      const numberOf = (word: number): number => part * 1000 + word;
      found = keys.map((key) => words.flatMap((word, i) => (word.startsWith(key) ? numberOf(i) : [])));
      seen[part]!.set(code, found);
    }
    return found;
  }

  return {
    count: rarest.count,
    isExact: keys.length === 1,
    lists: (alphabetical) =>
      rarest.codes.flatMap((codes, i) =>
        Array.from(codes, (code) => postingsOf(content.columns[namePartNames[i]!], code, alphabetical)),
      ),
    passes(position) {
      const found = namePartNames.map((name, part) => wordsFor(part, content.columns[name].codes[position]!));
      if (!keys.every((_, term) => found.some((words) => words[term]!.length > 0))) return false;
      return keys.length === 1 || canChooseDifferent(keys.map((_, term) => found.flatMap((words) => words[term]!)));
    },
  };
}

/** Whether one can take a number from every list so that no two are the same (Kuhn's bipartite matching). */
function canChooseDifferent(choices: readonly (readonly number[])[]): boolean {
  const takenBy = new Map<number, number>();
  const take = (list: number, tried: Set<number>): boolean =>
    choices[list]!.some((choice) => {
      if (tried.has(choice)) return false;
      tried.add(choice);
      const other = takenBy.get(choice);
      if (other !== undefined && !take(other, tried)) return false;
      takenBy.set(choice, list);
      return true;
    });
  return choices.every((_, list) => take(list, new Set()));
}

function* isMetBySomebody(content: ImageContent, condition: Condition): Pausing<boolean> {
  if (condition.isExact || condition.count === 0) return condition.count > 0;
  const positions = yield* unitePlaces(condition.lists(false), content.ids.length);
  for (let i = 0; i < positions.length; i++) {
    if (condition.passes(positions[i]!)) return true;
    if (i % stepsBetweenPauses === 0) yield;
  }
  return false;
}
