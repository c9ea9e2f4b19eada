/** What people type in place of a name: slips of the fingers, the other keyboard layout, and other romanisations. */
import { romanise } from "../src/domain/names/romanisation.ts";
import type { RandomInteger } from "./random.ts";

const alphabet = "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя";

/** The text with one edit by rule; the first letter is kept. */
export interface Slip {
  readonly name: "insert" | "delete" | "substitute" | "transpose";
  apply(word: string, random: RandomInteger): string;
}

/** An index from 1 to `end - 1`. */
const inside = (end: number, random: RandomInteger): number => 1 + random(end - 1);
const otherLetter = (than: string, random: RandomInteger): string => {
  const others = alphabet.replace(than.toLowerCase(), "");
  return others[random(others.length)]!;
};

export const slips: readonly Slip[] = [
  {
    name: "insert",
    apply(word, random) {
      const at = inside(word.length, random);
      return word.slice(0, at) + otherLetter(word[at]!, random) + word.slice(at);
    },
  },
  {
    name: "delete",
    apply(word, random) {
      const at = inside(word.length, random);
      return word.slice(0, at) + word.slice(at + 1);
    },
  },
  {
    name: "substitute",
    apply(word, random) {
      const at = inside(word.length, random);
      return word.slice(0, at) + otherLetter(word[at]!, random) + word.slice(at + 1);
    },
  },
  {
    name: "transpose",
    apply(word, random) {
      const at = inside(word.length - 1, random);
      return word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2);
    },
  },
];

/** The keys of a US keyboard, and the letters of the same keys in the Ukrainian layout. */
const keys = "qwertyuiop[]asdfghjkl;'zxcvbnm,./`";
const letters = "йцукенгшщзхїфівапролджєячсмитьбю.ʼ";

/** The text as it comes out if the keyboard is set to English. */
export function typeOnWrongLayout(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/['’]/g, "ʼ")
    .replaceAll("ґ", "`")
    .replace(/./gu, (letter) => keys[letters.indexOf(letter)] ?? letter);
}

/** A romanisation as a table of letters; letters that it lacks are those of the base. */
export interface Romanisation {
  readonly name: string;
  romanise(name: string): string;
}

type Table = Readonly<Record<string, string>>;

/** How people write who type by ear: Russian habits, no marks for soft signs. */
const byEar: Table = {
  а: "a",
  б: "b",
  в: "v",
  г: "g",
  ґ: "g",
  д: "d",
  е: "e",
  є: "e",
  ж: "zh",
  з: "z",
  и: "i",
  і: "i",
  ї: "i",
  й: "y",
  к: "k",
  л: "l",
  м: "m",
  н: "n",
  о: "o",
  п: "p",
  р: "r",
  с: "s",
  т: "t",
  у: "u",
  ф: "f",
  х: "kh",
  ц: "ts",
  ч: "ch",
  ш: "sh",
  щ: "sch",
  ь: "",
  ю: "yu",
  я: "ya",
  "’": "",
};
/** BGN/PCGN 1965 without its marks. */
const bgn: Table = { ...byEar, г: "h", є: "ye", и: "y", ї: "yi", щ: "shch" };
/** ISO 9 and scholarly practice. */
const scholarly: Table = {
  ...byEar,
  г: "h",
  є: "je",
  ж: "ž",
  и: "y",
  ї: "ji",
  й: "j",
  х: "ch",
  ц: "c",
  ч: "č",
  ш: "š",
  щ: "šč",
  ю: "ju",
  я: "ja",
};
/** As German newspapers write. */
const german: Table = {
  ...byEar,
  в: "w",
  г: "h",
  є: "je",
  ж: "sch",
  й: "j",
  х: "ch",
  ц: "z",
  ч: "tsch",
  ш: "sch",
  щ: "schtsch",
  ю: "ju",
  я: "ja",
};
/** As Polish newspapers write. */
const polish: Table = {
  ...byEar,
  в: "w",
  г: "h",
  є: "je",
  ж: "ż",
  и: "y",
  й: "j",
  х: "ch",
  ц: "c",
  ч: "cz",
  ш: "sz",
  щ: "szcz",
  ю: "ju",
  я: "ja",
};

function byTable(table: Table): (name: string) => string {
  return (name) =>
    name
      .toLowerCase()
      .replaceAll(/['ʼ]/g, "’")
      .replace(/./gu, (letter) => table[letter] ?? letter);
}

export const romanisations: readonly Romanisation[] = [
  {
    name: "official",
    romanise: (name) =>
      name
        .toLowerCase()
        .replaceAll(/['ʼ]/g, "’")
        .replace(/[\p{L}’]+/gu, (word) => romanise(word) ?? word),
  },
  { name: "by ear", romanise: byTable(byEar) },
  { name: "BGN/PCGN", romanise: byTable(bgn) },
  { name: "scholarly", romanise: byTable(scholarly) },
  { name: "German", romanise: byTable(german) },
  { name: "Polish", romanise: byTable(polish) },
];
