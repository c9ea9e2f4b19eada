/** Finds what is odd about a name or a degree. */
import { isHeading, isKnownWord, isPlaceholder, isSignature, isSum } from "./not-a-name.ts";

/** Something odd about a text, which a person should look at. */
type Oddity =
  | { readonly code: "placeholder" | "heading"; readonly value: string }
  | { readonly code: "oddApostrophe"; readonly value: string; readonly apostrophe: string }
  | { readonly code: Exclude<(typeof rules)[number][0], "oddApostrophe">; readonly value: string };

/**
 * Returns the text without the oddity, so that the next rule sees only what is left; undefined if the text is not odd;
 * null if nothing can be left out.
 */
type Strip = (text: string, isName: boolean) => string | null | undefined;

const latin = "aceiïopxyABCEHIÏKMOPTXY";
const cyrillic = "асеіїорхуАВСЕНІЇКМОРТХУ";
const cyrillicOf = new Map([...latin].map((letter, i) => [letter, cyrillic[i]!]));
const latinOf = new Map([...cyrillic].map((letter, i) => [letter, latin[i]!]));

const mixedWord = /[\p{Script=Cyrillic}\p{Script=Latin}]+/gu;
const cyrillicLetter = /\p{Script=Cyrillic}/gu;
const latinLetter = /\p{Script=Latin}/gu;

/** The word in one script, with look-alikes replaced; null if neither script can be replaced completely. */
function unmixWord(word: string): string | null {
  const [cyrillicLetters, latinLetters] = [word.match(cyrillicLetter) ?? [], word.match(latinLetter) ?? []];
  if (cyrillicLetters.length === 0 || latinLetters.length === 0) return word;
  if (latinLetters.every((letter) => cyrillicOf.has(letter))) {
    return word.replace(latinLetter, (letter) => cyrillicOf.get(letter)!);
  }
  if (!cyrillicLetters.every((letter) => latinOf.has(letter))) return null;
  return word.replace(cyrillicLetter, (letter) => latinOf.get(letter)!);
}

function unmixScripts(text: string): string | null | undefined {
  let isRepairable = true;
  const repaired = text.replace(mixedWord, (word) => {
    const found = unmixWord(word);
    if (found === null) isRepairable = false;
    return found ?? word;
  });
  if (!isRepairable) return null;
  return repaired === text ? undefined : repaired;
}

