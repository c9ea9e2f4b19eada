/** Makes terms. Most also match words spelt differently: by sound, form, case ending, beginning of a sound, or typo. */
import { basicForms } from "../../domain/names/case-endings.ts";
import { spellingKey, splitWords } from "../../domain/names/names.ts";
import { soundKeys, typedSoundKeys } from "../../domain/names/sound.ts";
import { countEdits } from "../../domain/names/typing.ts";
import { nameFieldNames } from "../../domain/teacher.ts";
import { findByKey, findByPrefix, findText, findWithPrefix, sizeOf, textAt } from "../../image/column.ts";
import type { ImageContent, TextList } from "../../image/layout.ts";
import type { Task } from "../scheduler.ts";
import { isLetter, type QueryToken } from "./query.ts";
import {
  addInitial,
  addWord,
  type Company,
  createTerm,
  fields,
  firstName,
  hasWord,
  isKnownName,
  isStoredWord,
  lastName,
  matches,
  matchesWords,
  middleName,
  nearCost,
  type QueryReader,
  type Term,
} from "./term.ts";

/** Makes a term of a word. */
type MakeTerm = (reader: QueryReader, token: QueryToken, company: Company) => Task<Term>;

/** How a term may differ from the words that it matches. */
export type Breadth = "spelling" | "near" | "soundBeginnings" | "typos" | "initials";

const makers: Readonly<Record<Breadth, MakeTerm>> = {
  /** Words as they are spelt. */
  *spelling(reader, token, company) {
    yield;
    return createTerm(reader, token, company);
  },
  /** The same, and words by sound, other forms and case endings. */
  *near(reader, token, company) {
    return yield* widenTerm(reader, yield* makeTerm(reader, "spelling", token, company));
  },
  /** The same as `near`, and words whose sound begins with the sound of the term. */
  *soundBeginnings(reader, token, company) {
    return yield* addSoundBeginnings(reader, yield* makeTerm(reader, "near", token, company));
  },
  /**
   * The same as `near`, and words that the term may be a typo of, unless it is a stored word beside other terms or has
   * a digit.
   */
  *typos(reader, token, company) {
    const term = yield* makeTerm(reader, "near", token, company);
    const isName = company === "terms" && isStoredWord(reader.content, term.key);
    return term.isLetter || isName || /\p{N}/u.test(term.key) ? term : yield* addTypos(reader, term, company);
  },
  /** The same as `near`, and the initial of a given name or patronymic that no teacher has. */
  *initials(reader, token, company) {
    const term = yield* makeTerm(reader, "near", token, company);
    if (company !== "terms" || /\P{L}/u.test(term.key) || (yield* isKnown(reader, token, nearCost))) return term;
    const field = /(?:ич|вна|vich|vna)$/.test(term.key) ? middleName : firstName;
    const initial = new Map([...term.others[field]!, [term.key.charAt(0), { ...matches.form, isInitial: true }]]);
    return { ...term, others: term.others.with(field, initial) };
  },
};

/** At most this many terms are cached. The cells of a timetable share a reader, and repeat words. */
const cachedTermsMax = 16_384;

/** Makes a term of a word, or finds it in the cache of the reader. */
export function* makeTerm(reader: QueryReader, breadth: Breadth, token: QueryToken, company: Company): Task<Term> {
  const key = `${breadth} ${company} ${token.isStopped} ${token.text}`;
  const known = reader.terms.get(key);
  if (known !== undefined) return known;
  const term = yield* makers[breadth](reader, token, company);
  if (reader.terms.size === cachedTermsMax) reader.terms.clear();
  reader.terms.set(key, term);
  return term;
}

/** Whether a word matches a stored word at this cost or less. Typos do not count. */
export function* isKnown(reader: QueryReader, token: QueryToken, cost: number): Task<boolean> {
  return matchesWords(reader, yield* makeTerm(reader, "near", token, "terms"), cost);
}

/**
 * For each kind of typo, the minimum number of letters of the typed term. `inCompany` applies if another term matches
 * the same teacher closely, otherwise `alone`.
 */
const typoLetters = {
  typo: { alone: 4, inCompany: 3 },
  firstLetterTypo: { alone: 6, inCompany: 3 },
  twoTypos: { alone: 9, inCompany: 6 },
  soundTypo: { alone: 5, inCompany: 5 },
} as const;

/**
 * At most this many values are looked up by the beginning of a sound. A beginning with more values is too short to be
 * useful.
 */
const prefixValuesMax = 2048;
const wordsBetweenYields = 32;

const copyOf = (term: Term): Term => ({ ...term, others: term.others.map((words) => new Map(words)) });

/**
 * Adds words to the term: those that sound the same, other forms of the name, and names of which the term is a case
 * form.
 */
function* widenTerm(reader: QueryReader, term: Term): Task<Term> {
  if (term.isLetter) return term;
  const { content, forms } = reader;
  const { key } = term;
  const wide = copyOf(term);
  const typed = typedSoundKeys(key);
  for (const [field, name] of nameFieldNames.entries()) {
    for (const sound of typed) {
      for (const word of yield* wordsWithSound(content, field, sound)) {
        addWord(wide, field, word, matches.sound);
        addInitial(wide, field, word, matches.sound);
      }
    }
    yield;
    for (const basic of basicForms(key, name)) {
      if (hasWord(content, field, basic)) addWord(wide, field, basic, matches.caseEnding);
      if (isKnownName(reader, field, basic)) addInitial(wide, field, basic, matches.caseEnding);
    }
    yield;
  }
  for (const { field: name, keys, official } of forms.find(key)) {
    const field = nameFieldNames.indexOf(name);
    for (const form of keys) if (hasWord(content, field, form)) addWord(wide, field, form, matches.form);
    for (const form of official) addInitial(wide, field, form, matches.form);
  }
  return wide;
}

