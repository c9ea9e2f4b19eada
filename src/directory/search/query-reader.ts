/** Reads the words of one query: makes each term and finds the named degrees once, whatever the ways to understand it. */
import type { Task } from "../scheduler.ts";
import { findNamedDegrees, type NamedDegree } from "./named-degrees.ts";
import type { QueryToken } from "./query-tokens.ts";
import {
  addSoundBeginnings,
  addTypos,
  type Company,
  createTerm,
  isStoredWord,
  matchesWords,
  type Term,
  type TermContext,
  widenTerm,
} from "./term.ts";

export type MakeTerm = (token: QueryToken, company: Company) => Task<Term>;

export interface QueryReader {
  readonly context: TermContext;
  /** As it is spelt. */
  readonly spell: MakeTerm;
  /** Also by sound, form and ending. */
  readonly widen: MakeTerm;
  /** Also by the beginning of a sound. */
  readonly begin: MakeTerm;
  /** Also with typos, unless the word is a whole name or near one. */
  readonly addTypos: MakeTerm;
  /** Whether words match at this cost or less, without typos. */
  isKnown(token: QueryToken, cost: number): Task<boolean>;
  nameDegrees(tokens: readonly QueryToken[]): Task<NamedDegree[]>;
}

export function createReader(context: TermContext): QueryReader {
  const degrees = new Map<readonly QueryToken[], NamedDegree[]>();

  function remember(make: MakeTerm): MakeTerm {
    const known = new Map<string, Term>();
    return function* (token, company) {
      const key = `${company} ${token.text}`;
      const term = known.get(key) ?? (yield* make(token, company));
      known.set(key, term);
      return term;
    };
  }

  const spell = remember(function* (token, company) {
    yield;
    return createTerm(context, token, company);
  });
  const widen = remember(function* (token, company) {
    return yield* widenTerm(context, yield* spell(token, company));
  });
  return {
    context,
    spell,
    widen,
    begin: remember(function* (token, company) {
      return yield* addSoundBeginnings(context, yield* widen(token, company));
    }),
    addTypos: remember(function* (token, company) {
      const term = yield* widen(token, company);
      const isName = company === "terms" && isStoredWord(context.content, term.key);
      return term.isLetter || isName || /\p{N}/u.test(term.key) ? term : yield* addTypos(context, term, company);
    }),
    *isKnown(token, cost) {
      return matchesWords(context, yield* widen(token, "terms"), cost);
    },
    *nameDegrees(tokens) {
      const known = degrees.get(tokens) ?? (yield* findNamedDegrees(context.content, tokens));
      degrees.set(tokens, known);
      return known;
    },
  };
}
