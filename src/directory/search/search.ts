/** The search: reads a query in several ways in turn. The teachers with the least cost are the answer. */
import { readTokens, type WordToken } from "../../domain/names/names.ts";
import { type Highlights, type Reading, readings } from "../../domain/results.ts";
import { costMax, initialSlack, nearCost, readingCosts, slack } from "./costs.ts";
import { highlight } from "./highlights.ts";
import { divideGlued, readJoined } from "./readings.ts";
import { createScorer, type Score, type Scorer, type Used } from "./scores.ts";
import { breadths, type Data, type Query, readTerms, type Term } from "./terms.ts";
import { degree, divideAtCapitals, listAt, nameFields } from "./words.ts";

/** Those whom a search finds, and how it was read. */
export interface Result {
  /** By relevance, then in alphabetical order. */
  readonly ranks: Uint32Array;
  /** The first of the ranks, whose full names match; the others match by stored initials. */
  readonly fullCount: number;
  readonly cost: number;
  /** Null if nobody is found. */
  readonly reading: Reading | null;
  readonly setAside: readonly string[];
  /** The words that name the person, as typed; null if no other word names a degree, or no word is left. */
  readonly nameWords: readonly string[] | null;
  scoreOf(rank: number): Score | null;
  highlight(rank: number): Highlights;
}

const nobody: Result = {
  ranks: new Uint32Array(),
  fullCount: 0,
  cost: 0,
  reading: null,
  setAside: [],
  nameWords: null,
  scoreOf: () => null,
  highlight: () => ({ name: [], degree: [], meant: "", isByInitials: false }),
};

/** With `isExact`, only what is spelt as typed is found. */
export function findTeachers(data: Data, text: string, isExact = false): Result {
  const typed = readTokens(text);
  // Signs alone are no terms, on no keyboard layout.
  if (typed.length === 0) return nobody;
  const divided = divideAtCapitals(data.words, typed);
  for (const tokens of divided.length > typed.length ? [divided, typed] : [typed]) {
    const found = isExact ? findLeast(data, { tokens, breadth: breadths.exact }) : readInTurn(data, tokens, text);
    if (found !== null) return found;
  }
  return nobody;
}

const { spelling, near, typos, initials, digits, unknown } = breadths;
/** How the words are read: as typed, at a breadth, or otherwise. */
const stages = [spelling, near, readJoined, typos, initials, digits, unknown, divideGlued];

/** The stage that is also tried if the answer before it is distant: the words may be two halves of one name. */
const rereadStage = 2;
/** The first stage that is no evidence of a person. */
const guessStage = 4;

/**
 * Tries the stages in turn until one finds somebody. Names that meet only by initials wait for the stages without
 * guesses. With `isStrict`, only whole words and initials count.
 */
export function readInTurn(data: Data, tokens: readonly WordToken[], text: string, isStrict = false): Result | null {
  const tried = { teachers: 0 };
  let waiting: Result | null = null;
  let best: Result | null = null;
  for (const [stage, read] of stages.slice(0, isStrict ? guessStage : stages.length).entries()) {
    if (best !== null && (stage !== rereadStage || best.cost <= nearCost)) return best;
    if (waiting !== null && stage > rereadStage) return waiting;
    const queries: Query[] = typeof read === "number" ? [{ tokens, breadth: read }] : read(data, tokens, text);
    // Joined words are no evidence either.
    const counted = queries.filter(({ reading }) => !isStrict || reading !== "typo");
    for (const found of counted.flatMap((query) => findLeast(data, { ...query, isStrict }, tried) ?? [])) {
      if (found.fullCount === 0) waiting ??= found;
      else if (best === null || found.cost < best.cost) best = found;
    }
  }
  return best ?? waiting;
}

/** Only single letters and degrees meet more teachers, and more than a tenth. No broader reading of them helps. */
const triedMax = 10_000;

/** The teachers with the least cost in one reading; null if there are none. Adds to the count of those who were tried. */
export function findLeast(data: Data, query: Query, tried = { teachers: 0 }): Result | null {
  if (tried.teachers > Math.max(triedMax, data.columns[degree]!.codes.length / 10)) return null;
  const terms = readTerms(data, query);
  if (terms === null) return null;
  const long = terms.filter(({ letters }) => letters === "");
  const needed = long.filter((term) => !term.mayGo && (canMeet(term) || !term.isPatronymic));
  if (!needed.every(canMeet)) return null;
  // The rarest term decides who is compared.
  const [driver] = (needed.length > 0 ? needed : long.filter(canMeet))
    .map((term) => ({ term, count: countTeachers(data, term) }))
    .sort((a, b) => a.count - b.count);
  if (driver === undefined) return null;
  tried.teachers += driver.count;
  const scorer = createScorer(data, query, terms);
  const isOfDegrees = terms.every(
    ({ hits, letters }) => letters === "" && nameFields.every((field) => hits[field]!.size === 0),
  );
  const found = isOfDegrees ? listDegrees(data, long, scorer) : listTeachers(data, driver.term, scorer);
  return chooseLeast(data, query, scorer.scoreOf, found);
}

