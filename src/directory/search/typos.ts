/** Compares a term with all distinct words of a field. Most are excluded by their length and their set of letters. */
import { typedSoundKeys } from "../../domain/names/sound.ts";
import { countEdits } from "../../domain/names/typing.ts";
import { type Hit, hits } from "./costs.ts";
import { type FieldWords, findRange, keyAt, letterSet } from "./words.ts";

/** The fewest letters of a term: for one edit, for one edit of the first letter, and for two edits. */
type Letters = readonly [one: number, first: number, two: number];

/** A term with fewer letters is too short for a typo, unless another term meets the same teacher. */
const alone: Letters = [4, 6, 9];
const least = { none: alone, initials: alone, terms: [3, 3, 6], nearest: [3, 4, 4] } as const;

export function findTypos(
  { keys, letterSets, sounds }: FieldWords,
  key: string,
  company: keyof typeof least,
  add: (word: number, hit: Hit) => void,
): void {
  const [one, first, two] = least[company];
  if (key.length < one) return;
  if (/^[a-z]+$/.test(key)) {
    findLatinTypos(sounds, key, add);
    return;
  }
  const most = key.length >= two ? 2 : 1;
  const set = letterSet(key);
  const { text, starts } = keys;
  for (let word = 0; word < letterSets.length; word++) {
    // An edit changes at most two letters of the set.
    if (countBits(letterSets[word]! ^ set) > 2 * most) continue;
    const start = starts[word]!;
    const length = starts[word + 1]! - start;
    if (length < 2 || Math.abs(length - key.length) > most) continue;
    const isSameFirst = text.charCodeAt(start) === key.charCodeAt(0);
    if (!isSameFirst && key.length < first) continue;
    const edits = countEdits(key, keyAt(keys, word), isSameFirst ? most : 1);
    if (edits >= 1 && edits <= (isSameFirst ? most : 1)) add(word, hitOf(key.length, edits, isSameFirst));
  }
}

function hitOf(length: number, edits: number, isSameFirst: boolean): Hit {
  const [one, first, two] = alone;
  if (edits > 1) return length < two ? hits.shortTwoTypos : hits.twoTypos;
  if (isSameFirst) return length < one ? hits.shortTypo : hits.typo;
  return length < first ? hits.shortFirstLetterTypo : hits.firstLetterTypo;
}

const latinMin = 5;

/** A Latin word is compared by sound with the words that have the same first sound. */
function findLatinTypos(sounds: FieldWords["sounds"], key: string, add: (word: number, hit: Hit) => void): void {
  const [sound = ""] = typedSoundKeys(key);
  if (key.length < latinMin || sound === "") return;
  const [start, end] = findRange(sounds, sound.charAt(0), true);
  for (let i = start; i < end; i++) {
    const other = keyAt(sounds.keys, i);
    if (Math.abs(other.length - sound.length) <= 1 && countEdits(sound, other, 1) === 1)
      add(sounds.words[i]!, hits.twoTypos);
  }
}

function countBits(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
