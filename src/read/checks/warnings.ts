/** Finds what is odd about a name or a degree. */
import type { TextKind } from "./kinds.ts";
import { isHeading, isKnownWord, isNoPosition, isPlaceholder, isSignature, isSum } from "./not-a-name.ts";

/** U+0027, U+2019 and U+02BC are accepted. */
const oddApostrophe = /(?<=\p{L})[`´‘‛ʹ′＇"“”„*](?=\p{L})/u;

const mixedWord = /\p{Script=Cyrillic}\p{Script=Latin}|\p{Script=Latin}\p{Script=Cyrillic}/u;

/** Abbreviations such as КПІ are not words in capital letters. */
const isInCapitals = (text: string, isName: boolean): boolean =>
  !/\p{Ll}/u.test(text) &&
  (text.match(/\p{L}/gu)?.length ?? 0) >= (isName ? 3 : 6) &&
  /\p{Lu}{3}|^\p{Lu}( \p{Lu}){3}/u.test(text);

/** Full stops at the start, before another full stop, and, in names, after words of four letters or more. */
const strayStop = /^[.\s]+|\.(?=\.)/u;
const stopAfterWord = /(?<=\p{L}{4})\.(?=\s|$)/u;

/** `Щ е р б а к`: four letters or more, because initials are fewer. */
const spacedLetters = /^\p{L}(?: \p{L}){3,}$/u;

const strayPunctuation = /^[\s,;:*\-\u2010-\u2015_/\\|!=~<>'\u2019\u02bc]+|[\s,;:*\-\u2010-\u2015_/\\|!=~<>]+$/u;
/** The quotes of a degree may be meant. */
const strayQuote = /^["«»“”„]+|["«»“”„]+$/u;

/** Also two patronymics, as of a cell with two lines. */
const several = /\p{L}\S*\s*[;/&+,]\s*\p{L}|\s(?:та|і|й|and)\s|(?:вич|вна)\s\p{L}+(?:вич|вна)$/u;

/** Whether a text is of each kind. Known notes are left out before. */
const rules: Readonly<Partial<Record<TextKind, (text: string, isName: boolean) => boolean>>> = {
  letterSpaced: (text) => spacedLetters.test(text),
  mixedScripts: (text) => mixedWord.test(text),
  oddApostrophe: (text) => oddApostrophe.test(text),
  punctuation: (text, isName) =>
    strayPunctuation.test(text) ||
    strayStop.test(text) ||
    (isName && (strayQuote.test(text) || stopAfterWord.test(text))),
  capitals: isInCapitals,
  severalPeople: (text, isName) => isName && several.test(text),
  notAPosition: (text, isName) => !isName && isNoPosition(text),
  digit: (text, isName) => isName && /\d/.test(text),
  // Limited to these scripts, because others may have no capitals.
  smallLetters: (text, isName) => isName && /^(?=[\p{Script=Cyrillic}\p{Script=Latin}])[^\p{Lu}]+$/u.test(text),
};

/** Matches most names: one Ukrainian word, or several with hyphens. */
const plain = /^[А-ЩЬЮЯҐЄІЇ][а-щьюяґєії]+(?:-[А-ЩЬЮЯҐЄІЇ]?[а-щьюяґєії]+)*$/;

/** A fast check. Nothing can be wrong with a plain name, and most names are plain. */
export const isPlainName = (text: string): boolean => plain.test(text) && !isKnownWord(text);

/** A heading, a sum or a signature in place of a name. */
const isOtherContent = (text: string): boolean =>
  isHeading(text) || isSum(text) || (text.includes(" ") && isSignature(text));

/** The kinds of what is odd about a text, so that a person should look at it. */
export function findWarnings(text: string, isName: boolean): TextKind[] {
  if (isPlaceholder(text)) return ["placeholder"];
  if (isName && isOtherContent(text)) return ["heading"];
  const rest = removeNotes(text, isName);
  const notes: TextKind[] = rest === undefined ? [] : ["note"];
  if (rest === null) return notes;
  return [...notes, ...(Object.keys(rules) as TextKind[]).filter((kind) => rules[kind]!(rest ?? text, isName))];
}

/** `0,5 ст.`, `1.0 ставки`, `50% ставки` */
const rate =
  /[\s,;(]*(?<!\p{L})(?:на\s+)?\d+(?:[.,]\d+)?\s*%?\s*(?:ст\.|ставк[аиу]|ставок|ст(?=\s*\)?$))(?!\s*\p{L})[\s)]*/giu;

const note = `(?:(?:у|в|на|за)\\s+)?(?:${[
  "декрет\\p{Ll}*(?:\\s+відпуст\\p{Ll}+)?",
  "відпустка|відпустці",
  "д/в",
  "(?:(?:внутр|зовн)\\p{Ll}*\\.?\\s+)?сумісни(?:к|ця|цтво|цтвом)",
  "сум\\.",
  "погодинни(?:к|ця)|погодинно",
  "пенсіонер(?:ка)?",
  "звільнен(?:ий|а)",
].join("|")})`;

/** A known note in brackets, after a comma, or alone. */
const word = new RegExp(`\\s*\\(\\s*${note}\\s*\\)|(?:^|\\s*[,;]\\s*)${note}$`, "gu");

/** A known note after a space, in names only. In a degree such a word may be intended, as in `викладач сумісник`. */
const looseWord = new RegExp(`\\s+${note}$`, "gu");

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
