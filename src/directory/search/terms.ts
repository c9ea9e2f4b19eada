/** The terms of a query, and the words of each field that they meet. */
import { basicForms } from "../../domain/names/case-endings.ts";
import type { NameTable } from "../../domain/names/given-names.ts";
import { foldKey, hasDigit, isLetter, letterKey, spellingKey, type WordToken } from "../../domain/names/names.ts";
import { cyrillicInitials, typedSoundKeys } from "../../domain/names/sound.ts";
import type { Reading } from "../../domain/results.ts";
import { nameFieldNames } from "../../domain/teacher.ts";
import type { TextColumn } from "../content.ts";
import { type Hit, hits, nearCost } from "./costs.ts";
import { findTypos } from "./typos.ts";
import { degree, findWords, firstName, isStored, lastName, middleName, nameFields, type Words } from "./words.ts";

export interface Data {
  /** Last, first and middle name, and the degree. */
  readonly columns: readonly TextColumn[];
  readonly words: Words;
  readonly names: NameTable;
}

export function textAt({ columns }: Data, field: number, rank: number): string {
  const { values, codes } = columns[field]!;
  return values[codes[rank]!]!;
}

/** Words that people type around a name, and that are never part of one. */
const context = `
пан пані панове панна добродій добродійка шановний шановна шановні вельмишановний вельмишановна вчитель вчителька учитель
учителька г-н г-жа господин госпожа mr mrs ms miss dear sir madam teacher lecturer name room lecture group schedule timetable
до про для при над під через або та чи це цей ця хто де коли який яка які по на за із зі від пн вт ср чт пт сб нд
розклад розклади заняття пара пари лекція лекції лекцій лек лекц практика практичне практичні практ пр лабораторна лабораторні лаб
семінар семінари сем семін іспит іспити екзамен залік консультація консультації конс перездача захист предмет дисципліна тема
ауд аудиторія аудиторії аудит каб кабінет кім кімната корп корпус поверх будинок буд група групи гр потік підгрупа підгр курс
спортзал парний непарний онлайн офлайн online zoom зум meet teams дистанційно посилання зам заміна замість лк лб лр пз
піб прізвище ім'я імя по-батькові батькові викл викладач керівник куратор тел телефон моб email e-mail пошта mail сайт
расписание преподаватель лекция семинар экзамен зачет зачёт фио понеділок вівторок середа четвер п'ятниця субота неділя тиждень
`;

const contextKeys = new Set(
  context
    .split(/[\s-]+/)
    .map(spellingKey)
    .filter((key) => key.length > 1),
);

/** Whether a word is a form of address, a label, a room or another word that people type around a name. */
export function isAround({ key, isLabel }: WordToken): boolean {
  return isLabel || contextKeys.has(key) || hasDigit(key);
}

