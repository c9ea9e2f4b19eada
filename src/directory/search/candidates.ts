/** The candidates of a search: the teachers that all terms may match, found by codes, before names are compared. */
import { nameFieldNames } from "../../domain/teacher.ts";
import { countPostings, findByKey, postingsOf } from "../../image/column.ts";
import type { ImageContent } from "../../image/layout.ts";
import { type Condition, createRankList, mergeLists, rarestOf, uniteLists } from "../listing.ts";
import { stepsBetweenYields, type Task, visitBlocks } from "../scheduler.ts";
import { type CandidateTables, tabulate, type WordValues } from "./candidate-tables.ts";
import { fields, findSpelt, firstName, lastName, middleName, type QueryReader, type Term } from "./term.ts";

const wordsBetweenYields = 32;

/** The values of the name fields that each term may match; null if a term matches none. */
function* findValuesOfAll(reader: QueryReader, terms: readonly Term[]): Task<WordValues[] | null> {
  const all: WordValues[] = [];
  for (const term of terms) {
    const { values } = reader;
    const ofTerm: WordValues = values.get(term) ?? (yield* findValues(reader, term, fields));
    if (ofTerm.count === 0) return null;
    values.set(term, ofTerm);
    all.push(ofTerm);
  }
  // If a longer term can match only last names, then no single letter is the initial of a last name.
  const isOfLastName = ({ values }: WordValues): boolean =>
    values.every(({ field, codes }) => field === lastName || codes.length === 0);
  if (!terms.some(({ isLetter }, at) => !isLetter && isOfLastName(all[at]!))) return all;
  for (const [at, term] of terms.entries()) {
    if (term.isLetter) all[at] = yield* findValues(reader, term, [firstName, middleName]);
  }
  return all;
}

function* findValues({ content }: QueryReader, term: Term, possible: readonly number[]): Task<WordValues> {
  let count = 0;
  const values: WordValues["values"][number][] = [];
  for (const field of possible) {
    for (const codes of findSpelt(content, term, field)) values.push({ field, codes });
    for (const word of term.others[field]!.keys()) {
      values.push({ field, codes: findByKey(content.words[nameFieldNames[field]!].spelling, word) });
      if (values.length % wordsBetweenYields === 0) yield;
    }
  }
  let listCount = 0;
  for (const { field, codes } of values) {
    const column = content.columns[nameFieldNames[field]!];
    listCount += codes.length;
    yield* visitBlocks([codes], stepsBetweenYields, (_, from, to) => {
      for (let i = from; i < to; i++) count += countPostings(column, codes[i]!);
    });
  }
  return { values, count, listCount };
}

/** The ranks of the teachers with these values, in a list for each value. */
function* listRanks(
  content: ImageContent,
  { values }: WordValues,
  isAlphabetical: boolean,
): Generator<Uint32Array, void> {
  for (const { field, codes } of values) {
    const column = content.columns[nameFieldNames[field]!];
    for (const code of codes) yield postingsOf(column, code, isAlphabetical);
  }
}

/**
 * If the rarest term may match fewer teachers than this, no bitmaps are made, because looking up the values of these
 * teachers is faster.
 */
const fewTeachers = 4096;
/**
 * A term gets a bitmap if it has at most this many times as many postings as the rarest term. Reading postings in
 * sequence is faster than looking up the values of each teacher, which are scattered over the columns.
 */
const unitedFactorMax = 4;

/** The teachers that all terms may match, in ascending lists. With several terms there is only one list. */
interface Candidates extends Pick<Condition, "count" | "listCount" | "lists"> {
  readonly tables: CandidateTables;
  /** Whether all terms may match the name of the teacher at a position. */
  mayMatch(position: number): boolean;
  /** Returns the tables to the pool. The candidates must not be used afterwards. */
  release(): Task<void>;
}

/** Finds the candidates of at most {@link termsMax} terms; null if a term matches no value. */
export function* findCandidates(reader: QueryReader, terms: readonly Term[]): Task<Candidates | null> {
  const { content, isAlphabetical, pool } = reader;
  const values = yield* findValuesOfAll(reader, terms);
  if (values === null) return null;
  const tables = pool.take();
  yield* tabulate(tables, values);
  const all = (1 << terms.length) - 1;
  const [last, first, middle] = tables;
  const { last_name, first_name, middle_name } = content.columns;
  const [ofLast, ofFirst, ofMiddle] = [last_name.codes, first_name.codes, middle_name.codes];
  const mayMatch = (at: number): boolean =>
    ((last[ofLast[at]!]! | first[ofFirst[at]!]! | middle[ofMiddle[at]!]!) & all) === all;
  const release = (): Task<void> => pool.giveBack(tables, values);
  const rarest = rarestOf(values);
  const { count, listCount } = rarest;
  const lists = (): Iterable<Uint32Array> => listRanks(content, rarest, isAlphabetical);
  if (terms.length === 1) return { tables, mayMatch, release, count, listCount, lists };
  const bitmaps: Uint32Array[] = [];
  for (const other of values) {
    if (other === rarest || count < fewTeachers || other.count > unitedFactorMax * count) continue;
    bitmaps.push(yield* uniteLists(listRanks(content, other, isAlphabetical), content.ids.length));
  }
  const found = createRankList();
  yield* visitBlocks(lists(), stepsBetweenYields, (list, from, to) => {
    for (let i = from; i < to; i++) {
      const rank = list[i]!;
      if (!isInAll(bitmaps, rank)) continue;
      if (mayMatch(isAlphabetical ? content.alphabetical[rank]! : rank)) found.add(rank);
    }
  });
  let ranks = found.added();
  if (listCount > 1) {
    // Ranks from several lists are neither ascending nor distinct.
    const merged = createRankList();
    yield* mergeLists([ranks], ranks.length, content.ids.length, merged.add);
    ranks = merged.added();
  }
  return { tables, mayMatch, release, count: ranks.length, listCount: 1, lists: () => [ranks] };
}

function isInAll(bitmaps: readonly Uint32Array[], rank: number): boolean {
  for (const bitmap of bitmaps) if ((bitmap[rank >>> 5]! & (1 << (rank & 31))) === 0) return false;
  return true;
}
