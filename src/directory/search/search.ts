/** The search: understands a query in several ways, and answers with the teachers of the least cost. */
import { readOtherLayouts } from "../../domain/names/keyboard.ts";
import { type NameTable, readNameTable } from "../../domain/names/name-forms.ts";
import type { ImageContent } from "../../image/layout.ts";
import type { Task } from "../scheduler.ts";
import { findAnswer, type SearchAnswer } from "./answer.ts";
import { costMax, matches, nearCost, readingCosts } from "./costs.ts";
import { type Division, listDivisions } from "./divisions.ts";
import type { Interpretation } from "./interpretation.ts";
import { createReader, type QueryReader } from "./query-reader.ts";
import { divideAtCapitals, isLetter, type QueryToken, readTokens, tokenOf } from "./query-tokens.ts";
import {
  addSoundBeginnings,
  type Company,
  firstName,
  isStoredWord,
  matchesWords,
  middleName,
  type Term,
  type TermContext,
} from "./term.ts";

/** No typos are looked for in more terms than a name has words. */
const typoTermsMax = 6;

let knownForms: NameTable | null = null;

/** The table of names is read once for all directories: it does not depend on them. */
function* findNameTable(): Task<NameTable> {
  knownForms ??= yield* readNameTable();
  return knownForms;
}

/** The answer of a search; null if it finds nobody. `isLiteral` allows only what is spelt as typed. */
export function* findSearch(content: ImageContent, query: string, isLiteral: boolean): Task<SearchAnswer | null> {
  const context: TermContext = { content, forms: yield* findNameTable(), isStrict: false };
  const tokens = readTokens(query);
  // What looks like markup or punctuation may be a part of names.
  const raw = readTokens(query, true);
  if (raw.length !== tokens.length || raw.some(({ key }, i) => key !== tokens[i]!.key)) {
    const answer = yield* findLiteral(createReader(context), raw);
    if (answer !== null) return answer;
  }
  if (tokens.length === 0) return null;
  if (isLiteral) return yield* findLiteral(createReader(context), tokens);
  const divided = divideAtCapitals(tokens, (key) => isStoredWord(content, key));
  const isDivided = divided.length > tokens.length;
  const reader = createReader(context);
  return (yield* findAnyway(reader, divided, query)) ?? (isDivided ? yield* findAnyway(reader, tokens, query) : null);
}

/** Reads the words of written names: they match whole words and initials only. */
export function* createNameReader(content: ImageContent): Task<QueryReader> {
  return createReader({ content, forms: yield* findNameTable(), isStrict: true });
}

/** Finds those whose words and initials are exactly the written ones; null if there are none. */
export function findWrittenExactly(reader: QueryReader, tokens: readonly QueryToken[]): Task<SearchAnswer | null> {
  return findLiteral(reader, tokens);
}

/** Like {@link findSearch}, for a written name: of whole words and initials, and none is set aside. */
export function* findWrittenName(reader: QueryReader, tokens: readonly QueryToken[]): Task<SearchAnswer | null> {
  if (tokens.length === 0) return null;
  const text = tokens.map((token) => token.text).join(" ");
  return (
    (yield* findLiteral(reader, tokens)) ??
    (yield* findClose(reader, tokens, text)) ??
    (yield* findTyped(reader, tokens)) ??
    (yield* findByInitials(reader, tokens))
  );
}

function* findAnyway(reader: QueryReader, tokens: readonly QueryToken[], query: string): Task<SearchAnswer | null> {
  return (
    (yield* findLiteral(reader, tokens)) ??
    (yield* findClose(reader, tokens, query)) ??
    (yield* findBegun(reader, tokens)) ??
    (yield* findTyped(reader, tokens)) ??
    (yield* findByInitials(reader, tokens)) ??
    (yield* findPart(reader, tokens)) ??
    (yield* findGlued(reader, tokens))
  );
}

/** What all divisions of a reading have in common. */
type Rules = Partial<Pick<Interpretation, "cost" | "means" | "lastNameCostMax">>;

