/** Matching: finds the teachers that the cells of a timetable refer to. */
import { candidatesMax, type Reading, type Verdict } from "../../domain/results.ts";
import { sizeOf } from "../../image/column.ts";
import type { ImageContent } from "../../image/layout.ts";
import { teacherAt } from "../positions.ts";
import { stepsBetweenYields, type Task } from "../scheduler.ts";
import type { SearchAnswer } from "./answer.ts";
import { createTablePool, type TablePool } from "./candidate-tables.ts";
import {
  dropNotes,
  isNote,
  isTitle,
  readNameTokens,
  splitAtCommas,
  splitAtInitials,
  splitAtSeparators,
} from "./cells.ts";
import { isEvidence } from "./evidence.ts";
import { meansOf, type NameMatching } from "./name-matching.ts";
import { findNamedDegrees, isLetter, type QueryToken, readTokens } from "./query.ts";
import { findExactly, findSpeltDifferently, openReader } from "./search.ts";
import { nearCost, type QueryReader } from "./term.ts";
import { isKnown } from "./wider-terms.ts";

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
  /** The position of the teacher if the verdict is `one`. */
  readonly position: number | null;
  /** If the verdict is `several`: the positions of the possible teachers, at most {@link candidatesMax}. */
  readonly candidates: readonly number[];
}

/** A match without the cell. All cells with the same text share it. */
type PersonMatch = Omit<NameMatch, "cell">;

/** A match without the name. */
type Judgement = Omit<PersonMatch, "name">;

const noMatch: Judgement = { verdict: "none", reading: null, setAside: [], position: null, candidates: [] };

/** The maximum number of people in all cells of one request. It limits the memory for their matches. */
export const peopleMax = 5000;

/** Thrown if the cells name more than {@link peopleMax} people. */
export class TooManyPeopleError extends Error {}

/** Reads written names. It caches the matches of cells, because timetables repeat them. */
interface NameReader extends QueryReader {
  readonly cells: Map<string, readonly PersonMatch[]>;
}

/** At most this many cells are cached. */
const cellsMax = 16_384;

/** Opens the reader of names for {@link matchCell}, once for all cells of a request. */
function* openNameReader(content: ImageContent, pool = createTablePool(content)): Task<NameReader> {
  const reader = yield* openReader(content, pool, { isStrict: true, isAlphabetical: false });
  return { ...reader, cells: new Map() };
}

/** Matches the cells of a request, see {@link matchCell}. */
export function* matchCells(content: ImageContent, cells: readonly string[], pool?: TablePool): Task<NameMatch[]> {
  const reader = yield* openNameReader(content, pool);
  const matches: NameMatch[] = [];
  for (const [cell, text] of cells.entries()) {
    matches.push(...(yield* matchCell(reader, text, cell)));
    if (matches.length > peopleMax) throw new TooManyPeopleError(`More than ${peopleMax} people`);
    yield;
  }
  return matches;
}

/**
 * Finds the teachers that a cell of a timetable refers to. Returns one match per person in the cell, and at least one.
 */
function* matchCell(reader: NameReader, text: string, cell: number): Task<NameMatch[]> {
  const { cells } = reader;
  const matches = cells.get(text) ?? (yield* matchNewCell(reader, text));
  if (cells.size === cellsMax) cells.clear();
  cells.set(text, matches);
  return matches.map((match) => ({ ...match, cell }));
}

function* matchNewCell(reader: QueryReader, text: string): Task<PersonMatch[]> {
  const matches: PersonMatch[] = [];
  for (const piece of splitAtSeparators(text)) {
    const whole = yield* matchExactly(reader, piece);
    if (whole !== null) {
      matches.push({ ...whole, name: piece });
      continue;
    }
    for (const name of splitAtCommas(piece).flatMap(splitAtInitials)) {
      const exact = name === piece ? null : yield* matchExactly(reader, name);
      matches.push({ ...(exact ?? (yield* matchName(reader, name))), name });
      yield;
    }
  }
  const isPartUnknown = matches.some(({ verdict }) => verdict === "none");
  // `Шевченко, Петро Іванович` may be one unknown person. So a match of `Шевченко` alone is not certain if another name
  // in the cell is unknown.
  return matches.map((match) =>
    isPartUnknown && match.position !== null && isLoneWord(match.name)
      ? { ...match, verdict: "several", position: null, candidates: [match.position] }
      : match,
  );
}

