/** A guess at the encoding of bytes that are not UTF-8, to tell what to do about them. */

/** What bytes look like that start where UTF-8 ends; undefined where they look like nothing in particular. */
export function guessEncoding(sample: Uint8Array): string | undefined {
  if ((sample[0] === 0xff && sample[1] === 0xfe) || (sample[0] === 0xfe && sample[1] === 0xff)) return "UTF-16";
  // Either of the two decodes as Cyrillic letters under the other, but with small and capital letters exchanged.
  return cyrillicEncodings.find((encoding) => isCyrillic(new TextDecoder(encoding).decode(sample)));
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
