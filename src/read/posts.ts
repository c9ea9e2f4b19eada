/** Second posts of people, and ids and names that several rows share. */
import { textKey } from "../domain/names/names.ts";
import { type Roster, textAtPosition, textsAtPosition } from "../domain/roster.ts";
import { nameFieldNames } from "../domain/teacher.ts";
import type { ReadAnswers } from "./answers.ts";
import type { Issues } from "./issue.ts";
import { cellPlaceOf, type FileTeachers, nameOfRow, type Place, placeOf } from "./teachers.ts";

/** The row of a file in answers. */
export const rowKey = ({ sheet, line }: Place): string => JSON.stringify([sheet, line]);

/**
 * Returns the rows to leave out: the second posts of people. The one that is not `за сумісництвом`, or else has the larger
 * share of a post, is kept. Reports ids that two people share. Without ids, the same full name is one person, unless the
 * current list has several: `namesakes` has their number by the key of the name.
 */
export function findSecondPosts(
  teachers: FileTeachers,
  shareOf: (row: number) => number,
  answers: ReadAnswers,
  namesakes: ReadonlyMap<string, number>,
  issues: Issues,
): Set<number> {
  const { ids } = teachers.rows;
  const names = numberNames(teachers.rows);
  const currentOf = (row: number): number => (namesakes.size === 0 ? 0 : (namesakes.get(names.keyOf(row)) ?? 0));
  const leftOut = new Set<number>();
  const byId = { kept: new Map<number, number>(), shared: findRepeated(ids) };
  const byName = { kept: new Map<number, number>(), shared: findRepeated(names.numbers) };
  const named = new Map<number, number>();
  const isMain = (row: number): boolean => !/сумісн/iu.test(textAtPosition(teachers.rows, "degree", row));
  const weigh = (row: number): number => shareOf(row) + (isMain(row) ? 100 : 0);

  /** Whether the row is another post of the person in `kept`, which has the same id or name. */
  function isSecondPost(row: number, kept: number): boolean {
    const id = ids[row]!;
    const isSame = isSameName(teachers, row, kept);
    if (id === 0) return isSame && currentOf(row) <= 1 && isOnePerson(teachers, row, kept, answers, issues);
    if (isSame) return true;
    const related = placeOf(teachers, kept);
    issues.add("repeatedId", { ...cellPlaceOf(teachers, row, "id"), value: String(id), related });
    return false;
  }

  /** One name with two ids: two people, or one who was entered twice. A warning only if the current list has not both. */
  function checkDuplicate(row: number, name: number): void {
    const count = (named.get(name) ?? 0) + 1;
    named.set(name, count);
    if (count <= Math.max(1, currentOf(row))) return;
    const value = nameOfRow(teachers.rows, row);
    issues.add("duplicate", { ...placeOf(teachers, row), value });
  }

  for (let row = 0; row < ids.length; row++) {
    // No arrays, which would be made for each of a million rows.
    const id = ids[row]!;
    const name = names.numbers[row]!;
    const { kept: known, shared } = id === 0 ? byName : byId;
    const key = id || name;
    const kept = known.get(key);
    if (kept === undefined) {
      if (shared.has(key)) known.set(key, row);
      if (id !== 0 && byName.shared.has(name)) checkDuplicate(row, name);
    } else if (isSecondPost(row, kept)) {
      const [stays, goes] = weigh(row) > weigh(kept) ? [row, kept] : [kept, row];
      leftOut.add(goes);
      known.set(key, stays);
      reportSecondPost(teachers, stays, goes, issues);
    }
  }
  return leftOut;
}

/** The full names that several teachers have, by their keys, with the number of teachers. */
export function findNamesakes(roster: Pick<Roster, "ids" | "columns">): Map<string, number> {
  const { numbers, keyOf } = numberNames(roster);
  const repeated = findRepeated(numbers);
  const counts = new Map<string, number>();
  for (const [row, number] of numbers.entries())
    if (repeated.has(number)) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
}

/** The numbers that occur more than once; 0 stands for none. */
function findRepeated(numbers: Float64Array): Set<number> {
  const sorted = numbers.toSorted();
  const repeated = new Set<number>();
  for (let i = 1; i < sorted.length; i++) if (sorted[i] === sorted[i - 1] && sorted[i] !== 0) repeated.add(sorted[i]!);
  return repeated;
}

/**
 * A number for each row, equal for equal full names however they are written; 0 for initials, or if a part is missing, since
 * different people share such a name. Beyond 9·10¹⁵ combinations of parts, different names may have one number too.
 */
function numberNames({ ids: { length: count }, columns }: Pick<Roster, "ids" | "columns">) {
  const parts = nameFieldNames.map((field) => {
    const { values, codes } = columns[field];
    const keys = values.map((value) => (/\p{L}{2}/u.test(value) ? textKey(value) : ""));
    const numbers = new Map([...new Set(keys)].map((key, i) => [key, i]));
    return { codes, keys, numbers: keys.map((key) => (key === "" ? -1 : numbers.get(key)!)), size: numbers.size };
  });
  const numbers = new Float64Array(count);
  for (let row = 0; row < count; row++) {
    let number = 0;
    for (const { codes, numbers: partNumbers, size } of parts) {
      const part = partNumbers[codes[row]!]!;
      number = part === -1 || number === -1 ? -1 : number * size + part;
    }
    numbers[row] = number + 1;
  }
  return { numbers, keyOf: (row: number): string => JSON.stringify(parts.map(({ codes, keys }) => keys[codes[row]!])) };
}

function isSameName({ rows: { columns } }: FileTeachers, row: number, other: number): boolean {
  return nameFieldNames.every((field) => {
    const { values, codes } = columns[field];
    return codes[row] === codes[other] || textKey(values[codes[row]!]!) === textKey(values[codes[other]!]!);
  });
}

/** Whether two rows of one name without ids are one person, which is asked unless it was decided for an earlier file. */
function isOnePerson(
  teachers: FileTeachers,
  row: number,
  kept: number,
  { differ, remembered }: ReadAnswers,
  issues: Issues,
): boolean {
  const place = placeOf(teachers, row);
  const value = nameOfRow(teachers.rows, row);
  const degreeOf = (one: number): string => textAtPosition(teachers.rows, "degree", one);
  const [degree, otherDegree] = [degreeOf(row), degreeOf(kept)];
  const pair = JSON.stringify([value, otherDegree, degree]);
  const preset = differ?.has(rowKey(place)) ? "different" : "one";
  const decided = remembered?.pairs[pair];
  if (preset === "one" && decided !== undefined) return decided === "one";
  issues.add("onePerson", {
    ...place,
    value,
    related: placeOf(teachers, kept),
    data: { preset, degree, otherDegree, pair },
  });
  return preset === "one";
}

function reportSecondPost(teachers: FileTeachers, kept: number, left: number, issues: Issues): void {
  const [keptTexts, leftTexts] = [textsAtPosition(teachers.rows, kept), textsAtPosition(teachers.rows, left)];
  const areEqual = keptTexts.every((text, i) => text === leftTexts[i]);
  issues.add("secondPost", {
    ...cellPlaceOf(teachers, left, "degree"),
    value: nameOfRow(teachers.rows, left),
    related: placeOf(teachers, kept),
    data: { kept: keptTexts.at(-1)!, left: areEqual ? "" : leftTexts.at(-1)! },
  });
}
