/** The text of names: normalisation, words and tokens, and the keys of spelling that search compares. */

/** Matches text that may need normalisation: a character that NFC may change, or irregular white space. */
const unclean = /[^ -~\u0400-\u045f\u0490\u0491\u2019\u02bc]|^ | $| {2}/;

// U+FEFF is white space to `\s`, but inside a name it is a stray byte order mark, which must not split the name.
const whiteSpace = /[\s--\ufeff]+/gv;

/**
 * Matches a visible character. Zero-width characters, spaces, the blank Braille cell and other blank signs are not
 * visible.
 */
const visible = /[^\p{Default_Ignorable_Code_Point}\p{Z}\u2800\ufff9-\ufffb\u{1d159}]/u;

/**
 * The text in NFC, trimmed, with every run of white space as one space; empty if no character is visible. NFC is needed
 * because macOS writes й and ї as two characters each. Clean text skips `normalize`, because an import has millions of
 * clean values.
 */
export function normalizeText(text: string): string {
  if (!unclean.test(text)) return text;
  const normal = text.normalize("NFC").replace(whiteSpace, " ").trim();
  return visible.test(normal) ? normal : "";
}

/** What copying a cell may bring along. */
export const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;

/** Scripts in which invisible characters have no meaning, unlike in Arabic, the scripts of India, and emoji. */
const plainScripts = /[\p{Script=Cyrillic}\p{Script=Latin}]/u;
const otherLetter = /[\p{L}--[\p{Script=Cyrillic}\p{Script=Latin}\p{Lm}\p{Default_Ignorable_Code_Point}]]/v;

/** Characters that reverse the displayed order of letters. */
const override = /[\u202d\u202e]/u;

/** The text as an import stores it: normalised, and without the invisible characters that have no meaning in it. */
export function cleanText(text: string): string {
  if (!unclean.test(text)) return text;
  const normal = normalizeText(text);
  const isPlain = plainScripts.test(normal) && !otherLetter.test(normal) && !override.test(normal);
  return isPlain ? normalizeText(normal.replace(invisible, "")) : normal;
}

/** White space, dashes, brackets, quotes and other punctuation; not the soft hyphen, which only allows a line break. */
const separator = String.raw`[\s--\ufeff]\p{Pd}\u2212,.;:\/_+\|@<>\(\)\[\]\{\}"«»“”„‹›`;
const wordPattern = new RegExp(`[^${separator}]+`, "gv");

/** The words of a name or a query, in order and as written; none is empty. */
export function splitWords(text: string): string[] {
  return text.match(wordPattern) ?? [];
}

// Modifier letters are left out because the apostrophe U+02BC is one of them.
const letterOrDigit = /[[\p{L}\p{N}]--\p{Lm}--\p{Default_Ignorable_Code_Point}]/v;

/** Whether a word can be searched for. The key of a word with a letter or a digit is never empty. */
export function hasLetterOrDigit(text: string): boolean {
  return letterOrDigit.test(text);
}

/** Lower-case Cyrillic, Latin and digits that no step of {@link spellingKey} changes. Most words are plain. */
const plainWord = /^(?:[\u0430-\u045f\u0491]*|[a-z0-9]*)$/;

