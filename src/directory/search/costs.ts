/** What it costs a term to meet a word, and a query to be read otherwise than as typed. */
import type { Reading } from "../../domain/results.ts";

/** How a term meets a word. */
export interface Hit {
  readonly cost: number;
  readonly reading: Reading;
  /** Whether the whole word is meant, not only its beginning. */
  readonly isWhole: boolean;
  /** Whether the word is a stored initial that stands for the term. */
  readonly isInitial: boolean;
  /** Whether another term must meet the same teacher at {@link nearCost} or less. */
  readonly needsCompany: boolean;
}

type Kind = "whole" | "beginning" | "initial" | "short";

const hit = (cost: number, reading: Reading, kind: Kind = "whole"): Hit => ({
  cost,
  reading,
  isWhole: kind !== "beginning",
  isInitial: kind === "initial",
  needsCompany: kind === "short",
});

export const hits = {
  whole: hit(0, "spelling"),
  beginning: hit(0, "spelling", "beginning"),
  /** Of a patronymic, by a whole given name, beside the last and the given name: `Гай Остап Іван`. */
  patronymicBeginning: hit(0, "spelling", "beginning"),
  /** `и` for `і`, `е` for `є`, `г` for `ґ`, `o` for `ø`. */
  folded: hit(0.25, "sound"),
  foldedBeginning: hit(0.25, "sound", "beginning"),
  /** With a full stop, a word that names a degree is a name only then. */
  abbreviation: hit(0.25, "spelling", "beginning"),
  initial: hit(0.05, "spelling", "initial"),
  initialOfForm: hit(1.05, "form", "initial"),
  sound: hit(1, "sound"),
  form: hit(1, "form"),
  caseEnding: hit(1.25, "form"),
  soundBeginning: hit(1.5, "sound", "beginning"),
  typo: hit(2, "typo"),
  shortTypo: hit(2, "typo", "short"),
  firstLetterTypo: hit(2.5, "typo"),
  shortFirstLetterTypo: hit(2.5, "typo", "short"),
  twoTypos: hit(3, "typo"),
  shortTwoTypos: hit(3, "typo", "short"),
  /** Without a full stop, a word is a name first, and only then names a degree. */
  degree: hit(0.2, "spelling"),
  degreeLetter: hit(0.05, "spelling"),
  stoppedDegree: hit(0, "spelling"),
} as const;

/** A hit at most this dear is not a guess: the word itself, its sound, another form, or a case ending. */
export const nearCost = 1.25;

/** The costs of a query that is not read as it was typed. */
export const readingCosts = { layout: 0.5, joined: 1.5, glued: 1.5 } as const;

/** For a term that meets no word. */
export const asideCost = 0.5;
/** For an initial or a patronymic of a teacher who has none. */
export const absentCost = 1.5;
/** For a letter with a full stop that begins a last name. */
export const lastNameLetterCost = 0.75;

/** A sum of costs above this finds nobody. */
export const costMax = 4.2;
/** After beginnings, the answer includes everybody who costs at most this much more. */
export const slack = 0.3;
/** The same for those who have only initials. */
export const initialSlack = 0.1;

/** Costs are sums of steps of 0.05. */
export const stepsOf = (cost: number): number => Math.round(cost * 20);

/** A word of a teacher that a term meets; null for a term that is set aside. */
export type Used = { readonly field: number; readonly place: number; readonly hit: Hit } | null;
