/** Cells of timetables: the people in them, and the notes, rooms and titles around their names. */
import { inCyrillic, isLetter, readTokens, type WordToken } from "../../domain/names/names.ts";
import { isAround } from "./terms.ts";
import { divideAtCapitals, type Words } from "./words.ts";

/** Text that is never part of a name. If several patterns match at the same place, the first one wins. */
const notePatterns = [
  // Web and e-mail addresses.
  /https?:\/\/\S+|\S+@\S+/,
  // Rooms with a label: `ауд.302`.
  /(?<![\p{L}\p{N}.])(?:а|ауд|к|каб|корп)\.(?=\d)\S*?(?=[\s,;()]|$)/u,
  // Rooms, groups, times and other words with digits: `302-18`, `КН-21`, `8:30`.
  /(?<![\p{L}\p{N}])(?:\p{L}{1,5}[-–])*\p{L}{0,5}\d[\p{L}\p{N}:\-–/]*(?:\.\d+)*/u,
  // Scientific degrees: `к.т.н.`, `канд. техн. наук`, `Ph.D.`.
  /(?<!\p{L})[кд]\.\s?(?:\p{L}{1,4}\.\s?[-–]?\s?){1,3}н(?:\.|(?!\p{L}))/u,
  /(?<!\p{L})(?:канд|док)\p{L}*\.?\s+(?:[\p{L}-]+\.?\s+){1,2}наук/u,
  /(?<!\p{L})(?:ph\.?\s?d\.?|д-р|dr\.?)(?!\p{L})/u,
];
const notes = new RegExp(notePatterns.map(({ source }) => source).join("|"), "giu");
/** A note in brackets: `(зам.)`. */
const bracketed = /[([{]([^()[\]{}]*)[)\]}]/gu;

const title =
  /^(?:проф(?:есор(?:ка)?)?|доц(?:ент(?:ка)?)?|ас(?:ист(?:ент(?:ка)?)?)?|викл(?:адач(?:ка)?)?|ст(?:арш(?:ий|а))?|ст\p{L}?|зав(?:ідувач(?:ка)?|каф)?|каф(?:едри|едрою)?|інж(?:енер)?|асп(?:ір(?:ант(?:ка)?)?)?|акад(?:емік)?|чл|кор|наук|співр(?:обітник)?|prof(?:essor)?|assoc|phd|доктор)$/u;

/** Whether a word is a position or a title, also one that nobody in the directory has. */
export function isTitle({ key, isStopped }: WordToken): boolean {
  return !isLetter(key) && title.test(key) && (isStopped || key.length > 2);
}

export function dropNotes(text: string): { readonly name: string; readonly notes: string[] } {
  const found: string[] = [];
  const drop = (note: string): string => {
    if (note.trim() !== "") found.push(note.trim());
    return " ";
  };
  const withoutBrackets = text.replace(bracketed, (whole, inside: string) =>
    readTokens(inside.replace(notes, " ")).every(isAround) ? drop(whole) : whole,
  );
  return { name: withoutBrackets.replace(notes, drop), notes: found };
}

const between = /[\n\r;/|+&\\]|(?<!\p{L})(?:та|і|й|and)(?!\p{L})/gu;

/** Divides a cell at the separators between people, but not inside notes. */
export const splitCell = (text: string): string[] => splitAt(text, between);

export const splitAtCommas = (text: string): string[] => splitAt(text, /,/g);

function splitAt(text: string, separator: RegExp): string[] {
  const blank = (found: string): string => " ".repeat(found.length);
  const masked = text.replace(bracketed, blank).replace(notes, blank);
  const cuts = Array.from(masked.matchAll(separator), ({ 0: { length }, index }) => [index, index + length] as const);
  const pieces = [0, ...cuts.map(([, end]) => end)].map((start, i) => text.slice(start, cuts[i]?.[0]).trim());
  // A piece that names nobody, such as `доц.`, belongs to the one before it, or else to the one after it.
  const joined = [""];
  for (const piece of pieces) {
    if (namesSomebody(piece) && namesSomebody(joined.at(-1)!)) joined.push(piece);
    else joined.push(`${joined.pop()} ${piece}`.trim());
  }
  return joined;
}

const namesSomebody = (piece: string): boolean => nameWordsOf(piece).some(({ key }) => !isLetter(key));

/** The words and letters that may be parts of names. */
export function nameWordsOf(piece: string): WordToken[] {
  return readTokens(dropNotes(piece).name).filter((token) => !isAround(token) && !isTitle(token));
}

const lastNamePattern = String.raw`(?<!\p{L})(?:\p{Lu}\p{Ll}['’ʼ\p{L}]*(?:-\p{L}+)?)`;
const initialsPattern = String.raw`(?:\p{Lu}\p{Ll}?\s?\.\s?){1,2}`;
const nameThenInitials = new RegExp(`${lastNamePattern}\\s*${initialsPattern}`, "gu");
const initialsThenName = new RegExp(`${initialsPattern}${lastNamePattern}`, "gu");

/** Divides `Шевченко Т. Г. Коваль О. В.` and `Т. Г. Шевченко О. В. Коваль`. */
export function splitAtInitials(text: string): string[] {
  const ends = Array.from(text.matchAll(nameThenInitials), ({ index, 0: { length } }) => index + length);
  const starts = Array.from(text.matchAll(initialsThenName), ({ index }) => index);
  const cuts = [0, ...(ends.length > 1 ? ends.slice(0, -1) : starts.slice(1))];
  return cuts.map((start, i) => text.slice(start, cuts[i + 1]).trim());
}

/** The words of a written name. Latin capitals beside Cyrillic words stand for the Cyrillic ones that look the same. */
export function readNameTokens(words: Words, name: string): WordToken[] {
  const isCyrillic = /\p{Script=Cyrillic}{2}/u.test(name);
  return divideAtCapitals(words, readTokens(name)).map((token) => {
    const isOther = isCyrillic && /^[A-Z]$/.test(token.text);
    return isOther ? { ...token, key: inCyrillic(token.key) } : token;
  });
}
