/** The search in the plainest code there is, as a reference for the tests: every way to assign terms to words is tried. */
import { readOtherLayout } from "../domain/names/keyboard.ts";
import { hasLetterOrDigit, spellingKey, splitWords, tokenize } from "../domain/names/names.ts";
import { compareNames } from "../domain/names/ordering.ts";
import { soundInitialOf, soundKey } from "../domain/names/sound.ts";
import type { Reading } from "../domain/readings.ts";
import { abbreviateDegree, type StoredTeacher } from "../domain/teacher.ts";

export interface Found {
  readonly reading: Reading | null;
  /** Ordered by relevance. */
  readonly teachers: readonly StoredTeacher[];
}

interface Attempt {
  readonly reading: Reading;
  readonly isSound: boolean;
  readonly edits: number;
  readonly hasLooseInitials: boolean;
  readonly texts: readonly string[];
}

/** Numbers compared one by one: the smaller ones come first. */
type Relevance = readonly number[];

export function searchNaively(teachers: readonly StoredTeacher[], query: string, only: Reading | null): Found {
  const plain = { edits: 0, hasLooseInitials: false, texts: [query] };
  const attempts: Attempt[] = [
    { ...plain, reading: "spelling", isSound: false },
    { ...plain, reading: "sound", isSound: true },
    { ...plain, reading: "layout", isSound: false, texts: readOtherLayout(query) },
    ...[1, 2].flatMap((edits): Attempt[] => [
      { ...plain, reading: "typo", isSound: false, edits },
      { ...plain, reading: "typo", isSound: true, edits },
    ]),
    { ...plain, reading: "spelling", isSound: false, hasLooseInitials: true },
    { ...plain, reading: "sound", isSound: true, hasLooseInitials: true },
  ];
  for (const attempt of attempts) {
    if (only !== null && attempt.reading !== only) continue;
    for (const text of attempt.texts) {
      for (const division of divide(text)) {
        const found = findDivision(teachers, attempt, division);
        if (found.length > 0) return { reading: attempt.reading, teachers: found };
      }
    }
  }
  return { reading: null, teachers: [] };
}

interface Division {
  readonly degree: readonly string[];
  readonly terms: readonly string[];
}

/** Runs with a full stop, then no degree, then runs without a full stop; longer runs first. */
function divide(text: string): Division[] {
  const tokens = tokenize(text);
  const words = tokens.map(({ word }) => word);
  const runs: (Division & { readonly isStopped: boolean })[] = [];
  for (let length = tokens.length; length > 0; length--) {
    for (let start = 0; start + length <= tokens.length; start++) {
      const run = tokens.slice(start, start + length);
      const isStopped = run.some(({ stopped }) => stopped);
      runs.push({ degree: run.map(({ word }) => word), terms: words.toSpliced(start, length), isStopped });
    }
  }
  return [
    ...runs.filter(({ isStopped }) => isStopped),
    { degree: [], terms: words },
    ...runs.filter(({ isStopped }) => !isStopped),
  ];
}

