/** The search: reads a query in several ways in turn. The teachers with the least cost are the answer. */
import type { NameTable } from "../../domain/names/given-names.ts";
import type { Highlights, Reading } from "../../domain/results.ts";
import { type NameFieldName, nameFieldNames, textFieldNames } from "../../domain/teacher.ts";
import type { Content } from "../content.ts";
import { type Attempt, findLeast, type LeastAnswer } from "./answer.ts";
import { nearCost } from "./costs.ts";
import { highlight } from "./highlights.ts";
import { matchCells } from "./match.ts";
import { divideAtCapitals, divideGlued, joinTokens, readLayouts } from "./readings.ts";
import { breadths, type Data, textAt } from "./terms.ts";
import { isLetter, readTokens, type WordToken } from "./tokens.ts";
import { nameFields, type Words } from "./words.ts";

/** Those whom a search finds, and how it was read. */
export interface Result extends Omit<LeastAnswer, "cost" | "terms" | "reading"> {
  /** Null if nobody is found. */
  readonly reading: Reading | null;
  /** The matched parts of a teacher who is found. */
  highlight(rank: number): Highlights;
}

export function openSearch({ ids, columns }: Content, words: Words, names: NameTable) {
  const data: Data = { ids, columns: textFieldNames.map((name) => columns[name]), words, names };

  /** Null for a blank text, which is no search. With `isExact`, only what is spelt as typed is found. */
  function find(text: string, isExact = false): Result | null {
    if (text.trim() === "") return null;
    const answer = findAnswer(data, text, isExact);
    return answer === null ? nobody : { ...answer, highlight: (rank) => highlight(data, answer, rank) };
  }

  return {
    find,
    findNearest: (text: string) => findNearest(data, text),
    /** One match for each person in each cell, and at least one for each cell. Awaits `turn` after each name. */
    match: (cells: readonly string[], turn: () => Promise<void>) => matchCells(data, cells, turn),
  };
}

const nobody: Result = {
  ranks: new Uint32Array(),
  fullCount: 0,
  reading: null,
  setAside: [],
  nameWords: null,
  scoreOf: () => null,
  highlight: () => ({ name: [], degree: [], meant: "", isByInitials: false }),
};

function findAnswer(data: Data, text: string, isExact: boolean): LeastAnswer | null {
  const typed = readTokens(text);
  // Signs alone are no terms, on no keyboard layout.
  if (typed.length === 0) return null;
  const divided = divideAtCapitals(data.words, typed);
  for (const tokens of divided.length > typed.length ? [divided, typed] : [typed]) {
    const answer = isExact ? findLeast(data, { tokens, breadth: breadths.exact }) : readInTurn(data, tokens, text);
    if (answer !== null) return answer;
  }
  return null;
}

/** The stage that is also tried if the answer before it is distant: the words may be two halves of one name. */
const rereadStage = 2;

/** Tries the stages in turn until one finds somebody. Names that meet only by initials wait for the stages without guesses. */
function readInTurn(data: Data, tokens: readonly WordToken[], text: string): LeastAnswer | null {
  const tried = { signatures: new Set<string>(), teachers: 0 };
  let waiting: LeastAnswer | null = null;
  let best: LeastAnswer | null = null;
  for (const [stage, attempts] of stages.entries()) {
    if (best !== null && (stage !== rereadStage || best.cost <= nearCost)) return best;
    if (waiting !== null && stage > rereadStage) return waiting;
    for (const attempt of attempts(data, tokens, text)) {
      const answer = findLeast(data, attempt, tried);
      if (answer === null) continue;
      if (answer.fullCount === 0) waiting ??= answer;
      else if (best === null || answer.cost < best.cost) best = answer;
    }
  }
  return best ?? waiting;
}

const stages: readonly ((data: Data, tokens: readonly WordToken[], text: string) => Attempt[])[] = [
  (_, tokens) => [{ tokens, breadth: breadths.spelling }],
  (_, tokens) => [{ tokens, breadth: breadths.near }],
  (data, tokens, text) => [...joinTokens(data, tokens), ...readLayouts(text)],
  (_, tokens) => [{ tokens, breadth: breadths.typos }],
  (_, tokens) => [{ tokens, breadth: breadths.initials }],
  (_, tokens) => [{ tokens, breadth: breadths.digits }],
  (_, tokens) => [{ tokens, breadth: breadths.unknown }],
  divideGlued,
];

const nearestMax = 5;

/** A teacher with a near name, and which part of the name is near; null if several words were searched. */
export interface Nearest {
  readonly rank: number;
  readonly field: NameFieldName | null;
}

/**
 * Where nobody is found: the nearest names, each once. Every word may be two edits away; if nobody has a name near all
 * of them, the first word that is near some name counts.
 */
function findNearest(data: Data, text: string): Nearest[] {
  const tokens = readTokens(text);
  // Letters alone are near too many names.
  if (tokens.every(({ key }) => isLetter(key))) return [];
  for (const attempt of [tokens, ...tokens.map((token) => [token])]) {
    const answer = findLeast(data, { tokens: attempt, breadth: breadths.nearest });
    if (answer !== null) return listNames(data, answer, attempt.length === 1);
  }
  return [];
}

/** The first names of an answer, each once: those of one field if a single word was searched. */
function listNames(data: Data, { ranks, scoreOf }: LeastAnswer, isSingle: boolean): Nearest[] {
  const byName = new Map<string, Nearest>();
  for (const rank of ranks) {
    const field = isSingle ? scoreOf(rank)?.used[0]?.field : undefined;
    const fields = field === undefined ? nameFields : [field];
    const name = JSON.stringify(fields.map((one) => textAt(data, one, rank)));
    if (!byName.has(name)) byName.set(name, { rank, field: nameFieldNames[field ?? -1] ?? null });
    if (byName.size === nearestMax) break;
  }
  return [...byName.values()];
}
