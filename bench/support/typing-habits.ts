/** How people write names that they hear, read or type: in Russian, in Latin letters, in other cases, on other keyboards. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RandomInteger } from "../../sample/generate/random.ts";
import { patronymicOf, russianPatronymicOf } from "../../src/domain/names/given-names.ts";
import { romanise } from "../../src/domain/names/romanisation.ts";

type Table = Readonly<Record<string, string>>;

const lines = readFileSync(join(import.meta.dir, "../../src/domain/names/names.tsv"), "utf8").split("\n");
const names = lines
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split("\t").map((column) => column.split(" ")));

/** The Russian form of given names and patronymics, and their short forms. */
const russianNames = new Map<string, string>();
const shortForms = new Map<string, readonly string[]>();
for (const [gender, ukrainian, russian, , short] of names) {
  for (const name of ukrainian!) {
    if (!shortForms.has(name)) shortForms.set(name, short!);
    if (!russianNames.has(name)) russianNames.set(name, russian![0]!);
    if (gender![0] !== "m") continue;
    for (const form of ["men", "women"] as const) {
      const patronymic = patronymicOf(name)[form];
      if (!russianNames.has(patronymic)) russianNames.set(patronymic, russianPatronymicOf(russian![0]!)[form]);
    }
  }
}

/** All forms of given names. */
export const givenNames: readonly string[] = names.flatMap((columns) => columns.slice(1).flat());

const plain = (name: string): string => name.replaceAll(/[’ʼ]/g, "'");

export function shortFormsOf(name: string): readonly string[] {
  return shortForms.get(plain(name)) ?? [];
}

/** The name as a Russian document spells it. */
export function inRussian(name: string): string {
  const known = russianNames.get(plain(name));
  if (known !== undefined) return known;
  return plain(name)
    .replace(/([сцз])ька$/, "$1кая")
    .replace(/([сцз])ький$/, "$1кий")
    .replace(/(?<=[нвр])а$/, (end, at: number, all: string) => (/(?:[рк]н|лив|ор)а$/.test(all) && at > 4 ? end : end))
    .replaceAll(/[іи]й(?=$)/g, "ий")
    .replaceAll(/ьо|йо/g, "е")
    .replaceAll("'", "ъ")
    .replaceAll(/[іїґє]/g, (letter) => ({ і: "и", ї: "и", ґ: "г", є: "е" })[letter]!)
    .replaceAll(/[ІЇҐЄ]/g, (letter) => ({ І: "И", Ї: "И", Ґ: "Г", Є: "Е" })[letter]!)
    .replaceAll(/ъ(?=[яюе])/g, "ь");
}

const byEar: Table = {
  ...{
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
  },
  ...{ к: "k", л: "l", м: "m", н: "n", о: "o", п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "kh", ц: "ts" },
  ...{ ч: "ch", ш: "sh", щ: "sch", ь: "", ю: "yu", я: "ya", "’": "" },
};

