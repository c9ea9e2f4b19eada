/** The search for teachers: turns the typed text into conditions that a teacher must meet. */
import {
  abbreviatedPhraseOf,
  hasLetterOrDigit,
  phraseOf,
  spellingKey,
  splitWords,
  type Token,
  tokenize,
} from "../domain/names.ts";
import { soundKey } from "../domain/sound.ts";
import { nameFieldNames } from "../domain/teacher.ts";
import { countPostings, findFirst, postingsOf, textAt } from "../image/column.ts";
import type { ImageContent, KeyIndex, WordIndexes } from "../image/layout.ts";
import { type Condition, valueCondition } from "./listing.ts";
import { stepsBetweenYields, type Task } from "./scheduler.ts";

/**
 * The conditions of a search; null if no teacher can meet them, empty if the text has only separators.
 *
 * At most one degree is recognised first: the longest sequence of words that is a degree, or the abbreviation of one with
 * its full stops. Each other word must be the beginning of a different word of the name. Spelling is compared first; if no
 * teacher in the whole directory matches, pronunciation is compared instead.
 */
export function* findSearchConditions(content: ImageContent, text: string): Task<Condition[] | null> {
  const { degreeCodes, terms } = takeDegree(content, tokenize(text));
  const conditions = degreeCodes === null ? [] : [valueCondition(content.columns.degree, degreeCodes)];
  if (terms.length === 0) return conditions;
  if (!terms.every(hasLetterOrDigit)) return null;
  for (const reading of readings) {
    const condition = yield* wordsCondition(content, terms, reading);
    if (yield* isMetBySomebody(condition)) return [...conditions, condition];
  }
  return null;
}

/** A way to compare words: the key of a typed word must be a prefix of the key of a stored word. */
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

/** The condition that every term is the beginning of a different word of the name. */
function* wordsCondition(content: ImageContent, terms: readonly string[], { index, keyOf }: Reading): Task<Condition> {
  const keys = terms.map(keyOf);
  const candidates: Candidates[] = [];
  for (const key of keys) candidates.push(yield* findCandidates(content, index, key));
  const rarest = candidates.reduce((a, b) => (b.count < a.count ? b : a));
  // For every value seen so far and every term: one bit per word of the value that begins with the term. One array holds
  // all of them, because an array per value would cause the longest pauses of the garbage collector.
  let known = new Uint32Array(64 * keys.length);
  let knownEnd = 0;
  const knownAt = nameFieldNames.map(() => new Map<number, number>());

  /** The index of a value's marks in `known`. */
  function findMarks(field: number, code: number): number {
    const found = knownAt[field]!.get(code);
    if (found !== undefined) return found;
    const words = splitWords(textAt(content.columns[nameFieldNames[field]!].values, code)).map(keyOf);
    const at = knownEnd;
    knownEnd += keys.length;
    if (knownEnd > known.length) {
      const larger = new Uint32Array(known.length * 2);
      larger.set(known);
      known = larger;
    }
    for (let term = 0; term < keys.length; term++) known[at + term] = markWords(words, keys[term]!, field);
    knownAt[field]!.set(code, at);
    return at;
  }

  const [last, first, middle] = nameFieldNames.map((name) => content.columns[name].codes) as [Codes, Codes, Codes];
  const marks = new Uint32Array(keys.length);
  return {
    count: rarest.count,
    isExact: keys.length === 1,
    listCount: rarest.codes.reduce((sum, codes) => sum + codes.length, 0),
    *lists(alphabetical) {
      for (const [i, codes] of rarest.codes.entries()) {
        for (const code of codes) yield postingsOf(content.columns[nameFieldNames[i]!], code, alphabetical);
      }
    },
    passes(position) {
      const ofLast = findMarks(0, last[position]!);
      const ofFirst = findMarks(1, first[position]!);
      const ofMiddle = findMarks(2, middle[position]!);
      for (let term = 0; term < marks.length; term++) {
        marks[term] = known[ofLast + term]! | known[ofFirst + term]! | known[ofMiddle + term]!;
        if (marks[term] === 0) return false;
      }
      return canChooseDifferent(marks);
    },
  };
}

