/** The search: tries several ways to understand a query, and returns the teachers with the least cost. */

import { type NameTable, readNameTable } from "../../domain/names/name-forms.ts";
import { readOtherLayouts } from "../../domain/names/typing.ts";
import type { ImageContent } from "../../image/layout.ts";
import type { Task } from "../scheduler.ts";
import { findAnswer, type SearchAnswer } from "./answer.ts";
import { costMax, matches, nearCost, readingCosts } from "./costs.ts";
import { type Division, listDivisions } from "./divisions.ts";
import type { Interpretation } from "./interpretation.ts";
import { createReader, type MakeTerm, type QueryReader } from "./query-reader.ts";
import { divideAtCapitals, isLetter, type QueryToken, readTokens, tokenOf } from "./query-tokens.ts";
import { type Company, firstName, isStoredWord, middleName } from "./term.ts";

/** Typos are considered only in queries with at most this many words, because a name has no more. */
const typoTermsMax = 6;
/** The fewest letters of each of two words that were typed without a space. */
const gluedMin = 3;

let knownForms: NameTable | null = null;

/** Creates a reader of queries. All directories share the table of names, which is read once. */
export function* openReader(content: ImageContent, isStrict: boolean, isAlphabetical: boolean): Task<QueryReader> {
  knownForms ??= yield* readNameTable();
  return createReader({ content, forms: knownForms, isStrict, isAlphabetical });
}

/** One way to understand a query. */
interface Attempt extends Partial<Pick<Interpretation, "cost" | "means" | "lastNameCostMax">> {
  readonly tokens: readonly QueryToken[];
  readonly make: MakeTerm;
  readonly setAside?: readonly string[];
}

/** Generates attempts. It yields undefined where a task would yield. */
type Attempts = Generator<Attempt | undefined, void>;

type Stage = (reader: QueryReader, tokens: readonly QueryToken[], query: string) => Attempts;

/** The stages of a search. Later stages run only if the earlier ones found no good match. */
const stages: readonly Stage[] = [tryNear, tryJoined, tryLayouts, tryBegun, tryTypos, tryInitials, tryPart, tryGlued];

/** The stages for a written name. */
const writtenStages: readonly Stage[] = [tryNear, tryJoined, tryLayouts, tryTypos, tryInitials];

/** The answer of a search; null if it finds no teacher. With `isLiteral`, only words that are spelt as typed match. */
export function* findSearch(
  content: ImageContent,
  query: string,
  isLiteral: boolean,
  isAlphabetical: boolean,
): Task<SearchAnswer | null> {
  const reader = yield* openReader(content, false, isAlphabetical);
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

/** Like {@link findSearch}, for a written name: it matches whole words and initials only, and sets no word aside. */
export function* findWrittenName(reader: QueryReader, tokens: readonly QueryToken[]): Task<SearchAnswer | null> {
  const text = tokens.map((token) => token.text).join(" ");
  return (yield* findExactly(reader, tokens)) ?? (yield* findInStages(reader, tokens, text, writtenStages));
}

/** Finds only teachers whose words equal or begin with the terms. */
export function* findExactly(reader: QueryReader, tokens: readonly QueryToken[]): Task<SearchAnswer | null> {
  const answer = yield* findLeast(reader, { tokens, make: reader.spell }, 0);
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
    // If the best match is distant, the words may be two halves of one name, so `tryJoined` is tried too.
    if (best !== null && (stage !== tryNear || best.cost <= nearCost)) return best;
  }
  return null;
}

