/** The teachers with the least cost in one reading of a query. */
import { type Reading, readings } from "../../domain/results.ts";
import type { TextColumn } from "../content.ts";
import { initialsOrder, type Score, scoreTeacher } from "./assignment.ts";
import { costMax, initialSlack, slack, stepsOf } from "./costs.ts";
import { type FieldShapes, openShapes, unmet } from "./shapes.ts";
import { breadths, type Data, type Query, readTerms, type Term } from "./terms.ts";
import { degree, listAt, nameFields } from "./words.ts";

export interface LeastAnswer {
  /** By relevance, then in alphabetical order. */
  readonly ranks: Uint32Array;
  /** The first of the ranks, whose full names match; the others match by stored initials. */
  readonly fullCount: number;
  readonly cost: number;
  readonly reading: Reading;
  readonly setAside: readonly string[];
  /** The words that name no degree, as typed; null if no word names one, or every word does. */
  readonly nameWords: readonly string[] | null;
  readonly terms: readonly Term[];
  scoreOf(rank: number): Score | null;
}

/** Only single letters and degrees meet so many teachers, and no broader reading of them helps. */
const triedMax = 100_000;

/** What has been tried for a query, and found nobody. */
interface Tried {
  /** Terms with the numbers of words that they meet: a broader reading often meets no more. */
  readonly signatures: Set<string>;
  teachers: number;
}

export function findLeast(
  data: Data,
  query: Query,
  tried: Tried = { signatures: new Set(), teachers: 0 },
): LeastAnswer | null {
  if (tried.teachers > triedMax) return null;
  const terms = readTerms(data, query);
  if (terms === null) return null;
  const met = terms.map(({ token, hits: found, mayGo }) => [token.key, mayGo, ...found.map(({ size }) => size)]);
  const signature = JSON.stringify([met, Math.max(query.breadth, breadths.typos)]);
  if (tried.signatures.has(signature)) return null;
  tried.signatures.add(signature);
  const long = terms.filter(({ letters }) => letters === "");
  const needed = long.filter((term) => !term.mayGo && (canMeet(term) || !term.isPatronymic));
  if (!needed.every(canMeet)) return null;
  const [driver] = (needed.length > 0 ? needed : long)
    .map((term) => ({ term, count: countTeachers(data, term) }))
    .sort((a, b) => a.count - b.count);
  if (driver === undefined) return null;
  tried.teachers += driver.count;
  const scoreOf = createScorer(data, query, terms);
  const isOfDegreesOnly = terms.every(
    ({ hits: found, letters }) => letters === "" && nameFields.every((field) => found[field]!.size === 0),
  );
  const found = isOfDegreesOnly
    ? listDegrees(data, query, terms, driver.term)
    : listTeachers(data, driver.term, scoreOf);
  return chooseLeast(query, terms, found, scoreOf);
}

const canMeet = ({ hits: found }: Term): boolean => found.some(({ size }) => size > 0);

/** The values of a field that a term meets; some twice. */
function valuesOf({ words }: Data, { hits: found }: Term, field: number): number[] {
  const codes: number[] = [];
  for (const word of found[field]!.keys()) for (const code of listAt(words[field]!.values, word)) codes.push(code);
  return codes;
}

/** The number of teachers that a term meets; some count twice. */
function countTeachers(data: Data, term: Term): number {
  let count = 0;
  for (const [field, { starts }] of data.columns.entries())
    for (const code of valuesOf(data, term, field)) count += starts[code + 1]! - starts[code]!;
  return count;
}

interface Found {
  readonly score: Score;
  readonly ranks: ArrayLike<number>;
}

type Four<Item> = readonly [Item, Item, Item, Item];

/** There are many teachers, but few combinations of shapes, and each is scored once. */
function createScorer(data: Data, query: Query, terms: readonly Term[]): LeastAnswer["scoreOf"] {
  const shapes = data.columns.map((_, field) => openShapes(data, field, terms)) as unknown as Four<FieldShapes>;
  const [last, first, middle, title] = shapes;
  const [lasts, firsts, middles, titles] = data.columns.map(({ codes }) => codes) as unknown as Four<
    TextColumn["codes"]
  >;
  /** By the shapes of the last, first and middle name and of the degree. */
  const scores: (Score | null)[][][][] = [];
  return (rank) => {
    const [a, b] = [last.indexOf(lasts[rank]!), first.indexOf(firsts[rank]!)];
    const [c, d] = [middle.indexOf(middles[rank]!), title.indexOf(titles[rank]!)];
    scores[a] ??= [];
    scores[a][b] ??= [];
    scores[a][b][c] ??= [];
    const known = scores[a][b][c];
    if (known[d] === undefined)
      known[d] = scoreTeacher(query, terms, [last.shapes[a]!, first.shapes[b]!, middle.shapes[c]!, title.shapes[d]!]);
    return known[d];
  };
}