function isLoneWord(name: string): boolean {
  return readTokens(dropNotes(name).name).filter((token) => !isNote(token) && !isTitle(token)).length === 1;
}

/** The verdict if every word is used as it is written; otherwise null. */
function* matchExactly(reader: QueryReader, name: string): Task<Judgement | null> {
  const { content } = reader;
  const answer = yield* findExactly(reader, readNameTokens(content, name));
  return answer === null || answer.interpretation.terms.length === 0
    ? null
    : yield* judge(content, answer, { written: name });
}

/**
 * Finds the teacher that a written name refers to. Every word must be used: as part of a degree, as a whole word of the
 * name, as an initial, or as a note that is set aside. If nobody is found, {@link matchKnownWords} also sets unknown
 * words aside. The teachers with the least cost are compared: full names fit better than initials, whole last names
 * better than parts of double ones, and words in the usual order better than words in another order. The verdict is
 * `one` only if one teacher fits best, the degree does not contradict it, and the name is evidence for this teacher
 * (`evidence.ts`).
 */
function* matchName(reader: QueryReader, text: string): Task<Judgement> {
  const { content } = reader;
  const { name, notes } = dropNotes(text);
  const tokens = readNameTokens(content, name);
  const degrees = yield* findNamedDegrees(reader, tokens);
  const isOfDegree = (at: number): boolean => degrees.some(({ start, length }) => at >= start && at < start + length);
  const kept = tokens.filter((token, at) => isOfDegree(at) || !(isNote(token) || isTitle(token)));
  const dropped = tokens.filter((token) => !kept.includes(token));
  const setAside = [...notes, ...dropped.map((token) => token.text)];
  // If no degree in the directory contains the written title, the title contradicts every stored degree.
  const isTitleUnknown = degrees.length === 0 && dropped.some((token) => isTitle(token) && !token.isLabel);
  // If nothing was dropped, `matchExactly` has already tried the words as they are written.
  const exact = kept.length < tokens.length || notes.length > 0 ? yield* findExactly(reader, kept) : null;
  const answer = exact ?? (yield* findSpeltDifferently(reader, kept));
  if (answer !== null && answer.interpretation.terms.length > 0) {
    return yield* judge(content, answer, { setAside, isTitleUnknown });
  }
  return yield* matchKnownWords(reader, kept, setAside);
}

/** Tries again without the words that match no stored word, if a last name and at least one other word remain. */
function* matchKnownWords(
  reader: QueryReader,
  tokens: readonly QueryToken[],
  setAside: readonly string[],
): Task<Judgement> {
  const known: QueryToken[] = [];
  for (const token of tokens) {
    // A given name or patronymic is not dropped: if no teacher has it, it belongs to another person.
    const isOtherName = reader.forms.find(token.key).length > 0 || /(?:ич|вна)$/.test(token.key);
    const isKept = isLetter(token.key) || token.isHyphenated || isOtherName;
    if (isKept || (yield* isKnown(reader, token, nearCost))) known.push(token);
  }
  if (known.length === tokens.length || known.length < 2) return noMatch;
  const answer = yield* findExactly(reader, known);
  if (answer === null || answer.interpretation.terms.length < 2) return noMatch;
  const unknown = tokens.filter((token) => !known.includes(token)).map(({ text }) => text);
  return yield* judge(reader.content, answer, { setAside: [...setAside, ...unknown], hasUnknown: true });
}

