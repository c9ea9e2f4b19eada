/** The encodings of text files: their names, and a guess at which one bytes are in. */

/** What `--encoding` accepts. */
export const textEncodings = ["utf-8", "utf-16", "windows-1251", "koi8-u"] as const;

export type TextEncoding = (typeof textEncodings)[number];

/** What bytes look like that start where UTF-8 ends; undefined where they look like nothing in particular. */
export function guessEncoding(sample: Uint8Array): string | undefined {
  if (findUtf16Mark(sample) !== undefined) return "UTF-16";
  return guessCyrillic(sample);
}

/** Which encoding of one byte a character the bytes look like. */
export function guessCyrillic(sample: Uint8Array): "windows-1251" | "koi8-u" | undefined {
  // Either of the two decodes as Cyrillic letters under the other, but as other letters, and small ones as capitals.
  const candidates = cyrillicEncodings
    .map((encoding) => ({ encoding, text: new TextDecoder(encoding).decode(sample) }))
    .filter(({ text }) => isCyrillic(text))
    .map(({ encoding, text }) => ({ encoding, frequent: countMatches(text, frequentLetters) }))
    .sort((a, b) => b.frequent - a.frequent);
  return candidates[0]?.encoding;
}

/** The most frequent letters of Ukrainian, two thirds of any text. */
const frequentLetters = /[оанивіртеск]/giu;

/** The byte order of UTF-16 by the byte order mark at the start of a file. */
export function findUtf16Mark(start: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  return start[0] === 0xfe && start[1] === 0xff ? "utf-16be" : undefined;
}

/** The byte order of UTF-16 without a byte order mark: every second byte is that of a script, mostly Latin or Cyrillic. */
export function guessUtf16(start: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const counts = [0, 0];
  for (let i = 0; i < start.length; i++) if (start[i] === 0 || start[i] === 4) counts[i % 2]!++;
  const pairs = Math.floor(start.length / 2);
  if (pairs < 4) return undefined;
  if (counts[1]! > pairs * 0.8 && counts[0]! < pairs * 0.2) return "utf-16le";
  return counts[0]! > pairs * 0.8 && counts[1]! < pairs * 0.2 ? "utf-16be" : undefined;
}

const cyrillicEncodings = ["windows-1251", "koi8-u"] as const;

function isCyrillic(text: string): boolean {
  const foreign = countMatches(text, /\P{ASCII}/gu);
  const letters = countMatches(text, /[А-яЁёЄєІіЇїҐґ]/g);
  // A capital after a small letter, or a Latin letter beside a Cyrillic one, is a sign of another encoding.
  const misplaced = countMatches(text, /[а-яёєіїґ][А-ЯЁЄІЇҐ]|[A-Za-z][А-яЁёЄєІіЇїҐґ]|[А-яЁёЄєІіЇїҐґ][A-Za-z]/g);
  return letters > 1 && letters >= foreign * 0.9 && misplaced <= letters * 0.1;
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
