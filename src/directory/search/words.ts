/** The texts of all teachers, and the distinct words of each field with sorted lists of their keys: plain data for workers. */
import { soundKeys } from "../../domain/names/sound.ts";
import { readTokens } from "./tokens.ts";

export const [lastName, firstName, middleName, degree] = [0, 1, 2, 3] as const;
export const nameFields = [lastName, firstName, middleName] as const;

/** One text field: `values[codes[rank]]` is the text of the teacher at a rank. */
export interface SearchColumn {
  readonly values: readonly string[];
  readonly codes: Uint8Array | Uint16Array | Uint32Array;
  /** The ranks that have a value: `postings` from `starts[code]` to `starts[code + 1]`, ascending. */
  readonly starts: Uint32Array;
  readonly postings: Uint32Array;
}

/** What a search needs of the teachers: plain arrays in alphabetical order. */
export interface SearchColumns {
  /** By alphabetical rank. */
  readonly ids: Float64Array;
  /** Last, first and middle name, and the degree. */
  readonly columns: readonly SearchColumn[];
}

/** Texts one after another in one string. A string for each text would take four times the memory. */
interface Texts {
  readonly text: string;
  readonly starts: Uint32Array;
}

/** Lists of numbers one after another in one array. */
interface Lists {
  readonly numbers: Uint32Array;
  readonly starts: Uint32Array;
}

/** Ascending keys, each with the number of a word. A word can have several keys, and words can share one. */
interface KeyList {
  readonly keys: Texts;
  readonly words: Uint32Array;
}

export interface FieldWords {
  /** By word: the key by which words are compared. */
  readonly keys: Texts;
  /** By word: the set of its letters as bits. Two words a few edits apart have almost the same set. */
  readonly letterSets: Uint32Array;
  /** By word: the number of teachers who have it. */
  readonly counts: Uint32Array;
  /** By word: the values that contain it. */
  readonly values: Lists;
  /** By value: its words in order. */
  readonly words: Lists;
  readonly spelt: KeyList;
  readonly folded: KeyList;
  readonly sounds: KeyList;
}

export type Words = readonly FieldWords[];

