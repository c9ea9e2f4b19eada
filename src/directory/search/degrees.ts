/** The words of a query that name a degree. */
import { typedSoundKeys } from "../../domain/names/sound.ts";
import { type Hit, hits } from "./costs.ts";
import { isLetter, type WordToken } from "./tokens.ts";
import { degree, findWords, type Words } from "./words.ts";

/** Words that meet no degree by their beginning. */
const synonyms: Readonly<Record<string, string>> = {
  ...{ завкаф: "зав", завкафедри: "зав", завкафедрою: "зав", завідуючий: "зав", завідуюча: "зав" },
  ...{ заведующий: "зав", заведующая: "зав", преподаватель: "викладач", преподавательница: "викладач" },
  ...{ ст: "старший", старша: "старший", старшая: "старший", senior: "старший", lecturer: "викладач" },
  ...{ dr: "доктор", phd: "доктор", assistant: "асистент", head: "зав" },
};
const feminine = /(?<=тор|сор|ент|рант|ач|ан|нер|сист)ка$/;

/** The words of degrees that a term names, with the hit of each. */
export function findDegreeWords(
  words: Words,
  { key, isStopped }: WordToken,
): (readonly [words: Uint32Array, hit: Hit])[] {
  const { spelt, sounds } = words[degree]!;
  if (isLetter(key)) return [[findWords(spelt, key, true), isStopped ? hits.stoppedDegree : hits.degreeLetter]];
  const name = synonyms[key] ?? key.replace(feminine, "");
  const hit = isStopped ? hits.stoppedDegree : hits.degree;
  const isLong = name.length > 2;
  const lists: [Uint32Array, Hit][] = [
    [findWords(spelt, key), hit],
    [findWords(spelt, name, isLong || isStopped), hit],
  ];
  if (isLong)
    for (const sound of typedSoundKeys(name))
      if (sound.length > 2) lists.push([findWords(sounds, sound, true), hits.degree]);
  return lists;
}

/** Whether a word begins a word of some degree. */
export const isOfSomeDegree = (words: Words, { key }: WordToken): boolean =>
  findWords(words[degree]!.spelt, key, true).length > 0;
