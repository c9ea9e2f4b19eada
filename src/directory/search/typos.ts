/** Compares a term with all distinct words of a field. Most are excluded by their length and their set of letters. */
import { typedSoundKeys } from "../../domain/names/sound.ts";
import { countEdits } from "../../domain/names/typing.ts";
import { type Hit, hits } from "./costs.ts";
import { type FieldWords, findFirstKey, keyAt, letterSet } from "./words.ts";

/** The fewest letters of a term: for one edit, for one edit of the first letter, and for two edits. */
interface TypoLetters {
  readonly one: number;
  readonly first: number;
  readonly two: number;
}

/** A term with fewer letters is too short for a typo, unless another term meets the same teacher. */
const alone: TypoLetters = { one: 4, first: 6, two: 9 };
export const typoLetters = {
  none: alone,
  initials: alone,
  terms: { one: 3, first: 3, two: 6 },
  nearest: { one: 3, first: 4, two: 4 },
} as const satisfies Readonly<Record<string, TypoLetters>>;

export function findTypos(
  field: FieldWords,
  key: string,
  letters: TypoLetters,
  add: (word: number, hit: Hit) => void,
): void {
  if (key.length < letters.one) return;
  if (/^[a-z]+$/.test(key)) findLatinTypos(field, key, add);
  else findSpellingTypos(field, key, letters, add);
}

function findSpellingTypos(
  { keys, letterSets }: FieldWords,
  key: string,
  { first, two }: TypoLetters,
  add: (word: number, hit: Hit) => void,
): void {
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
    if (edits < 1 || edits > (isSameFirst ? most : 1)) continue;
    add(word, hitOf(key.length, edits, isSameFirst));
  }
}

function hitOf(length: number, edits: number, isSameFirst: boolean): Hit {
  if (edits > 1) return length < alone.two ? hits.shortTwoTypos : hits.twoTypos;
  if (isSameFirst) return length < alone.one ? hits.shortTypo : hits.typo;
  return length < alone.first ? hits.shortFirstLetterTypo : hits.firstLetterTypo;
}

const latinMin = 5;

/** A Latin word is compared by sound with the words that have the same first sound. */
function findLatinTypos({ sounds }: FieldWords, key: string, add: (word: number, hit: Hit) => void): void {
  const [sound = ""] = typedSoundKeys(key);
  if (key.length < latinMin || sound === "") return;
  const end = findFirstKey(sounds.keys, sound.charAt(0), "beginning");
  for (let i = findFirstKey(sounds.keys, sound.charAt(0)); i < end; i++) {
    const length = sounds.keys.starts[i + 1]! - sounds.keys.starts[i]!;
    if (Math.abs(length - sound.length) > 1) continue;
    if (countEdits(sound, keyAt(sounds.keys, i), 1) === 1) add(sounds.words[i]!, hits.twoTypos);
  }
}

function countBits(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
