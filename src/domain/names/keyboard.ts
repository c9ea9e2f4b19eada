/** Keyboard layouts: what was meant by text that was typed with the other layout switched on. */

/** The characters of the same keys on the US and on the Ukrainian layout; the second half is with Shift. */
const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,./QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>?";
const cyrillicKeys = "йцукенгшщзхїфівапролджєячсмитьбю.ЙЦУКЕНГШЩЗХЇФІВАПРОЛДЖЄЯЧСМИТЬБЮ,";

const cyrillicOf = new Map([...latinKeys].map((key, i) => [key, cyrillicKeys[i]!]));
const latinOf = new Map([...cyrillicKeys].map((key, i) => [key, latinKeys[i]!]));
/** The backtick is the apostrophe on one Ukrainian layout and ґ on another. */
const backtickMeanings = ["'", "ґ"];

/**
 * The text as the same keys would type it on the other layout, in each direction that the letters of the text allow.
 * Characters without a counterpart stay. `itdxtyrj` gives `шевченко`.
 */
export function readOtherLayout(text: string): string[] {
  const readings: string[] = [];
  if (/[a-z]/i.test(text)) {
    const cyrillic = retype(text, cyrillicOf);
    if (cyrillic.includes("`")) readings.push(...backtickMeanings.map((meaning) => cyrillic.replaceAll("`", meaning)));
    else readings.push(cyrillic);
  }
  if (/[\u0400-\u052f]/.test(text)) readings.push(retype(text, latinOf));
  return readings;
}

function retype(text: string, keys: ReadonlyMap<string, string>): string {
  return text.normalize("NFC").replace(/./gu, (key) => keys.get(key) ?? key);
}
