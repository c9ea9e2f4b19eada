/** Divides the cells of timetables into people, and recognises notes, which are not part of a name. */
import { spellingKey } from "../../domain/names/names.ts";
import type { ImageContent } from "../../image/layout.ts";
import { divideAtCapitals, isContextWord, isLetter, type QueryToken, readTokens } from "./query.ts";
import { isStoredWord } from "./term.ts";

/** The separators between people. */
const separators = /[\n\r;/|+&\\]|(?<!\p{L})(?:та|і|й|and)(?!\p{L})/gu;

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

/** Positions and titles. They are set aside if no teacher in the directory has them. */
const title =
  /^(?:проф(?:есор(?:ка)?)?|доц(?:ент(?:ка)?)?|ас(?:ист(?:ент(?:ка)?)?)?|викл(?:адач(?:ка)?)?|ст(?:арш(?:ий|а))?|ст\p{L}?|зав(?:ідувач(?:ка)?|каф)?|каф(?:едри|едрою)?|інж(?:енер)?|асп(?:ір(?:ант(?:ка)?)?)?|акад(?:емік)?|чл|кор|наук|співр(?:обітник)?|prof(?:essor)?|assoc|phd|доктор)$/u;

/** A written name without the notes around it. */
interface BareName {
  readonly name: string;
  readonly notes: readonly string[];
}

/** Removes what is never part of a name: notes in brackets, rooms, groups, times, links and scientific degrees. */
export function dropNotes(text: string): BareName {
  const found: string[] = [];
  const drop = (note: string): string => {
    found.push(note.trim());
    return " ";
  };
  const withoutBrackets = text.replace(bracketed, (whole, inside: string) =>
    readTokens(inside.replace(notes, " ")).every(isNote) ? drop(whole) : whole,
  );
  return { name: withoutBrackets.replace(notes, drop), notes: found.filter((note) => note !== "") };
}

/** Whether a word is a form of address, a label or another word that people write beside a name. */
export function isNote({ key, isLabel, text }: QueryToken): boolean {
  return isLabel || isContextWord(key) || /\p{N}/u.test(text);
}

/** Whether a word is a position or a title. If no degree in the directory contains it, it contradicts every degree. */
export function isTitle({ key, isStopped }: QueryToken): boolean {
  return !isLetter(key) && title.test(key) && (isStopped || key.length > 2);
}

/** Replaces every note by spaces, so that the text is not divided inside a note. */
function maskNotes(text: string): string {
  const blank = (found: string): string => " ".repeat(found.length);
  return text.replace(bracketed, blank).replace(notes, blank);
}

function splitAt(text: string, separator: RegExp): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (const { 0: found, index } of maskNotes(text).matchAll(separator)) {
    pieces.push(text.slice(start, index));
    start = index + found.length;
  }
  return [...pieces, text.slice(start)].map((piece) => piece.trim()).filter((piece) => piece !== "");
}

/** Divides a cell at the separators between people. */
export function splitAtSeparators(text: string): string[] {
  return joinOthers(splitAt(text, separators));
}

/** Divides a piece at commas. The caller also tries the whole piece, because a comma may be part of a name. */
export function splitAtCommas(text: string): string[] {
  return joinOthers(splitAt(text, /,/g));
}

/**
 * Joins each piece that names nobody, such as `доц.`, to the piece before it, or to the first piece that names
 * somebody.
 */
function joinOthers(pieces: readonly string[]): string[] {
  const joined: string[] = [];
  let waiting = "";
  for (const piece of pieces) {
    if (canNamePerson(piece)) {
      joined.push(`${waiting} ${piece}`.trim());
      waiting = "";
    } else if (joined.length > 0) joined[joined.length - 1] += ` ${piece}`;
    else waiting += ` ${piece}`;
  }
  return joined.length > 0 ? joined : [pieces.join(" ")];
}

const lastNamePattern = String.raw`(?<!\p{L})(?:\p{Lu}\p{Ll}['’ʼ\p{L}]*(?:-\p{L}+)?)`;
const initialsPattern = String.raw`(?:\p{Lu}\p{Ll}?\s?\.\s?){1,2}`;
const nameThenInitials = new RegExp(`${lastNamePattern}\\s*${initialsPattern}`, "gu");
const initialsThenName = new RegExp(`${initialsPattern}${lastNamePattern}`, "gu");

/**
 * Divides a piece that names several people in a row, each with initials: `Шевченко Т. Г. Коваль О. В.`. It is divided
 * after the initials that follow a name, or before the initials that precede one.
 */
export function splitAtInitials(text: string): string[] {
  const ends = Array.from(text.matchAll(nameThenInitials), ({ index, 0: { length } }) => index + length);
  if (ends.length > 1) return splitAtIndexes(text, ends.slice(0, -1));
  const starts = Array.from(text.matchAll(initialsThenName), ({ index }) => index);
  return splitAtIndexes(text, starts.slice(1));
}

function splitAtIndexes(text: string, indexes: readonly number[]): string[] {
  return [0, ...indexes].map((start, i) => text.slice(start, indexes[i]).trim());
}

/** Whether a piece has a word other than notes, titles and single letters. */
function canNamePerson(piece: string): boolean {
  const tokens = readTokens(dropNotes(piece).name);
  return tokens.some((token) => !isLetter(token.key) && !isNote(token) && !isTitle(token));
}

/** Two initials without full stops: `Шевченко ТГ`. */
const twoCapitals = /(?<![\p{Lu}'’ʼ.])(\p{Lu})(\p{Lu})(?![\p{L}'’ʼ])/gu;
const smallLetter = /\p{Ll}{2}/u;
const cyrillicWord = /\p{Script=Cyrillic}{2}/u;

/** Latin capitals and the Cyrillic capitals that look the same. Beside Cyrillic words, the Cyrillic ones are meant. */
const lookAlikes: Readonly<Record<string, string>> = {
  ...{ A: "А", B: "В", C: "С", E: "Е", H: "Н", I: "І", K: "К", M: "М", O: "О", P: "Р", T: "Т", X: "Х", Y: "У" },
};
const latinCapital = /(?<!\p{L})[A-Z](?!\p{L})/gu;

/** Reads a written name: `ШевченкоТ.Г.` and `Шевченко ТГ` are read as `Шевченко Т. Г.`. */
export function readNameTokens(content: ImageContent, name: string): QueryToken[] {
  const isStored = (key: string): boolean => isStoredWord(content, key);
  const spaced = name.replace(/(?<=\p{Ll}['’ʼ]?)(\p{Lu}{1,2})(?!\p{L})/gu, " $1");
  const stopped = smallLetter.test(spaced) ? spaced.replace(twoCapitals, "$1. $2.") : spaced;
  const inScript = cyrillicWord.test(stopped)
    ? stopped.replace(latinCapital, (letter) => lookAlikes[letter] ?? letter)
    : stopped;
  return divideAtCapitals(readTokens(inScript), isStored).filter(({ text }) => spellingKey(text) !== "");
}