/** How loosely a query is read. Each includes those before it, except that unknown names meet initials only once. */
export const breadths = {
  exact: 0,
  spelling: 1,
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

const termsMax = 12;
/** A name has no more words. Looking for typos, and for all words that begin with a letter, is dear. */
const dearTermsMax = 6;

/** The terms of a query; null if they are none, or too many. */
export function readTerms(data: Data, query: Query): Term[] | null {
  const { tokens, breadth } = query;
  if (tokens.length === 0 || tokens.length > termsMax) return null;
  // `Кім` is a name and a room.
  const isLong = (token: WordToken): boolean =>
    !isLetter(token.key) && (!isAround(token) || isStored(data.words, token.key, nameFields));
  const count = tokens.filter(isLong).length;
  if ((breadth >= breadths.typos || count === 0) && (count || tokens.length) > dearTermsMax) return null;
  const company = tokens.length === 1 || count === 0 ? "none" : count === 1 ? "initials" : "terms";
  return tokens.map((_, at) => readTerm(data, query, at, company));
}

/** What stands beside a term of several letters. */
type Company = keyof typeof typoFields;
type KeyListName = "spelt" | "folded" | "sounds";
type Typed = ReturnType<typeof openTerm>;

function openTerm({ words, names }: Data, query: Query, token: WordToken, company: Company) {
  const { key, text } = token;
  /** The keys by which it is compared as spelt. */
  const keys = [...new Set([key, letterKey(text)])];
  const entries = query.breadth >= breadths.near ? names.find(key) : names.findByKey(key);
  const found = words.map(() => new Map<number, Hit>());
  const isOneLetter = isLetter(key);
  const isOfficial = entries.some(({ official }) => official.includes(key));
  const isWord = (...fields: readonly number[]): boolean => keys.some((one) => isStored(words, one, fields));
  const isFirstName = isWord(firstName) || entries.some(({ field }) => field === "first_name");
  /** Of several hits of a word, the cheapest counts. */
  function add(field: number, word: number, hit: Hit): void {
    if (hit.cost < (found[field]!.get(word)?.cost ?? Number.POSITIVE_INFINITY)) found[field]!.set(word, hit);
  }
  /** Adds the words that have one of the keys, or begin with it. */
  function find(field: number, list: KeyListName, all: readonly string[], hit: Hit, isPrefix = !hit.isWhole): void {
    for (const one of all) for (const word of findWords(words[field]![list], one, isPrefix)) add(field, word, hit);
  }
  const is = { isOneLetter, isOfficial, isFirstName, isWord, isGivenName: isOfficial || isWord(firstName, middleName) };
  return { ...query, ...is, company, words, token, keys, entries, found, add, find };
}

function readTerm(data: Data, query: Query, at: number, company: Company): Term {
  const typed = openTerm(data, query, query.tokens[at]!, company);
  const { tokens, breadth, isStrict, token, entries, found, isOneLetter, isGivenName } = typed;
  const { key } = token;
  if (!isStrict && !token.isLabel && (!isOneLetter || isDegreeLetter(data.words, tokens, at))) findDegreeWords(typed);
  const isAbbreviated = !isOneLetter && token.isStopped && found[degree]!.size > 0;
  for (const field of nameFields) findNames(typed, field, isAbbreviated ? hits.abbreviation : hits.beginning);
  if (breadth >= breadths.typos && !isOneLetter && !hasDigit(key)) addTypos(typed);
  const isOther = found[lastName]!.size > 0 || found[firstName]!.size > 0;
  return {
    token,
    hits: found,
    letters: isOneLetter && company !== "none" ? (cyrillicInitials[key] ?? key) : "",
    isGivenName,
    isPatronymic: !isOther && (found[middleName]!.size > 0 || entries.some(({ field }) => field === "middle_name")),
    mayGo: !isStrict && breadth !== breadths.exact && mayGo(typed, at),
  };
}

function mayGo({ tokens, breadth, token, found, isOneLetter, isGivenName, isWord }: Typed, at: number): boolean {
  const isRoom = hasDigit(token.key) || isWord(...nameFields);
  if (isAround(token) && (breadth >= breadths.digits || !isRoom)) return true;
  if (found[degree]!.size > 0) return !isOneLetter || runOf(tokens, at).isDegree;
  const isInDoubleName = token.isJoined || tokens[at + 1]?.isJoined === true;
  const isKnown = isOneLetter || isInDoubleName || isGivenName || isNear(found, hits.sound.cost);
  return breadth >= breadths.unknown && !isKnown;
}

/** The run of letters around a letter: whether it is a degree on its own (`к.т.н.`), and the words beside it. */
function runOf(tokens: readonly WordToken[], at: number) {
  const isWord = (token: WordToken | undefined): boolean => token === undefined || !isLetter(token.key);
  const before = tokens.findLastIndex((token, i) => i < at && isWord(token));
  const after = at + [...tokens.slice(at), undefined].findIndex(isWord);
  return { isDegree: after - before > 3, beside: tokens.filter((_, i) => i === before || i === after) };
}

/** Whether a letter may name a word of a degree: in such a run, or in one beside a word of a degree. */
function isDegreeLetter(words: Words, tokens: readonly WordToken[], at: number): boolean {
  const { isDegree, beside } = runOf(tokens, at);
  return isDegree || beside.some(({ key }) => isStored(words, key, [degree], true));
}

/** Words that meet no degree by their beginning. */
const synonyms: Readonly<Record<string, string>> = {
  ...{ завкаф: "зав", завкафедри: "зав", завкафедрою: "зав", завідуючий: "зав", завідуюча: "зав" },
  ...{ заведующий: "зав", заведующая: "зав", преподаватель: "викладач", преподавательница: "викладач" },
  ...{ ст: "старший", старша: "старший", старшая: "старший", старшого: "старший", старшому: "старший" },
  ...{ senior: "старший", lecturer: "викладач", dr: "доктор", phd: "доктор", assistant: "асистент", head: "зав" },
};
const degreeEnding = /(?<=тор|сор|ент|рант|ач|ан|нер|сист)(?:к?[аиіу]|кою|ці|ові|еві|ом|ем|ів)$/;

function findDegreeWords({ token: { key, isStopped }, isOneLetter, breadth, find }: Typed): void {
  const name = synonyms[key] ?? key.replace(degreeEnding, "");
  const isLong = name.length > 2;
  const hit = isStopped ? hits.stoppedDegree : isOneLetter ? hits.degreeLetter : hits.degree;
  find(degree, "spelt", [key], hit);
  find(degree, "spelt", [name], hit, isLong || isStopped || isOneLetter);
  const sounds = isLong && breadth >= breadths.near ? typedSoundKeys(name).filter((sound) => sound.length > 2) : [];
  find(degree, "sounds", sounds, hits.degree, true);
}

function findNames(typed: Typed, field: number, beginning: Hit): void {
  const { token, keys, entries, breadth, company, isStrict, isOneLetter, find } = typed;
  find(field, "spelt", keys, hits.whole);
  if (isOneLetter && company !== "none") return;
  // A whole given name is more often that than the beginning of a patronymic.
  const isFirstName = field === middleName && !isOneLetter && typed.isFirstName;
  const isWholeOnly = isFirstName || (isStrict && (field === lastName || !token.isStopped));
  const begins = isFirstName && !isStrict && company === "terms" ? hits.patronymicBeginning : beginning;
  if (!isWholeOnly || begins === hits.patronymicBeginning) find(field, "spelt", keys, begins);
  if (isOneLetter || breadth === breadths.exact) return;
  const fold = [foldKey(token.text)];
  find(field, "folded", fold, hits.folded);
  // A form of a given name that nobody has, such as `Евдоким`, may also begin a last name.
  if (!isWholeOnly && !isStrict && (entries.length === 0 || breadth >= breadths.near))
    find(field, "folded", fold, entries.length === 0 ? hits.foldedBeginning : hits.soundBeginning);
  if (company === "terms" && field !== lastName) findInitials(typed, field);
  if (breadth >= breadths.near) findNear(typed, field);
}

/** A whole given name or patronymic meets the stored initials of its place. */
function findInitials({ token: { key }, entries, breadth, isWord, find }: Typed, field: number): void {
  const official = entries.filter((entry) => entry.field === nameFieldNames[field]).flatMap((entry) => entry.official);
  if (official.includes(key) || isWord(field) || breadth === breadths.initials)
    find(field, "spelt", [key.charAt(0)], hits.initial);
  for (const name of official) find(field, "spelt", [name.charAt(0)], hits.initialOfForm);
}

function findNear({ token: { key }, entries, isStrict, reading, find }: Typed, field: number): void {
  const sounds = typedSoundKeys(key);
  find(field, "sounds", sounds, hits.sound);
  if (/^[a-z]{3,}$/.test(key) && reading === undefined && !isStrict)
    for (const sound of sounds) if (sound.length > 1) find(field, "sounds", [sound], hits.soundBeginning);
  const name = nameFieldNames[field]!;
  for (const entry of entries) if (entry.field === name) find(field, "spelt", entry.keys, hits.form);
  const basic = basicForms(key, name);
  find(field, "spelt", basic, hits.caseEnding);
  // A basic form in -ой sounds like one in -ий, but `Білою` is no form of `Білий`.
  const heard = isStrict ? [] : basic.filter((form) => !form.endsWith("ой"));
  find(field, "sounds", heard.flatMap(typedSoundKeys), hits.caseEnding);
}

const typoFields = { none: [lastName, firstName], initials: [lastName], terms: nameFields } as const;

function addTypos({ words, token, company, isStrict, isOfficial, isWord, add }: Typed): void {
  // An edit never turns one real name into another.
  if ((isStrict && isOfficial) || (company !== "none" && isWord(...nameFields))) return;
  for (const field of typoFields[company])
    for (const [word, hit] of findTypos(words[field]!, token.key, company)) add(field, word, hit);
}

/** Whether a term meets a word at this cost or less, and no initial. */
const isNear = (found: Term["hits"], most: number): boolean =>
  found.some((byWord) => byWord.values().some(({ cost, isInitial }) => cost <= most && !isInitial));

/** Whether a word is a whole word of some name at {@link nearCost} or less. */
export function isNearName(data: Data, token: WordToken): boolean {
  const query: Query = { tokens: [token], breadth: breadths.near, isStrict: true };
  return isNear(readTerm(data, query, 0, "none").hits, nearCost);
}
