/**
 * Compares all rows, and warns of rows that do not fit: a name with two ids, letters of an alphabet that most rows do
 * not use, misspelt or abbreviated degrees, and missing degrees and last names.
 */

import { fullPart, type Namesakes, nameKey } from "../../domain/changes/namesakes.ts";
import { textKey } from "../../domain/names/names.ts";
import { isOneEditApart } from "../../domain/names/typing.ts";
import { type AddedRows, findLowerBound, textAtPosition } from "../../domain/roster.ts";
import { idMax, type NameFieldName, nameFieldNames, textFieldNames } from "../../domain/teacher.ts";
import { type FileFacts, type FindingList, faultsCountMax } from "../fault.ts";
import type { WarningMessage } from "../message.ts";

/** Teachers with the same name who are known to be different people, by the key of the name. */
export type AcceptedNamesakes = ReadonlyMap<string, Namesakes> | "all";

/** Adds warnings to the findings. Returns the keys of all names that several rows have. */
export function compareRows(
  rows: AddedRows,
  accepted: AcceptedNamesakes,
  about: FileFacts,
  findings: FindingList,
): Set<string> {
  warnOfLatinRows(rows, findings);
  warnOfForeignLetters(rows, findings);
  const namesakes = warnOfDuplicates(rows, accepted, about, findings);
  warnOfOddDegrees(rows, about, findings);
  warnOfEmptyLastNames(rows, findings);
  return namesakes;
}

/** Rows without any name are faults already. */
function warnOfEmptyLastNames({ columns, lines }: AddedRows, findings: FindingList): void {
  const { last_name, first_name, middle_name } = columns;
  const noLast = last_name.values.indexOf("");
  const noFirst = first_name.values.indexOf("");
  const noMiddle = middle_name.values.indexOf("");
  let firstRow = -1;
  let count = 0;
  for (let row = 0; row < lines.length; row++) {
    const isNameless = first_name.codes[row] === noFirst && middle_name.codes[row] === noMiddle;
    if (last_name.codes[row] !== noLast || isNameless) continue;
    if (count++ === 0) firstRow = row;
  }
  if (count === 0 || count === lines.length) return;
  const message = { code: "emptyLastName", count, filled: lines.length - count } as const;
  findings.warn({ line: lines[firstRow]!, column: "last_name", message });
}

const latinLetter = /\p{Script=Latin}/u;

/** Warns of rows in Latin letters, if more rows have Cyrillic letters. */
function warnOfLatinRows({ columns, lines }: AddedRows, findings: FindingList): void {
  if (!nameFieldNames.some((name) => columns[name].values.some((value) => latinLetter.test(value)))) return;
  const fields = nameFieldNames.map((name) => {
    const { values, codes } = columns[name];
    const has = (script: RegExp): boolean[] => values.map((value) => script.test(value));
    return { name, values, codes, isLatin: has(latinLetter), isCyrillic: has(/\p{Script=Cyrillic}/u) };
  });
  const latinRows: number[] = [];
  let cyrillicRows = 0;
  for (let row = 0; row < lines.length; row++) {
    if (fields.some(({ codes, isCyrillic }) => isCyrillic[codes[row]!])) cyrillicRows++;
    else if (fields.some(({ codes, isLatin }) => isLatin[codes[row]!])) latinRows.push(row);
  }
  if (latinRows.length >= cyrillicRows) return;
  for (const row of latinRows) {
    const { name, values, codes } = fields.find(({ codes, isLatin }) => isLatin[codes[row]!])!;
    findings.warn({ line: lines[row]!, column: name, message: { code: "latinRow", value: values[codes[row]!]! } });
  }
}

const otherLetter = /[ыэъё]/iu;
const ukrainianLetter = /[іїєґ]/iu;

/**
 * Warns of Russian letters, unless more texts have Russian letters than Ukrainian ones. Counts distinct texts, so that
 * a frequent name counts once.
 */
