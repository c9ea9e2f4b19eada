/** The pronunciation of names: one key for both scripts, so a Latin spelling finds the Cyrillic name. */

import { plainWord, spellingKey } from "./names.ts";

/**
 * The letters, and groups of letters, that sound alike. The key is written in Latin letters: ч, ш, ж and ц are `ch`, `sh`,
 * `zh` and `ts`, so that a digraph broken off in the middle is still a prefix; г, ґ and х are all `g`, which leaves `h`
 * to the digraphs alone and keeps зг (`zg`) from ж. Letters that are not listed stand for themselves.
 *
 * The Latin ones are the official letters (Cabinet resolution 55 of 2010) and common alternatives: Russian and passport
 * habits (g, y, j, x), German (sch, tsch, w), Polish (sz, cz, cki) and scholarly (č, š, ž) ones. Russian ё, ъ, ы and э are
 * for names typed on that keyboard. Щ is as ш, because `sch` is typed for either: Yuschenko, Schevchenko.
 */
const spellings: Readonly<Record<string, string>> = {
  a: "а",
  b: "б",
  v: "в w",
  g: "г ґ х g gh h kh",
  d: "д",
  e: "е э",
  ie: "є",
  zh: "ж zh ž",
  z: "з",
  i: "и і ї й ы j y",
  k: "к q",
  ks: "x",
  l: "л ł",
  m: "м",
  n: "н",
  o: "о",
  io: "ё",
  p: "п",
  r: "р",
  s: "с",
  t: "т",
  u: "у",
  iu: "ю",
  ia: "я",
  f: "ф ph",
  ts: "ц tz",
  tzh: "tzh",
  tse: "ce",
  tsi: "ci cy",
  tski: "cki cky",
  ch: "ч ch cz tsch č",
  sh: "ш щ sh sz š",
  szh: "szh",
  "": "ь ъ",
};

const sounds = new Map(
  Object.entries(spellings).flatMap(([sound, letters]) => letters.split(" ").map((letter) => [letter, sound] as const)),
);
const sounding = new RegExp([...sounds.keys()].sort((a, b) => b.length - a.length).join("|"), "g");

/**
 * Rules that unify spellings of one sound, applied in this order. A rule with a lookahead can lose a match while the next
 * letter is not typed yet, so few rules have one.
 */
const rules: readonly [pattern: RegExp, replacement: string][] = [
  // ий, ій, її: Zelensky, Zelenskyi and Zelenskyy; Natalia and Nataliia.
  [/i{2,}/g, "i"],
  // Є and е are one at the start and after a vowel (Yevhen, Evgen; Haievskyi, Gaevsky). Here i is put in, not left out,
  // so that `Y` and `Gay` are prefixes of what is meant.
  [/(?<=^|[aeou])e/g, "ie"],
  // After a consonant є is often typed as e: in the first syllable (Bielov, Belov), and in -єв, -єєв (Medvediev,
  // Medvedev; Andrieiev, Andreev). Not before -вськ-, where i is a vowel of its own: Andriievskyi.
  [/^([^aeiou]+)ie/, "$1e"],
  [/(?<=[^aeiou])ie(?=(?:ie)?v(?!s))/g, "e"],
  // Сч and шч sound like щ, and `shch` and `sch` are typed for it; a last c may be the middle of either.
  [/sh?(?:ch)+/g, "sh"],
  [/(sh?)c$/, "$1"],
  [/^tch/, "ch"],
  // Any c left sounds like k (Victor), except a final one, which may be the first half of ch.
  [/c(?!h|$)/g, "k"],
  // Ьо is officially o, but typed as yo or io (Kovalov, Kovalyov; Alona, Aliona); not after d, because of Rodion. Лю is
  // often typed as lu: Liudmyla, Ludmila.
  [/(?<=[lnstz])i(?=o)|(?<=l)i(?=u)/g, ""],
  // Геннадій, Gennadiy, Genadiy.
  [/(sh|zh|ch|.)\1+/g, "$1"],
];

/**
 * The key of how a word sounds: a word meets a query where the query's key is a prefix of its own. Looser than
 * {@link spellingKey}, so it is used only if that finds no one. Not empty if the word has a letter or a digit: a silent
 * word, such as a lone ь, is its own key.
 */
export function soundKey(word: string): string {
  const spelling = spellingKey(word);
  const heard = plainLetters(spelling).replace(sounding, (letters) => sounds.get(letters)!);
  const key = rules.reduce((sound, [pattern, replacement]) => sound.replace(pattern, replacement), heard);
  return key === "" ? spelling : key;
}

/**
 * The key of the initial that a word with this key has: `sh` for `shevchenko`, but `s` for `sydorenko`. Yo is written with
 * two letters, as Йо, so its initial is that of Й.
 */
export function soundInitialOf(key: string): string {
  return /^(?:[szc]h|ts|i[aeu]|.)/u.exec(key)?.[0] ?? "";
}

const silent = /[^\p{L}\p{N}]/gu;
const accented = /[\u00c0-\u024f\u1e00-\u1eff]/g;

/** Letters and digits only. Accents on Latin letters are removed unless {@link spellings} has the letter. */
function plainLetters(text: string): string {
  if (plainWord.test(text)) return text;
  return text
    .replace(accented, (letter) => (sounds.has(letter) ? letter : letter.normalize("NFD").charAt(0)))
    .replace(silent, "");
}
