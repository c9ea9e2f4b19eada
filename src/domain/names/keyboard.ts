/** Keyboard layouts: what was meant by text that was typed with another layout switched on. */

/** The characters of the same keys on each layout; the second half is with Shift. */
const layouts = {
  us: "`qwertyuiop[]asdfghjkl;'zxcvbnm,./~QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>?",
  ukrainian: "'йцукенгшщзхїфівапролджєячсмитьбю.ʼЙЦУКЕНГШЩЗХЇФІВАПРОЛДЖЄЯЧСМИТЬБЮ,",
  russian: "ёйцукенгшщзхъфывапролджэячсмитьбю.ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,",
} as const;
type Layout = keyof typeof layouts;

/** The layout that was on, and the one that was meant. */
const mistakes: readonly (readonly [typed: Layout, meant: Layout])[] = [
  ["us", "ukrainian"],
  ["us", "russian"],
  ["ukrainian", "us"],
  ["russian", "us"],
  ["russian", "ukrainian"],
  ["ukrainian", "russian"],
];

const keyMaps = mistakes.map(([typed, meant]) => {
  const meantKeys = [...layouts[meant]];
  return new Map([...layouts[typed]].map((key, i) => [key, meantKeys[i]!]));
});

/** `ґ` is typed with a modifier on one Ukrainian layout, and by the key of the apostrophe on another. */
const apostropheMeanings = ["'", "ґ"];

/**
 * The texts as the same keys would type them on another layout: `itdxtyrj` gives `шевченко`. Characters without a counterpart
 * stay. A text is left out if a letter would be punctuation, and if nothing changes.
 */
export function readOtherLayouts(text: string): string[] {
  const plain = text.normalize("NFC");
  // Punctuation after a word is often meant as such, though it is the key of a letter.
  const readings = [plain, plain.replace(/[.,](?=\s|$)/g, "")].flatMap((typed) =>
    keyMaps.flatMap((keys) => {
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