/** The teachers whom the rarest term meets. */
function listTeachers(data: Data, driver: Term, scoreOf: LeastAnswer["scoreOf"]): Found[] {
  const byScore = new Map<Score, number[]>();
  for (const [field, { starts, postings }] of data.columns.entries()) {
    for (const code of valuesOf(data, driver, field)) {
      for (let i = starts[code]!; i < starts[code + 1]!; i++) {
        const score = scoreOf(postings[i]!);
        if (score === null) continue;
        const ranks = byScore.get(score);
        if (ranks === undefined) byScore.set(score, [postings[i]!]);
        else ranks.push(postings[i]!);
      }
    }
  }
  return Array.from(byScore, ([score, ranks]) => ({ score, ranks }));
}

/** Where only degrees are named, all teachers who have one are equal, and none is visited. */
function listDegrees(data: Data, query: Query, terms: readonly Term[], driver: Term): Found[] {
  const { starts, postings } = data.columns[degree]!;
  const { shapes, indexOf } = openShapes(data, degree, terms);
  return valuesOf(data, driver, degree).flatMap((code): Found[] => {
    const score = scoreTeacher(query, terms, [unmet, unmet, unmet, shapes[indexOf(code)]!]);
    return score === null ? [] : [{ score, ranks: postings.subarray(starts[code]!, starts[code + 1]!) }];
  });
}

/** Those who cost least, in classes of relevance. */
function chooseLeast(
  { extra = 0, isStrict = false, reading = "spelling" }: Query,
  terms: readonly Term[],
  found: readonly Found[],
  scoreOf: LeastAnswer["scoreOf"],
): LeastAnswer | null {
  const possible = found.filter(({ score }) => score.cost + extra <= costMax);
  if (possible.length === 0) return null;
  const best = possible.map(({ score }) => score).reduce((a, b) => (isBetter(b, a) ? b : a));
  const more = isStrict || best.isWhole ? 0 : slack;
  const kept = possible.filter(({ score }) => {
    // Whoever meets every term is not joined by those for whom one is set aside.
    const most = hasAside(score) && !hasAside(best) ? 0 : more + (score.hasInitials ? initialSlack : 0);
    return stepsOf(score.cost) <= stepsOf(best.cost + most);
  });
  const byOrder = [...Map.groupBy(kept, ({ score }) => score.order)].sort(([a], [b]) => a - b);
  const lists = byOrder.map(([, same]) => sortRanks(same.map(({ ranks }) => ranks)));
  const full = lists.filter((_, i) => byOrder[i]![0] < initialsOrder);
  const nameWords = terms.filter((_, i) => best.used[i]?.field !== degree).map(({ token }) => token.text);
  const means = [reading, ...best.used.map((used) => used?.hit.reading ?? "part")];
  return {
    ranks: joinRanks(lists),
    fullCount: full.reduce((sum, { length }) => sum + length, 0),
    cost: best.cost + extra,
    reading: readings.find((one) => means.includes(one))!,
    setAside: terms.filter((_, i) => best.used[i] === null).map(({ token }) => token.text),
    nameWords: nameWords.length > 0 && nameWords.length < terms.length ? nameWords : null,
    terms,
    scoreOf,
  };
}

const hasAside = ({ used }: Score): boolean => used.includes(null);

/** Full names come before stored initials, then the cost decides, then whole words. */
function isBetter(a: Score, b: Score): boolean {
  if (a.hasInitials !== b.hasInitials) return b.hasInitials;
  return a.cost < b.cost || (a.cost === b.cost && a.isWhole && !b.isWhole);
}

/** Ascending, and each rank once. */
function sortRanks(lists: readonly ArrayLike<number>[]): Uint32Array {
  const ranks = joinRanks(lists);
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
