/** Text as people type and paste it: the words of names and queries, which are read alike. */
import { hasLetterOrDigit, spellingKey, wordPattern } from "../../domain/names/names.ts";

export interface WordToken {
  /** As typed, without the punctuation around it. */
  readonly text: string;
  readonly key: string;
  /** Whether a full stop follows directly, as after an abbreviation. */
  readonly isStopped: boolean;
  /** Whether a colon follows: `ПІБ:`. */
  readonly isLabel: boolean;
  /** Whether a hyphen joins it to the word before. */
  readonly isJoined: boolean;
}

const tag = /<\/?[a-z][^<>]*>/gi;
const entity = /&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]+));/gi;
const namedEntities: Readonly<Record<string, string>> = { amp: "&", apos: "'", rsquo: "’", lt: "<", gt: ">" };

/** Drops tags and decodes entities of letters, digits, `&` and `<`; other entities become spaces. */
export function dropMarkup(text: string): string {
  if (!/[<&]/.test(text)) return text;
  return text.replace(tag, " ").replace(entity, (_, decimal, hexadecimal, name) => {
    if (name !== undefined) return namedEntities[name.toLowerCase()] ?? " ";
    const character = String.fromCodePoint(decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal));
    return /[\p{L}\p{M}\p{N}'’]/u.test(character) ? character : " ";
  });
}

const surroundings = /^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}'’ʼ*]+$/gu;
/** `д-р`: the hyphen would divide it into two initials. */
const doctor = /(?<!\p{L})д-р(?!\p{L})/giu;

export function readTokens(text: string): WordToken[] {
  const clean = dropMarkup(text).normalize("NFC").replace(doctor, "доктор");
  return Array.from(clean.matchAll(wordPattern), ({ 0: found, index }) => {
    const after = clean.charAt(index + found.length);
    const isJoined = /[\p{L}.]\p{Pd}$/u.test(clean.slice(Math.max(0, index - 2), index));
    return { ...tokenOf(found.replace(surroundings, ""), after === "."), isLabel: after === ":", isJoined };
  }).filter(({ key }) => hasLetterOrDigit(key));
}

export function tokenOf(text: string, isStopped = false): WordToken {
  return { text, key: spellingKey(text), isStopped, isLabel: false, isJoined: false };
}

/** Whether a key is a single letter, perhaps with marks that do not compose with it. */
export const isLetter = (key: string): boolean => /^\p{L}\p{M}*$/u.test(key);
export const hasDigit = (key: string): boolean => /\p{N}/u.test(key);

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

/** Whether a word is a form of address, a label, a room or another word that people type around a name. */
export function isAround({ key, isLabel }: WordToken): boolean {
  return isLabel || contextKeys.has(key) || hasDigit(key);
}
