/** A term of a query, and the words of each field that it meets. */
import { basicForms } from "../../domain/names/case-endings.ts";
import type { NameEntry, NameTable } from "../../domain/names/given-names.ts";
import { typedSoundKeys } from "../../domain/names/sound.ts";
import type { Reading } from "../../domain/results.ts";
import { nameFieldNames } from "../../domain/teacher.ts";
import type { TextColumn } from "../content.ts";
import { type Hit, hits, nearCost } from "./costs.ts";
import { initialsOf, isDegreeLetter, isDegreeRun } from "./letters.ts";
import { hasDigit, isAround, isLetter, type WordToken } from "./tokens.ts";
import { findTypos } from "./typos.ts";
import {
  degree,
  findWords,
  firstName,
  foldKey,
  isStored,
  lastName,
  letterKey,
  middleName,
  nameFields,
  type Words,
} from "./words.ts";

/** The data of a search. */
export interface Data {
  /** By alphabetical rank. */
  readonly ids: Float64Array;
  /** Last, first and middle name, and the degree. */
  readonly columns: readonly TextColumn[];
  readonly words: Words;
  readonly names: NameTable;
}

export function textAt({ columns }: Data, field: number, rank: number): string {
  const { values, codes } = columns[field]!;
  return values[codes[rank]!]!;
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
} as const;
type Breadth = (typeof breadths)[keyof typeof breadths];

/** One way to read what was typed. */
export interface Query {
  readonly tokens: readonly WordToken[];
  readonly breadth: Breadth;
  /** What it costs to read it so. */
  readonly extra?: number;
  /** How it is read, if not as typed. */
  readonly reading?: Reading;
  /** Whether only whole words and initials count, as in a written name. */
  readonly isStrict?: boolean;
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
  /** Whether it may be set aside. */
  readonly mayGo: boolean;
}

/** What is known of a term in all fields. */
interface Typed extends Query {
  /** What stands beside a term of several letters. */
  readonly company: keyof typeof typoFields;
  readonly words: Words;
  readonly token: WordToken;
  /** The keys by which it is compared as spelt. */
  readonly keys: readonly string[];
  readonly entries: readonly NameEntry[];
  /** Adds the words that it meets; of several hits of a word, the cheapest counts. */
  add(field: number, words: Iterable<number>, hit: Hit): void;
}

const termsMax = 12;
/** A name has no more words, and looking for typos is dear. */
const typoTermsMax = 6;

/** The terms of a query; null if they are none, or too many. */
export function readTerms(data: Data, query: Query): Term[] | null {
  const { tokens, breadth } = query;
  if (tokens.length === 0 || tokens.length > termsMax) return null;
  // `Кім` is a name and a room.
  const isLong = (token: WordToken): boolean =>
    !isLetter(token.key) && (!isAround(token) || isStored(data.words, token.key, nameFields));
  const count = tokens.filter(isLong).length;
  if (breadth >= breadths.typos && count > typoTermsMax) return null;
  const company = tokens.length === 1 || count === 0 ? "none" : count === 1 ? "initials" : "terms";
  return tokens.map((_, at) => readTerm(data, query, at, company));
}

function readTerm({ words, names }: Data, query: Query, at: number, company: Typed["company"]): Term {
  const { tokens, breadth, isStrict } = query;
  const token = tokens[at]!;
  const { key } = token;
  const isOneLetter = isLetter(key);
  const keys = [...new Set([key, letterKey(token.text)])];
  const entries = breadth >= breadths.near ? names.find(key) : names.findByKey(key);
  const found = words.map(() => new Map<number, Hit>());
  const add: Typed["add"] = (field, list, hit) => {
    const known = found[field]!;
    for (const word of list) if (hit.cost < (known.get(word)?.cost ?? Number.POSITIVE_INFINITY)) known.set(word, hit);
  };
  const typed: Typed = { ...query, company, words, token, keys, entries, add };
  if (!isStrict && !token.isLabel && (!isOneLetter || isDegreeLetter(words, tokens, at))) addDegreeWords(typed);
  const isAbbreviated = !isOneLetter && token.isStopped && found[degree]!.size > 0;
  for (const field of nameFields) addNames(typed, field, isAbbreviated ? hits.abbreviation : hits.beginning);
  if (breadth >= breadths.typos && !isOneLetter && !hasDigit(key)) addTypos(typed);
  const isOther = found[lastName]!.size > 0 || found[firstName]!.size > 0;
  const term = {
    token,
    hits: found,
    letters: isOneLetter && company !== "none" ? initialsOf(key) : "",
    isGivenName: isWord(typed, firstName, middleName) || entries.some(({ official }) => official.includes(key)),
    isPatronymic: !isOther && (found[middleName]!.size > 0 || entries.some(({ field }) => field === "middle_name")),
  };
  return { ...term, mayGo: !isStrict && breadth !== breadths.exact && mayGo(words, query, at, term) };
}

function mayGo(words: Words, { tokens, breadth }: Query, at: number, term: Omit<Term, "mayGo">): boolean {
  const { token, hits: found } = term;
  const isRoom = isAround(token) && (hasDigit(token.key) || isStored(words, token.key, nameFields));
  if (isAround(token) && (breadth >= breadths.digits || !isRoom)) return true;
  const isWord = !isLetter(token.key);
  if (found[degree]!.size > 0) return isWord || isDegreeRun(tokens, at);
  const isInDoubleName = token.isJoined || tokens[at + 1]?.isJoined === true;
  const isKnown = isInDoubleName || term.isGivenName || isNear(term, hits.sound.cost);
  return breadth >= breadths.unknown && isWord && !isKnown;
}

