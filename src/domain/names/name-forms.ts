/** Other forms of the same given name or patronymic: `Елена`, `Helen` and `Оленка` for `Олена`; `Сергеевич` for `Сергійович`. */

import { patronymicOf, russianPatronymicOf } from "./given-names.ts";
import { spellingKey } from "./names.ts";
import table from "./names.tsv" with { type: "text" };
import { soundKeys, typedSoundKeys } from "./sound.ts";

/** The forms of one name. */
interface NameEntry {
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

/** Lines read between two yields: a few hundred microseconds. */
const linesBetweenYields = 4;

/** Reads the table. Takes tens of milliseconds in small steps. */
export function* readNameTable(): Generator<undefined, NameTable> {
  const bySpelling = new Map<string, NameEntry[]>();
  const bySound = new Map<string, NameEntry[]>();
  for (const [i, line] of table.split("\n").entries()) {
    if (i % linesBetweenYields === 0) yield;
    if (line === "" || line.startsWith("#")) continue;
    for (const group of readLine(line)) {
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

/** The name of a line, and the patronymics of both genders that are formed from it. */
function readLine(line: string): NameEntry[] {
  const [gender, ...columns] = line.split("\t");
  const [ukrainian = [], russian = [], others = [], short = []] = columns.map((column) => column.split(" "));
  const groups = [groupOf("first_name", ukrainian, [...russian, ...others, ...short])];
  if (gender !== "m") return groups;
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
