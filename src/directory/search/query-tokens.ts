/** Splits a search into words, with or without the markup and punctuation of copied text. */
import { hasLetterOrDigit, spellingKey, wordSeparators } from "../../domain/names/names.ts";

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

const word = new RegExp(`[^${wordSeparators.source.slice(1, -2)}]+`, "gv");
const surroundings = /^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}'’ʼ*]+$/gu;

/** `д-р`: the hyphen would divide it into two initials. */
const doctor = /(?<!\p{L})д-р(?!\p{L})/giu;

/**
 * The words that have a letter or a digit, without tags and surrounding punctuation, and with entities decoded. With
 * `isRaw`, returns all words unchanged.
 */
export function readTokens(text: string, isRaw = false): QueryToken[] {
  const clean = (isRaw ? text : dropMarkup(text)).normalize("NFC").replace(doctor, "доктор");
  return Array.from(clean.matchAll(word), ({ 0: found, index }) => {
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
