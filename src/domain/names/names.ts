/** The text of names: normalisation, splitting into words, and the spelling keys that search compares. */

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

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;

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
const wordSeparators = new RegExp(`[${separator}]+`, "v");

/** Matches each word between separators. */
export const wordPattern = new RegExp(`[^${separator}]+`, "gv");

const oneWord = /^[\u0400-\u045f\u0490\u0491]+$/;

/** The words of a name or a query, in order and as written; none is empty. */
export function splitWords(text: string): string[] {
  // Most names are one word, and a search splits thousands.
  if (oneWord.test(text)) return [text];
  return text.split(wordSeparators).filter((word) => word !== "");
}

// Modifier letters are left out because the apostrophe U+02BC is one of them.
const letterOrDigit = /[[\p{L}\p{N}]--\p{Lm}--\p{Default_Ignorable_Code_Point}]/v;

/** Whether a word can be searched for. The key of a word with a letter or a digit is never empty. */
export function hasLetterOrDigit(text: string): boolean {
  return letterOrDigit.test(text);
}

/** Lower-case Cyrillic, Latin and digits that no step of {@link spellingKey} changes. Most words are plain. */
const plainWord = /^(?:[\u0430-\u045f\u0491]*|[a-z0-9]*)$/;

/**
 * The characters that a key omits: the three apostrophes, the characters that people type instead of one (also `ь` and
 * `ъ` before a vowel), and zero-width characters, such as soft hyphens.
 */
const unspelt =
  /['*\u2019\u02bc`\u00b4\u2018\u201b\u02b9\u2032\uff07\p{Default_Ignorable_Code_Point}]|[ьъ](?=[яюєїеё])/gu;
const replacedApostrophe = /[ьъ][яюєїеё]/;

/**
 * A stress mark as encyclopedias print it (`Шевче́нко`), and the dot of a lower-case `İ`. Unlike the marks of й and ї,
 * they are not part of a letter.
 */
const stressMark = /\u0301|(?<=i)\u0307/g;

/**
 * The key by which search first compares a word. It is in NFC and lower case, without apostrophes, zero-width
 * characters and stress marks, and look-alikes of the other script are corrected. Nothing else is folded, so different
 * names stay different. The locale of the process does not matter.
 */
export function spellingKey(word: string): string {
  const lower = word.toLowerCase();
  if (plainWord.test(lower) && !replacedApostrophe.test(lower)) return lower;
  // Each step can bring a letter next to a combining mark, so NFC is applied after each. Stress marks are removed after
  // NFC, because a mark that NFC has composed with its letter (é) is not a stress mark. A final sigma becomes a plain
  // one, because a query may end in the middle of a word.
  const visible = lower.normalize("NFC").replace(unspelt, "").normalize("NFC").replace(stressMark, "");
  return unmixScripts(visible.replaceAll("ς", "σ")).normalize("NFC");
}

/** The key by which names of several words are compared: the keys of their words, joined by spaces. */
export function textKey(text: string): string {
  return splitWords(text).map(spellingKey).join(" ");
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
  return isLatin
    ? word.replace(cyrillicLetters, (letter) => latinOf.get(letter) ?? letter)
    : word.replace(latinLetters, (letter) => cyrillicOf.get(letter) ?? letter);
}
