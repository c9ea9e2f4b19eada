/** Divides a written name into words, even if spaces are missing. */
import { spellingKey } from "../../domain/names/names.ts";
import type { ImageContent } from "../../image/layout.ts";
import { divideAtCapitals, type QueryToken, readTokens } from "./query-tokens.ts";
import { isStoredWord } from "./term.ts";

/** Two initials without full stops: `Шевченко ТГ`. */
const twoCapitals = /(?<![\p{Lu}'’ʼ.])(\p{Lu})(\p{Lu})(?![\p{L}'’ʼ])/gu;
const smallLetter = /\p{Ll}{2}/u;
const cyrillicWord = /\p{Script=Cyrillic}{2}/u;

/** Latin capitals that look like Cyrillic ones, beside Cyrillic words. */
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