/** Functions that spell a name in Latin letters, by habit. */
export const habits: Readonly<Record<string, (name: string) => string>> = {
  official: (name) => plain(name).replace(/[\p{L}']+/gu, (word) => romanise(word.replaceAll("'", "’")) ?? word),
  "by ear": byTable(byEar),
  BGN: byTable({ ...byEar, г: "h", є: "ye", и: "y", ї: "yi", щ: "shch" }),
  scholarly: byTable({
    ...{
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
    },
    я: "ja",
  }),
  German: byTable({
    ...{ ...byEar, в: "w", г: "h", є: "je", ж: "sch", з: "s", и: "y", ї: "ji", й: "j", х: "ch", ц: "z", ч: "tsch" },
    ...{ ш: "sch", щ: "schtsch", ю: "ju", я: "ja" },
  }),
  Polish: byTable({
    ...{
      ...byEar,
      в: "w",
      г: "h",
      є: "je",
      ж: "ż",
      и: "y",
      ї: "ji",
      й: "j",
      х: "ch",
      ц: "c",
      ч: "cz",
      ш: "sz",
      щ: "szcz",
    },
    ...{ ю: "ju", я: "ja" },
  }),
  "French, 1990s": byTable({
    ...{ ...byEar, г: "h", є: "ie", ж: "j", и: "y", ї: "ï", й: "ï", у: "ou", ч: "tch", ш: "ch", щ: "chtch", ю: "iou" },
    я: "ia",
  }),
  chat: byTable({ ...byEar, г: "h", и: "y", й: "j", х: "h", ц: "c", щ: "sch", ю: "ju", я: "ja", є: "je" }),
};

function byTable(table: Table): (name: string) => string {
  return (name) =>
    plain(name).replace(/./gu, (letter) => {
      const lower = letter === "'" ? "’" : letter.toLowerCase();
      const latin = table[lower] ?? lower;
      return lower === letter ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
    });
}

const keyboards = {
  us: "qwertyuiop[]asdfghjkl;'zxcvbnm,.`",
  ukrainian: "йцукенгшщзхїфівапролджєячсмитьбю'",
  russian: "йцукенгшщзхъфывапролджэячсмитьбюё",
} as const;

/** The text that the keys for `text` on the layout `meant` give on the layout `typed`. */
export function typeOn(text: string, meant: keyof typeof keyboards, typed: keyof typeof keyboards): string {
  const from = [...keyboards[meant]];
  const to = [...keyboards[typed]];
  return plain(text)
    .toLowerCase()
    .replace(/./gu, (letter) => to[from.indexOf(letter)] ?? letter);
}

const alphabet = "абвгдежзиійклмнопрстуфхцчшщьюя";

/** The word with one typo: in its first letter if `isFirst`, otherwise in another letter. */
export function mistype(word: string, random: RandomInteger, isFirst = false): string {
  const at = isFirst ? 0 : 1 + random(word.length - 1);
  const others = alphabet.replace(word[at]!.toLowerCase(), "");
  const letter = others[random(others.length)]!;
  const kind = random(4);
  if (kind === 0) return word.slice(0, at) + letter + word.slice(at);
  if (kind === 1) return word.slice(0, at) + word.slice(at + 1);
  if (kind === 2 && at + 1 < word.length && word[at] !== word[at + 1]) {
    return word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2);
  }
  return word.slice(0, at) + letter + word.slice(at + 1);
}

export const cases = ["genitive", "dative", "accusative", "instrumental", "vocative"] as const;
type Case = (typeof cases)[number];

type Endings = readonly [pattern: RegExp, ...forms: readonly string[]];

/** For each ending of a name: the ending in each of {@link cases}. */
const womenEndings: readonly Endings[] = [
  [/([сцз]ьк)а$/, "$1ої", "$1ій", "$1у", "$1ою", "$1а"],
  [/((?:ов|єв|ев|ін|їн)|[лнр]н)а$/, "$1ої", "$1ій", "$1у", "$1ою", "$1а"],
  [/ія$/, "ії", "ії", "ію", "ією", "іє"],
  [/я$/, "і", "і", "ю", "ею", "е"],
  [/(вн)а$/, "$1и", "$1і", "$1у", "$1ою", "$1о"],
  [/ка$/, "ки", "ці", "ку", "кою", "ко"],
  [/га$/, "ги", "зі", "гу", "гою", "го"],
  [/а$/, "и", "і", "у", "ою", "о"],
  [/в$/, "ві", "ві", "в", "в'ю", "ве"],
];
const menEndings: readonly Endings[] = [
  [/([сцз]ьк)ий$/, "$1ого", "$1ому", "$1ого", "$1им", "$1ий"],
  [/ий$/, "ого", "ому", "ого", "им", "ий"],
  [/((?:ов|єв|ев|ін|їн))$/, "$1а", "$1у", "$1а", "$1им", "$1е"],
  [/(ович|йович|ич)$/, "$1а", "$1у", "$1а", "$1ем", "$1у"],
  [/ець$/, "ця", "цю", "ця", "цем", "цю"],
  [/й$/, "я", "ю", "я", "єм", "ю"],
  [/ь$/, "я", "ю", "я", "ем", "ю"],
  [/о$/, "а", "у", "а", "ом", "о"],
  [/ка$/, "ки", "ці", "ку", "кою", "ко"],
  [/га$/, "ги", "зі", "гу", "гою", "го"],
  [/ха$/, "хи", "сі", "ху", "хою", "хо"],
  [/а$/, "и", "і", "у", "ою", "о"],
  [/я$/, "і", "і", "ю", "ею", "е"],
  [/([бвгджзклмнпрстфхцчш])$/, "$1а", "$1у", "$1а", "$1ом", "$1е"],
];

/** A name in a case. A woman's last name that ends like a man's does not change. */
export function decline(name: string, kase: Case, isWoman: boolean): string {
  const rows = isWoman ? womenEndings : menEndings;
  const row = rows.find(([pattern]) => pattern.test(name));
  if (row === undefined || (isWoman && /[вндкчйоь]$/.test(name) && !/ов$/.test(name))) return name;
  const [pattern, ...forms] = row;
  return name.replace(pattern, forms[cases.indexOf(kase)]!);
}
