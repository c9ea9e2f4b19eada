/** A query as people type and paste it: its words, the degrees that they name, and the ways to divide it. */
import { hasLetterOrDigit, spellingKey, splitWords, wordPattern } from "../../domain/names/names.ts";
import { soundKeys, typedSoundKeys } from "../../domain/names/sound.ts";
import { abbreviateDegree } from "../../domain/teacher.ts";
import { findByKey, findByPrefix, textAt } from "../../image/column.ts";
import type { ImageContent } from "../../image/layout.ts";
import type { Task } from "../scheduler.ts";

/** One word of a query. */
export interface QueryToken {
  /** As typed, without the punctuation around it. */
  readonly text: string;
  readonly key: string;
  /** Whether a full stop follows directly, as after an abbreviation. */
  readonly isStopped: boolean;
  /** Whether a colon follows: `ПІБ:`. */
  readonly isLabel: boolean;
  /** Whether a hyphen joins it to another word. */
  readonly isHyphenated: boolean;
}

const tag = /<\/?[a-z][^<>]*>/gi;
const entity = /&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]+));/gi;
const namedEntities: Readonly<Record<string, string>> = { amp: "&", apos: "'", rsquo: "’", lt: "<", gt: ">" };

/** Removes HTML markup from copied text. Unknown entities, such as `&nbsp;`, separate words. */
function dropMarkup(text: string): string {
  if (!/[<&]/.test(text)) return text;
  return text.replace(tag, " ").replace(entity, (_, decimal, hexadecimal, name) => {
    if (name !== undefined) return namedEntities[name.toLowerCase()] ?? " ";
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal));
  });
}

const surroundings = /^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}'’ʼ*]+$/gu;

/** `д-р`: the hyphen would divide it into two initials. */
const doctor = /(?<!\p{L})д-р(?!\p{L})/giu;

/**
 * The words that have a letter or a digit, without HTML markup and surrounding punctuation. With `isRaw`, keeps all
 * words, markup and punctuation.
 */
export function readTokens(text: string, isRaw = false): QueryToken[] {
  const clean = (isRaw ? text : dropMarkup(text)).normalize("NFC").replace(doctor, "доктор");
  return Array.from(clean.matchAll(wordPattern), ({ 0: found, index }) => {
    const after = clean.charAt(index + found.length);
    const isHyphenated = isHyphen(clean, index - 1) || isHyphen(clean, index + found.length);
    return { ...tokenOf(isRaw ? found : found.replace(surroundings, ""), after === ".", after === ":"), isHyphenated };
  }).filter(({ key }) => (isRaw ? key !== "" : hasLetterOrDigit(key)));
}

export function tokenOf(text: string, isStopped = false, isLabel = false): QueryToken {
  return { text, key: spellingKey(text), isStopped, isLabel, isHyphenated: false };
}

function isHyphen(text: string, at: number): boolean {
  return /\p{Pd}/u.test(text.charAt(at)) && /\p{L}/u.test(text.charAt(at - 1)) && /\p{L}/u.test(text.charAt(at + 1));
}

/** Whether a key is a single letter, possibly with a combining mark. */
export function isLetter(key: string): boolean {
  return /^\p{L}\p{M}*$/u.test(key);
}