/** The answer with the least cost. At equal cost, the first division wins. */
function* findLeast(
  reader: QueryReader,
  { tokens, make, setAside = [], ...rules }: Attempt,
  most: number,
): Task<SearchAnswer | null> {
  let best: SearchAnswer | null = null as SearchAnswer | null;
  // A written name must contain the last name.
  const lastNameCostMax = reader.context.isStrict ? costMax : null;
  const common = { cost: 0, means: "spelling", lastNameCostMax, ...rules } as const;
  const divisions = listDivisions(tokens, yield* reader.nameDegrees(tokens));
  for (const division of most === 0 ? divisions.filter((some) => some.setAside.length === 0) : divisions) {
    const { names, degrees } = division;
    const company = companyOf(names);
    const terms = [];
    for (const token of names) {
      terms.push(yield* make(token, company));
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
function* tryNear({ widen }: QueryReader, tokens: readonly QueryToken[]): Attempts {
  yield { tokens, make: widen };
}

/** Joins two adjacent words if the result is a known word. A single letter is joined only with the next word. */
function* tryJoined(reader: QueryReader, tokens: readonly QueryToken[]): Attempts {
  for (let at = 0; at + 1 < tokens.length; at++) {
    const [first, second] = [tokens[at]!, tokens[at + 1]!];
    if (isLetter(second.key) || (isLetter(first.key) && first.isStopped)) continue;
    const whole = tokenOf(first.text + second.text, second.isStopped);
    const { others } = yield* reader.widen(whole, "none");
    if (!isStoredWord(reader.context.content, whole.key) && others.every(({ size }) => size === 0)) continue;
    const joined = tokens.toSpliced(at, 2, whole);
    yield { tokens: joined, make: reader.widen, cost: readingCosts.joined, means: "typo" };
  }
}

/** Reads the query as typed on another keyboard layout. */
function* tryLayouts({ widen }: QueryReader, _: readonly QueryToken[], query: string): Attempts {
  for (const text of readOtherLayouts(query)) {
    yield { tokens: readTokens(text), make: widen, cost: readingCosts.layout, means: "layout" };
  }
}

/** Matches Latin words by the beginning of their sound, for a name that is still being typed. */
function* tryBegun({ begin }: QueryReader, tokens: readonly QueryToken[]): Attempts {
  if (tokens.some(({ key }) => /^[a-z]{3,}$/.test(key))) yield { tokens, make: begin };
}

function* tryTypos({ addTypos }: QueryReader, tokens: readonly QueryToken[]): Attempts {
  if (tokens.filter(({ key }) => !isLetter(key)).length <= typoTermsMax) yield { tokens, make: addTypos };
}

/** Replaces a given name or patronymic that no teacher has by its initial, if the whole last name matches. */
function* tryInitials(reader: QueryReader, tokens: readonly QueryToken[]): Attempts {
  const make: MakeTerm = function* (token, company) {
    const term = yield* reader.widen(token, company);
    if (company !== "terms" || /\P{L}/u.test(term.key) || (yield* reader.isKnown(token, nearCost))) return term;
    const field = /(?:ич|вна|vich|vna)$/.test(term.key) ? middleName : firstName;
    const initial = new Map([...term.others[field]!, [term.key.charAt(0), { ...matches.form, isInitial: true }]]);
    return { ...term, others: term.others.with(field, initial) };
  };
  yield { tokens, make, lastNameCostMax: nearCost };
}

/**
 * Leaves out words with digits, and then also words that match nothing, if the remaining words match a whole last name.
 */
function* tryPart(reader: QueryReader, tokens: readonly QueryToken[]): Attempts {
  const degrees = yield* reader.nameDegrees(tokens);
  const ofDegrees = degrees.flatMap(({ start, length }) => tokens.slice(start, start + length));
  const known: QueryToken[] = [];
  // A part of a double last name is not left out.
  for (const token of tokens)
    if (token.isHyphenated || (yield* reader.isKnown(token, matches.sound.cost))) known.push(token);
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
  const { content } = reader.context;
  for (const [at, { text, isStopped }] of tokens.entries()) {
    for (let end = gluedMin; end <= text.length - gluedMin; end++) {
      const parts = [tokenOf(text.slice(0, end)), tokenOf(text.slice(end), isStopped)];
      if (!parts.every(({ key }) => isStoredWord(content, key))) continue;
      const glued = tokens.toSpliced(at, 1, ...parts);
      yield { tokens: glued, make: reader.widen, cost: readingCosts.glued, means: "typo" };
    }
    yield;
  }
}
