/** Finds the teachers whom written names and the cells of timetables mean. */
import { normalizeText } from "../../domain/names/names.ts";
import { candidatesMax, type Reading, type Verdict } from "../../domain/results.ts";
import { composedFieldNames, composeTeacher, type StoredTeacher, textFieldNames } from "../../domain/teacher.ts";
import type { Turns } from "../turns.ts";
import { findLeast, type LeastAnswer } from "./answer.ts";
import type { Score } from "./assignment.ts";
import { dropNotes, isTitle, readNameTokens, splitAtCommas, splitAtInitials, splitCell } from "./cells.ts";
import { stepsOf } from "./costs.ts";
import { isEvidence } from "./evidence.ts";
import { readLayouts } from "./readings.ts";
import { breadths, type Data, isNearName, type Query, textAt } from "./terms.ts";
import { dropMarkup, isAround, isLetter, readTokens, type WordToken } from "./tokens.ts";
import { degree, isStored, keyAt, lastName, letterKey, listAt, nameFields } from "./words.ts";

/** The verdict on one person in a cell. */
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

/** Thrown if the cells name more than {@link peopleMax} people. */
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
  const matches: PersonMatch[] = [];
  for (const piece of splitCell(text)) {
    const parts = splitAtCommas(piece).flatMap(splitAtInitials);
    const whole = await run(() => matchName(data, piece, parts.length > 1));
    // A comma may be part of a name: `Шевченко, Тарас Григорович`.
    if (parts.length === 1 || whole.verdict !== "none") {
      matches.push({ ...whole, name: piece });
      continue;
    }
    for (const name of parts) {
      matches.push({ ...(await run(() => matchName(data, name))), name });
    }
  }
  // `Шевченко, Петро Іванович` may be one unknown person, so `Шевченко` alone is not certain beside an unknown name.
  const isPartUnknown = matches.some(({ verdict }) => verdict === "none");
  return matches.map((match) =>
    isPartUnknown && match.rank !== null && isLoneWord(match.name)
      ? { ...match, verdict: "several", rank: null, candidates: [match.rank] }
      : match,
  );
}

function isLoneWord(name: string): boolean {
  return readTokens(dropNotes(name).name).filter((token) => !isAround(token) && !isTitle(token)).length === 1;
}

const formKey = (text: string): string => letterKey(normalizeText(text));

/** The teachers of whom the directory prints exactly this; null if there are none. */
function findPrinted(data: Data, text: string): Judgement | null {
  const answer = findLeast(data, { tokens: readTokens(text), breadth: breadths.spelling });
  const key = formKey(text);
  const owners = answer?.ranks.filter((rank) => {
    // Every form has the last name, and initials alone find thousands.
    if (!key.includes(formKey(textAt(data, lastName, rank)))) return false;
    const teacher = composeTeacher(teacherOf(data, rank));
    return composedFieldNames.some((field) => formKey(teacher[field]) === key);
  });
  if (owners === undefined || owners.length === 0) return null;
  if (owners.length === 1) return { ...noMatch, verdict: "one", reading: "spelling", rank: owners[0]! };
  return { ...noMatch, verdict: "several", reading: "spelling", candidates: [...owners.subarray(0, candidatesMax)] };
}

function teacherOf(data: Data, rank: number): StoredTeacher {
  const texts = textFieldNames.map((name, field) => [name, textAt(data, field, rank)] as const);
  return { id: data.ids[rank]!, ...(Object.fromEntries(texts) as Omit<StoredTeacher, "id">) };
}