/** For a term in Latin letters, adds the words whose sound begins with the sound of the term. */
function* addSoundBeginnings({ content }: QueryReader, term: Term): Task<Term> {
  if (!/^[a-z]{3,}$/.test(term.key)) return term;
  const wide = copyOf(term);
  for (const sound of typedSoundKeys(term.key).filter(({ length }) => length > 1)) {
    for (const field of fields) {
      for (const word of yield* wordsWithSound(content, field, sound, true)) {
        addWord(wide, field, word, matches.soundBeginning);
      }
    }
  }
  return wide;
}

/**
 * The words of a name field with this sound, or with a sound that begins with it if `isPrefix`. Initials are omitted.
 */
function* wordsWithSound(
  { columns, words }: ImageContent,
  field: number,
  sound: string,
  isPrefix = false,
): Task<Set<string>> {
  const name = nameFieldNames[field]!;
  const index = words[name].sound;
  const codes = isPrefix ? findByPrefix(index, sound).subarray(0, prefixValuesMax) : findByKey(index, sound);
  const found = new Set<string>();
  for (let i = 0; i < codes.length; i++) {
    if (i % wordsBetweenYields === wordsBetweenYields - 1) yield;
    for (const word of splitWords(textAt(columns[name].values, codes[i]!))) {
      const key = spellingKey(word);
      if (found.has(key) || isLetter(key)) continue;
      if (soundKeys(word).some((other) => (isPrefix ? other.startsWith(sound) : other === sound))) found.add(key);
    }
  }
  return found;
}

/**
 * Adds the words that the term may be a typo of. A single term is not compared with patronymics. A term beside initials
 * is compared only with last names.
 */
function* addTypos({ content, isStrict }: QueryReader, term: Term, company: Company): Task<Term> {
  const { key } = term;
  const wide = copyOf(term);
  const accept = (field: number, word: string, kind: keyof typeof typoLetters): void => {
    const { alone, inCompany } = typoLetters[kind];
    // Initials fit many people, and a last name that differs in one letter is often the name of another person.
    if (!isStrict && company === "initials" && (kind !== "typo" || isOtherName(key, word))) return;
    if (key.length >= alone) addWord(wide, field, word, matches[kind]);
    else if (key.length >= inCompany && company === "terms")
      addWord(wide, field, word, { ...matches[kind], needsCompany: true });
  };
  const hasTwo = key.length >= typoLetters.twoTypos[company === "terms" ? "inCompany" : "alone"];
  const possible = { terms: fields, initials: [lastName], none: [lastName, firstName] }[company];
  for (const field of possible) {
    const { spelling, sound } = content.words[nameFieldNames[field]!];
    if (/^[a-z]+$/.test(key)) {
      for (const [other] of yield* findWithin(sound.keys, typedSoundKeys(key)[0]!, 1)) {
        for (const word of yield* wordsWithSound(content, field, other)) accept(field, word, "soundTypo");
      }
    } else {
      for (const typo of yield* findTypos(spelling.keys, key, hasTwo)) accept(field, typo.key, typo.kind);
    }
  }
  return wide;
}

/**
 * Whether two words that are one edit apart are probably different names: they differ by a replaced letter or in the
 * last letter.
 */
function isOtherName(a: string, b: string): boolean {
  const isSubstitution = a.length === b.length && [...a].sort().join("") !== [...b].sort().join("");
  return isSubstitution || a.at(-1) !== b.at(-1);
}

/** An edit changes the size of a key by at most this many bytes. */
const bytesPerEdit = 3;
/** The number of keys compared between two yields, which takes about 100 microseconds. */
const keysBetweenYields = 256;

const alphabet = [..."абвгґдеєжзиіїйклмнопрстуфхцчшщьюя"];

/** A key that a term may be a typo of. */
interface Typo {
  readonly key: string;
  readonly kind: "typo" | "firstLetterTypo" | "twoTypos";
}

/** The keys that a term may be a typo of. */
export function* findTypos(keys: TextList, term: string, hasTwo: boolean): Task<Typo[]> {
  const found: Typo[] = [];
  for (const key of editFirstLetter(term)) {
    if (key.length > 1 && findText(keys, key) !== null) found.push({ key, kind: "firstLetterTypo" });
  }
  yield;
  for (const [key, edits] of yield* findWithin(keys, term, hasTwo ? 2 : 1)) {
    found.push({ key, kind: edits === 1 ? "typo" : "twoTypos" });
  }
  return found;
}

/** The other keys that begin with the same letter and are within this edit distance, with their distances. */
function* findWithin(keys: TextList, term: string, edits: number): Task<[key: string, edits: number][]> {
  const found: [string, number][] = [];
  const [from, end] = findWithPrefix(keys, term.slice(0, 1));
  const bytes = Buffer.byteLength(term);
  for (let at = from; at < end; at++) {
    if ((at - from) % keysBetweenYields === keysBetweenYields - 1) yield;
    if (Math.abs(sizeOf(keys, at) - bytes) > bytesPerEdit * edits) continue;
    const key = textAt(keys, at);
    if (key.length === 1) continue;
    const distance = countEdits(term, key, edits);
    if (distance > 0 && distance <= edits) found.push([key, distance]);
  }
  return found;
}

/** All texts that differ from the term by one edit of its first letter. */
function editFirstLetter(term: string): string[] {
  const rest = term.slice(1);
  const swapped = rest.charAt(0) + term.charAt(0) + rest.slice(1);
  const others = alphabet.filter((letter) => letter !== term[0]);
  return [rest, swapped, ...others.flatMap((letter) => [letter + rest, letter + term])];
}
