/** Other ways to read the words of a query: divided, joined, and typed on another keyboard layout. */
import { spellingKey } from "../../domain/names/names.ts";
import { readOtherLayouts } from "../../domain/names/typing.ts";
import { readingCosts } from "./costs.ts";
import { breadths, type Data, isNearName, type Query } from "./terms.ts";
import { isLetter, readTokens, tokenOf, type WordToken } from "./tokens.ts";
import { everyField, isStored, type Words } from "./words.ts";

/** Joins two words into a whole one; a letter only with what follows it. */
export function joinTokens(data: Data, tokens: readonly WordToken[]): Query[] {
  return tokens.slice(1).flatMap((second, i): Query[] => {
    const first = tokens[i]!;
    if (isLetter(second.key) || (isLetter(first.key) && first.isStopped)) return [];
    const whole = tokenOf(first.text + second.text, second.isStopped);
    if (!isNearName(data, whole)) return [];
    const joined = tokens.toSpliced(i, 2, whole);
    return [{ tokens: joined, breadth: breadths.near, extra: readingCosts.joined, reading: "typo" }];
  });
}

export function readLayouts(text: string): Query[] {
  return readOtherLayouts(text).map((other) => {
    return { tokens: readTokens(other), breadth: breadths.near, extra: readingCosts.layout, reading: "layout" };
  });
}

const capitalInside = /(?<=\p{Ll}['’ʼ]?)(?=\p{Lu})/u;
const twoCapitals = /^\p{Lu}{2}$/u;

/** Divides `ШевченкоО` at the capital, and two capitals beside a longer word into initials, unless a name begins so. */
export function divideAtCapitals(words: Words, tokens: readonly WordToken[]): WordToken[] {
  const hasLongWord = tokens.some(({ key }) => key.length > 2);
  return tokens.flatMap((token) => {
    const { text, isStopped } = token;
    const areInitials = twoCapitals.test(text) && hasLongWord;
    const parts = areInitials ? [...text] : text.split(capitalInside);
    // `ДубО.` is divided although a name begins so.
    const isWithInitial = areInitials || (isStopped && isLetter(spellingKey(parts.at(-1)!)));
    if (parts.length === 1 || isStored(words, token.key, everyField, !isWithInitial)) return [token];
    return parts.map((part, i) => {
      return { ...tokenOf(part, isStopped && i === parts.length - 1), isJoined: token.isJoined && i === 0 };
    });
  });
}

const gluedMin = 3;

/** Divides a word into two stored ones. */
export function divideGlued(data: Data, tokens: readonly WordToken[]): Query[] {
  return tokens.flatMap(({ text, isStopped }, i) => {
    const places = Array.from({ length: Math.max(0, text.length + 1 - 2 * gluedMin) }, (_, at) => at + gluedMin);
    return places.flatMap((at): Query[] => {
      const parts = [tokenOf(text.slice(0, at)), tokenOf(text.slice(at), isStopped)];
      if (!parts.every(({ key }) => isStored(data.words, key))) return [];
      const divided = tokens.toSpliced(i, 1, ...parts);
      return [{ tokens: divided, breadth: breadths.near, extra: readingCosts.glued, reading: "typo" }];
    });
  });
}