/** Apostrophes, the characters that people type instead of one, zero-width characters, and the dot of a lower-case `İ`. */
const unspelt = /['*\u2019\u02bc`\u00b4\u2018\u201b\u02b9\u2032\uff07\p{Default_Ignorable_Code_Point}]|(?<=i)\u0307/gu;

/** A sign that stands for an apostrophe. */
const softSign = /[ьъ](?=[яюєїеё])/g;

/** A stress mark as encyclopedias print it (`Шевче́нко`). Unlike the marks of й and ї, it is not part of a letter. */
const stressMark = /\u0301/g;

/**
 * The key by which search first compares a word. It is in NFC and lower case, without apostrophes, zero-width
 * characters and stress marks, and look-alikes of the other script are corrected. Nothing else is folded, so different
 * names stay different. The locale of the process does not matter.
 */
export function spellingKey(word: string): string {
  // Each step can bring a letter next to a combining mark, so NFC is applied after each. Stress marks are removed after
  // NFC, because a mark that NFC has composed with its letter (é) is not a stress mark.
  const key = letterKey(word.toLowerCase().normalize("NFC").replace(softSign, ""));
  return plainWord.test(key) ? key : unmixScripts(key.normalize("NFC").replace(stressMark, "")).normalize("NFC");
}

/** The key by which names of several words are compared: the keys of their words, joined by spaces. */
export function textKey(text: string): string {
  return splitWords(text).map(spellingKey).join(" ");
}

/** A key that is made letter by letter, so that the key of a beginning is a beginning of the key. */
export function letterKey(word: string): string {
  const lower = word.toLowerCase();
  // A final sigma becomes a plain one, because a query may end in the middle of a word.
  return plainWord.test(lower) ? lower : lower.normalize("NFC").replace(unspelt, "").replaceAll("ς", "σ");
}

const folds: Readonly<Record<string, string>> = {
  ...{ і: "и", ї: "и", ы: "и", є: "е", ё: "е", э: "е", ґ: "г", ъ: "", "\u0301": "" },
  ...{ đ: "d", ð: "d", ø: "o", ł: "l", ı: "i", æ: "ae", œ: "oe", þ: "th", ß: "ss" },
};
const foldable = new RegExp(`[${Object.keys(folds).join("")}\u00c0-\u024f]`, "g");

/** Like {@link letterKey}, but letters that keyboards and habits exchange are equal: `и` and `і`, `е` and `є`, `o` and `ø`. */
export function foldKey(word: string): string {
  return letterKey(word).replace(foldable, (letter) => folds[letter] ?? letter.normalize("NFD").charAt(0));
}

/** Latin and Cyrillic letters that look alike in lower or upper case, in the same order. */
const latinLookAlikes = [..."abcehiïkmoptxy"];
const cyrillicLookAlikes = [..."авсеніїкмортху"];
const cyrillicOf = new Map(latinLookAlikes.map((latin, i) => [latin, cyrillicLookAlikes[i]!]));
const latinOf = new Map(cyrillicLookAlikes.map((cyrillic, i) => [cyrillic, latinLookAlikes[i]!]));

const cyrillicLetters = /\p{Script=Cyrillic}/gu;
const latinLetters = /\p{Script=Latin}/gu;

/**
 * Converts the look-alikes in a word of two scripts to one script. The script is Latin if all Cyrillic letters are
 * look-alikes and some Latin letters are not (`Shevchеnko` with one Cyrillic е), otherwise Cyrillic.
 */
function unmixScripts(word: string): string {
  const cyrillic = word.match(cyrillicLetters);
  const latin = word.match(latinLetters);
  if (cyrillic === null || latin === null) return word;
  const isLatin = cyrillic.every((letter) => latinOf.has(letter)) && !latin.every((letter) => cyrillicOf.has(letter));
  return isLatin ? word.replace(cyrillicLetters, (letter) => latinOf.get(letter) ?? letter) : inCyrillic(word);
}

/** The word in lower case with the Cyrillic letters that look like its Latin ones. */
export function inCyrillic(word: string): string {
  return word.replace(latinLetters, (letter) => cyrillicOf.get(letter) ?? letter);
}

/** A word as people type and paste it. Names and queries are read alike. */
export interface WordToken {
  /** As typed, without the punctuation around it. */
  readonly text: string;
  readonly key: string;
  /** Whether a full stop follows directly, as after an abbreviation. */
  readonly isStopped: boolean;
  /** Whether a colon follows, or the number of a group: `ПІБ:`, `КН-21`. */
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

/** The letters of a group have at most this length. */
const groupMax = 5;

export function readTokens(text: string): WordToken[] {
  const clean = dropMarkup(text).normalize("NFC").replace(doctor, "доктор");
  return Array.from(clean.matchAll(wordPattern), ({ 0: found, index }) => {
    const after = clean.slice(index + found.length, index + found.length + 3);
    const isLabel = after.startsWith(":") || (found.length <= groupMax && /^\p{Pd}\p{L}?\p{N}/u.test(after));
    const isJoined = /[\p{L}.]\p{Pd}$/u.test(clean.slice(Math.max(0, index - 2), index));
    return { ...tokenOf(found.replace(surroundings, ""), after.startsWith(".")), isLabel, isJoined };
  }).filter(({ key }) => hasLetterOrDigit(key));
}

export function tokenOf(text: string, isStopped = false): WordToken {
  return { text, key: spellingKey(text), isStopped, isLabel: false, isJoined: false };
}

/** Whether a key is a single letter, perhaps with marks that do not compose with it. */
export const isLetter = (key: string): boolean => /^\p{L}\p{M}*$/u.test(key);
export const hasDigit = (key: string): boolean => /\p{N}/u.test(key);