function warnOfForeignLetters({ columns, lines }: AddedRows, findings: FindingList): void {
  const countTexts = (letter: RegExp): number =>
    textFieldNames.reduce((sum, name) => sum + columns[name].values.filter((value) => letter.test(value)).length, 0);
  const foreign = countTexts(otherLetter);
  if (foreign === 0 || countTexts(ukrainianLetter) < foreign) return;
  for (const name of textFieldNames) {
    const { values, codes } = columns[name];
    const letters = values.map((value) => otherLetter.exec(value)?.[0]);
    if (letters.every((letter) => letter === undefined)) continue;
    for (let row = 0; row < codes.length; row++) {
      const letter = letters[codes[row]!];
      if (letter === undefined) continue;
      const message = { code: "foreignLetter", value: values[codes[row]!]!, letter } as const;
      findings.warn({ line: lines[row]!, column: name, message });
    }
  }
}

/** At most this many rows are compared, at 8 bytes of memory each. */
const rowsMax = 10_000_000;

/**
 * Names are compared as in searches: case, apostrophes and look-alikes make no difference. Returns the keys of all
 * names that several rows have.
 */
function warnOfDuplicates(
  rows: AddedRows,
  accepted: AcceptedNamesakes,
  { unit }: FileFacts,
  findings: FindingList,
): Set<string> {
  const keys = new Set<string>();
  const { length } = rows.ids;
  const [last, first, middle] = nameFieldNames.map((name) => groupSpellings(rows, name)) as [Part, Part, Part];
  if (length > rowsMax || last.count * first.count * middle.count > Number.MAX_SAFE_INTEGER) {
    findings.note({ code: "duplicatesUnchecked", teachers: length });
    return keys;
  }
  const keyOf = (row: number): number => {
    const a = last.groups[last.codes[row]!]!;
    const b = first.groups[first.codes[row]!]!;
    const c = middle.groups[middle.codes[row]!]!;
    return a === 0 || b === 0 || c === 0 ? 0 : (a * first.count + b) * middle.count + c;
  };
  /** The id of a row; null for a placeholder. */
  const idOf = (row: number): number | null => (rows.ids[row]! > idMax ? null : rows.ids[row]!);
  const repeated = findRepeatedKeys(length, keyOf);
  /** The rows with each repeated name so far. */
  const rowsByKey = new Map<number, number[]>();
  for (let row = 0, found = 0; row < length && found < faultsCountMax && repeated.size > 0; row++) {
    const key = keyOf(row);
    if (!repeated.has(key)) continue;
    const same = rowsByKey.get(key) ?? [];
    rowsByKey.set(key, same);
    same.push(row);
    const [other = row] = same;
    if (rows.ids[other] === rows.ids[row]) continue;
    found++;
    const parts = nameFieldNames.map((name) => textAtPosition(rows, name, row));
    const name = nameKey(parts)!;
    keys.add(name);
    if (accepted === "all") continue;
    const known = accepted.get(name) ?? [];
    const [id, otherId] = [idOf(row), idOf(other)];
    // A row without an id counts as known here. If its person is new, the name has more rows than known ids, so a
    // warning follows.
    const areKnown = [id, otherId].every((id) => id === null || known.includes(id));
    if (areKnown && same.length <= known.length) continue;
    const [value, location] = [parts.join(" "), rows.lines[other]!];
    findings.warn({ line: rows.lines[row]!, message: { code: "duplicate", value, id, otherId, unit, location } });
  }
  return keys;
}

interface Part {
  readonly codes: Uint32Array;
  /** The group of equal spellings for each code; 0 for a part that is empty or an initial. */
  readonly groups: Uint32Array;
  readonly count: number;
}

function groupSpellings({ columns }: AddedRows, name: NameFieldName): Part {
  const { values, codes } = columns[name];
  // Compares hashes of the spellings, because a table of the spellings would take as much memory as the values.
  const hashes = new Float64Array(values.length);
  for (const [code, value] of values.entries()) {
    if (fullPart.test(value)) hashes[code] = hashText(textKey(value));
  }
  const sorted = hashes.toSorted();
  const groups = new Uint32Array(values.length);
  for (let code = 0; code < hashes.length; code++) {
    if (hashes[code] !== 0) groups[code] = findLowerBound(sorted, hashes[code]!) + 1;
  }
  return { codes, groups, count: values.length + 1 };
}

