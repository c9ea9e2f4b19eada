/** Other ways to read a query: its words joined, divided or typed on another keyboard layout, and the nearest names. */
import { isLetter, readTokens, tokenOf, type WordToken } from "../../domain/names/names.ts";
import { readOtherLayouts } from "../../domain/names/typing.ts";
import type { NearestName, Reading } from "../../domain/results.ts";
import { breadths, type Data, isAround, isNearName, type Query } from "./terms.ts";
import { findTypos } from "./typos.ts";
import { findWords, firstName, isStored, lastName, listAt, middleName } from "./words.ts";

const gluedMin = 3;
const nearestMax = 5;
const { near } = breadths;
const readAs = (reading: Reading, tokens: readonly WordToken[]): Query => ({ tokens, breadth: near, reading });

/** Joins two words, a letter only with what follows it; reads `тг` as initials, and the keys of other layouts. */
export function readJoined(data: Data, tokens: readonly WordToken[], text: string): Query[] {
  const joined = tokens.slice(1).flatMap((second, i): Query[] => {
    const first = tokens[i]!;
    const whole = tokenOf(first.text + second.text, second.isStopped);
    const isLetterAlone = isLetter(second.key) || (isLetter(first.key) && first.isStopped);
    if (!isLetterAlone && isNearName(data, whole)) return [readAs("typo", tokens.toSpliced(i, 2, whole))];
    const isKnown = isAround(second) || data.names.find(second.key).length > 0;
    if (isKnown || second.key.length !== 2 || first.key.length < gluedMin) return [];
    return [readAs("typo", tokens.toSpliced(i + 1, 1, ...Array.from(second.text, (letter) => tokenOf(letter))))];
  });
  return [...joined, ...readOtherLayouts(text).map((other) => readAs("layout", readTokens(other)))];
}

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

/** Where nobody is found: the last names nearest to the first word that is near any, at up to two edits. */
export function findNearest({ words, columns }: Data, text: string): NearestName[] {
  const { spelt, values } = words[lastName]!;
  const column = columns[lastName]!;
  for (const token of readTokens(text)) {
    const { key } = token;
    if (isLetter(key) || isAround(token) || isStored(words, key, [firstName, middleName])) continue;
    const found = Array.from(findWords(spelt, key), (word) => ({ word, cost: 0 }));
    for (const [word, { cost }] of findTypos(words[lastName]!, key, "nearest")) found.push({ word, cost });
    const names = found.flatMap(({ word, cost }) =>
      Array.from(listAt(values, word), (code) => {
        return { cost, lastName: column.values[code]!, count: column.starts[code + 1]! - column.starts[code]! };
      }),
    );
    names.sort((a, b) => a.cost - b.cost || b.count - a.count);
    if (names.length > 0) return names.slice(0, nearestMax);
  }
  return [];
}
