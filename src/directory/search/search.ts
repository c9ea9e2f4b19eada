/** The search: tries several ways to understand a query, and returns the teachers with the least cost. */

import { type NameTable, readNameTable } from "../../domain/names/given-names.ts";
import { readOtherLayouts } from "../../domain/names/typing.ts";
import type { ImageContent } from "../../image/layout.ts";
import type { Task } from "../scheduler.ts";
import { findAnswer, type SearchAnswer } from "./answer.ts";
import type { TablePool } from "./candidate-tables.ts";
import {
  type Division,
  divideAtCapitals,
  divideQuery,
  findNamedDegrees,
  isLetter,
  type QueryToken,
  readTokens,
  tokenOf,
} from "./query.ts";
import {
  type Company,
  costMax,
  type Interpretation,
  isStoredWord,
  matches,
  nearCost,
  type QueryReader,
  readingCosts,
} from "./term.ts";
import { type Breadth, isKnown, makeTerm } from "./wider-terms.ts";

/**
 * Typos are considered only in queries with at most this many words, not counting single letters. A name has no more.
 */
const typoTermsMax = 6;
/** Two words may have been typed without a space only if each has at least this many letters. */
const gluedMin = 3;

let knownForms: NameTable | null = null;

/** Creates a reader of queries. All directories share the table of names, which is read once. */
export function* openReader(
  content: ImageContent,
  pool: TablePool,
  { isStrict, isAlphabetical }: Pick<QueryReader, "isStrict" | "isAlphabetical">,
): Task<QueryReader> {
  knownForms ??= yield* readNameTable();
  const options = { content, forms: knownForms, isStrict, isAlphabetical, pool };
  return { ...options, terms: new Map(), values: new WeakMap(), unmatched: [], degreeCodes: new Map() };
}

/** One way to understand a query. */
interface Attempt extends Partial<Pick<Interpretation, "cost" | "means" | "lastNameCostMax">> {
  readonly tokens: readonly QueryToken[];
  readonly breadth: Breadth;
  readonly setAside?: readonly string[];
}

/** Generates attempts. It also yields undefined, as tasks do, so that the search can pause. */
type Attempts = Generator<Attempt | undefined, void>;

type Stage = (reader: QueryReader, tokens: readonly QueryToken[], query: string) => Attempts;

/** The stages of a search. Later stages run only if the earlier ones found no good match. */
const stages: readonly Stage[] = [
  tryNear,
  tryJoined,
  tryLayouts,
  trySoundBeginnings,
  tryTypos,
  tryInitials,
  tryPart,
  tryGlued,
];

/** The stages for a written name. */
const writtenStages: readonly Stage[] = [tryNear, tryJoined, tryLayouts, tryTypos, tryInitials];

interface SearchOptions extends Pick<QueryReader, "isAlphabetical"> {
  /** If true, only words that are spelt as typed match. */
  readonly isLiteral: boolean;
}

/** The answer of a search; null if it finds no teacher. */
export function* findSearch(
  content: ImageContent,
  pool: TablePool,
  query: string,
  { isLiteral, isAlphabetical }: SearchOptions,
): Task<SearchAnswer | null> {
  const reader = yield* openReader(content, pool, { isStrict: false, isAlphabetical });
  const tokens = readTokens(query);
  // A stored name may contain text that looks like markup or punctuation, so the raw text is tried first.
  const raw = readTokens(query, true);
  if (raw.length !== tokens.length || raw.some(({ key }, i) => key !== tokens[i]!.key)) {
    const answer = yield* findExactly(reader, raw);
    if (answer !== null) return answer;
  }
  if (tokens.length === 0) return null;
  const divided = isLiteral ? tokens : divideAtCapitals(tokens, (key) => isStoredWord(content, key));
  for (const words of divided.length > tokens.length ? [divided, tokens] : [tokens]) {
    const answer =
      (yield* findExactly(reader, words)) ?? (isLiteral ? null : yield* findInStages(reader, words, query, stages));
    if (answer !== null) return answer;
  }
  return null;
}

/**
 * Finds the teachers of a written name that is not spelt like the stored names. Only whole words and initials match,
 * and unknown words are not set aside.
 */
export function* findSpeltDifferently(reader: QueryReader, tokens: readonly QueryToken[]): Task<SearchAnswer | null> {
  const text = tokens.map((token) => token.text).join(" ");
  return yield* findInStages(reader, tokens, text, writtenStages);
}

/** Finds only teachers whose words equal or begin with the terms. */
export function* findExactly(reader: QueryReader, tokens: readonly QueryToken[]): Task<SearchAnswer | null> {
  const answer = yield* findLeast(reader, { tokens, breadth: "spelling" }, 0);
  return answer?.hasInitialsOnly ? null : answer;
}

function* findInStages(
  reader: QueryReader,
  tokens: readonly QueryToken[],
  query: string,
  allowed: readonly Stage[],
): Task<SearchAnswer | null> {
  let best: SearchAnswer | null = null as SearchAnswer | null;
  for (const stage of allowed) {
    for (const attempt of stage(reader, tokens, query)) {
      yield;
      if (attempt === undefined) continue;
      const answer: SearchAnswer | null = yield* findLeast(reader, attempt, best?.cost ?? costMax);
      if (isBetter(answer, best)) best = answer;
    }
    // The words may be two halves of one name, so `tryJoined` is tried too.
    const isDistant = stage === tryNear && best !== null && best.cost > nearCost;
    if (best !== null && !isDistant) return best;
  }
  return null;
}

