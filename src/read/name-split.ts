/** Splits a whole name, with or without a degree, into fields. */
import { isGivenName } from "../domain/names/given-names.ts";
import type { NameFieldName } from "../domain/teacher.ts";

interface SplitName extends Readonly<Record<NameFieldName | "degree", string>> {
  /** Whether another split is possible, so that a person should look at it. */
  readonly isDoubtful: boolean;
  /** Whether more than one person seems to be named. Such a split is doubtful too. */
  readonly isSeveral: boolean;
}

type Name = Omit<SplitName, "degree" | "isSeveral">;

const initials = /^(\p{Lu}\p{Ll}?\.)(?:(\p{Lu}\p{Ll}?)\.?)?$/u;
const initial = /^\p{Lu}(?:\p{Ll}?\.)?(?:\s(?:огли|оглу|кизи|кизі))?$/u;
const patronymic = /(?:ич|міч|лліч|вна|vych|vich|vna|[\s-](?:огли|оглу|кизи|кизі))$/iu;

/** The last word of a patronymic such as `Гасан огли`. */
const suffix = /^(?:огли|оглу|кизи|кизі)$/;

/** Small words of a last name: `де Сильва`, `ван дер Берг`. */
const particles =
  "де|ді|да|дель|дер|ден|ван|фон|ля|ла|ле|аль|ель|бен|бін|ібн|абу|de|di|da|del|der|den|van|von|la|le|al|el";
const particle = new RegExp(`^(?:${particles})$`, "u");
const hasParticle = new RegExp(`(?:^|[\\s,.])(?:${particles})\\s`, "u");

/** A share of a post after a name, `0,5 ст.`. Its comma is not a separator. */
const rate = /(?<!\s)\s+(\d+(?:[.,]\d*)?\s*ст\S*)$/iu;

/** An initial without a space after it, as in `Т.Г.Шевченко`. */
const gluedInitial = /(?<!\p{L})(\p{Lu}\p{Ll}?\.)(?=\p{Lu}\p{L})/gu;

/** A degree without a space after it, as in `доц.Шевченко Т. Г.` */
const gluedDegree = /(?<!\p{L})(\p{Ll}[\p{Ll}.]*\.)(?=\p{Lu})/gu;

/** A position at the start of a cell may have a capital. */
const capitalDegree =
  /^(?:(?:доц|проф|асист|викл|зав)\.|ст\.|доцент|професор|асистент|викладач|старший|доктор|к\.\p{L}+\.н\.)$/iu;

/** A conjunction or a separator between two people. */
const conjunction = /[;/&+]|\s(?:та|і|й|and)\s/;

/**
 * Splits `Шевченко Тарас Григорович`, `Тарас ШЕВЧЕНКО`, `к.т.н., доц. Шевченко Т.Г.`, `Т. Г. Шевченко, професор` and
 * the like. The degree consists of words with a small first letter before or after the name, and of text after a comma, a dash
 * or in brackets.
 */
export function splitWholeName(text: string): SplitName {
  const parts = splitParts(text).map((part) => separateInitials(splitWords(part)));
  const at = parts.findIndex((words) => words.some(isNameWord));
  const found = parts[at] ?? [];
  const [start, last] = [found.findIndex(isNameWord), found.findLastIndex(isNameWord) + 1];
  // `Шевченко Тарас григорович` has no degree.
  const end = last - start > 1 && !isMiddleName(found[last] ?? "") ? last : found.length;
  const words = found.slice(Math.max(0, start), end);
  const before = at === -1 ? parts : [...parts.slice(0, at), found.slice(0, start)];
  const after = at === -1 ? [] : [found.slice(end), ...parts.slice(at + 1)].filter((part) => part.length > 0);
  // `Шевченко, Тарас Григорович`
  const isContinued = words.length === 1 && after[0]?.[0] !== undefined && !isDegreeWord(after[0][0]);
  const given = isContinued ? after.shift()! : [];
  const degree = [...before, ...after].map((part) => part.join(" ")).filter((part) => part !== "");
  const name = given.length === 1 ? combine(words, given, false) : splitNames([...words, ...given]);
  const hasTwo = words.slice(1, 3).some(isMiddleName) && words.slice(3).some(isMiddleName);
  const isSeveral = hasTwo || (name.isDoubtful && conjunction.test(words.join(" "))) || after.some(isPerson);
  return { ...name, isDoubtful: name.isDoubtful || isSeveral, isSeveral, degree: degree.join(", ") };
}

