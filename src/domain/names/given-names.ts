/** Common given names, and the patronymics that are formed from them. */
import { lazy } from "../lazy.ts";
import lists from "./given-names.json" with { type: "json" };
import { spellingKey } from "./names.ts";

/** The words of a list in the order of its lines. The apostrophe is U+0027. */
function wordsOf(lines: readonly string[]): readonly string[] {
  return lines.join(" ").split(" ");
}

export const givenNamesOfWomen = wordsOf(lists.women);
export const givenNamesOfMen = wordsOf(lists.men);

const keys = lazy(() => new Set([...givenNamesOfWomen, ...givenNamesOfMen].map(spellingKey)));

/** Whether a word is a common given name, in any letter case and with any apostrophe. */
export function isGivenName(word: string): boolean {
  return keys().has(spellingKey(word));
}

/** A name in its form for men and its form for women. */
export interface GenderForms {
  readonly men: string;
  readonly women: string;
}

/** Fathers' names that change before the suffix, or take another suffix. */
const exceptions: Readonly<Record<string, readonly [men: string, women: string]>> = {
  Микола: ["Миколайович", "Миколаївна"],
  Григорій: ["Григорович", "Григорівна"],
  Яків: ["Якович", "Яківна"],
  Федір: ["Федорович", "Федорівна"],
  Лев: ["Львович", "Львівна"],
  Ілля: ["Ілліч", "Іллівна"],
  Кузьма: ["Кузьмич", "Кузьмівна"],
  Лука: ["Лукич", "Луківна"],
  Сава: ["Савич", "Савівна"],
};

/** The patronymic of the children of a man: `Петрович`, `Петрівна`; `Васильович`, `Василівна`; `Юрійович`, `Юріївна`. */
export function patronymicOf(father: string): GenderForms {
  const exception = exceptions[father];
  if (exception !== undefined) return { men: exception[0], women: exception[1] };
  if (father.endsWith("й")) return { men: `${father}ович`, women: `${father.slice(0, -1)}ївна` };
  const stem = father.replace(/[оа]$/, "");
  return { men: `${stem}ович`, women: `${stem.replace(/ь$/, "")}івна` };
}

const russianExceptions: Readonly<Record<string, readonly [men: string, women: string]>> = {
  Павел: ["Павлович", "Павловна"],
  Лев: ["Львович", "Львовна"],
  Михаил: ["Михайлович", "Михайловна"],
  Яков: ["Яковлевич", "Яковлевна"],
};

/** The Russian patronymic: `Алексеевич`, `Алексеевна`; `Юрьевич`, `Юрьевна`; `Ильич`, `Ильинична`. */
export function russianPatronymicOf(father: string): GenderForms {
  const exception = russianExceptions[father];
  if (exception !== undefined) return { men: exception[0], women: exception[1] };
  if (/[ая]$/.test(father)) return { men: `${father.slice(0, -1)}ич`, women: `${father.slice(0, -1)}инична` };
  const stem = father.replace(/ий$/, "ь").replace(/([еа])й$|(?<!и)ь$/, "$1");
  const isSoft = /[йь]$/.test(father);
  return { men: `${stem}${isSoft ? "евич" : "ович"}`, women: `${stem}${isSoft ? "евна" : "овна"}` };
}
