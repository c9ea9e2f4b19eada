/** Finds the degrees that are named in a search. */
import { spellingKey, splitWords } from "../../domain/names/names.ts";
import { soundKeys, typedSoundKeys } from "../../domain/names/sound.ts";
import { abbreviateDegree } from "../../domain/teacher.ts";
import { findByKey, findByPrefix, textAt } from "../../image/column.ts";
import type { ImageContent } from "../../image/layout.ts";
import type { Task } from "../scheduler.ts";
import { isLetter, type QueryToken } from "./query-tokens.ts";

/** Adjacent words of a query that name degrees. */
export interface NamedDegree {
  /** The index of the first word in the query, and the number of words. */
  readonly start: number;
  readonly length: number;
  readonly words: readonly string[];
  /** As typed. */
  readonly text: string;
  /**
   * Whether a full stop follows one of the words. Words with a full stop are first read as a degree, other words as a
   * name.
   */
  readonly isStopped: boolean;
  /** The codes of the degrees that have all of the words. */
  readonly codes: ReadonlySet<number>;
  /** The subset of `codes` whose degrees have no other words. */
  readonly whole: ReadonlySet<number>;
}

/** Words that the rules do not recognise: abbreviations without a vowel, and Russian and English words. */
const synonyms: Readonly<Record<string, string>> = {
  ...{ завкафедри: "завідувач", завкафедрою: "завідувач", завкаф: "зав", кафедри: "каф", кафедрою: "каф" },
  ...{ завідуючий: "завідувач", завідуюча: "завідувач", заведующий: "завідувач", заведующая: "завідувач" },
  ...{ преподаватель: "викладач", преподавательница: "викладач", старша: "старший", старшая: "старший" },
  ...{ lecturer: "викладач", senior: "старший", assistant: "асистент", dr: "доктор", phd: "доктор", head: "завідувач" },
};

/** At least this many single letters name a degree, such as `к.т.н.`. */
const lettersMin = 3;
/** A degree is named by at most this many words. */
const wordsMax = 6;
/** Degrees compared between two yields: about 100 microseconds. */
const degreesBetweenYields = 64;

/** The degrees that a query names, from left to right. If several degrees match at a word, the longest match wins. */
export function* findNamedDegrees(content: ImageContent, tokens: readonly QueryToken[]): Task<NamedDegree[]> {
  const found: NamedDegree[] = [];
  for (let start = 0; start < tokens.length; ) {
    const longest = yield* findLongest(content, tokens, start);
    if (longest !== null) found.push(longest);
    start += longest?.length ?? 1;
  }
  return found;
}

/** The longest run of words, starting at `start`, that a degree contains in this order; null if there is none. */
function* findLongest(content: ImageContent, tokens: readonly QueryToken[], start: number): Task<NamedDegree | null> {
  const run = untilLabel(tokens.slice(start, start + wordsMax));
  if (!canNameDegree(run)) return null;
  const keys = run.map(keyOfDegreeWord);
  /** By code of a degree: the number of words of the run that the degree has, and the number of all its words. */
  const known = new Map<number, { length: number; words: number }>();
  let steps = 0;
  for (const code of findCandidates(content, keys)) {
    if (++steps % degreesBetweenYields === 0) yield;
    const degree = textAt(content.columns.degree.values, code);
    const words = splitWords(degree).map(spellingKey);
    const abbreviations = splitWords(abbreviateDegree(degree)).map(spellingKey);
    const lengths = words.map((_, at) => countNamed(run, keys, words.slice(at), abbreviations.slice(at)));
    known.set(code, { length: Math.max(...lengths), words: words.length });
  }
  let length = Math.max(0, ...Array.from(known.values(), (degree) => degree.length));
  while (length > 0 && !canNameDegree(run.slice(0, length))) length--;
  if (length === 0) return null;
  const named = [...known].filter(([, degree]) => degree.length >= length);
  const words = run.slice(0, length);
  return {
    start,
    length,
    words: words.map(({ key }) => key),
    text: words.map(({ text }) => text).join(" "),
    isStopped: words.some(({ isStopped }) => isStopped),
    codes: new Set(named.map(([code]) => code)),
    whole: new Set(named.filter(([, degree]) => degree.words === length).map(([code]) => code)),
  };
}

function untilLabel(run: readonly QueryToken[]): readonly QueryToken[] {
  const label = run.findIndex(({ isLabel }) => isLabel);
  return label < 0 ? run : run.slice(0, label);
}

function findCandidates({ degrees: { spelling, sound } }: ImageContent, keys: readonly string[]): Set<number> {
  const first = keys[0]!;
  // The words of an abbreviation such as `к.т.н.` are single letters in the index.
  const codes = [findByPrefix(spelling, first), findByKey(spelling, first.charAt(0))];
  for (const key of typedSoundKeys(first)) if (key.length > 2) codes.push(findByPrefix(sound, key));
  return new Set(codes.flatMap((some) => [...some]));
}

/** The number of words of a run that a degree begins with. */
function countNamed(
  run: readonly QueryToken[],
  keys: readonly string[],
  words: readonly string[],
  abbreviations: readonly string[],
): number {
  let count = 0;
  while (
    count < Math.min(keys.length, words.length) &&
    namesWord(keys[count]!, words[count]!, abbreviations[count], run[count]!)
  ) {
    count++;
  }
  // Single letters match `к.т.н.` only if there are at least three.
  return count < lettersMin && isLetter(words[0]!) ? 0 : count;
}

function namesWord(key: string, word: string, abbreviation: string | undefined, { isStopped }: QueryToken): boolean {
  if (key === word || key === abbreviation) return true;
  if (word.startsWith(key)) return key.length > 2 || isStopped || isLetter(key);
  if (isLetter(word)) return key.startsWith(word);
  const [soundOfWord = ""] = soundKeys(word);
  return typedSoundKeys(key).some((sound) => sound.length > 2 && soundOfWord.startsWith(sound));
}

/** Single letters are usually initials. They name a degree only if there are at least three, such as `к.т.н.`. */
function canNameDegree(run: readonly QueryToken[]): boolean {
  return !run.every(({ key }) => isLetter(key)) || run.length >= lettersMin;
}

/** The word by which a degree is looked up: `професорка` names `професор`. */
function keyOfDegreeWord({ key }: QueryToken): string {
  const synonym = synonyms[key];
  if (synonym !== undefined) return synonym;
  return key.replace(/(?<=тор|сор|ент|рант|ач|ан|нер|сист)ка$/, "");
}
