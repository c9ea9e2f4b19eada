/** A term of a query, and the words of each field that it meets. */
import { basicForms } from "../../domain/names/case-endings.ts";
import type { NameEntry, NameTable } from "../../domain/names/given-names.ts";
import { typedSoundKeys } from "../../domain/names/sound.ts";
import { nameFieldNames } from "../../domain/teacher.ts";
import { type Hit, hits, nearCost } from "./costs.ts";
import { initialsOf } from "./letters.ts";
import { hasDigit, isLetter, type WordToken } from "./tokens.ts";
import { findTypos, typoLetters } from "./typos.ts";
import {
  degree,
  type FieldWords,
  findWords,
  firstName,
  foldKey,
  lastName,
  letterKey,
  middleName,
  nameFields,
  type SearchColumns,
  type Words,
} from "./words.ts";

/** The data of a search. */
export interface Data {
  readonly columns: SearchColumns;
  readonly words: Words;
  readonly names: NameTable;
}

/** How loosely a query is read. Each includes those before it, except that unknown names meet initials only once. */
export const breadths = {
  exact: 0,
  spelling: 1,
  /** Sounds, other forms, case endings. */
  near: 2,
  typos: 3,
  /** A given name that nobody has meets initials, if a whole last name is met. */
  initials: 4,
  /** Words with digits and rooms are set aside, if a whole last name remains. */
  digits: 5,
  /** The same with words that nobody has. */
  unknown: 6,
  /** Typos at any cost, for names to choose from where nobody is found. */
  nearest: 7,
} as const;
export type Breadth = (typeof breadths)[keyof typeof breadths];

/** What stands beside a term of several letters: nothing, only initials, or other such terms. */
export type Company = "none" | "initials" | "terms";

interface TermRules {
  readonly breadth: Breadth;
  readonly company: Company;
  /** Whether only whole words and initials count, as in a written name. */
  readonly isStrict: boolean;
  /** Whether a letter may name a word of a degree. */
  readonly isDegreeLetter?: boolean;
  /** Whether the words were typed as they are, not read on another layout or joined. */
  readonly isAsTyped?: boolean;
}

export interface Term {
  readonly token: WordToken;
  /** By field, the words that the term meets. */
  readonly hits: readonly ReadonlyMap<number, Hit>[];
  /** For an initial: the letters that it may stand for. Empty for other terms. */
  readonly letters: string;
  /** Whether it is a given name or a patronymic, by the table or in the directory. */
  readonly isGivenName: boolean;
  /** Whether it is a patronymic and nothing else. */
  readonly isPatronymic: boolean;
}

/** What is known of a term in all fields. */
interface Typed extends TermRules {
  readonly token: WordToken;
  /** The keys by which it is compared as spelt. */
  readonly keys: readonly string[];
  readonly entries: readonly NameEntry[];
  /** Whether it is a whole given name of the table or the directory. */
  readonly isFirstName: boolean;
}

type Add = (words: Iterable<number>, hit: Hit) => void;

export function makeTerm({ words, names }: Pick<Data, "words" | "names">, token: WordToken, rules: TermRules): Term {
  const { key } = token;
  const keys = [...new Set([key, letterKey(token.text)])];
  const entries = rules.breadth >= breadths.near ? names.find(key) : names.findByKey(key);
  const isFirstName = isWordOf(words[firstName]!, keys) || entries.some(({ field }) => field === "first_name");
  const typed: Typed = { ...rules, token, keys, entries, isFirstName };
  const found = words.map(() => new Map<number, Hit>());
  const adders = found.map((known): Add => {
    return (list, hit) => {
      for (const word of list) if (hit.cost < (known.get(word)?.cost ?? Number.POSITIVE_INFINITY)) known.set(word, hit);
    };
  });
  const isInitial = isLetter(key) && rules.company !== "none";
  if (!rules.isStrict && !token.isLabel && (!isLetter(key) || rules.isDegreeLetter))
    for (const [list, hit] of findDegreeWords(words, token)) adders[degree]!(list, hit);
  const isAbbreviated = token.isStopped && found[degree]!.size > 0;
  for (const field of nameFields)
    addNames(words[field]!, field, typed, isAbbreviated ? hits.abbreviation : hits.beginning, adders[field]!);
  if (rules.breadth >= breadths.typos && !isLetter(key) && !hasDigit(key)) addTypos(words, typed, adders);
  const isOther = found[lastName]!.size > 0 || found[firstName]!.size > 0;
  return {
    token,
    hits: found,
    letters: isInitial ? initialsOf(key) : "",
    isGivenName:
      [firstName, middleName].some((field) => isWordOf(words[field]!, keys)) ||
      entries.some(({ official }) => official.includes(key)),
    isPatronymic: !isOther && (found[middleName]!.size > 0 || entries.some(({ field }) => field === "middle_name")),
  };
}

/** The words of a field that a term of a name meets, except for those with typing errors. */
function addNames(words: FieldWords, field: number, typed: Typed, beginning: Hit, add: Add): void {
  const { token, keys, company, breadth } = typed;
  for (const spelling of keys) add(findWords(words.spelt, spelling), hits.whole);
  if (isLetter(token.key)) {
    if (company === "none") addBeginnings(words, field, typed, hits.beginning, add);
    return;
  }
  addBeginnings(words, field, typed, beginning, add);
  if (company === "terms" && field !== lastName && breadth > breadths.exact) addInitials(words, field, typed, add);
  if (breadth >= breadths.near) addNear(words, field, typed, add);
}

