/** The degrees that words of a search name. */
import { spellingKey, splitWords } from "../../domain/names/names.ts";
import { soundKeys, typedSoundKeys } from "../../domain/names/sound.ts";
import { abbreviateDegree } from "../../domain/teacher.ts";
import { findByKey, findByPrefix, textAt } from "../../image/column.ts";
import type { ImageContent } from "../../image/layout.ts";
import type { Task } from "../scheduler.ts";
import { isLetter, type QueryToken } from "./query-tokens.ts";

/** Neighbouring words of a query that name degrees. */
export interface NamedDegree {
  /** The place of the first word in the query, and how many there are. */
  readonly start: number;
  readonly length: number;
  readonly words: readonly string[];
  /** As typed. */
  readonly text: string;
  /** Whether a full stop follows one of the words. Such words are first taken for a degree, others for a name. */
  readonly isStopped: boolean;
  /** The codes of the degrees that have all of the words. */
  readonly codes: ReadonlySet<number>;
  /** The codes of those degrees that have no other words. */
  readonly whole: ReadonlySet<number>;
}

/** Words that no rule finds: abbreviations without a vowel, and Russian and English words. */
const synonyms: Readonly<Record<string, string>> = {
  ...{ завкафедри: "завідувач", завкафедрою: "завідувач", завкаф: "зав", кафедри: "каф", кафедрою: "каф" },
  ...{ завідуючий: "завідувач", завідуюча: "завідувач", заведующий: "завідувач", заведующая: "завідувач" },
  ...{ преподаватель: "викладач", преподавательница: "викладач", старша: "старший", старшая: "старший" },
  ...{ lecturer: "викладач", senior: "старший", assistant: "асистент", dr: "доктор", phd: "доктор", head: "завідувач" },
};

/** The fewest letters that name a degree, such as `к.т.н.`. */
const lettersMin = 3;
/** The most words that name one degree. */
const wordsMax = 6;
/** Degrees compared between two yields: some 100 microseconds. */
const degreesBetweenYields = 64;

/** The degrees that a query names, from left to right. Where several readings begin at a word, the longest counts. */
export function* findNamedDegrees(content: ImageContent, tokens: readonly QueryToken[]): Task<NamedDegree[]> {
  const found: NamedDegree[] = [];
  for (let start = 0; start < tokens.length; ) {
    const longest = yield* findLongest(content, tokens, start);
    if (longest !== null) found.push(longest);
    start += longest?.length ?? 1;
  }
  return found;
}

/** The longest run of words from `start` on that some degree has in this order, or null. */
function* findLongest(content: ImageContent, tokens: readonly QueryToken[], start: number): Task<NamedDegree | null> {
  const run = untilLabel(tokens.slice(start, start + wordsMax));
  if (!canNameDegree(run)) return null;
  const keys = run.map(keyOfDegreeWord);
  /** For each code: how many words of the run the degree has, and how many words the degree itself has. */
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

/** How many words of a run a degree begins with. */
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
  // One or two words do not name a degree by the letters of `к.т.н.`.
  return count < lettersMin && isLetter(words[0]!) ? 0 : count;
}

function namesWord(key: string, word: string, abbreviation: string | undefined, { isStopped }: QueryToken): boolean {
  if (key === word || key === abbreviation) return true;
  if (word.startsWith(key)) return key.length > 2 || isStopped || isLetter(key);
  if (isLetter(word)) return key.startsWith(word);
  const [soundOfWord = ""] = soundKeys(word);
  return typedSoundKeys(key).some((sound) => sound.length > 2 && soundOfWord.startsWith(sound));
}

/** Initials do not name a degree: single letters do so only from three on, such as `к.т.н.`. */
function canNameDegree(run: readonly QueryToken[]): boolean {
  return !run.every(({ key }) => isLetter(key)) || run.length >= lettersMin;
}

/** The word by which a degree is looked up: `професорка` names `професор`. */
function keyOfDegreeWord({ key }: QueryToken): string {
  const synonym = synonyms[key];
  if (synonym !== undefined) return synonym;
  return key.replace(/(?<=тор|сор|ент|рант|ач|ан|нер|сист)ка$/, "");
}
