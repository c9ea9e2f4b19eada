/** Caches the terms and the named degrees of queries, because several ways to understand a query need the same ones. */
import type { Task } from "../scheduler.ts";
import { findNamedDegrees, type NamedDegree } from "./named-degrees.ts";
import type { QueryToken } from "./query-tokens.ts";
import {
  addSoundBeginnings,
  addTypos,
  type Company,
  createTerm,
  findValues,
  isStoredWord,
  matchesWords,
  type Term,
  type TermContext,
  type WordValues,
  widenTerm,
  withoutInitials,
} from "./term.ts";

export type MakeTerm = (token: QueryToken, company: Company) => Task<Term>;

export interface QueryReader {
  readonly context: TermContext;
  /** Makes a term that matches words as they are spelt. */
  readonly spell: MakeTerm;
  /** Like `spell`, and also matches words by sound, other forms and case endings. */
  readonly widen: MakeTerm;
  /** Like `widen`, and also matches words whose sound begins with the sound of the term. */
  readonly begin: MakeTerm;
  /**
   * Like `widen`, and also matches words with typos, unless the term is a stored word beside other terms, or has a
   * digit.
   */
  readonly addTypos: MakeTerm;
  /** Whether stored words match at this cost or less; typos do not count. */
  isKnown(token: QueryToken, cost: number): Task<boolean>;
  nameDegrees(tokens: readonly QueryToken[]): Task<NamedDegree[]>;
  /** The values that a term may match. */
  findValues(term: Term): Task<WordValues>;
}

/** At most this many terms of each kind are cached. The cells of a timetable share a reader, and repeat words. */
const termsMax = 4096;

export function createReader(context: TermContext): QueryReader {
  const degrees = new WeakMap<readonly QueryToken[], NamedDegree[]>();
  const values = new WeakMap<Term, WordValues>();

  function remember(make: MakeTerm): MakeTerm {
    const known = new Map<string, Term>();
    return function* (token, company) {
      const key = `${company} ${token.isStopped} ${token.text}`;
      let term = known.get(key);
      if (term !== undefined) return term;
      term = yield* make(token, company);
      // A stored initial stands for a term only beside other terms.
      if (company !== "terms") term = withoutInitials(term);
      if (known.size === termsMax) known.clear();
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
    *findValues(term) {
      const known = values.get(term) ?? (yield* findValues(context.content, term));
      values.set(term, known);
      return known;
    },
  };
}
