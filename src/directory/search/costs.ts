/** What it costs a term to meet a word, and a query to be read otherwise than as typed, in hundredths. */
import type { Reading } from "../../domain/results.ts";

/** How a term meets a word. */
export interface Hit {
  readonly cost: number;
  readonly reading: Reading;
  /** Whether the whole word is meant, not only its beginning. */
  readonly isWhole: boolean;
  /** Whether the word is a stored initial that stands for the term. */
  readonly isInitial: boolean;
  /** A shorter term needs another one that meets a name of the same teacher at {@link nearCost} or less. */
  readonly lengthMin: number;
}

const hit = (cost: number, reading: Reading, other: Partial<Hit> = {}): Hit => {
  return { cost, reading, isWhole: true, isInitial: false, lengthMin: 0, ...other };
};
const begins = { isWhole: false };

export const hits = {
  whole: hit(0, "spelling"),
  beginning: hit(0, "spelling", begins),
  /** Of a patronymic, by a whole given name, beside the last and another given name: `Гай Остап Іван`. */
  patronymicBeginning: hit(0, "spelling", begins),
  /** `и` for `і`, `е` for `є`, `г` for `ґ`, `o` for `ø`. */
  folded: hit(25, "sound"),
  foldedBeginning: hit(25, "sound", begins),
  /** With a full stop, a word that names a degree is a name only then. */
  abbreviation: hit(25, "spelling", begins),
  /** A letter with a full stop is first of all an initial of the given name or the patronymic. */
  lastNameInitial: hit(75, "spelling", begins),
  foldedLastNameInitial: hit(100, "sound", begins),
  initial: hit(5, "spelling", { isInitial: true }),
  initialOfForm: hit(105, "form", { isInitial: true }),
  sound: hit(100, "sound"),
  form: hit(100, "form"),
  caseEnding: hit(125, "form"),
  soundBeginning: hit(150, "sound", begins),
  typo: hit(200, "typo", { lengthMin: 4 }),
  firstLetterTypo: hit(250, "typo", { lengthMin: 6 }),
  twoTypos: hit(300, "typo", { lengthMin: 9 }),
  latinTypo: hit(300, "typo"),
  /** Without a full stop, a word is a name first, and only then names a degree. */
  degree: hit(20, "spelling"),
  degreeLetter: hit(5, "spelling"),
  stoppedDegree: hit(0, "spelling"),
  /** No word. */
  aside: hit(50, "part", begins),
  /** No word, but an initial or a patronymic that the teacher does not have. */
  absent: hit(150, "part", begins),
} as const;

/** A hit at most this dear is not a guess: the word itself, its sound, another form, or a case ending. */
export const nearCost = 125;
/** For a query that is typed on another layout, or whose words are joined or divided. */
export const readingCosts: Readonly<Partial<Record<Reading, number>>> = { layout: 50, typo: 150 };
/** A sum above this finds nobody. */
export const costMax = 420;
/** After beginnings, the answer includes everybody who costs at most this much more. */
export const slack = 30;
/** The same for those who have only initials. */
export const initialSlack = 10;