/** Separates the name from degrees. Most texts are only a name. */
function splitParts(text: string): readonly string[] {
  if (!/[.,(\d]|\s[-–—]\s/.test(text)) return [text.trim()];
  return text
    .replace(/^\s*\d{1,4}[.)]\s*(?=\p{L})/u, "")
    .replace(/^([^,]*?)\s+[-–—]\s+(?=\p{Ll})/u, "$1, ")
    .replace(/\(([^()]*)\)\s*$/u, ", $1")
    .replace(gluedDegree, "$1 ")
    .replace(gluedInitial, "$1 ")
    .trim()
    .replace(rate, ", $1")
    .split(/,(?!\d)/)
    .map((part) => part.trim());
}

/**
 * The words of a part. A word stays with the one before it if it ends a patronymic, or is in brackets; a particle stays with
 * the next one.
 */
function splitWords(part: string): readonly string[] {
  const words: string[] = [];
  // From the end, because a word is in brackets if the next bracket closes them.
  let isInside = false;
  let after = "";
  for (const word of part.split(/\s+/).reverse()) {
    const bracket = /[()]/.exec(word)?.[0];
    if (bracket !== undefined) isInside = bracket === ")";
    const joined = after === "" ? word : `${word} ${after}`;
    const isAttached = isInside || word.startsWith("(") || suffix.test(word);
    after = isAttached ? joined : "";
    if (isAttached || joined === "") continue;
    if (particle.test(joined) && words.length > 0) words[0] = `${joined} ${words[0]!}`;
    else words.unshift(joined);
  }
  return after === "" ? words : [after, ...words];
}

/** Whether a word belongs to a degree: `доц.`, `к.т.н.`, `професор`. Names start with a capital, or with a particle. */
const isDegreeWord = (word: string): boolean =>
  capitalDegree.test(word) || (/^\p{Ll}/u.test(word) && !/\s\p{Lu}/u.test(word));

const isNameWord = (word: string): boolean => !isDegreeWord(word);

/** `Т.Г.` as two words. */
function separateInitials(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const [, first, second] = initials.exec(word) ?? [];
    return first === undefined || second === undefined ? [word] : [first, `${second}.`];
  });
}

const isInitial = (word: string): boolean => initial.test(word);

/** Whether a word looks like a middle name: it is an initial, or ends like a patronymic. */
export const isMiddleName = (word: string): boolean => isInitial(word) || patronymic.test(word);

/** Whether the words after a name are another person, perhaps with a degree; `премія ім. І. Франка` is none. */
function isPerson(words: readonly string[]): boolean {
  const name = words.slice(words.findIndex(isNameWord));
  return name.length > 1 && name.some(isMiddleName) && (name.length === words.length || !isInitial(name[0]!));
}

function combine(last: readonly string[], given: readonly string[], isDoubtful: boolean): Name {
  return { last_name: last.join(" "), first_name: given[0] ?? "", middle_name: given[1] ?? "", isDoubtful };
}

function splitNames(words: readonly string[]): Name {
  const [a = "", b = "", c = ""] = words;
  switch (words.length) {
    case 0:
    case 1:
      return combine([a], [], true);
    case 2:
      if (isInitial(a)) return combine([b], [a], isInitial(b));
      return (
        splitByCapitals(words) ??
        combine([a], [b], !isInitial(b) && !hasParticle.test(a) && (isGivenName(a) || !isGivenName(b)))
      );
    case 3: {
      if (isInitial(a) && isInitial(b)) return combine([c], [a, b], isInitial(c));
      const split = splitByCapitals(words);
      if (split !== null) return split;
      // Last names such as `Бабич` end like patronymics.
      if (patronymic.test(b) && !isInitial(c) && (isGivenName(a) || !patronymic.test(c))) {
        return combine([c], [a, b], true);
      }
      const isUsual = isInitial(b) === isInitial(c) && (isInitial(c) || patronymic.test(c));
      return combine([a], [b, c], !isUsual || a.endsWith(".") || words.some(isDegreeWord));
    }
    default:
      return splitByCapitals(words) ?? combine(words.slice(0, -2), words.slice(-2), true);
  }
}

/** Two letters or more, all in capitals. */
const isInCapitals = (word: string): boolean => !/\p{Ll}/u.test(word) && /\p{L}.*\p{L}/u.test(word) && !isInitial(word);

/**
 * Splits a name whose last name is in capitals, before or after the other names, as in official papers. Null if the
 * capitals do not show which words are the last name.
 */
function splitByCapitals(words: readonly string[]): Name | null {
  if (!words.some(isInCapitals)) return null;
  const isLast = words.map(isInCapitals);
  const [start, end] = [isLast.indexOf(true), isLast.lastIndexOf(true) + 1];
  const last = words.slice(start, end);
  const given = words.filter((_, i) => !isLast[i]);
  const isAtEdge = start === 0 || end === words.length;
  const isWhole = last.length + given.length === words.length;
  if (!isAtEdge || !isWhole || given.length === 0 || given.length > 2) return null;
  // Two capitals may be initials without full stops.
  return combine(last, given, given.some(isDegreeWord) || last.some((word) => word.length === 2));
}
