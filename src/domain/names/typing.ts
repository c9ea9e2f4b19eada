/** Typing mistakes: words on the wrong keyboard layout, and texts that differ by one edit. */
import { lazy } from "../lazy.ts";

/** The characters of the same keys on each layout; the second half is with Shift. */
const layouts = {
  us: "`qwertyuiop[]asdfghjkl;'zxcvbnm,./~QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>?",
  ukrainian: "'йцукенгшщзхїфівапролджєячсмитьбю.ʼЙЦУКЕНГШЩЗХЇФІВАПРОЛДЖЄЯЧСМИТЬБЮ,",
  russian: "ёйцукенгшщзхъфывапролджэячсмитьбю.ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,",
} as const;
type Layout = keyof typeof layouts;

/** The layout that was active, and the one that was meant. */
const mistakes: readonly (readonly [typed: Layout, meant: Layout])[] = [
  ["us", "ukrainian"],
  ["us", "russian"],
  ["ukrainian", "us"],
  ["russian", "us"],
  ["russian", "ukrainian"],
  ["ukrainian", "russian"],
];

const keyMaps = lazy(() =>
  mistakes.map(([typed, meant]) => {
    const meantKeys = [...layouts[meant]];
    return new Map([...layouts[typed]].map((key, i) => [key, meantKeys[i]!]));
  }),
);

/** `ґ` is typed with a modifier on one Ukrainian layout, and by the key of the apostrophe on another. */
const apostropheMeanings = ["'", "ґ"];

/**
 * The texts as the same keys would type them on another layout: `itdxtyrj` gives `шевченко`. Characters without a
 * counterpart stay. A text is left out if a letter would become punctuation, or if nothing changes.
 */
export function readOtherLayouts(text: string): string[] {
  const plain = text.normalize("NFC");
  // Punctuation after a word is often meant as punctuation, although its key has a letter on another layout.
  const readings = [plain, plain.replace(/[.,](?=\s|$)/g, "")].flatMap((typed) =>
    keyMaps().flatMap((keys) => {
      const retyped = retype(typed, keys);
      if (retyped === null || retyped === typed) return [];
      return /[`~]/.test(typed) ? apostropheMeanings.map((meaning) => retyped.replace(/['ʼ]/g, meaning)) : [retyped];
    }),
  );
  return [...new Set(readings)];
}

function retype(text: string, keys: ReadonlyMap<string, string>): string | null {
  let retyped = "";
  for (const key of text) {
    const meant = keys.get(key) ?? key;
    if (/\p{L}/u.test(key) && !/\p{L}|['ʼ]/u.test(meant)) return null;
    retyped += meant;
  }
  return retyped;
}

/** Whether at most one insertion, deletion, substitution or transposition of neighbours turns one text into the other. */
export function isOneEditApart(text: string, other: string): boolean {
  // A character takes at most two code units.
  if (Math.abs(text.length - other.length) > 2) return false;
  const shorter = Math.min(text.length, other.length);
  let start = 0;
  while (start < shorter && text[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && text[text.length - 1 - end] === other[other.length - 1 - end]) end++;
  // A fast check without arrays, because most names differ in much more.
  if (Math.max(text.length, other.length) - start - end > 4) return false;
  const textRest = [...text.slice(start, text.length - end)];
  const otherRest = [...other.slice(start, other.length - end)];
  if (textRest.length <= 1 && otherRest.length <= 1) return true;
  return (
    textRest.length === 2 && otherRest.length === 2 && textRest[0] === otherRest[1] && textRest[1] === otherRest[0]
  );
}