/** An initial without a full stop. */
const unstoppedInitial = /(?<!\p{L})\p{Lu}(?![\p{L}\p{M}.'’ʼ])/u;

/** How the answer was found, apart from its interpretation. */
interface Circumstances {
  /** The name as written, if every word of it is used. */
  readonly written?: string;
  readonly setAside?: readonly string[];
  /** Whether one of the words set aside is not a note. */
  readonly hasUnknown?: boolean;
  readonly isTitleUnknown?: boolean;
}

/** Decides the verdict on a name from its answer. The answer must not be used afterwards. */
function* judge(
  content: ImageContent,
  answer: SearchAnswer,
  { written = "", setAside = [], hasUnknown = false, isTitleUnknown = false }: Circumstances,
): Task<Judgement> {
  const { agreeing, contradicting, reading: means } = yield* findFitting(answer, content, isTitleUnknown);
  const { terms, cost, setAside: inAnswer } = answer.interpretation;
  const aside = [...setAside, ...inAnswer];
  const reading = aside.length > 0 ? "part" : means;
  // One teacher may be stored as `Шевченко Т Г`, while the full names of others have the same initials. The teacher
  // whose stored name equals the written one is meant.
  const isStored = (at: number): boolean => {
    const { name, full_name } = teacherAt(content, at);
    return name === written || full_name === written;
  };
  const stored = unstoppedInitial.test(written) ? [...agreeing].filter(isStored) : [];
  const meant = stored.length === 1 ? stored : [...agreeing];
  const only = meant.length === 1 ? meant[0]! : null;
  const isOne =
    only !== null &&
    isEvidence(content, terms, answer.condition.compare(only)!, only, { hasUnknown, isReread: cost > 0 });
  yield* answer.condition.release();
  if (isOne) return { verdict: "one", reading, setAside: aside, position: only, candidates: [] };
  const candidates = [...agreeing, ...contradicting].slice(0, candidatesMax);
  return { verdict: "several", reading, setAside: aside, position: null, candidates };
}

/** The teachers that fit a name best. */
interface Fitting {
  /** Teachers whose degree agrees or is empty; at most {@link candidatesMax}. */
  readonly agreeing: ReadonlySet<number>;
  /** Teachers whose degree contradicts the written one; at most {@link candidatesMax}. */
  readonly contradicting: ReadonlySet<number>;
  readonly reading: Reading;
}

function* findFitting(
  { interpretation: { degrees, means }, condition }: SearchAnswer,
  { columns }: ImageContent,
  isTitleUnknown: boolean,
): Task<Fitting> {
  const { codes, values } = columns.degree;
  // If the name has several titles (`доц., зав. каф.`), it is enough that one of them agrees.
  const agrees = (code: number): boolean => {
    if (sizeOf(values, code) === 0) return true;
    return degrees.length === 0 ? !isTitleUnknown : degrees.some((degree) => degree.codes.has(code));
  };
  const agreeing = new Set<number>();
  const contradicting = new Set<number>();
  let best = Number.POSITIVE_INFINITY;
  let reading: Reading = means;
  let steps = 0;
  for (const positions of condition.lists(false)) {
    for (let i = 0; i < positions.length; i++) {
      if (++steps % stepsBetweenYields === 0) yield;
      // No other teacher can fit better, and there is no room for more.
      if (best === 0 && agreeing.size === candidatesMax) return { agreeing, contradicting, reading };
      const position = positions[i]!;
      const matching = condition.compare(position);
      if (matching === null) continue;
      const level = levelOf(matching);
      if (level > best) continue;
      if (level < best) {
        best = level;
        reading = meansOf(matching, means);
        agreeing.clear();
        contradicting.clear();
      }
      const group = agrees(codes[position]!) ? agreeing : contradicting;
      if (group.size < candidatesMax) group.add(position);
    }
  }
  return { agreeing, contradicting, reading };
}

/** Lower levels fit better. */
function levelOf({ cost, hasInitials, isWholeLastName, terms }: NameMatching): number {
  const isInOrder = terms.every(({ field, word }, i) => {
    const before = terms[i - 1];
    return before === undefined || before.field < field || (before.field === field && before.word < word);
  });
  return ((cost * 2 + Number(hasInitials)) * 2 + Number(!isWholeLastName)) * 2 + Number(!isInOrder);
}
