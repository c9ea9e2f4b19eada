/** The distinct words of each text field, with sorted lists of their keys: plain data that a worker builds. */
import { soundKeys } from "../../domain/names/sound.ts";
import { findFirst } from "../../domain/roster.ts";
import { textFieldNames } from "../../domain/teacher.ts";
import type { Content, TextColumn } from "../content.ts";
import { readTokens } from "./tokens.ts";

export const [lastName, firstName, middleName, degree] = [0, 1, 2, 3] as const;
export const nameFields = [lastName, firstName, middleName] as const;
export const everyField = [...nameFields, degree];

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
const foldable = new RegExp(`[${Object.keys(folds).join("")}\u00c0-\u024f]`, "g");

/** Like {@link letterKey}, but letters that keyboards and habits exchange are equal: `и` and `і`, `е` and `є`, `o` and `ø`. */
export function foldKey(word: string): string {
  const key = letterKey(word);
  return isFolded.test(key)
    ? key
    : key.replace(foldable, (letter) => folds[letter] ?? letter.normalize("NFD").charAt(0));
}

export function buildWords({ columns }: Pick<Content, "columns">): Words {
  return textFieldNames.map((name) => buildField(columns[name]));
}

type Pair = readonly [key: string, word: number];

function buildField({ values }: TextColumn): FieldWords {
  const known = new Map<string, number>();
  const keys: string[] = [];
  const [spelt, folded, sounds]: [Pair[], Pair[], Pair[]] = [[], [], []];
  const addAll = (list: Pair[], word: number, all: readonly string[]): void => {
    for (const key of new Set(all)) list.push([key, word]);
  };
  const wordsOfValues = values.map((value) =>
    readTokens(value).map(({ text, key }) => {
      const own = letterKey(text);
      const old = known.get(own);
      if (old !== undefined) return old;
      const word = keys.push(key) - 1;
      known.set(own, word);
      addAll(spelt, word, [own, key]);
      addAll(folded, word, [foldKey(text), foldKey(key)]);
      if (key.length > 1) addAll(sounds, word, soundKeys(text));
      return word;
    }),
  );
  const valuesOfWords = keys.map((): number[] => []);
  for (const [code, words] of wordsOfValues.entries())
    for (const word of new Set(words)) valuesOfWords[word]!.push(code);
  return {
    keys: packTexts(keys),
    letterSets: Uint32Array.from(keys, letterSet),
    values: packLists(valuesOfWords),
    words: packLists(wordsOfValues),
    spelt: sortKeys(spelt),
    folded: sortKeys(folded),
    sounds: sortKeys(sounds),
  };
}

const packTexts = (texts: readonly string[]): Texts => ({ text: texts.join(""), starts: startsOf(texts) });

const packLists = (lists: readonly (readonly number[])[]): Lists => {
  return { numbers: Uint32Array.from(lists.flat()), starts: startsOf(lists) };
};

function startsOf(items: readonly { readonly length: number }[]): Uint32Array {
  const starts = new Uint32Array(items.length + 1);
  for (const [i, { length }] of items.entries()) starts[i + 1] = starts[i]! + length;
  return starts;
}

function sortKeys(pairs: Pair[]): KeyList {
  pairs.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return { keys: packTexts(pairs.map(([key]) => key)), words: Uint32Array.from(pairs, ([, word]) => word) };
}

export function listAt({ numbers, starts }: Lists, index: number): Uint32Array {
  return numbers.subarray(starts[index]!, starts[index + 1]!);
}

export function keyAt({ text, starts }: Texts, index: number): string {
  return text.slice(starts[index]!, starts[index + 1]!);
}

/** The places of the words that have a key, or a key that begins with it. */
export function findRange({ keys, words }: KeyList, key: string, isPrefix = false): [start: number, end: number] {
  const start = findFirst(0, words.length, (i) => keyAt(keys, i) >= key);
  const isOther = (i: number): boolean => (isPrefix ? !keyAt(keys, i).startsWith(key) : keyAt(keys, i) !== key);
  return [start, findFirst(start, words.length, isOther)];
}

/** The words that have a key, or a key that begins with it. */
export function findWords(list: KeyList, key: string, isPrefix = false): Uint32Array {
  return key === "" ? list.words.subarray(0, 0) : list.words.subarray(...findRange(list, key, isPrefix));
}

/** Whether a key is a word of some of the fields, or begins one. */
export const isStored = (
  words: Words,
  key: string,
  fields: readonly number[] = everyField,
  isPrefix = false,
): boolean => fields.some((field) => findWords(words[field]!.spelt, key, isPrefix).length > 0);

/** The letters of a key as bits. */
export function letterSet(key: string): number {
  let set = 0;
  for (let i = 0; i < key.length; i++) set |= 1 << (key.charCodeAt(i) & 31);
  return set >>> 0;
}