/**
 * Returns a hash from 1 to 2^53 - 1. With a million different texts, the probability of any collision is 1 in 18,000.
 */
function hashText(text: string): number {
  let [high, low] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high, 31) + unit;
    low = Math.imul(low ^ unit, 0x01000193);
  }
  return (high >>> 0) * 2 ** 21 + (low >>> 11) || 1;
}

function findRepeatedKeys(count: number, keyOf: (row: number) => number): Set<number> {
  // Loops, because callbacks for every row take several times as long.
  const keys = new Float64Array(count);
  for (let row = 0; row < count; row++) keys[row] = keyOf(row);
  keys.sort();
  const repeated = new Set<number>();
  for (let i = 1; i < count; i++) if (keys[i] === keys[i - 1] && keys[i] !== 0) repeated.add(keys[i]!);
  return repeated;
}

/** A degree that occurs this often is common. */
const commonFrom = 5;

/** At most this many common degrees are compared with others. */
const commonMax = 500;

/** At most this many distinct degrees are compared. A column with more has free text, not terms. */
const comparedMax = 2000;

/** Shorter degrees are not compared, because two of them may differ by one letter and both be correct. */
const lengthMin = 4;

/** A degree and the number of teachers who have it. */
interface Degree {
  readonly value: string;
  readonly code: number;
  readonly count: number;
}

function warnOfOddDegrees({ columns, lines }: AddedRows, { columnNames }: FileFacts, findings: FindingList): void {
  const { values, codes } = columns.degree;
  const counts = new Uint32Array(values.length);
  // By index, because `for … of` over a typed array allocates an object per step: 6 GB for a hundred million teachers.
  for (let row = 0; row < codes.length; row++) counts[codes[row]!]!++;
  const warn = ({ code }: { readonly code: number }, message: WarningMessage): void =>
    findings.warn({ line: lines[codes.indexOf(code)]!, column: "degree", message });

  const used = values.map((value, code): Degree => ({ value, code, count: counts[code]! }));
  const full = used.filter(({ value }) => value.length >= lengthMin).sort((a, b) => b.count - a.count);
  const compare = (
    odd: readonly Degree[],
    common: readonly Degree[],
    isLike: (value: string, other: string) => boolean,
    describe: (degree: Degree, match: Degree) => WarningMessage,
  ): void => {
    if (odd.length > comparedMax) return;
    const compared = common.slice(0, commonMax);
    for (const degree of odd) {
      const match = compared.find((other) => isLike(degree.value, other.value));
      if (match !== undefined) warn(degree, describe(degree, match));
    }
  };
  compare(
    full.filter(({ count }) => count === 1),
    full.filter(({ count }) => count >= commonFrom),
    isOneEditApart,
    ({ value }, { value: common, count }) => ({ code: "rareDegree", value, common, count }),
  );
  compare(
    used.filter(({ value }) => value.endsWith(".")),
    full.filter(({ value }) => !value.includes(".")),
    isAbbreviation,
    ({ value, count }, { value: full }) => ({ code: "abbreviatedDegree", value, full, count }),
  );

  const empty = used.find(({ value }) => value === "");
  if (empty === undefined || empty.count === 0 || empty.count === codes.length) return;
  if (isTitle.test(columnNames.get("degree") ?? "")) return;
  warn(empty, { code: "emptyDegree", count: empty.count, filled: codes.length - empty.count });
}

/** The heading of a column of titles. Many teachers have no title, but all have a position. */
const isTitle = /ступінь|звання|title|academic/iu;

/** Whether a value abbreviates another one: `ст. викл.` for `старший викладач`. */
function isAbbreviation(value: string, full: string): boolean {
  const [short, words] = [value, full].map((text) => text.toLowerCase().split(/\s+/)) as [string[], string[]];
  return (
    short.length === words.length &&
    short.every((word, i) => (word.endsWith(".") ? words[i]!.startsWith(word.slice(0, -1)) : words[i] === word))
  );
}