/** The answer of the first division that has the least cost. */
function* findLeastDivision(
  { context, lastNameCostMax }: QueryReader,
  divisions: readonly Division[],
  makeTerm: (token: QueryToken, company: Company) => Task<Term>,
  rules: Rules = {},
  most: number = costMax,
): Task<SearchAnswer | null> {
  let best: SearchAnswer | null = null as SearchAnswer | null;
  for (const { names, degrees, setAside } of divisions) {
    const terms: Term[] = [];
    const company = companyOf(names);
    for (const token of names) {
      terms.push(dropInitials(yield* makeTerm(token, company), company));
      yield;
    }
    const common = { cost: 0, means: "spelling", lastNameCostMax, ...rules } as const;
    const answer: SearchAnswer | null = yield* findAnswer(
      context.content,
      { ...common, terms, degrees, setAside },
      best?.cost ?? most,
    );
    if (isBetter(answer, best)) best = answer;
    if (best?.cost === 0 && !best.hasInitialsOnly) return best;
  }
  return best;
}

function companyOf(names: readonly QueryToken[]): Company {
  if (names.length === 1) return "none";
  return names.filter(({ key }) => !isLetter(key)).length === 1 ? "initials" : "terms";
}

/** A stored initial stands for a term only beside other terms. */
function dropInitials(term: Term, company: Company): Term {
  return company !== "terms" ? { ...term, initials: term.initials.map(() => new Map()) } : term;
}

function isBetter(answer: SearchAnswer | null, best: SearchAnswer | null): answer is SearchAnswer {
  if (answer === null || best === null) return answer !== null;
  if (answer.hasInitialsOnly !== best.hasInitialsOnly) return best.hasInitialsOnly;
  return answer.cost < best.cost;
}

/** Nobody but those whose words begin with the terms. */
function* findLiteral(reader: QueryReader, tokens: readonly QueryToken[]): Task<SearchAnswer | null> {
  const divisions = listDivisions(tokens, yield* reader.nameDegrees(tokens)).filter(
    ({ setAside }) => setAside.length === 0,
  );
  const answer = yield* findLeastDivision(reader, divisions, reader.spell, {}, 0);
  return answer?.hasInitialsOnly ? null : answer;
}

/** By sound, forms of names and endings; also as typed on another layout, or with a space in a word. */
function* findClose(reader: QueryReader, tokens: readonly QueryToken[], query: string): Task<SearchAnswer | null> {
  const divisions = listDivisions(tokens, yield* reader.nameDegrees(tokens));
  let best = yield* findLeastDivision(reader, divisions, reader.widen);
  if (best !== null && best.cost <= nearCost) return best;
  for (const joined of yield* joinNeighbours(reader, tokens)) {
    const ofJoined = listDivisions(joined, yield* reader.nameDegrees(joined));
    const rules = { cost: readingCosts.joined, means: "typo" } as const;
    const answer = yield* findLeastDivision(reader, ofJoined, reader.widen, rules, best?.cost ?? costMax);
    if (isBetter(answer, best)) best = answer;
  }
  if (best !== null) return best;
  for (const text of readOtherLayouts(query)) {
    const retyped = readTokens(text);
    const ofText = listDivisions(retyped, yield* reader.nameDegrees(retyped));
    const rules = { cost: readingCosts.layout, means: "layout" } as const;
    const answer = yield* findLeastDivision(reader, ofText, reader.widen, rules);
    if (isBetter(answer, best)) best = answer;
  }
  return best;
}

/** The queries with two neighbours joined, where the result is a whole word. A letter is joined only with what follows it. */
function* joinNeighbours(reader: QueryReader, tokens: readonly QueryToken[]): Task<QueryToken[][]> {
  const joined: QueryToken[][] = [];
  for (let at = 0; at + 1 < tokens.length; at++) {
    const [first, second] = [tokens[at]!, tokens[at + 1]!];
    if (isLetter(second.key) || (isLetter(first.key) && first.isStopped)) continue;
    const whole = tokenOf(first.text + second.text, second.isStopped);
    const term = yield* reader.widen(whole);
    if (!isStoredWord(reader.context.content, whole.key) && !term.others.some(({ size }) => size > 0)) continue;
    joined.push(tokens.toSpliced(at, 2, whole));
  }
  return joined;
}