const isWord = ({ words, keys }: Typed, ...fields: readonly number[]): boolean =>
  keys.some((key) => isStored(words, key, fields));

/** Words that meet no degree by their beginning. */
const synonyms: Readonly<Record<string, string>> = {
  ...{ завкаф: "зав", завкафедри: "зав", завкафедрою: "зав", завідуючий: "зав", завідуюча: "зав" },
  ...{ заведующий: "зав", заведующая: "зав", преподаватель: "викладач", преподавательница: "викладач" },
  ...{ ст: "старший", старша: "старший", старшая: "старший", senior: "старший", lecturer: "викладач" },
  ...{ dr: "доктор", phd: "доктор", assistant: "асистент", head: "зав" },
};
const feminine = /(?<=тор|сор|ент|рант|ач|ан|нер|сист)ка$/;

/** Adds the words of degrees that a term names. */
function addDegreeWords({ words, token: { key, isStopped }, add }: Typed): void {
  const { spelt, sounds } = words[degree]!;
  const isOneLetter = isLetter(key);
  const name = synonyms[key] ?? key.replace(feminine, "");
  const isLong = name.length > 2;
  const hit = isStopped ? hits.stoppedDegree : isOneLetter ? hits.degreeLetter : hits.degree;
  add(degree, findWords(spelt, key), hit);
  add(degree, findWords(spelt, name, isLong || isStopped || isOneLetter), hit);
  if (!isLong) return;
  for (const sound of typedSoundKeys(name))
    if (sound.length > 2) add(degree, findWords(sounds, sound, true), hits.degree);
}

/** Adds the words of a field that a term of a name meets, except for those with typing errors. */
function addNames(typed: Typed, field: number, beginning: Hit): void {
  const { words, token, keys, entries, breadth, company, isStrict, add } = typed;
  const { spelt, folded } = words[field]!;
  const isOneLetter = isLetter(token.key);
  for (const key of keys) add(field, findWords(spelt, key), hits.whole);
  if (isOneLetter && company !== "none") return;
  // A whole given name is more often that than the beginning of a patronymic.
  const isFirstName =
    field === middleName &&
    !isOneLetter &&
    (isWord(typed, firstName) || entries.some((entry) => entry.field === "first_name"));
  const isWholeOnly = isFirstName || (isStrict && (field === lastName || !token.isStopped));
  const begins = isFirstName && !isStrict && company === "terms" ? hits.patronymicBeginning : beginning;
  if (!isWholeOnly || begins === hits.patronymicBeginning)
    for (const key of keys) add(field, findWords(spelt, key, true), begins);
  if (isOneLetter || breadth === breadths.exact) return;
  const fold = foldKey(token.text);
  add(field, findWords(folded, fold), hits.folded);
  // A form of a given name that nobody has, such as `Евдоким`, may also begin a last name.
  if (!isWholeOnly && !isStrict && (entries.length === 0 || breadth >= breadths.near))
    add(field, findWords(folded, fold, true), entries.length === 0 ? hits.foldedBeginning : hits.soundBeginning);
  if (company === "terms" && field !== lastName) addInitials(typed, field);
  if (breadth >= breadths.near) addNear(typed, field);
}

/** A whole given name or patronymic meets the stored initials of its place. */
function addInitials(typed: Typed, field: number): void {
  const { words, token, entries, breadth, add } = typed;
  const initial = (name: string): Uint32Array => findWords(words[field]!.spelt, name.charAt(0));
  const official = entries.filter((entry) => entry.field === nameFieldNames[field]).flatMap((entry) => entry.official);
  if (official.includes(token.key) || isWord(typed, field) || breadth === breadths.initials)
    add(field, initial(token.key), hits.initial);
  for (const name of official) add(field, initial(name), hits.initialOfForm);
}

function addNear({ words, token: { key }, entries, isStrict, reading, add }: Typed, field: number): void {
  const { spelt, sounds } = words[field]!;
  const name = nameFieldNames[field]!;
  const mayBegin = /^[a-z]{3,}$/.test(key) && reading === undefined && !isStrict;
  for (const sound of typedSoundKeys(key)) {
    add(field, findWords(sounds, sound), hits.sound);
    if (mayBegin && sound.length > 1) add(field, findWords(sounds, sound, true), hits.soundBeginning);
  }
  for (const entry of entries)
    if (entry.field === name) for (const form of entry.keys) add(field, findWords(spelt, form), hits.form);
  for (const basic of basicForms(key, name)) add(field, findWords(spelt, basic), hits.caseEnding);
}

const typoFields = { none: [lastName, firstName], initials: [lastName], terms: nameFields } as const;

function addTypos(typed: Typed): void {
  const { words, token, entries, company, isStrict, add } = typed;
  // An edit never turns one real name into another.
  const isOfficial = isStrict && entries.some(({ official }) => official.includes(token.key));
  if (isOfficial || (company !== "none" && isWord(typed, ...nameFields))) return;
  for (const field of typoFields[company])
    findTypos(words[field]!, token.key, company, (word, hit) => add(field, [word], hit));
}

/** Whether a term meets a word at this cost or less, and no initial. */
const isNear = ({ hits: found }: Pick<Term, "hits">, most: number): boolean =>
  found.some((byWord) => byWord.values().some(({ cost, isInitial }) => cost <= most && !isInitial));

/** Whether a word is a whole word of some name at {@link nearCost} or less. */
export const isNearName = (data: Data, token: WordToken): boolean =>
  readTerms(data, { tokens: [token], breadth: breadths.near, isStrict: true })!.some((term) => isNear(term, nearCost));
