/** Typing mistakes: words on the wrong keyboard layout, and the edit distance between two texts. */
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
    return { typed, keys: new Map([...layouts[typed]].map((key, i) => [key, meantKeys[i]!])) };
  }),
);

/** `ґ` is typed with a modifier key on one Ukrainian layout, and with the key of the apostrophe on another. */
const apostropheMeanings = ["'", "ґ"];

/**
 * The texts as the same keys would type them on another layout: `itdxtyrj` gives `шевченко`. Characters without a
 * counterpart stay. A text is left out if a letter would become punctuation, if nothing changes, or if it has Cyrillic
 * letters and only its punctuation would change.
 */
export function readOtherLayouts(text: string): string[] {
  // An apostrophe after a Cyrillic word is the beginning of `Євдоким'як`, and no name ends with `ё`, which has its key.
  const plain = text.normalize("NFC").replace(/(?<=\p{Script=Cyrillic})['\u02bc](?=\s|$)/gu, "");
  // Punctuation after a word is often meant as punctuation, although its key has a letter on another layout.
  const readings = [plain, plain.replace(/[.,](?=\s|$)/g, "")].flatMap((typed) =>
    keyMaps().flatMap(({ typed: layout, keys }) => {
      if (layout === "us" && /\p{Script=Cyrillic}/u.test(typed)) return [];
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

/** A character of two code units. */
const astral = /[\u{10000}-\u{10ffff}]/gu;

/**
 * Whether at most one insertion, deletion, substitution or transposition of neighbours turns one text into the other.
 */
export function isOneEditApart(text: string, other: string): boolean {
  return countEdits(text.replace(astral, "?"), other.replace(astral, "?"), 1) <= 1;
}

const width = 256;
const rows = [new Uint8Array(width), new Uint8Array(width), new Uint8Array(width)];

/** Whether the letters before these places are swapped. */
function isSwap(a: string, b: string, i: number, j: number): boolean {
  if (i < 2 || j < 2) return false;
  return a.charCodeAt(i - 2) === b.charCodeAt(j - 1) && a.charCodeAt(i - 1) === b.charCodeAt(j - 2);
}

/**
 * The optimal string alignment distance (insertions, deletions, substitutions and swaps of adjacent letters) if it is
 * at most `most`; otherwise a number greater than `most`. For texts of 256 letters or more, it is always greater.
 */
export function countEdits(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most || Math.max(a.length, b.length) >= width) return most + 1;
  let [above, previous, row] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j <= b.length; j++) previous[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1);
    const from = Math.max(1, i - most);
    const to = Math.min(b.length, i + most);
    row[from - 1] = from === 1 ? i : most + 1;
    let least = row[from - 1]!;
    for (let j = from; j <= to; j++) {
      const other = b.charCodeAt(j - 1);
      let edits = previous[j - 1]! + (letter === other ? 0 : 1);
      // At the right end of the computed band, the cell above is outside of it.
      if (j < i + most) edits = Math.min(edits, previous[j]! + 1);
      edits = Math.min(edits, row[j - 1]! + 1);
      if (isSwap(a, b, i, j)) edits = Math.min(edits, above[j - 2]! + 1);
      row[j] = edits;
      least = Math.min(least, edits);
    }
    if (least > most) return most + 1;
    [above, previous, row] = [previous, row, above];
  }
  return previous[b.length]!;
}