function findDivision(
  teachers: readonly StoredTeacher[],
  { isSound, edits, hasLooseInitials }: Attempt,
  { degree, terms }: Division,
): StoredTeacher[] {
  const keyOf = isSound ? soundKey : spellingKey;
  const initialOf = isSound ? soundInitialOf : (key: string): string => key[0]!;
  const lettersMin = [0, 5, 9][edits]!;
  const all = [...terms, ...degree];
  if (!terms.every(hasLetterOrDigit) || terms.length > 8) return [];
  if (isSound && all.some((term) => isNoise(spellingKey(term)))) return [];
  const canEdit = (term: string): boolean =>
    edits > 0 && hasLetterOrDigit(term) && spellingKey(term).length >= lettersMin && keyOf(term).length >= lettersMin;
  if (edits > 0 && !all.some(canEdit)) return [];

  const fieldsOf = ({ last_name, first_name, middle_name }: StoredTeacher): string[][] =>
    [last_name, first_name, middle_name].map((text) => splitWords(text).map(keyOf));
  const isKnown = (key: string, field: number): boolean =>
    teachers.some((teacher) => fieldsOf(teacher)[field]!.some((word) => word.startsWith(key)));
  const isLastName = (key: string): boolean => teachers.some((teacher) => fieldsOf(teacher)[0]!.includes(key));

  function compare(teacher: StoredTeacher): Relevance | null {
    if (degree.length > 0 && !namesDegree(degree, teacher.degree, keyOf)) return null;
    if (terms.length === 0) return [];
    const words = fieldsOf(teacher).flatMap((keys, field) => keys.map((key) => ({ key, field })));
    const meets = terms.map((term) => {
      const key = keyOf(term);
      return words.map((word) => {
        const isFull = word.key.startsWith(key);
        const isEdited = !isFull && canEdit(term) && isWithinEdits(key, word.key, edits) !== "none";
        const isWhole = word.key === key || (isEdited && isWithinEdits(key, word.key, edits) === "whole");
        const isInitial = word.field > 0 && key !== initialOf(key) && word.key === initialOf(key);
        const isLoose = isInitial && !isKnown(key, word.field);
        return { isFull, isEdited: isEdited && !isInitial, isWhole: isWhole && !isInitial, isInitial, isLoose };
      });
    });
    const inFull = terms.some(
      (term, i) =>
        keyOf(term) !== initialOf(keyOf(term)) && meets[i]!.some(({ isFull, isEdited }) => isFull || isEdited),
    );
    const assignments = choose(terms.length, words.length);
    const passes = (order: readonly number[], hasInitials: boolean): boolean => {
      const used = order.map((word, term) => meets[term]![word]!);
      return (
        used.filter(({ isFull, isEdited }) => isEdited && !isFull).length <= 1 &&
        used.every(({ isFull, isEdited, isInitial, isLoose }, term) => {
          if (isFull || isEdited) return true;
          if (!hasInitials || !isInitial) return false;
          return !isLoose || (hasLooseInitials && inFull && terms.length > 1 && !isLastName(keyOf(terms[term]!)));
        })
      );
    };
    const full = assignments.filter((order) => passes(order, false));
    const fitting = full.length > 0 ? full : assignments.filter((order) => passes(order, true));
    if (fitting.length === 0) return null;
    const lastWords = [...words.keys()].filter((word) => words[word]!.field === 0);
    const isWhole = (word: number): boolean => meets.some((of) => of[word]!.isWhole);
    const begins = (word: number): boolean => meets.some((of) => of[word]!.isFull || of[word]!.isEdited);
    const ofLastName = lastWords.some(isWhole) ? (lastWords.every(isWhole) ? 0 : 1) : lastWords.some(begins) ? 2 : 3;
    const isInOrder = fitting.some((order) => order.every((word, i) => i === 0 || word > order[i - 1]!));
    return [full.length > 0 ? 0 : 1, ofLastName, words.length === terms.length ? 0 : 1, isInOrder ? 0 : 1];
  }

  return teachers
    .flatMap((teacher) => {
      const relevance = compare(teacher);
      return relevance === null ? [] : [{ teacher, relevance }];
    })
    .sort((a, b) => compareRelevance(a.relevance, b.relevance) || compareTeachers(a.teacher, b.teacher))
    .map(({ teacher }) => teacher);
}

function compareRelevance(a: Relevance, b: Relevance): number {
  return a.map((number, i) => number - b[i]!).find((difference) => difference !== 0) ?? 0;
}

/** Ukrainian alphabetical order. */
export function compareTeachers(a: StoredTeacher, b: StoredTeacher): number {
  return (
    compareNames(a.last_name, b.last_name) ||
    compareNames(a.first_name, b.first_name) ||
    compareNames(a.middle_name, b.middle_name) ||
    a.id - b.id
  );
}

function isNoise(key: string): boolean {
  const spelling = key.replace(/\p{M}/gu, "");
  if (/(.)\1\1/u.test(spelling)) return true;
  return (
    spelling.length > 1 && (new Set(spelling).size === 1 || (spelling.length > 2 && soundKey(spelling).length === 1))
  );
}

function namesDegree(all: readonly string[], degree: string, keyOf: (word: string) => string): boolean {
  const keysOf = (text: string): string[] =>
    splitWords(text)
      .map(keyOf)
      .filter((key) => key !== "");
  const words = keysOf(degree);
  const abbreviation = keysOf(abbreviateDegree(degree));
  const isLetter = (word: string): boolean => spellingKey(word).length === 1;
  const run = all.filter((word) => spellingKey(word) !== "");
  if (run.length === 0) return false;
  if (run.length > words.length || (run.some(isLetter) && run.length < words.length)) return false;
  return run.every((word, i) => {
    const key = keyOf(word);
    if (key === "") return false;
    return isLetter(word) ? key === words[i] || key === abbreviation[i] : words[i]!.startsWith(key);
  });
}

/** Every way to give each term a word of its own. */
function choose(terms: number, words: number): number[][] {
  if (terms === 0) return [[]];
  return choose(terms - 1, words).flatMap((before) =>
    [...Array(words).keys()].filter((word) => !before.includes(word)).map((word) => [...before, word]),
  );
}

/** The first letter must be the same. */
function isWithinEdits(term: string, word: string, edits: number): "whole" | "beginning" | "none" {
  if (term[0] !== word[0] || term.length <= edits) return "none";
  if (countEdits(term, word) <= edits) return "whole";
  return [...Array(word.length).keys()].some((end) => countEdits(term, word.slice(0, end)) <= edits)
    ? "beginning"
    : "none";
}

/** The optimal string alignment distance. */
export function countEdits(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array<number>(b.length).fill(0)]);
  for (let j = 0; j <= b.length; j++) rows[0]![j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let edits = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, rows[i - 2]![j - 2]! + 1);
      }
      rows[i]![j] = edits;
    }
  }
  return rows[a.length]![b.length]!;
}
