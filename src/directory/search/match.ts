/** Finds the teachers whom written names and the cells of timetables mean. */
import {
  dropMarkup,
  isLetter,
  letterKey,
  normalizeText,
  readTokens,
  type WordToken,
} from "../../domain/names/names.ts";
import { candidatesMax, type Reading, type Verdict } from "../../domain/results.ts";
import { composedFieldNames, composeTeacher, recordOfTexts } from "../../domain/teacher.ts";
import type { Turns } from "../turns.ts";
import { dropNotes, isTitle, nameWordsOf, readNameTokens, splitAtCommas, splitAtInitials, splitCell } from "./cells.ts";
import { isEvidence } from "./evidence.ts";
import type { Score } from "./scores.ts";
import { findLeast, type Result, readInTurn } from "./search.ts";
import { breadths, type Data, isAround, isNearName, textAt } from "./terms.ts";
import { degree, isStored, keyAt, lastName, listAt, nameFields } from "./words.ts";

export interface NameMatch {
  /** The index of the cell in the request, from 0. */
  readonly cell: number;
  /** The part of the cell that names the person. */
  readonly name: string;
  readonly verdict: Verdict;
  /** Null if the verdict is `none`. */
  readonly reading: Reading | null;
  /** The words that are not a part of the name, as written. */
  readonly setAside: readonly string[];
  /** The teacher, if the verdict is `one`. */
  readonly rank: number | null;
  /** If the verdict is `several`: the possible teachers, at most {@link candidatesMax}. */
  readonly candidates: readonly number[];
}

type PersonMatch = Omit<NameMatch, "cell">;
type Judgement = Omit<PersonMatch, "name">;
const noMatch: Judgement = { verdict: "none", reading: null, setAside: [], rank: null, candidates: [] };

/** At most this many people in all cells of one request are matched. */
export const peopleMax = 5000;

export class TooManyPeopleError extends Error {}

/** One match for each person in each cell, and at least one for each cell. Passes each name to `run`. */
export async function matchCells(data: Data, cells: readonly string[], run: Turns["run"]): Promise<NameMatch[]> {
  // Timetables repeat cells.
  const known = new Map<string, readonly PersonMatch[]>();
  const matches: NameMatch[] = [];
  for (const [cell, text] of cells.entries()) {
    const people = known.get(text) ?? (await matchCell(data, text, run));
    known.set(text, people);
    matches.push(...people.map((match) => ({ cell, ...match })));
    if (matches.length > peopleMax) throw new TooManyPeopleError(`More than ${peopleMax} people`);
  }
  return matches;
}

async function matchCell(data: Data, cell: string, run: Turns["run"]): Promise<PersonMatch[]> {
  const text = dropMarkup(cell);
  const printed = await run(() => findPrinted(data, text));
  if (printed !== null) return [{ ...printed, name: text.trim() }];
  const match = (name: string, isWhole = false): Promise<PersonMatch> =>
    run(() => ({ ...matchName(data, name, isWhole), name }));
  const matches: PersonMatch[] = [];
  for (const piece of splitCell(text)) {
    const parts = splitAtCommas(piece).flatMap(splitAtInitials);
    const whole = await match(piece, parts.length > 1);
    // A comma may be part of a name: `Шевченко, Тарас Григорович`.
    if (parts.length === 1 || whole.verdict !== "none") matches.push(whole);
    else for (const name of parts) matches.push(await match(name));
  }
  // `Шевченко, Петро Іванович` may be one unknown person, so `Шевченко` alone is not certain beside an unknown name.
  const isPartUnknown = matches.some(({ verdict }) => verdict === "none");
  return matches.map((match) =>
    isPartUnknown && match.rank !== null && nameWordsOf(match.name).length === 1
      ? { ...match, verdict: "several", rank: null, candidates: [match.rank] }
      : match,
  );
}

const formKey = (text: string): string => letterKey(normalizeText(text));

/** The teachers of whom the directory prints exactly this; null if there are none. */
function findPrinted(data: Data, text: string): Judgement | null {
  const answer = findLeast(data, { tokens: readTokens(text), breadth: breadths.spelling });
  const key = formKey(text);
  const owners = answer?.ranks.filter((rank) => {
    // Every form has the last name, and initials alone find thousands.
    if (!key.includes(formKey(textAt(data, lastName, rank)))) return false;
    const teacher = composeTeacher({ id: rank, ...recordOfTexts((_, field) => textAt(data, field, rank)) });
    return composedFieldNames.some((field) => formKey(teacher[field]) === key);
  });
  if (owners === undefined || owners.length === 0) return null;
  const found = { ...noMatch, reading: "spelling" } as const;
  if (owners.length === 1) return { ...found, verdict: "one", rank: owners[0]! };
  return { ...found, verdict: "several", candidates: [...owners.subarray(0, candidatesMax)] };
}

