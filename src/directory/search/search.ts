/** The search: reads a query in several ways in turn. The teachers with the least cost are the answer. */
import type { NameTable } from "../../domain/names/given-names.ts";
import type { Highlights, NearestName, Reading } from "../../domain/results.ts";
import { textFieldNames } from "../../domain/teacher.ts";
import type { Content } from "../content.ts";
import type { Turns } from "../turns.ts";
import { findLeast, type LeastAnswer } from "./answer.ts";
import { nearCost } from "./costs.ts";
import { highlight } from "./highlights.ts";
import { matchCells } from "./match.ts";
import { divideAtCapitals, divideGlued, joinTokens, readLayouts } from "./readings.ts";
import { breadths, type Data, type Query } from "./terms.ts";
import { isAround, isLetter, readTokens, type WordToken } from "./tokens.ts";
import { findTypos } from "./typos.ts";
import { findWords, firstName, isStored, lastName, listAt, middleName, type Words } from "./words.ts";

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
    /** One match for each person in each cell, and at least one for each cell. Passes each name to `run`. */
    match: (cells: readonly string[], run: Turns["run"]) => matchCells(data, cells, run),
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
  for (const [stage, read] of stages.entries()) {
    if (best !== null && (stage !== rereadStage || best.cost <= nearCost)) return best;
    if (waiting !== null && stage > rereadStage) return waiting;
    for (const query of read(data, tokens, text)) {
      const answer = findLeast(data, query, tried);
      if (answer === null) continue;
      if (answer.fullCount === 0) waiting ??= answer;
      else if (best === null || answer.cost < best.cost) best = answer;
    }
  }
  return best ?? waiting;
}

const stages: readonly ((data: Data, tokens: readonly WordToken[], text: string) => Query[])[] = [
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

/** Where nobody is found: the last names nearest to the first word that is near any, at up to two edits. */
function findNearest({ words, columns }: Data, text: string): NearestName[] {
  const { spelt, values } = words[lastName]!;
  const column = columns[lastName]!;
  for (const token of readTokens(text)) {
    const { key } = token;
    if (isLetter(key) || isAround(token) || isStored(words, key, [firstName, middleName])) continue;
    const near = Array.from(findWords(spelt, key), (word) => ({ word, cost: 0 }));
    findTypos(words[lastName]!, key, "nearest", (word, { cost }) => near.push({ word, cost }));
    const names = near.flatMap(({ word, cost }) =>
      Array.from(listAt(values, word), (code) => {
        return { cost, lastName: column.values[code]!, count: column.starts[code + 1]! - column.starts[code]! };
      }),
    );
    names.sort((a, b) => a.cost - b.cost || b.count - a.count);
    if (names.length > 0) return names.slice(0, nearestMax);
  }
  return [];
}
