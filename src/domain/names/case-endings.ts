/** Case endings of Ukrainian names: the basic forms that a declined word may have, and the form of the other gender. */
import type { NameFieldName } from "../teacher.ts";

/** The endings of one declension, without apostrophes: of its case forms, and of its basic form. */
type Declension = readonly [cases: string, basic: string];

/** A case of one gender is none of the other; the basic form of the other gender is. Russian cases meet by sound. */
const surnames: readonly Declension[] = [
  ["ого ому им ім ой а", "ий"],
  ["ої ій у ою ой ую ий", "а"],
  ["ього ьому ім я", "ій"],
  ["ьої ій ю ьою ій", "я"],
  ["им ым", ""],
  ["ов", "ова"],
  ["єв", "єва"],
  ["ев", "ева"],
  ["ін", "іна"],
  ["їн", "їна"],
  ["ин", "ина"],
  ["ова ову овим ові ову", "ів"],
  ["єва єву євим", "їв"],
];

const names: readonly Declension[] = [
  ["а у ові ом е", "о"],
  ["а у ові ом ем еві е", ""],
  ["я ю еві ем ові ом", "ь"],
  ["я ю еві ем", ""],
  ["я ю єві єм", "й"],
  ["и і у ою о", "а"],
  ["і ї ю ею єю е є", "я"],
  ["ці", "ка"],
  ["зі", "га"],
  ["сі", "ха"],
  ["ця цю цеві цем", "ець"],
  ["йця йцю йцеві йцем", "єць"],
  ["ьця ьцю ьцеві ьцем", "лець"],
  ["ка ку кові ком", "ок"],
  ["ла лу лові лом", "ел"],
  ["ра ру рові ром", "ер"],
  ["ні ню", "нь"],
  ["че", "к"],
  ["же", "г"],
  ["ові", "ов"],
];

const patronymics: readonly Declension[] = [
  ["а у еві ем", ""],
  ["вни вні вну вною вно", "вна"],
];

const declensions: Readonly<Record<NameFieldName, readonly Declension[]>> = {
  last_name: [...surnames, ...names],
  first_name: names,
  middle_name: patronymics,
};

/** By field and case ending, the endings of the basic forms. */
const basicEndings = new Map(
  Object.entries(declensions).map(([field, rows]) => {
    const byEnding = new Map<string, Set<string>>();
    for (const [cases, basic] of rows) {
      for (const ending of cases.split(" ")) {
        const known = byEnding.get(ending) ?? new Set();
        known.add(basic);
        byEnding.set(ending, known);
      }
    }
    return [field as NameFieldName, byEnding] as const;
  }),
);

/** The minimum number of letters before an ending. */
const stemMin = 2;
const longestEnding = 5;

/**
 * The keys of the basic forms that a word may have: `шевченка` gives `шевченко` and others, some of which are not
 * names. The vowel of the stem may change: `якова` gives `яків`.
 */
export function basicForms(key: string, field: NameFieldName): string[] {
  const forms = new Set<string>();
  const byEnding = basicEndings.get(field)!;
  for (let length = Math.min(longestEnding, key.length - stemMin); length > 0; length--) {
    const stem = key.slice(0, -length);
    for (const ending of byEnding.get(key.slice(-length)) ?? []) {
      forms.add(stem + ending);
      const changed = ending === "" || ending === "ь" ? stem.replace(/[оеє]([^аеєиіїоуюя])$/, changeVowel) : stem;
      if (changed !== stem) forms.add(changed + ending);
    }
  }
  forms.delete(key);
  return [...forms];
}

/** `Сидора` is a form of `Сидір`, and `Андрієва` of `Андріїв`. */
const changeVowel = (vowel: string, consonant: string): string => (vowel.startsWith("є") ? "ї" : "і") + consonant;