const isWordOf = ({ spelt }: FieldWords, keys: readonly string[]): boolean =>
  keys.some((key) => findWords(spelt, key).length > 0);

function addBeginnings({ spelt, folded }: FieldWords, field: number, typed: Typed, beginning: Hit, add: Add): void {
  const { token, keys, isStrict, breadth, entries } = typed;
  const isGivenName = field === middleName && typed.isFirstName && !isLetter(token.key);
  const isWholeOnly = isGivenName || (isStrict && (field === lastName || !token.isStopped));
  if (!isWholeOnly) for (const spelling of keys) add(findWords(spelt, spelling, true), beginning);
  if (isGivenName && !isStrict && typed.company === "terms")
    for (const spelling of keys) add(findWords(spelt, spelling, true), hits.patronymicBeginning);
  if (isLetter(token.key) || breadth === breadths.exact) return;
  const fold = foldKey(token.text);
  add(findWords(folded, fold), hits.folded);
  if (isWholeOnly || isStrict) return;
  // A form of a given name that nobody has, such as `Евдоким`, may also begin a last name.
  if (entries.length === 0) add(findWords(folded, fold, true), hits.foldedBeginning);
  else if (breadth >= breadths.near) add(findWords(folded, fold, true), hits.soundBeginning);
}

/** Words that meet no degree by their beginning. */
const synonyms: Readonly<Record<string, string>> = {
  ...{ завкаф: "зав", завкафедри: "зав", завкафедрою: "зав", завідуючий: "зав", завідуюча: "зав" },
  ...{ заведующий: "зав", заведующая: "зав", преподаватель: "викладач", преподавательница: "викладач" },
  ...{ ст: "старший", старша: "старший", старшая: "старший", senior: "старший", lecturer: "викладач" },
  ...{ dr: "доктор", phd: "доктор", assistant: "асистент", head: "зав" },
};
const feminine = /(?<=тор|сор|ент|рант|ач|ан|нер|сист)ка$/;

/** The words of degrees that a term names, with the hit of each. */
function findDegreeWords(words: Words, { key, isStopped }: WordToken): (readonly [words: Uint32Array, hit: Hit])[] {
  const { spelt, sounds } = words[degree]!;
  if (isLetter(key)) return [[findWords(spelt, key, true), isStopped ? hits.stoppedDegree : hits.degreeLetter]];
  const name = synonyms[key] ?? key.replace(feminine, "");
  const hit = isStopped ? hits.stoppedDegree : hits.degree;
  const isLong = name.length > 2;
  const lists: [Uint32Array, Hit][] = [
    [findWords(spelt, key), hit],
    [findWords(spelt, name, isLong || isStopped), hit],
  ];
  if (isLong)
    for (const sound of typedSoundKeys(name))
      if (sound.length > 2) lists.push([findWords(sounds, sound, true), hits.degree]);
  return lists;
}

/** A whole given name or patronymic meets the stored initials of its place. */
function addInitials(
  words: FieldWords,
  field: number,
  { token: { key }, keys, entries, breadth }: Typed,
  add: Add,
): void {
  const initial = (name: string): Uint32Array => findWords(words.spelt, name.charAt(0));
  const official = entries.filter((entry) => entry.field === nameFieldNames[field]).flatMap((entry) => entry.official);
  if (official.includes(key) || isWordOf(words, keys) || breadth === breadths.initials) add(initial(key), hits.initial);
  for (const name of official) add(initial(name), hits.initialOfForm);
}

function addNear({ spelt, sounds }: FieldWords, field: number, typed: Typed, add: Add): void {
  const { token, isStrict, isAsTyped = true, entries } = typed;
  const mayBegin = /^[a-z]{3,}$/.test(token.key) && isAsTyped && !isStrict;
  for (const sound of typedSoundKeys(token.key)) {
    add(findWords(sounds, sound), hits.sound);
    if (mayBegin && sound.length > 1) add(findWords(sounds, sound, true), hits.soundBeginning);
  }
  for (const entry of entries)
    if (entry.field === nameFieldNames[field]) for (const form of entry.keys) add(findWords(spelt, form), hits.form);
  for (const basic of basicForms(token.key, nameFieldNames[field]!)) add(findWords(spelt, basic), hits.caseEnding);
}

const typoFields = { terms: nameFields, initials: [lastName], none: [lastName, firstName] } as const;

function addTypos(
  words: Words,
  { token: { key }, keys, entries, company, isStrict, breadth }: Typed,
  adders: readonly Add[],
): void {
  const isNearest = breadth === breadths.nearest;
  // An edit never turns one real name into another.
  const isStored = company !== "none" && nameFields.some((field) => isWordOf(words[field]!, keys));
  const isOfficial = isStrict && entries.some(({ official }) => official.includes(key));
  if ((isStored || isOfficial) && !isNearest) return;
  const letters = typoLetters[isNearest ? "nearest" : company];
  for (const field of typoFields[company])
    findTypos(words[field]!, key, letters, (word, hit) => adders[field]!([word], hit));
}

/** Whether a term meets a word at {@link nearCost} or less, and no initial. */
export const isNear = ({ hits: found }: Term, most = nearCost): boolean =>
  found.some((byWord) => byWord.values().some(({ cost, isInitial }) => cost <= most && !isInitial));
