/**
 * How names sound: keys that are equal for a name in Ukrainian, Russian and Latin letters.
 *
 * A key has one letter per sound: `j` is ж, `c` is ц, `q` is ч, `w` is ш and щ, `h` is г, ґ and х, and `i` is и, і, ї,
 * й and ы, which people confuse in all spellings.
 */
import { spellingKey } from "./names.ts";

/** A transliteration: the sounds of groups of letters. Several sounds that a group may have are separated by `|`. */
type Scheme = Readonly<Record<string, string>>;

const cyrillic: Scheme = {
  ...{ а: "a", б: "b", в: "v", г: "h", ґ: "h", д: "d", е: "e", є: "ie", ж: "j", з: "z", и: "i", і: "i", ї: "i" },
  ...{ й: "i", к: "k", л: "l", м: "m", н: "n", о: "o", п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "h" },
  ...{ ц: "c", ч: "q", ш: "w", щ: "w", ь: "", ю: "iu", я: "ia", ё: "io", ъ: "", ы: "i", э: "e" },
};

/** By Latin initial, the letters that it may stand for: itself and several Cyrillic ones. */
export const cyrillicInitials: Readonly<Record<string, string>> = {
  ...{ a: "aа", b: "bбв", c: "cцчс", d: "dд", e: "eеє", f: "fф", g: "gгґ", h: "hгхн", i: "iіїєюяй", j: "jйюяєж" },
  ...{ k: "kкх", l: "lл", m: "mм", n: "nн", o: "oо", p: "pпр", r: "rр", s: "sсшщ", t: "tтц", u: "uу", v: "vв" },
  ...{ w: "wвш", x: "xх", y: "yйюяєїиу", z: "zзжц" },
};

/** The rules that all schemes share; letters that are not listed stand for themselves. */
const latin: Scheme = {
  ...{ g: "h", gh: "h", h: "h", kh: "h", y: "i", j: "i", w: "v", x: "ks", q: "k", ph: "f", th: "t", tz: "c" },
  ...{ ts: "c", ł: "l", ß: "s", š: "w", č: "q", ž: "j", ż: "j", šč: "w" },
  // Letters without a mark that could be dropped, and German umlauts.
  ...{ đ: "d|di", ð: "d|dh", þ: "t", ø: "o|oe", æ: "ae|e", œ: "oe|e", ı: "i", ć: "c|k", ó: "o" },
  ...{ ä: "a|ae", ö: "o|oe", ü: "u|ue" },
};

/**
 * How people write Ukrainian names in Latin letters: the official romanisation (Cabinet resolution 55 of 2010) with
 * English and BGN schemes, Polish, scholarly, German, the French of passports of the 1990s, and chat spellings.
 */
const official: Scheme = {
  ...latin,
  ...{ zgh: "zh", zh: "j", ch: "q", sh: "w", shch: "w", sch: "w", tch: "q", tsch: "q", dzh: "dj", c: "k" },
};
const polish: Scheme = { ...latin, sz: "w", cz: "q", szcz: "w", rz: "j", ch: "h", c: "c", ó: "u" };
const scholarly: Scheme = { ...latin, ch: "h", c: "c", x: "h" };
const german: Scheme = {
  ...latin,
  ...{ sch: "w|j", sh: "j|w", tsch: "q", schtsch: "w", dsch: "dj", ch: "h", z: "c|z", s: "s|z", ss: "s", c: "k" },
};
const french: Scheme = {
  ...latin,
  ...{ ch: "w", tch: "q", chtch: "w", j: "j", ou: "u", iou: "iu", you: "iu", gu: "h|hu", c: "k", qu: "k", ss: "s" },
};
const chat: Scheme = { ...official, ee: "i", oo: "u", ck: "ck", c: "c", x: "h", w: "w", 4: "q", 6: "w" };
const schemes = [official, polish, scholarly, german, french, chat];