const unspelt = /['*\u2019\u02bc`\u00b4\u2018\u201b\u02b9\u2032\uff07\p{Default_Ignorable_Code_Point}]|(?<=i)\u0307/gu;

/** Most words need neither of the two functions. */
const isSpelt = /^[а-щьюяіїєґ]*$/;
const isFolded = /^[а-щьюя]*$/;

/** Letter by letter, so that the key of a beginning is a beginning of the key; in this `spellingKey` differs. */
export function letterKey(word: string): string {
  const lower = word.toLowerCase();
  return isSpelt.test(lower) ? lower : lower.normalize("NFC").replace(unspelt, "").replaceAll("ς", "σ");
}

const folds: Readonly<Record<string, string>> = {
  ...{ і: "и", ї: "и", ы: "и", є: "е", ё: "е", э: "е", ґ: "г", ъ: "", "\u0301": "" },
  ...{ đ: "d", ð: "d", ø: "o", ł: "l", ı: "i", æ: "ae", œ: "oe", þ: "th", ß: "ss" },
};
const folded = new RegExp(`[${Object.keys(folds).join("")}\u00c0-\u024f]`, "g");

/** Like {@link letterKey}, but letters that keyboards and habits exchange are equal: `и` and `і`, `е` and `є`, `o` and `ø`. */
export function foldKey(word: string): string {
  const key = letterKey(word);
  return isFolded.test(key) ? key : key.replace(folded, (letter) => folds[letter] ?? letter.normalize("NFD").charAt(0));
}

export function fieldText({ columns }: SearchColumns, field: number, rank: number): string {
  const { values, codes } = columns[field]!;
  return values[codes[rank]!]!;
}

export function buildWords({ columns }: SearchColumns): Words {
  return columns.map(buildField);
}

function buildField(column: SearchColumn): FieldWords {
  const known = new Map<string, number>();
  const keys: string[] = [];
  const lists = [new Map<string, number[]>(), new Map<string, number[]>(), new Map<string, number[]>()] as const;
  const [spelt, foldedKeys, sounds] = lists;
  const wordsOfValues = column.values.map((value) =>
    readTokens(value).map(({ text, key }) => {
      const own = letterKey(text);
      const old = known.get(own);
      if (old !== undefined) return old;
      const word = keys.push(key) - 1;
      known.set(own, word);
      for (const spelling of new Set([own, key])) addTo(spelt, spelling, word);
      for (const fold of new Set([foldKey(text), foldKey(key)])) addTo(foldedKeys, fold, word);
      if (key.length > 1) for (const sound of soundKeys(text)) addTo(sounds, sound, word);
      return word;
    }),
  );
  const valuesOfWords = keys.map((): number[] => []);
  const counts = new Uint32Array(keys.length);
  for (const [code, words] of wordsOfValues.entries()) {
    for (const word of new Set(words)) {
      valuesOfWords[word]!.push(code);
      counts[word]! += column.starts[code + 1]! - column.starts[code]!;
    }
  }
  return {
    keys: packTexts(keys),
    letterSets: Uint32Array.from(keys, letterSet),
    counts,
    values: packLists(valuesOfWords),
    words: packLists(wordsOfValues),
    spelt: sortKeys(spelt),
    folded: sortKeys(foldedKeys),
    sounds: sortKeys(sounds),
  };
}

function addTo(list: Map<string, number[]>, key: string, word: number): void {
  const words = list.get(key);
  if (words === undefined) list.set(key, [word]);
  else words.push(word);
}

function packTexts(texts: readonly string[]): Texts {
  return { text: texts.join(""), starts: startsOf(texts) };
}

function packLists(lists: readonly (readonly number[])[]): Lists {
  const starts = startsOf(lists);
  const numbers = new Uint32Array(starts.at(-1)!);
  for (const [i, list] of lists.entries()) numbers.set(list, starts[i]!);
  return { numbers, starts };
}

function startsOf(items: readonly { readonly length: number }[]): Uint32Array {
  const starts = new Uint32Array(items.length + 1);
  for (const [i, { length }] of items.entries()) starts[i + 1] = starts[i]! + length;
  return starts;
}

function sortKeys(list: ReadonlyMap<string, readonly number[]>): KeyList {
  const distinct = [...list.keys()].sort();
  const keys = distinct.flatMap((key) => list.get(key)!.map(() => key));
  return { keys: packTexts(keys), words: Uint32Array.from(distinct.flatMap((key) => list.get(key)!)) };
}

export function listAt({ numbers, starts }: Lists, index: number): Uint32Array {
  return numbers.subarray(starts[index]!, starts[index + 1]!);
}

export function keyAt({ text, starts }: Texts, index: number): string {
  return text.slice(starts[index]!, starts[index + 1]!);
}

/** The words that have a key, or a key that begins with it. */
export function findWords({ keys, words }: KeyList, key: string, isPrefix = false): Uint32Array {
  if (key === "") return words.subarray(0, 0);
  return words.subarray(findFirstKey(keys, key), findFirstKey(keys, key, isPrefix ? "beginning" : "equal"));
}

/** Whether a key is a word of some name or degree. */
export const isStored = (words: Words, key: string, isPrefix = false): boolean =>
  words.some(({ spelt }) => findWords(spelt, key, isPrefix).length > 0);

/** Whether a word begins a word of some degree. */
export const isOfSomeDegree = (words: Words, key: string): boolean =>
  findWords(words[degree]!.spelt, key, true).length > 0;

/** Whether a key is a word of some name. */
export const isName = (words: Words, key: string): boolean =>
  nameFields.some((field) => findWords(words[field]!.spelt, key).length > 0);

/** The index of the first text that is not less than the key; also not equal to it, or not beginning with it. */
export function findFirstKey(texts: Texts, key: string, beyond: "equal" | "beginning" | null = null): number {
  let low = 0;
  let high = texts.starts.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(texts, middle, key, beyond)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isBefore({ text, starts }: Texts, index: number, key: string, beyond: "equal" | "beginning" | null): boolean {
  const start = starts[index]!;
  const length = starts[index + 1]! - start;
  const shared = Math.min(length, key.length);
  for (let i = 0; i < shared; i++) {
    const difference = text.charCodeAt(start + i) - key.charCodeAt(i);
    if (difference !== 0) return difference < 0;
  }
  if (length < key.length || beyond === "beginning") return true;
  return beyond === "equal" && length === key.length;
}

/** The letters of a key as bits. */
export function letterSet(key: string): number {
  let set = 0;
  for (let i = 0; i < key.length; i++) set |= 1 << (key.charCodeAt(i) & 31);
  return set >>> 0;
}