/** The verdict on one written name. With `isWhole`, no unknown words are set aside. */
function matchName(data: Data, text: string, isWhole = false): Judgement {
  const { name, notes } = dropNotes(text);
  const printed = findPrinted(data, name);
  if (printed !== null) return { ...printed, setAside: notes, reading: notes.length > 0 ? "part" : "spelling" };
  const tokens = readNameTokens(data.words, name);
  const isOfTitle = tokens.map((token) => !token.isLabel && (isTitle(token) || isOfDegree(data, token)));
  const titles = tokens.filter((_, at) => isOfTitle[at]);
  // `Середа` is a name and a day. It is first read as a name.
  const possible = tokens.filter(
    (token, at) => !isOfTitle[at] && (!isAround(token) || isStored(data.words, token.key, nameFields)),
  );
  const names = possible.filter((token) => !isAround(token));
  const aside = tokens.filter((token, at) => !isOfTitle[at] && isAround(token)).map((token) => token.text);
  const literal = findLeast(data, { tokens, breadth: breadths.spelling, isStrict: true });
  if (literal !== null && literal.fullCount > 0) return judge(data, literal, [], notes);
  for (const words of possible.length > names.length ? [possible, names] : [names]) {
    const found = findWritten(data, words, name);
    const setAside = [...notes, ...(words === names ? aside : [])];
    if (found !== null) return judge(data, found, titles, setAside);
  }
  const known = names.filter((token) => isNameOrKnown(data, token));
  if (isWhole || known.length === names.length || known.length < 2) return noMatch;
  const answer = findLeast(data, { tokens: known, breadth: breadths.spelling, isStrict: true });
  if (answer === null) return noMatch;
  const unknown = names.filter((token) => !known.includes(token)).map((token) => token.text);
  return judge(data, answer, titles, [...notes, ...aside, ...unknown], true);
}

/** The answer of the first stage that finds somebody. */
function findWritten(data: Data, tokens: readonly WordToken[], text: string): LeastAnswer | null {
  if (tokens.length === 0) return null;
  const literal: Query = { tokens, breadth: breadths.spelling };
  const broader: Query[] = [
    { tokens, breadth: breadths.near },
    ...readLayouts(text),
    { tokens, breadth: breadths.typos },
  ];
  // A letter has no sound, other form or typo.
  const isOfLetters = tokens.every(({ key }) => isLetter(key));
  let waiting: LeastAnswer | null = null;
  for (const query of isOfLetters ? [literal] : [literal, ...broader]) {
    const answer = findLeast(data, { ...query, isStrict: true });
    if (answer !== null && answer.fullCount > 0) return answer;
    waiting ??= answer;
  }
  return waiting;
}

/** Whether a word belongs to a degree of the directory, and is no name, or has a full stop. */
function isOfDegree(data: Data, token: WordToken): boolean {
  const { key, isStopped } = token;
  if (isLetter(key) || (key.length < 3 && !isStopped) || (isStored(data.words, key, nameFields) && !isStopped))
    return false;
  return isStored(data.words, key, [degree], true);
}

/** A given name or patronymic is never set aside: if no teacher has it, it belongs to another person. */
function isNameOrKnown(data: Data, token: WordToken): boolean {
  if (isLetter(token.key) || token.isJoined || data.names.find(token.key).length > 0) return true;
  return isNearName(data, token) || /(?:ич|вна)$/.test(token.key);
}

/** `hasUnknown`: unknown words were set aside. */
function judge(
  data: Data,
  answer: LeastAnswer,
  titles: readonly WordToken[],
  setAside: readonly string[],
  hasUnknown = false,
): Judgement {
  const scored = Array.from(answer.ranks, (rank) => ({ rank, score: answer.scoreOf(rank)! }));
  const best = Math.min(...scored.map(({ score }) => levelOf(score)));
  const fitting = scored.filter(({ score }) => levelOf(score) === best);
  // If the name has several titles (`доц., зав. каф.`), those who have most of them agree.
  const counted = fitting.map(({ rank, score }) => ({ rank, score, count: countTitles(data, titles, rank) }));
  const most = Math.max(1, ...counted.map(({ count }) => count ?? 1));
  const agreeing = counted.filter(({ count }) => (count ?? most) === most);
  const others = counted.filter(({ count }) => (count ?? most) !== most);
  // Titles that none of them has are set aside.
  const unmet = agreeing.length === 0 ? titles.map(({ text }) => text) : [];
  const allAside = [...unmet, ...setAside, ...answer.setAside];
  const reading = allAside.length > 0 ? "part" : answer.reading;
  const [only] = agreeing;
  const isWeak = hasUnknown || answer.reading === "layout";
  if (agreeing.length === 1 && isEvidence(data, answer.terms, only!.rank, only!.score, isWeak))
    return { verdict: "one", reading, setAside: allAside, rank: only!.rank, candidates: [] };
  const candidates = [...agreeing, ...others].map(({ rank }) => rank).slice(0, candidatesMax);
  return { verdict: "several", reading, setAside: allAside, rank: null, candidates };
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
  (stepsOf(cost) * 2 + Number(hasInitials)) * 2 + Number(!isLastWhole);