/** Rules that unify spellings of one sound, applied in this order. */
const rules: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/(.)\1+/g, "$1"], // Genadiy, Gennadiy; Natalia, Nataliia
  [/[wsz]q/g, "w"], // shch, счастный
  [/[td]s|tc/g, "c"],
  [/ie/g, "e"], // Haievskyi, Gaevsky
  [/(?<=[^aeiou])io/g, "o"], // Kovalov, Kovalyov
  [/liu/g, "lu"], // Liudmyla, Ludmila
  [/(.)\1+/g, "$1"],
  [/(?<=..)aia$/, "a"], // -ська, -ская
  [/(?<=..)e?[ieo]v(?=(?:na|iq|sk[ia])$)/, "ov"], // -івна, -овна, -евна; -ович, -евич; -івський, -овский
  [/(?<=[jqw])o/g, "e"], // Ткачова, Ткачева
  [/ci(?=[au])/g, "c"], // Палиця, Палица
];

/** A word has at most this many keys per habit. It can have several: a German `s`, for example, may be с or з. */
const variantsMax = 8;

interface Reader {
  readonly pattern: RegExp;
  readonly sounds: Scheme;
}

function createReader(sounds: Scheme): Reader {
  const groups = Object.keys(sounds).sort((a, b) => b.length - a.length);
  return { pattern: new RegExp(groups.join("|"), "g"), sounds };
}

const latinReaders = schemes.map(createReader);

function readCyrillic(letters: string): string {
  let sounds = "";
  for (const letter of letters) sounds += cyrillic[letter] ?? letter;
  return sounds;
}

/** All sounds that letters may have by a habit. */
function readLetters(letters: string, { pattern, sounds }: Reader): string[] {
  let texts = [""];
  let end = 0;
  for (const { 0: group, index } of letters.matchAll(pattern)) {
    const between = letters.slice(end, index);
    const choices = sounds[group]!.split("|");
    const used = texts.length * choices.length > variantsMax ? choices.slice(0, 1) : choices;
    texts = texts.flatMap((text) => used.map((choice) => text + between + choice));
    end = index + group.length;
  }
  return texts.map((text) => text + letters.slice(end));
}

/** Matches text that one of the rules changes. Most names have no such text, and one test is faster than all rules. */
const uneven = new RegExp([...new Set(rules.map(([pattern]) => pattern.source))].join("|"));

const unify = (sounds: string): string =>
  uneven.test(sounds)
    ? rules.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), sounds)
    : sounds;

/** After a consonant, Russian writes е for ьо, йо and ё: Ковальов, Ковалев. */
const softO = /(?<=[^аеєиіїоуюяёыэ])(?:ьо|йо|ё)/;

/** The Russian ending -ой, which is -ий in Ukrainian; not -ої, a case ending. */
const adjectiveEnding = /(?<=..)(?:(?<![сц]к)ой|o[iyj])$/;

function keysOf(word: string, readers: readonly Reader[]): string[] {
  const spelling = spellingKey(word).replace(adjectiveEnding, (ending) => (ending === "ой" ? "ий" : "yi"));
  if (/[\u0400-\u04ff]/.test(spelling)) {
    const key = unify(readCyrillic(spelling));
    return softO.test(spelling) ? [key, unify(readCyrillic(spelling.replace(softO, "е")))] : [key];
  }
  const letters = spelling.replace(/[\u00c0-\u024f]/g, (letter) =>
    Object.hasOwn(latin, letter) ? letter : letter.normalize("NFD").charAt(0),
  );
  return readers.flatMap((reader) => readLetters(letters, reader)).map(unify);
}

/**
 * The keys of a stored word: two if it has `ьо`, `йо` or `ё` after a consonant, otherwise one. Latin words are read in
 * the official way.
 */
export function soundKeys(word: string): readonly string[] {
  return distinct(keysOf(word, latinReaders.slice(0, 1)));
}

/**
 * The keys of a typed word: the keys that it would have as a stored word and, for Latin letters, its keys by each
 * habit.
 */
export function typedSoundKeys(word: string): readonly string[] {
  return distinct(keysOf(word, latinReaders));
}

function distinct(keys: readonly string[]): string[] {
  return [...new Set(keys)].filter((key) => key !== "");
}
