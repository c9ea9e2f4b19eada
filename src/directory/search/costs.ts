/** The costs at which a term of a search matches a word. The teachers with the least sum are the answer. */
import type { Reading } from "../../domain/results.ts";

/** How a term matches a word: the cost, and by what means. */
export interface WordMatch {
  readonly cost: number;
  readonly means: Reading;
  /** Whether the whole word is meant, not only its beginning. */
  readonly isWhole: boolean;
  /** Whether the match counts only if another term matches the same teacher at {@link nearCost} or less. */
  readonly needsCompany: boolean;
  /** Whether the word is an initial that stands for the term. */
  readonly isInitial: boolean;
}

const plain = { isWhole: true, needsCompany: false, isInitial: false } as const;

export const matches = {
  beginning: { ...plain, cost: 0, means: "spelling", isWhole: false },
  whole: { ...plain, cost: 0, means: "spelling" },
  sound: { ...plain, cost: 1, means: "sound" },
  form: { ...plain, cost: 1, means: "form" },
  soundBeginning: { ...plain, cost: 1.5, means: "sound", isWhole: false },
  caseEnding: { ...plain, cost: 1.25, means: "form" },
  typo: { ...plain, cost: 2, means: "typo" },
  firstLetterTypo: { ...plain, cost: 2.5, means: "typo" },
  twoTypos: { ...plain, cost: 3, means: "typo" },
  soundTypo: { ...plain, cost: 3, means: "typo" },
} as const satisfies Readonly<Record<string, WordMatch>>;

/** The costs of reading the query in another way, which are added to those of its terms. */
export const readingCosts = { layout: 0.5, setAside: 0.5, joined: 1.5, glued: 1.5 } as const;

/** Up to this cost a match is not a guess: it is the word itself, its sound, another form, or a case ending. */
export const nearCost = 1.25;
/** Names with a greater sum of costs are not found. */
export const costMax = 4;

/**
 * The fewest letters of a term that may be a typo: alone, and beside another term that matches the same teacher
 * closely.
 */
export const typoLetters = {
  typo: { alone: 4, inCompany: 3 },
  firstLetterTypo: { alone: 6, inCompany: 3 },
  twoTypos: { alone: 9, inCompany: 6 },
  soundTypo: { alone: 5, inCompany: 5 },
} as const;