/** The answer with the least cost. At equal cost, the first division wins. */
function* findLeast(
  reader: QueryReader,
  { tokens, breadth, setAside = [], ...rules }: Attempt,
  most: number,
): Task<SearchAnswer | null> {
  let best: SearchAnswer | null = null as SearchAnswer | null;
  // A written name must contain the last name.
  const lastNameCostMax = reader.isStrict ? costMax : null;
  const common = { cost: 0, means: "spelling", lastNameCostMax, ...rules } as const;
  for (const division of divideQuery(reader, tokens)) {
    yield;
    if (division === undefined || (most === 0 && division.setAside.length > 0)) continue;
    const { names, degrees } = division;
    const company = companyOf(names);
    const terms = [];
    for (const token of names) {
      terms.push(yield* makeTerm(reader, breadth, token, company));
      yield;
    }
    const interpretation = { ...common, terms, degrees, setAside: [...division.setAside, ...setAside] };
    const answer: SearchAnswer | null = yield* findAnswer(reader, interpretation, best?.cost ?? most);
    if (isBetter(answer, best)) best = answer;
    if (best?.cost === 0 && !best.hasInitialsOnly) return best;
  }
  return best;
}

function companyOf(names: Division["names"]): Company {
  const longWords = names.filter(({ key }) => !isLetter(key)).length;
  if (names.length === 1 || longWords === 0) return "none";
  return longWords === 1 ? "initials" : "terms";
}

function isBetter(answer: SearchAnswer | null, best: SearchAnswer | null): answer is SearchAnswer {
  if (answer === null || best === null) return answer !== null;
  if (answer.hasInitialsOnly !== best.hasInitialsOnly) return best.hasInitialsOnly;
  return answer.cost < best.cost;
}

/** Matches words by sound, other forms and case endings. */
function* tryNear(_: QueryReader, tokens: readonly QueryToken[]): Attempts {
  yield { tokens, breadth: "near" };
}

/** Joins two adjacent words if the result is a known word. A single letter is joined only with the next word. */
function* tryJoined(reader: QueryReader, tokens: readonly QueryToken[]): Attempts {
  for (let at = 0; at + 1 < tokens.length; at++) {
    const [first, second] = [tokens[at]!, tokens[at + 1]!];
    if (isLetter(second.key) || (isLetter(first.key) && first.isStopped)) continue;
    const whole = tokenOf(first.text + second.text, second.isStopped);
    const { others } = yield* makeTerm(reader, "near", whole, "none");
    if (!isStoredWord(reader.content, whole.key) && others.every(({ size }) => size === 0)) continue;
    const joined = tokens.toSpliced(at, 2, whole);
    yield { tokens: joined, breadth: "near", cost: readingCosts.joined, means: "typo" };
  }
}

/** Reads the query as typed on another keyboard layout. */
function* tryLayouts(_: QueryReader, __: readonly QueryToken[], query: string): Attempts {
  for (const text of readOtherLayouts(query)) {
    yield { tokens: readTokens(text), breadth: "near", cost: readingCosts.layout, means: "layout" };
  }
}

/** Matches Latin words with names whose sound begins with theirs, for a name that is still being typed. */
function* trySoundBeginnings(_: QueryReader, tokens: readonly QueryToken[]): Attempts {
  if (tokens.some(({ key }) => /^[a-z]{3,}$/.test(key))) yield { tokens, breadth: "soundBeginnings" };
}

function* tryTypos(_: QueryReader, tokens: readonly QueryToken[]): Attempts {
  if (tokens.filter(({ key }) => !isLetter(key)).length <= typoTermsMax) yield { tokens, breadth: "typos" };
}

/** Uses the initial of a given name or patronymic that no teacher has. A whole word of the last name must match. */
function* tryInitials(_: QueryReader, tokens: readonly QueryToken[]): Attempts {
  yield { tokens, breadth: "initials", lastNameCostMax: nearCost };
}

/**
 * Leaves out words with digits, and then also words that match nothing, if a remaining word matches a whole word of a
 * last name.
 */
function* tryPart(reader: QueryReader, tokens: readonly QueryToken[]): Attempts {
  const degrees = yield* findNamedDegrees(reader, tokens);
  const ofDegrees = degrees.flatMap(({ start, length }) => tokens.slice(start, start + length));
  const known: QueryToken[] = [];
  // A part of a double last name is not left out.
  for (const token of tokens)
    if (token.isHyphenated || (yield* isKnown(reader, token, matches.sound.cost))) known.push(token);
  for (const mayStay of [tokens, known]) {
    const isKept = (token: QueryToken): boolean =>
      ofDegrees.includes(token) || (mayStay.includes(token) && !/\p{N}/u.test(token.key));
    const kept = tokens.filter(isKept);
    const setAside = tokens.filter((token) => !isKept(token)).map(({ text }) => text);
    if (setAside.length === 0) continue;
    for (const attempt of tryTypos(reader, kept)) yield attempt && { ...attempt, lastNameCostMax: nearCost, setAside };
  }
}

/** Divides a word into two stored words that were typed without a space. */
function* tryGlued(reader: QueryReader, tokens: readonly QueryToken[]): Attempts {
  const { content } = reader;
  for (const [at, { text, isStopped }] of tokens.entries()) {
    for (let end = gluedMin; end <= text.length - gluedMin; end++) {
      const parts = [tokenOf(text.slice(0, end)), tokenOf(text.slice(end), isStopped)];
      if (!parts.every(({ key }) => isStoredWord(content, key))) continue;
      const glued = tokens.toSpliced(at, 1, ...parts);
      yield { tokens: glued, breadth: "near", cost: readingCosts.glued, means: "typo" };
    }
    yield;
  }
}