const canMeet = ({ hits }: Term): boolean => hits.some(({ size }) => size > 0);

/** The values of a field that a term meets; some twice. */
function valuesOf({ words }: Data, { hits }: Term, field: number): number[] {
  const codes: number[] = [];
  for (const word of hits[field]!.keys()) for (const code of listAt(words[field]!.values, word)) codes.push(code);
  return codes;
}

/** The number of teachers that a term meets; some count twice. */
function countTeachers(data: Data, term: Term): number {
  let count = 0;
  for (const [field, { starts }] of data.columns.entries())
    for (const code of valuesOf(data, term, field)) count += starts[code + 1]! - starts[code]!;
  return count;
}

/** Teachers with the same score; some twice. */
type Found = readonly [score: Score, ranks: ArrayLike<number>];

/** The teachers whom the rarest term meets. */
function listTeachers(data: Data, driver: Term, { scoreOf }: Scorer): Iterable<Found> {
  const byScore = new Map<Score, number[]>();
  for (const [field, { starts, postings }] of data.columns.entries()) {
    for (const code of valuesOf(data, driver, field)) {
      for (let i = starts[code]!; i < starts[code + 1]!; i++) {
        const score = scoreOf(postings[i]!);
        const ranks = score === null ? undefined : byScore.get(score);
        if (ranks !== undefined) ranks.push(postings[i]!);
        else if (score !== null) byScore.set(score, [postings[i]!]);
      }
    }
  }
  return byScore;
}

/** Where only degrees are named, all teachers who have one are equal, and none is visited. */
function listDegrees(data: Data, terms: readonly Term[], { scoreOfDegree }: Scorer): Found[] {
  const { starts, postings } = data.columns[degree]!;
  return [...new Set(terms.flatMap((term) => valuesOf(data, term, degree)))].flatMap((code): Found[] => {
    const ranks = postings.subarray(starts[code]!, starts[code + 1]!);
    const score = scoreOfDegree(ranks[0]!);
    return score === null ? [] : [[score, ranks]];
  });
}

/** Those who cost least, in classes of relevance. */
function chooseLeast(
  data: Data,
  { isStrict = false, reading }: Query,
  scoreOf: Scorer["scoreOf"],
  found: Iterable<Found>,
): Result | null {
  const extra = (reading && readingCosts[reading]) ?? 0;
  const possible = [...found].filter(([{ cost }]) => cost + extra <= costMax);
  if (possible.length === 0) return null;
  const best = possible.map(([score]) => score).reduce((a, b) => (isBetter(b, a) ? b : a));
  const more = isStrict || best.isWhole ? 0 : slack;
  const kept = possible.filter(([score]) => {
    // Whoever meets every term is not joined by those for whom one is set aside.
    const isWorse = score.used.some(isAside) && !best.used.some(isAside);
    return score.cost <= best.cost + (isWorse ? 0 : more + (score.hasInitials ? initialSlack : 0));
  });
  const classes = [...Map.groupBy(kept, ([{ order }]) => order)].sort(([a], [b]) => a - b).map(([, same]) => same);
  const lists = classes.map((same) => sortRanks(joinRanks(same.map(([, ranks]) => ranks))));
  const nameWords = best.used.filter((one) => one.field !== degree && !isAside(one)).map(textOf);
  const means = [reading ?? "spelling", ...best.used.map(({ hit }) => hit.reading)];
  return {
    ranks: joinRanks(lists),
    fullCount: lists.reduce((sum, { length }, i) => (classes[i]![0]![0].hasInitials ? sum : sum + length), 0),
    cost: best.cost + extra,
    reading: readings.find((one) => means.includes(one))!,
    setAside: best.used.filter(isAside).map(textOf),
    nameWords: nameWords.length > 0 && best.used.some(({ field }) => field === degree) ? nameWords : null,
    scoreOf,
    highlight: (rank) => highlight(data, scoreOf(rank)!, rank),
  };
}

const isAside = ({ hit }: Used): boolean => hit.reading === "part";
const textOf = ({ term }: Used): string => term.token.text;

/** Full names come before stored initials, then the cost decides, then whole words. */
function isBetter(a: Score, b: Score): boolean {
  if (a.hasInitials !== b.hasInitials) return b.hasInitials;
  return a.cost < b.cost || (a.cost === b.cost && a.isWhole && !b.isWhole);
}

/** Ascending, and each rank once. */
function sortRanks(ranks: Uint32Array): Uint32Array {
  if (ranks.every((rank, i) => i === 0 || ranks[i - 1]! < rank)) return ranks;
  return ranks.sort().filter((rank, i, sorted) => i === 0 || rank !== sorted[i - 1]);
}

function joinRanks(lists: readonly ArrayLike<number>[]): Uint32Array {
  const ranks = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const list of lists) {
    ranks.set(list, end);
    end += list.length;
  }
  return ranks;
}
