/** Given names, the patronymics that are formed from them, and other forms of the same name. */
import { lazy } from "../lazy.ts";
import { spellingKey } from "./names.ts";
import table from "./names.tsv" with { type: "text" };
import { soundKeys, typedSoundKeys } from "./sound.ts";

/** The lines of the table: the gender, and the Ukrainian, Russian, other and short forms of a name. */
const rows = lazy(() =>
  table
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t").map((column) => column.split(" "))),
);

/** By key of a Ukrainian given name, the gender of those who have it; null if it is one of both. */
const genders = lazy(() => {
  const found = new Map<string, "f" | "m" | null>();
  for (const [[gender] = [], ukrainian = []] of rows())
    for (const key of ukrainian.map(spellingKey)) {
      const known = found.get(key);
      found.set(key, known === undefined || known === gender ? (gender as "f" | "m") : null);
    }
  return found;
});

/** Whether a word is a Ukrainian given name, in any letter case and with any apostrophe. */
export function isGivenName(word: string): boolean {
  return genders().has(spellingKey(word));
}

/** The gender of a Ukrainian given name; null for other words, and for names of both. */
export function genderOfGivenName(word: string): "f" | "m" | null {
  return genders().get(spellingKey(word)) ?? null;
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

/**
 * The patronymic of the children of a man: `Петрович`, `Петрівна`; `Васильович`, `Василівна`; `Юрійович`, `Юріївна`.
 */
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

/** The forms of one name: `Елена`, `Helen` and `Оленка` for `Олена`; `Сергеевич` for `Сергійович`. */
export interface NameEntry {
  readonly field: "first_name" | "middle_name";
  /** The keys of all forms. */
  readonly keys: readonly string[];
  /** The keys of the official Ukrainian forms. */
  readonly official: readonly string[];
}

export interface NameTable {
  /** The names that have this key among their forms. */
  findByKey(key: string): readonly NameEntry[];
  /** The names that have a typed word among their forms, by spelling or by sound. */
  find(word: string): readonly NameEntry[];
}

/** Reads the table of `names.tsv`, which takes tens of milliseconds. */
export function readNameTable(): NameTable {
  const bySpelling = new Map<string, NameEntry[]>();
  const bySound = new Map<string, NameEntry[]>();
  for (const row of rows()) {
    for (const group of readRow(row)) {
      for (const key of group.keys) addTo(bySpelling, key, group);
      for (const key of new Set(group.keys.flatMap(soundKeys))) addTo(bySound, key, group);
    }
  }
  const findByKey = (key: string): readonly NameEntry[] => bySpelling.get(key) ?? [];
  return {
    findByKey,
    find(word) {
      const spelt = findByKey(spellingKey(word));
      return spelt.length > 0 ? spelt : [...new Set(typedSoundKeys(word).flatMap((key) => bySound.get(key) ?? []))];
    },
  };
}

function addTo(groups: Map<string, NameEntry[]>, key: string, group: NameEntry): void {
  const known = groups.get(key);
  if (known === undefined) groups.set(key, [group]);
  else known.push(group);
}

/** The name of a row, and the patronymics of both genders that are formed from it. */
function readRow([gender, ukrainian = [], russian = [], others = [], short = []]: readonly string[][]): NameEntry[] {
  const groups = [groupOf("first_name", ukrainian, [...russian, ...others, ...short])];
  if (gender![0] !== "m") return groups;
  const patronymics = ukrainian.map(patronymicOf);
  const inRussian = russian.map(russianPatronymicOf);
  for (const form of ["men", "women"] as const) {
    const officials = patronymics.map((forms) => forms[form]);
    groups.push(
      groupOf(
        "middle_name",
        officials,
        inRussian.map((forms) => forms[form]),
      ),
    );
  }
  return groups;
}

function groupOf(field: NameEntry["field"], official: readonly string[], others: readonly string[]): NameEntry {
  const officialKeys = official.map(spellingKey);
  const keys = new Set([...officialKeys, ...others.map(spellingKey)]);
  return { field, keys: [...keys].filter((key) => key !== ""), official: officialKeys };
}
