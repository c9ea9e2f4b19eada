/** Reads the words of one query: makes each term and finds the named degrees once, whatever the ways to understand it. */
import type { Task } from "../scheduler.ts";
import { costMax } from "./costs.ts";
import { findNamedDegrees, type NamedDegree } from "./named-degrees.ts";
import type { QueryToken } from "./query-tokens.ts";
import { addTypos, type Company, createTerm, isStoredWord, type Term, type TermContext, widenTerm } from "./term.ts";

export interface QueryReader {
  readonly context: TermContext;
  /** See {@link Interpretation.lastNameCostMax}. */
  readonly lastNameCostMax: number | null;
  spell(token: QueryToken): Task<Term>;
  widen(token: QueryToken): Task<Term>;
  addTypos(token: QueryToken, company: Company): Task<Term>;
  nameDegrees(tokens: readonly QueryToken[]): Task<NamedDegree[]>;
}

export function createReader(context: TermContext): QueryReader {
  const spelt = new Map<string, Term>();
  const wide = new Map<string, Term>();
  const typed = new Map<string, Term>();
  const degrees = new Map<readonly QueryToken[], NamedDegree[]>();

  function* spell(token: QueryToken): Task<Term> {
    const known = spelt.get(token.text);
    if (known !== undefined) return known;
    yield;
    const term = createTerm(context, token);
    spelt.set(token.text, term);
    return term;
  }
  function* widen(token: QueryToken): Task<Term> {
    const term = wide.get(token.text) ?? (yield* widenTerm(context, yield* spell(token)));
    wide.set(token.text, term);
    return term;
  }

  return {
    context,
    // A written name always has the last name.
    lastNameCostMax: context.isStrict ? costMax : null,
    spell,
    widen,
    *addTypos(token, company) {
      const term = yield* widen(token);
      const isName = company === "terms" && isStoredWord(context.content, term.key);
      if (term.isLetter || isName || /\p{N}/u.test(term.key)) return term;
      const key = `${company} ${token.text}`;
      const known = typed.get(key) ?? (yield* addTypos(context, term, company));
      typed.set(key, known);
      return known;
    },
    *nameDegrees(tokens) {
      const known = degrees.get(tokens) ?? (yield* findNamedDegrees(context.content, tokens));
      degrees.set(tokens, known);
      return known;
    },
  };
}
