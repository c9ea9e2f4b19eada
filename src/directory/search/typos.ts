/** Compares a term with all distinct words of a field. Most are excluded by their length and their set of letters. */
import { typedSoundKeys } from "../../domain/names/sound.ts";
import { countEdits } from "../../domain/names/typing.ts";
import { type Hit, hits } from "./costs.ts";
import { type FieldWords, findRange, keyAt, letterSet } from "./words.ts";

/** The fewest letters of a term for one edit, for one of the first letter, and for two edits. */
type Lengths = readonly [one: number, first: number, two: number];
const latinMin = 5;
const alone: Lengths = [hits.typo.lengthMin, hits.firstLetterTypo.lengthMin, hits.twoTypos.lengthMin];
const least = { none: alone, initials: alone, terms: [3, 3, 6], nearest: [3, 4, 4] } satisfies Record<string, Lengths>;

type Typo = readonly [word: number, hit: Hit];

export function findTypos({ keys, letterSets, sounds }: FieldWords, key: string, company: keyof typeof least): Typo[] {
  const [one, first, two] = least[company];
  if (key.length < one) return [];
  if (/^[a-z]+$/.test(key)) return findLatinTypos(sounds, key);
  const found: Typo[] = [];
  const sameFirst = key.length >= two ? [hits.typo, hits.twoTypos] : [hits.typo];
  const otherFirst = key.length >= first ? [hits.firstLetterTypo] : [];
  const set = letterSet(key);
  const { text, starts } = keys;
  for (let word = 0; word < letterSets.length; word++) {
    // An edit changes at most two letters of the set.
    if (countBits(letterSets[word]! ^ set) > 2 * sameFirst.length) continue;
    const start = starts[word]!;
    const length = starts[word + 1]! - start;
    const byEdits = text.charCodeAt(start) === key.charCodeAt(0) ? sameFirst : otherFirst;
    if (byEdits.length === 0 || length < 2 || Math.abs(length - key.length) > byEdits.length) continue;
    const hit = byEdits[countEdits(key, keyAt(keys, word), byEdits.length) - 1];
    if (hit !== undefined) found.push([word, hit]);
  }
  return found;
}

/** A Latin word is compared by sound with the words that have the same first sound. */
function findLatinTypos({ keys, words }: FieldWords["sounds"], key: string): Typo[] {
  const [sound = ""] = typedSoundKeys(key);
  if (key.length < latinMin || sound === "") return [];
  const [start, end] = findRange({ keys, words }, sound.charAt(0), true);
  return Array.from(words.subarray(start, end))
    .filter((_, i) => countEdits(sound, keyAt(keys, start + i), 1) === 1)
    .map((word) => [word, hits.latinTypo]);
}

function countBits(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
