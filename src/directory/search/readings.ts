/** Other ways to read a query: its words joined, divided or typed on another keyboard layout, and the nearest names. */
import { isLetter, readTokens, tokenOf, type WordToken } from "../../domain/names/names.ts";
import { readOtherLayouts } from "../../domain/names/typing.ts";
import type { NearestName, Reading } from "../../domain/results.ts";
import { breadths, type Data, isAround, isNearName, type Query } from "./terms.ts";
import { findTypos } from "./typos.ts";
import { findWords, firstName, isStored, lastName, listAt, middleName } from "./words.ts";

const readAs = (reading: Reading, tokens: readonly WordToken[]): Query => {
  return { tokens, breadth: breadths.near, reading };
};

/** Joins two words into a whole one, a letter only with what follows it, and reads the keys of other layouts. */
export function readJoined(data: Data, tokens: readonly WordToken[], text: string): Query[] {
  const joined = tokens.slice(1).flatMap((second, i): Query[] => {
    const first = tokens[i]!;
    const whole = tokenOf(first.text + second.text, second.isStopped);
    const isLetterAlone = isLetter(second.key) || (isLetter(first.key) && first.isStopped);
    return !isLetterAlone && isNearName(data, whole) ? [readAs("typo", tokens.toSpliced(i, 2, whole))] : [];
  });
  return [...joined, ...readOtherLayouts(text).map((other) => readAs("layout", readTokens(other)))];
}

const gluedMin = 3;

/** Divides a word into two stored ones. */
export function divideGlued({ words }: Data, tokens: readonly WordToken[]): Query[] {
  return tokens.flatMap(({ text, isStopped }, i) =>
    text.split("").flatMap((_, at): Query[] => {
      const parts = [tokenOf(text.slice(0, at)), tokenOf(text.slice(at), isStopped)];
      if (!parts.every(({ key }) => key.length >= gluedMin && isStored(words, key))) return [];
      return [readAs("typo", tokens.toSpliced(i, 1, ...parts))];
    }),
  );
}

const nearestMax = 5;

/** Where nobody is found: the last names nearest to the first word that is near any, at up to two edits. */
export function findNearest({ words, columns }: Data, text: string): NearestName[] {
  const { spelt, values } = words[lastName]!;
  const column = columns[lastName]!;
  for (const token of readTokens(text)) {
    const { key } = token;
    if (isLetter(key) || isAround(token) || isStored(words, key, [firstName, middleName])) continue;
    const near = Array.from(findWords(spelt, key), (word) => ({ word, cost: 0 }));
    for (const [word, { cost }] of findTypos(words[lastName]!, key, "nearest")) near.push({ word, cost });
    const names = near.flatMap(({ word, cost }) =>
      Array.from(listAt(values, word), (code) => {
        return { cost, lastName: column.values[code]!, count: column.starts[code + 1]! - column.starts[code]! };
      }),
    );
    names.sort((a, b) => a.cost - b.cost || b.count - a.count);
    if (names.length > 0) return names.slice(0, nearestMax);
  }
  return [];
}
