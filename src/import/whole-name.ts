/** Splits a whole name, with or without a degree, into its fields. */
import type { NameFieldName } from "../domain/teacher.ts";

export interface SplitName extends Readonly<Record<NameFieldName | "degree", string>> {
  /** Whether another split is possible; a person should look at it. */
  readonly isDoubtful: boolean;
}

const initials = /^(\p{Lu}\p{Ll}?\.)(?:(\p{Lu}\p{Ll}?)\.?)?$/u;
const singleLetter = /^\p{Lu}$/u;
const patronymic = /(?:вич|вна|ївна|ьич|міч|ич|vych|vich|vna|ivna)$/iu;

/**
 * Splits `Шевченко Тарас Григорович`, `к.т.н., доц. Шевченко Т.Г.`, `Т. Г. Шевченко, професор` and the like. Words that start
 * with a small letter before the name, and what follows it after a comma or in brackets, are the degree.
 */
export function splitWholeName(text: string): SplitName {
  const parts = text
    .replace(/\(([^()]*)\)\s*$/u, ", $1")
    .split(",")
    .map((part) => separateInitials(part.split(/\s+/u).filter((word) => word !== "")));
  const at = parts.findIndex((words) => !words.every(isDegreeWord));
  const found = at === -1 ? [] : parts[at]!;
  const start = found.findIndex((word) => !isDegreeWord(word));
  const words = found.slice(Math.max(0, start));
  const after = parts.slice(at === -1 ? parts.length : at + 1);
  // `Шевченко, Тарас Григорович`
  const isContinued = words.length === 1 && after[0]?.[0] !== undefined && !isDegreeWord(after[0][0]);
  if (isContinued) words.push(...after.shift()!);
  const before = at === -1 ? parts : [...parts.slice(0, at), found.slice(0, Math.max(0, start))];
  const degree = [...before, ...after].map((part) => part.join(" ")).filter((part) => part !== "");
  return { ...splitWords(words), degree: degree.join(", ") };
}

/** `доц.`, `к.т.н.`, `професор`: names start with a capital. */
function isDegreeWord(word: string): boolean {
  return /^\p{Ll}/u.test(word);
}

/** `Т.Г.` as two words. */
function separateInitials(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const [, first, second] = initials.exec(word) ?? [];
    return first === undefined || second === undefined ? [word] : [first, `${second}.`];
  });
}

function isInitial(word: string | undefined): boolean {
  return word !== undefined && (initials.test(word) || singleLetter.test(word));
}

function splitWords(words: readonly string[]): Omit<SplitName, "degree"> {
  const [a = "", b = "", c = ""] = words;
  const name = (last_name: string, first_name: string, middle_name: string, isDoubtful: boolean) => ({
    last_name,
    first_name,
    middle_name,
    isDoubtful,
  });
  const hasLowerWord = words.some(isDegreeWord);
  switch (words.length) {
    case 0:
    case 1:
      return name(a, "", "", true);
    case 2:
      return isInitial(a) ? name(b, a, "", isInitial(b)) : name(a, b, "", !isInitial(b));
    case 3:
      if (isInitial(a) && isInitial(b)) return name(c, a, b, isInitial(c));
      if (patronymic.test(b) && !patronymic.test(c) && !isInitial(c)) return name(c, a, b, true);
      return name(a, b, c, hasLowerWord || isInitial(b) !== isInitial(c) || !(isInitial(c) || patronymic.test(c)));
    default:
      return name(words.slice(0, -2).join(" "), words.at(-2)!, words.at(-1)!, true);
  }
}