const capitalInside = /(?<=\p{Ll}['’ʼ]?)(?=\p{Lu})/u;
const twoCapitals = /^\p{Lu}{2}$/u;

/**
 * Divides words that were typed without a space, unless the whole word is stored. `ШевченкоО` is divided at the
 * capital. Two capitals beside a longer word are divided into initials.
 */
export function divideAtCapitals(tokens: readonly QueryToken[], isStored: (key: string) => boolean): QueryToken[] {
  const hasLongWord = tokens.some(({ key }) => key.length > 2);
  return tokens.flatMap((token) => {
    const { text, isStopped, isLabel } = token;
    const parts = twoCapitals.test(text) && hasLongWord ? [...text] : text.split(capitalInside);
    if (parts.length === 1 || isStored(token.key)) return [token];
    return parts.map((part, i) => {
      const isLast = i === parts.length - 1;
      return tokenOf(part, isStopped && isLast, isLabel && isLast);
    });
  });
}

/** Words that people type around a name, and that are never part of one. */
const context = `
пан пані панове панна добродій добродійка шановний шановна шановні вельмишановний вельмишановна вчитель вчителька учитель
учителька г-н г-жа господин госпожа mr mrs ms miss dear sir madam
до від про для при над під про через або та й чи це цей ця хто де коли який яка які по на за із зі від у в
розклад розклади заняття пара пари лекція лекції лекцій лек лекц практика практичне практичні практ пр лабораторна лабораторні лаб
семінар семінари сем семін іспит іспити екзамен залік консультація консультації конс перездача захист предмет дисципліна тема
ауд аудиторія аудиторії аудит каб кабінет кім кімната корп корпус поверх будинок буд група групи гр потік підгрупа підгр курс
спортзал парний непарний онлайн офлайн online zoom зум meet teams дистанційно посилання зам заміна замість
піб прізвище ім'я імя по-батькові батькові викл викладач керівник куратор тел телефон моб email e-mail пошта mail сайт
teacher lecturer name room lecture group schedule timetable расписание преподаватель лекция семинар экзамен зачет зачёт телефон фио
понеділок вівторок середа четвер п'ятниця субота неділя пн вт ср чт пт сб нд тиждень
`;

const contextKeys = new Set(
  context
    .split(/[\s-]+/)
    .map(spellingKey)
    .filter((key) => key.length > 1),
);

/** Whether a word is a form of address, a preposition or another word that people type around a name. */
export function isContextWord(key: string): boolean {
  return contextKeys.has(key);
}

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

/** Words that match no degree by prefix or by sound: some contractions, and Russian and English words. */
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
/** The number of degrees compared between two yields, which takes about 100 microseconds. */
const degreesBetweenYields = 64;

/** The data and the cache for finding degrees. */
export interface DegreeReader {
  readonly content: ImageContent;
  /** For each typed word, the codes of the degrees that contain a word that it may stand for. */
  readonly degreeCodes: Map<string, ReadonlySet<number>>;
}

/** At most this many words are cached. */
const cachedMax = 16_384;

/** The degrees that a query names, from left to right. If several degrees match at a word, the longest match wins. */
export function* findNamedDegrees(reader: DegreeReader, tokens: readonly QueryToken[]): Task<NamedDegree[]> {
  const found: NamedDegree[] = [];
  for (let start = 0; start < tokens.length; ) {
    const longest = yield* findLongest(reader, tokens, start);
    if (longest !== null) found.push(longest);
    start += longest?.length ?? 1;
  }
  return found;
}

/** The longest run of words, starting at `start`, that a degree contains in this order; null if there is none. */
function* findLongest(reader: DegreeReader, tokens: readonly QueryToken[], start: number): Task<NamedDegree | null> {
  const run = untilLabel(tokens.slice(start, start + wordsMax));
  if (!canNameDegree(run)) return null;
  const keys = run.map(keyOfDegreeWord);
  /** By the code of a degree: how many words of the run it contains, and how many words it has in total. */
  const known = new Map<number, { length: number; words: number }>();
  let steps = 0;
  for (const code of findDegreeCodes(reader, keys[0]!)) {
    if (++steps % degreesBetweenYields === 0) yield;
    const degree = textAt(reader.content.columns.degree.values, code);
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

/** The codes of the degrees that contain a word that `word` may stand for. */
function findDegreeCodes({ content, degreeCodes }: DegreeReader, word: string): ReadonlySet<number> {
  const known = degreeCodes.get(word);
  if (known !== undefined) return known;
  const { spelling, sound } = content.degrees;
  // The words of an abbreviation such as `к.т.н.` are single letters in the index.
  const lists = [findByPrefix(spelling, word), findByKey(spelling, word.charAt(0))];
  for (const key of typedSoundKeys(word)) if (key.length > 2) lists.push(findByPrefix(sound, key));
  const codes = new Set(lists.flatMap((list) => [...list]));
  if (degreeCodes.size === cachedMax) degreeCodes.clear();
  degreeCodes.set(word, codes);
  return codes;
}

/** The number of words at the start of a run that match the first words of a degree. */
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

/** A way to divide a query into the words of a name, degrees, and words that are set aside. */
export interface Division {
  readonly names: readonly QueryToken[];
  readonly degrees: readonly NamedDegree[];
  readonly setAside: readonly string[];
}

/**
 * Generates the ways to divide a query, the most likely first. A word with a full stop is first read as a degree, and
 * any other word as a name. Then come ways that set aside words that people write beside names, such as `пан`.
 * It also yields undefined, as tasks do, so that the search can pause.
 */
export function* divideQuery(
  reader: DegreeReader,
  tokens: readonly QueryToken[],
): Generator<Division | undefined, void> {
  const onlyNames: Division = { names: tokens, degrees: [], setAside: [] };
  // Most searches are for a name alone, and end here.
  const hasStopped = tokens.some(({ isStopped }) => isStopped);
  if (!hasStopped) yield onlyNames;
  const degrees = yield* findNamedDegrees(reader, tokens);
  const stopped = degrees.filter(({ isStopped }) => isStopped);
  const unstopped = degrees.filter(({ isStopped }) => !isStopped);
  const choices = [
    ...(stopped.length > 0 ? [stopped] : []),
    [],
    ...(unstopped.length > 1 ? unstopped.map((degree) => [...stopped, degree]) : []),
    ...(unstopped.length > 0 ? [degrees] : []),
  ];
  const divisions = choices.map((named): Division => {
    const isNamed = (at: number): boolean => named.some(({ start, length }) => at >= start && at < start + length);
    return { names: tokens.filter((_, at) => !isNamed(at)), degrees: named, setAside: [] };
  });
  yield* hasStopped ? divisions : divisions.slice(1);
  for (const { names, degrees: named } of divisions) {
    const kept = names.filter(({ key, isLabel }) => !isLabel && !isContextWord(key));
    if (kept.length === names.length) continue;
    const setAside = names.filter((token) => !kept.includes(token)).map(({ text }) => text);
    yield { names: kept, degrees: named, setAside };
  }
}