/** The verdict on one written name. With `isWhole`, no unknown words are set aside. */
function matchName(data: Data, text: string, isWhole = false): Judgement {
  const { name, notes } = dropNotes(text);
  const printed = findPrinted(data, name);
  if (printed !== null) return { ...printed, setAside: notes, reading: notes.length > 0 ? "part" : "spelling" };
  const tokens = readNameTokens(data.words, name);
  const literal = findLeast(data, { tokens, breadth: breadths.spelling, isStrict: true });
  if (literal !== null && literal.fullCount > 0) return judge(data, literal, [], notes);
  const titles = tokens.filter((token) => !token.isLabel && (isTitle(token) || isOfDegree(data, token)));
  const others = tokens.filter((token) => !titles.includes(token));
  const aside = others.filter(isAround).map((token) => token.text);
  const names = others.filter((token) => !isAround(token));
  // `Середа` is a name and a day. It is first read as a name.
  const possible = others.filter((token) => !isAround(token) || isStored(data.words, token.key, nameFields));
  for (const words of possible.length > names.length ? [possible, names] : [names]) {
    const found = words.length === 0 ? null : readInTurn(data, words, name, true);
    if (found !== null) return judge(data, found, titles, [...notes, ...(words === names ? aside : [])]);
  }
  const known = names.filter((token) => isNameOrKnown(data, token));
  if (isWhole || known.length === names.length || known.length < 2) return noMatch;
  const answer = findLeast(data, { tokens: known, breadth: breadths.spelling, isStrict: true });
  if (answer === null) return noMatch;
  const unknown = names.filter((token) => !known.includes(token)).map((token) => token.text);
  return judge(data, answer, titles, [...notes, ...aside, ...unknown], true);
}

/** Whether a word belongs to a degree of the directory, and is no name, or has a full stop. */
function isOfDegree({ words }: Data, { key, isStopped }: WordToken): boolean {
  const isLikely = isStopped || (key.length > 2 && !isStored(words, key, nameFields));
  return !isLetter(key) && isLikely && isStored(words, key, [degree], true);
}

/** A given name or patronymic is never set aside: if no teacher has it, it belongs to another person. */
function isNameOrKnown(data: Data, token: WordToken): boolean {
  if (isLetter(token.key) || token.isJoined || data.names.find(token.key).length > 0) return true;
  return isNearName(data, token) || /(?:ич|вна)$/.test(token.key);
}

/** `hasUnknown`: unknown words were set aside. */
function judge(data: Data, answer: Result, titles: WordToken[], aside: string[], hasUnknown = false): Judgement {
  const levels = Map.groupBy(answer.ranks, (rank) => levelOf(answer.scoreOf(rank)!));
  const best = levels.get(Math.min(...levels.keys()))!;
  const fitting = best.map((rank) => ({ rank, count: countTitles(data, titles, rank) }));
  // If the name has several titles (`доц., зав. каф.`), those who have most of them agree.
  const most = Math.max(1, ...fitting.map(({ count }) => count ?? 1));
  const agreeing = fitting.filter(({ count }) => (count ?? most) === most).map(({ rank }) => rank);
  const [only, ...more] = agreeing;
  // Titles that none of them has are set aside.
  const unmet = only === undefined ? titles.map(({ text }) => text) : [];
  const setAside = [...unmet, ...aside, ...answer.setAside];
  const common = { reading: setAside.length > 0 ? ("part" as const) : answer.reading, setAside };
  const isWeak = hasUnknown || answer.reading === "layout";
  if (only !== undefined && more.length === 0 && isEvidence(data, only, answer.scoreOf(only)!, isWeak))
    return { ...common, verdict: "one", rank: only, candidates: [] };
  const candidates = [...new Set([...agreeing, ...best])].slice(0, candidatesMax);
  return { ...common, verdict: "several", rank: null, candidates };
}

/** How many titles the degree of a teacher has; null if there is nothing to compare. */
function countTitles({ words, columns }: Data, titles: readonly WordToken[], rank: number): number | null {
  const field = words[degree]!;
  const own = Array.from(listAt(field.words, columns[degree]!.codes[rank]!), (word) => keyAt(field.keys, word));
  if (own.length === 0 || titles.length === 0) return null;
  return titles.filter(({ key }) => own.some((word) => word.startsWith(key) || key.startsWith(word))).length;
}

/** Lower levels fit better: full names before initials, then whole last names. */
const levelOf = ({ cost, hasInitials, isLastWhole }: Score): number =>
  cost * 4 + Number(hasInitials) * 2 + Number(!isLastWhole);
