/** Finds changes of a teacher that are probably mistakes in the file. */
import { spellingKey, textKey } from "../names/names.ts";
import { isOneEditApart } from "../names/typing.ts";
import { nameFieldNames, type StoredTeacher, type TextFieldName, textFieldNames } from "../teacher.ts";

/**
 * `lost`: a text is gone, or only its initial is left. `rearranged`: the same words are in other fields. `added`: a
 * name has additional words. `gender`: the middle name has the form of the other gender. `another`: the id seems to
 * belong to another person.
 */
export type DoubtKind = "lost" | "rearranged" | "added" | "gender" | "another";

/** `incomplete`: no last name or no first name. */
export type NewcomerDoubt = "incomplete" | Extract<DoubtKind, "rearranged" | "gender">;

type Texts = Pick<StoredTeacher, TextFieldName>;

/** Returns null for an ordinary change, such as a new last name or degree. */
export function findDoubt(before: Texts, after: Texts): DoubtKind | null {
  const changed = nameFieldNames.filter((name) => textKey(before[name]) !== textKey(after[name]));
  const lost = changed.filter((name) => isCut(before[name], after[name]));
  if (changed.length > 0) {
    const known = textFieldNames.flatMap((name) => wordsOf(before[name]));
    const found = nameFieldNames.flatMap((name) => wordsOf(after[name]));
    if (found.every((word) => known.some((other) => word === other || isInitial(word, other)))) {
      const isWhole = nameFieldNames.flatMap((name) => wordsOf(before[name])).every((word) => found.includes(word));
      return isWhole ? "rearranged" : "lost";
    }
  }
  const others = changed.filter((name) => !lost.includes(name) && isAnother(before[name], after[name]));
  if (others.length > 1) return "another";
  if (lost.length > 0 || (before.degree !== "" && after.degree === "")) return "lost";
  if (changed.some((name) => hasMoreWords(before[name], after[name]))) return "added";
  const [was, is] = [findGender(before.middle_name), findGender(after.middle_name)];
  return was !== null && is !== null && was !== is ? "gender" : null;
}

/** A word that is the first name of at least this many teachers counts as a common given name. */
const usualFrom = 3;

/**
 * Creates a function that returns the doubt about a new teacher, or null. It compares the name with the names in
 * `list`, which must include the new teachers.
 */
export function createNewcomerCheck(list: Iterable<Omit<Texts, "degree">>): (teacher: Texts) => NewcomerDoubt | null {
  const counts = new Map<string, { all: number; f: number; m: number }>();
  for (const { first_name: name, middle_name: middle } of list) {
    const count = counts.get(name) ?? { all: 0, f: 0, m: 0 };
    const gender = findGender(middle);
    count.all++;
    if (gender !== null) count[gender]++;
    counts.set(name, count);
  }
  return ({ last_name: last, first_name: first, middle_name: middle }) => {
    if (last === "" || first === "") return "incomplete";
    const own = counts.get(first) ?? { all: 0, f: 0, m: 0 };
    // Last name and first name were probably exchanged. A rare first name is required, because some last names, such as
    // Роман, are given names too.
    if ((counts.get(last)?.all ?? 0) >= usualFrom && own.all < usualFrom) return "rearranged";
    if (findGender(first) !== null && findGender(middle) === null && middle !== "") return "rearranged";
    const gender = findGender(middle);
    const isOdd = gender !== null && own[gender] === 1 && own[gender === "f" ? "m" : "f"] >= usualFrom;
    return isOdd ? "gender" : null;
  };
}

/** Hyphens do not separate words here, because many people add a second last name when they marry. */
function wordsOf(text: string): string[] {
  return text.split(/[\s.,;()]+/u).flatMap((word) => spellingKey(word) || []);
}

/** Whether a word is the initial of another. */
function isInitial(word: string, other: string): boolean {
  return word.length === 1 && other.startsWith(word);
}

function isCut(before: string, after: string): boolean {
  const [was, is] = [wordsOf(before), wordsOf(after)];
  const [first = ""] = was;
  return first.length > 1 && (is.length === 0 || (is.length === 1 && isInitial(is[0]!, first)));
}

function isAnother(before: string, after: string): boolean {
  if (before === "" || after === "" || isCut(after, before)) return false;
  return !isOneEditApart(textKey(before), textKey(after));
}

function hasMoreWords(before: string, after: string): boolean {
  const [was, is] = [wordsOf(before), wordsOf(after)];
  return was.length > 0 && is.length > was.length && was.every((word) => is.includes(word));
}

/** The gender of a whole patronymic. */
function findGender(middleName: string): "f" | "m" | null {
  if (/(?:вна|чна)$/iu.test(middleName)) return "f";
  return /(?:вич|ьич|іч)$/iu.test(middleName) ? "m" : null;
}