/** U+0027, U+2019 and U+02BC are accepted. */
const oddApostrophe = /(?<=\p{L})[`´‘‛ʹ′＇"“”„*](?=\p{L})/gu;

function mendApostrophes(text: string): string | undefined {
  const repaired = text.replace(oddApostrophe, "\u2019");
  return repaired === text ? undefined : repaired;
}

function lowerCapitals(text: string, isName: boolean): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  // Abbreviations such as КПІ are not words in capital letters.
  if (/\p{Ll}/u.test(text) || letters < (isName ? 3 : 6) || !/\p{Lu}{3}/u.test(text)) return undefined;
  const lower = text.toLowerCase();
  return isName ? lower.replace(/(?<![\p{L}'\u2019\u02bc])\p{L}/gu, (letter) => letter.toUpperCase()) : lower;
}

/** Full stops at the start, before another full stop, and, in names, after words of four letters or more. */
const strayStops = /^[.\s]+|\.(?=\.)/gu;
const stopAfterWord = /(?<=\p{L}{4})\.(?=\s|$)/gu;

function removeStops(text: string, isName: boolean): string | undefined {
  const without = text.replace(strayStops, "");
  const repaired = isName ? without.replace(stopAfterWord, "") : without;
  // A text of only full stops is not a name; a person should look at it.
  return repaired === text || repaired === "" ? undefined : repaired;
}

/** `Щ е р б а к`: four letters or more, because initials are fewer. */
const spacedLetters = /^\p{L}(?: \p{L}){3,}$/u;
const spacedWord = /^\p{L}(?: \p{Ll})+$|^\p{Lu}(?: \p{Lu})+$/u;

function joinLetters(text: string): string | null | undefined {
  if (!spacedLetters.test(text)) return undefined;
  return spacedWord.test(text) ? text.replaceAll(" ", "") : null;
}

const strayPunctuation = /^[\s,;:*\-\u2010-\u2015_/\\|!=~<>]+|[\s,;:*\-\u2010-\u2015_/\\|!=~<>]+$/gu;
const strayQuote = /^["«»“”„]+|["«»“”„]+$/gu;

/** Keeps apostrophes, which may be part of a name, and the quotes of a degree. */
function removePunctuation(text: string, isName: boolean): string | null | undefined {
  const without = text.replace(strayPunctuation, "");
  const repaired = isName ? without.replace(strayQuote, "") : without;
  if (repaired === text) return undefined;
  return repaired === "" ? null : repaired;
}

/** The oddities, in the order in which they are looked for. */
const rules = [
  ["letterSpaced", joinLetters],
  ["mixedScripts", unmixScripts],
  ["oddApostrophe", mendApostrophes],
  ["note", removeNotes],
  ["strayPunctuation", removePunctuation],
  ["capitals", lowerCapitals],
  ["strayFullStop", removeStops],
  ["severalPeople", refuseWhere(/\p{L}\S*\s*[;/&+,]\s*\p{L}|\s(?:та|і|й|and)\s/u)],
  ["digit", refuseWhere(/\d/)],
  // Limited to these scripts, because others may have no capitals.
  ["smallLetters", refuseWhere(/^(?=[\p{Script=Cyrillic}\p{Script=Latin}])[^\p{Lu}]+$/u)],
] as const satisfies readonly (readonly [code: string, strip: Strip])[];

/** Finds a pattern in names. Nothing is left out of a match. */
function refuseWhere(pattern: RegExp): Strip {
  return (text, isName) => (isName && pattern.test(text) ? null : undefined);
}

/** Matches most names: one Ukrainian word, or several with hyphens. */
const plain = /^[А-ЩЬЮЯҐЄІЇ][а-щьюяґєії]+(?:-[А-ЩЬЮЯҐЄІЇ]?[а-щьюяґєії]+)*$/;

/** A fast check. Nothing can be wrong with a plain name, and most names are plain. */
export function isPlainName(text: string): boolean {
  return plain.test(text) && !isKnownWord(text);
}

/** The warning for a placeholder, or for a heading, sum or signature in place of a name. */
function findOtherContent(value: string, isName: boolean): Oddity | undefined {
  if (isPlaceholder(value)) return { code: "placeholder", value };
  if (!isName) return undefined;
  const isOther = isHeading(value) || isSum(value) || (value.includes(" ") && isSignature(value));
  return isOther ? { code: "heading", value } : undefined;
}

export function findOddities(text: string, isName: boolean): Oddity[] {
  const instead = findOtherContent(text, isName);
  if (instead !== undefined) return [instead];
  const oddities: Oddity[] = [];
  let rest = text;
  for (const [code, strip] of rules) {
    const found = strip(rest, isName);
    if (found === undefined) continue;
    const [apostrophe = ""] = text.match(oddApostrophe) ?? [];
    oddities.push(code === "oddApostrophe" ? { code, value: text, apostrophe } : { code, value: text });
    rest = found ?? rest;
  }
  return oddities;
}

/** `0,5 ст.`, `1.0 ставки`, `50% ставки` */
const rate =
  /[\s,;(]*(?<!\p{L})(?:на\s+)?\d+(?:[.,]\d+)?\s*%?\s*(?:ст\.|ставк[аиу]|ставок|ст(?=\s*\)?$))(?!\s*\p{L})[\s)]*/giu;

const noteWords = [
  "декрет\\p{Ll}*(?:\\s+відпуст\\p{Ll}+)?",
  "відпустка|відпустці",
  "д/в",
  "(?:(?:внутр|зовн)\\p{Ll}*\\.?\\s+)?сумісни(?:к|ця|цтво|цтвом)",
  "сум\\.",
  "погодинни(?:к|ця)|погодинно",
  "пенсіонер(?:ка)?",
  "звільнен(?:ий|а)",
].join("|");

/** A known note in brackets, after a comma, or alone. */
const word = new RegExp(
  `\\s*\\(\\s*(?:(?:у|в|на|за)\\s+)?(?:${noteWords})\\s*\\)|(?:^|\\s*[,;]\\s*)(?:(?:у|в|на|за)\\s+)?(?:${noteWords})$`,
  "gu",
);

/** A known note after a space, in names only. In a degree such a word may be intended, as in `викладач сумісник`. */
const looseWord = new RegExp(`\\s+(?:(?:у|в|на|за)\\s+)?(?:${noteWords})$`, "gu");

const brackets = /[()[\]{}]/;

/**
 * The text without known notes; null if a name has another note in brackets, or has only notes; undefined if the text
 * has no note.
 */
function removeNotes(text: string, isName: boolean): string | null | undefined {
  const known = text.replace(rate, " ").replace(word, "");
  const repaired = (isName ? known.replace(looseWord, "") : known).trim();
  if (isName && brackets.test(repaired)) return null;
  if (repaired === text) return undefined;
  return isName && repaired === "" ? null : repaired;
}