/** By beginnings in Latin letters, as long as a name is typed. */
function* findBegun(reader: QueryReader, tokens: readonly QueryToken[]): Task<SearchAnswer | null> {
  if (!tokens.some(({ key }) => /^[a-z]{3,}$/.test(key))) return null;
  const divisions = listDivisions(tokens, yield* reader.nameDegrees(tokens));
  return yield* findLeastDivision(reader, divisions, function* (token) {
    return yield* addSoundBeginnings(reader.context, yield* reader.widen(token));
  });
}

/** With typos. */
function* findTyped(
  reader: QueryReader,
  tokens: readonly QueryToken[],
  rules: Rules = {},
  setAside: readonly string[] = [],
): Task<SearchAnswer | null> {
  if (tokens.filter(({ key }) => !isLetter(key)).length > typoTermsMax) return null;
  const divisions = listDivisions(tokens, yield* reader.nameDegrees(tokens)).map((division) => ({
    ...division,
    setAside: [...division.setAside, ...setAside],
  }));
  return yield* findLeastDivision(reader, divisions, reader.addTypos, rules);
}

/** A given name that nobody has stands for initials, beside a whole last name. */
function* findByInitials(reader: QueryReader, tokens: readonly QueryToken[]): Task<SearchAnswer | null> {
  const divisions = listDivisions(tokens, yield* reader.nameDegrees(tokens));
  return yield* findLeastDivision(
    reader,
    divisions,
    function* (token) {
      const term = yield* reader.widen(token);
      if (term.isLetter || /\P{L}/u.test(term.key) || matchesWords(reader.context, term, nearCost)) return term;
      const initial = { ...matches.form, isInitial: true };
      const field = /(?:ич|вна|vich|vna)$/.test(term.key) ? middleName : firstName;
      const initials = term.initials.with(field, new Map([[term.key.charAt(0), initial]]));
      return { ...term, initials };
    },
    { lastNameCostMax: nearCost },
  );
}

/** Without terms that have digits, and then without those that match no word, if what remains has a whole last name. */
function* findPart(reader: QueryReader, tokens: readonly QueryToken[]): Task<SearchAnswer | null> {
  const degrees = yield* reader.nameDegrees(tokens);
  const ofDegrees = new Set(degrees.flatMap(({ start, length }) => tokens.slice(start, start + length)));
  const hasDigit = ({ key }: QueryToken): boolean => /\p{N}/u.test(key);
  const known = new Set<QueryToken>(ofDegrees);
  for (const token of tokens) {
    // A part of a double last name is not left out.
    if (token.isHyphenated) known.add(token);
    else if (matchesWords(reader.context, yield* reader.widen(token), matches.sound.cost)) known.add(token);
  }
  const choices = [
    tokens.filter((token) => ofDegrees.has(token) || !hasDigit(token)),
    tokens.filter((token) => ofDegrees.has(token) || (known.has(token) && !hasDigit(token))),
  ];
  for (const kept of choices) {
    if (kept.length === tokens.length) continue;
    const setAside = tokens.filter((token) => !kept.includes(token)).map(({ text }) => text);
    const answer = yield* findTyped(reader, kept, { lastNameCostMax: nearCost }, setAside);
    if (answer !== null) return answer;
  }
  return null;
}

/** The fewest letters of each of two words that are glued together. */
const gluedMin = 3;

/** Two words in small letters without a space. */
function* findGlued(reader: QueryReader, tokens: readonly QueryToken[]): Task<SearchAnswer | null> {
  const { content } = reader.context;
  for (const [at, { text, isStopped }] of tokens.entries()) {
    for (let end = gluedMin; end <= text.length - gluedMin; end++) {
      const [first, second] = [tokenOf(text.slice(0, end)), tokenOf(text.slice(end), isStopped)];
      if (!isStoredWord(content, first.key) || !isStoredWord(content, second.key)) continue;
      const parts = tokens.toSpliced(at, 1, first, second);
      const divisions = listDivisions(parts, yield* reader.nameDegrees(parts));
      const rules = { cost: readingCosts.glued, means: "typo" } as const;
      const answer = yield* findLeastDivision(reader, divisions, reader.widen, rules);
      if (answer !== null) return answer;
    }
  }
  return null;
}