/** The values of each name field that have a word with a given prefix. */
interface Candidates {
  /** A view of the image per field; a value is repeated for each of its matching words. */
  readonly codes: readonly Uint32Array[];
  /** The number of teachers with these values, counted once per value. */
  readonly count: number;
}

function* findCandidates(content: ImageContent, index: keyof WordIndexes, key: string): Task<Candidates> {
  const codes = nameFieldNames.map((name) => findByPrefix(content.words[name][index], key));
  let count = 0;
  for (const [field, name] of nameFieldNames.entries()) {
    for (let i = 0; i < codes[field]!.length; i++) {
      count += countPostings(content.columns[name], codes[field]![i]!);
      if (i % stepsBetweenYields === 0) yield;
    }
  }
  return { codes, count };
}

type Codes = ImageContent["columns"]["last_name"]["codes"];

/** Words per name field that have a bit of their own; further words share the last bit. Real names have four at most. */
const wordsPerField = 10;

/** One bit per word that begins with the key; each field has its own bits. */
function markWords(words: readonly string[], key: string, field: number): number {
  let marks = 0;
  for (let word = 0; word < words.length; word++) {
    if (words[word]!.startsWith(key)) marks |= 1 << (field * wordsPerField + Math.min(word, wordsPerField - 1));
  }
  return marks;
}

/**
 * Whether a different bit can be chosen from each number: every subset of the numbers has at least as many bits in its
 * union as it has members (Hall's theorem). The full set is checked first, because most names with too few words fail it.
 */
function canChooseDifferent(marks: Uint32Array): boolean {
  for (let subset = (1 << marks.length) - 1; subset > 0; subset--) {
    let union = 0;
    let count = 0;
    for (let i = 0; i < marks.length; i++) {
      if ((subset & (1 << i)) === 0) continue;
      union |= marks[i]!;
      count++;
    }
    if (count > 1 && countBits(union) < count) return false;
  }
  return true;
}

function countBits(bits: number): number {
  let count = 0;
  for (let remaining = bits; remaining !== 0; remaining &= remaining - 1) count++;
  return count;
}

function* isMetBySomebody(condition: Condition): Task<boolean> {
  if (condition.isExact || condition.count === 0) return condition.count > 0;
  for (const positions of condition.lists(false)) {
    for (let i = 0; i < positions.length; i++) {
      if (condition.passes(positions[i]!)) return true;
      if (i % stepsBetweenYields === 0) yield;
    }
  }
  return false;
}

/** The ascending codes of the values that have exactly this key. */
export function findByKey(index: KeyIndex, key: string): Uint32Array {
  const at = findFirst(countKeys(index), (i) => textAt(index.keys, i) >= key);
  return at < countKeys(index) && textAt(index.keys, at) === key ? codesBetween(index, at, at + 1) : new Uint32Array(0);
}

/**
 * The codes of the values that have a key with this prefix, as a view of the image: in key order, and once per matching
 * key. The prefix must not be empty.
 */
export function findByPrefix(index: KeyIndex, prefix: string): Uint32Array {
  const from = findFirst(countKeys(index), (i) => textAt(index.keys, i) >= prefix);
  const to = findFirst(countKeys(index), (i) => {
    const key = textAt(index.keys, i);
    return key > prefix && !key.startsWith(prefix);
  });
  return codesBetween(index, from, to);
}

function countKeys({ keys }: KeyIndex): number {
  return keys.starts.length - 1;
}

function codesBetween({ codeStarts, codes }: KeyIndex, from: number, to: number): Uint32Array {
  return codes.subarray(codeStarts[from]!, codeStarts[to]!);
}
