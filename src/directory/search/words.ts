/** The distinct words of each text field, with sorted lists of their keys: plain data that a worker builds. */
import { foldKey, isLetter, letterKey, readTokens, tokenOf, type WordToken } from "../../domain/names/names.ts";
import { soundKeys } from "../../domain/names/sound.ts";
import { findFirst } from "../../domain/roster.ts";
import { textFieldNames } from "../../domain/teacher.ts";
import type { Content, TextColumn } from "../content.ts";

export const [lastName, firstName, middleName, degree] = [0, 1, 2, 3] as const;
export const nameFields = [lastName, firstName, middleName] as const;
const everyField = [...nameFields, degree];

/** Texts one after another in one string. A string for each text would take four times the memory. */
interface Texts {
  readonly text: string;
  readonly starts: Uint32Array;
}

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

export const buildWords = ({ columns }: Pick<Content, "columns">): Words =>
  textFieldNames.map((name) => buildField(columns[name]));

function buildField({ values }: TextColumn): FieldWords {
  const known = new Map<string, number>();
  const tokens: WordToken[] = [];
  const wordsOfValues = values.map((value) =>
    readTokens(value).map((token) => {
      const own = letterKey(token.text);
      const word = known.get(own) ?? tokens.push(token) - 1;
      known.set(own, word);
      return word;
    }),
  );
  const valuesOfWords = tokens.map((): number[] => []);
  for (const [code, words] of wordsOfValues.entries())
    for (const word of new Set(words)) valuesOfWords[word]!.push(code);
  const keys = tokens.map(({ key }) => key);
  return {
    keys: packTexts(keys),
    letterSets: Uint32Array.from(keys, letterSet),
    values: packLists(valuesOfWords),
    words: packLists(wordsOfValues),
    spelt: sortKeys(tokens.map(({ text, key }) => [letterKey(text), key])),
    folded: sortKeys(tokens.map(({ text, key }) => [foldKey(text), foldKey(key)])),
    sounds: sortKeys(tokens.map(({ text, key }) => (key.length > 1 ? soundKeys(text) : []))),
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

/** `keys` are by word. */
function sortKeys(keys: readonly (readonly string[])[]): KeyList {
  const pairs = keys.flatMap((all, word) => [...new Set(all)].map((key) => ({ key, word })));
  pairs.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  return { keys: packTexts(pairs.map(({ key }) => key)), words: Uint32Array.from(pairs, ({ word }) => word) };
}

export function listAt({ numbers, starts }: Lists, index: number): Uint32Array {
  return numbers.subarray(starts[index]!, starts[index + 1]!);
}

export const keyAt = ({ text, starts }: Texts, at: number): string => text.slice(starts[at]!, starts[at + 1]!);

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
export function isStored(words: Words, key: string, fields: readonly number[] = everyField, isPrefix = false): boolean {
  return fields.some((field) => findWords(words[field]!.spelt, key, isPrefix).length > 0);
}

export function letterSet(key: string): number {
  let set = 0;
  for (let i = 0; i < key.length; i++) set |= 1 << (key.charCodeAt(i) & 31);
  return set >>> 0;
}

const capitalInside = /(?<=\p{Ll}['’ʼ]?)(?=\p{Lu})/u;
const twoCapitals = /^\p{Lu}{2}$/u;

/** Divides `ШевченкоО` at the capital unless a name begins so, and two capitals beside a longer word into initials. */
export function divideAtCapitals(words: Words, tokens: readonly WordToken[]): WordToken[] {
  const hasLongWord = tokens.some(({ key }) => key.length > 2);
  return tokens.flatMap((token) => {
    const { text, key, isStopped, isJoined } = token;
    const areInitials = (part: string): boolean => hasLongWord && twoCapitals.test(part);
    const parts = text.split(capitalInside).flatMap((part) => (areInitials(part) ? [...part] : part));
    // `ДубО.` is divided although a name begins so.
    const isSure = areInitials(text) || (isStopped && isLetter(tokenOf(parts.at(-1)!).key));
    if (token.isLabel || parts.length === 1 || (!isSure && isStored(words, key, everyField, true))) return [token];
    return parts.map((part, i) => {
      return { ...tokenOf(part, isStopped && i === parts.length - 1), isJoined: isJoined && i === 0 };
    });
  });
}
