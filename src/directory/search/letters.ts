/**
 * Single letters of a query. A letter may be an initial, the beginning of the next part of a name (`Анна-М`), a word
 * of one letter (`i`, `Ó`, `Ю`), or a part of a degree (`к.т.н.`, `ст.в.`, `I категорії`).
 */
import { cyrillicInitials } from "../../domain/names/sound.ts";
import { type Hit, hits, lastNameLetterCost, type Used } from "./costs.ts";
import { isLetter, type WordToken } from "./tokens.ts";
import { degree, firstName, foldKey, isStored, lastName, middleName, type Words } from "./words.ts";

/** The letters that an initial may stand for; a Latin one stands for several Cyrillic ones. */
export const initialsOf = (key: string): string => cyrillicInitials[key] ?? key;

/** How an initial meets the first letter of a word. */
export function meetInitial(letters: string, initial: string): Hit | null {
  if (letters.includes(initial)) return hits.beginning;
  return foldKey(letters) === foldKey(initial) ? hits.foldedBeginning : null;
}

/** Whether a letter may name a word of a degree: in a run of three or more, or in one beside a word of a degree. */
export function isDegreeLetter(words: Words, tokens: readonly WordToken[], at: number): boolean {
  const [start, end] = runOf(tokens, at);
  const isTitle = (token: WordToken | undefined): boolean =>
    token !== undefined && isStored(words, token.key, [degree], true);
  return isDegreeRun(tokens, at) || isTitle(tokens[start - 1]) || isTitle(tokens[end]);
}

/** Whether the letters around a letter are long enough to be a degree on their own: `к.т.н.`. */
export function isDegreeRun(tokens: readonly WordToken[], at: number): boolean {
  const [start, end] = runOf(tokens, at);
  return end - start > 2;
}

/** The run of letters around a letter. */
function runOf(tokens: readonly WordToken[], at: number): readonly [start: number, end: number] {
  const isLetterAt = (index: number): boolean => tokens[index] !== undefined && isLetter(tokens[index].key);
  let [start, end] = [at, at];
  while (isLetterAt(start - 1)) start--;
  while (isLetterAt(end)) end++;
  return [start, end];
}

/** A letter with a full stop is first of all an initial of the given name or the patronymic. */
export function extraCostOf({ isStopped }: WordToken, field: number, { isWhole }: Hit): number {
  return field === lastName && !isWhole && isStopped ? lastNameLetterCost : 0;
}

/**
 * Whether the initials are in order: those of the given name, then those of the patronymic. A part that a longer term
 * meets, or that the teacher does not have, is skipped. `counts` are the numbers of words by field.
 */
export function areInitialsInPlace(
  terms: readonly { readonly letters: string }[],
  chosen: readonly Used[],
  counts: readonly number[],
): boolean {
  const others = chosen.filter((_, at) => terms[at]!.letters === "");
  const initials = chosen.filter((_, at) => terms[at]!.letters !== "");
  const open = [firstName, middleName].filter(
    (field) => counts[field]! > 0 && others.every((used) => used?.field !== field || used.place > 0),
  );
  let field = -1;
  let place = -1;
  const isNext = (used: Used & object): boolean => {
    // The next word of a name that is still being typed: `Коваль-М`, `Анна-М`.
    const isBefore = (other: Used): boolean => other?.field === used.field && other.place === used.place - 1;
    if (others.some(isBefore) || (used.field === lastName && initials.some(isBefore))) return true;
    if (used.field === lastName) return true;
    if (used.field === field && used.place === place + 1) place++;
    else if (used.place === 0 && used.field === open.shift()) [field, place] = [used.field, 0];
    else return false;
    return true;
  };
  return chosen.every(
    (used, at) => terms[at]!.letters === "" || used === null || used.field === degree || isNext(used),
  );
}
