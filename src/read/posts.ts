/** Second posts of people, and ids and names that several rows share. */
import { textKey } from "../domain/names/names.ts";
import { nameFieldNames, textFieldNames } from "../domain/teacher.ts";
import type { Issues } from "./issue.ts";
import { type FileTeachers, nameOfRow, type TeacherBuilder } from "./teachers.ts";

interface PostOptions {
  /** How many current teachers have a name, by its key. */
  namesakes(key: string): number;
  /** The rows, as `sheet:line`, that a person declared to be somebody else than the row before. */
  readonly differ: ReadonlySet<string>;
}

/** The row of a file in answers. */
export const rowKey = ({ sheet, line }: { readonly sheet: string | null; readonly line: number }): string =>
  JSON.stringify([sheet, line]);

/**
 * Returns the rows to leave out: the second posts of people, of which the one with the larger share of a post is kept. Reports
 * ids that two people share. Without ids, the same full name is one person, unless the current list has several.
 */
export function findSecondPosts(
  builder: TeacherBuilder,
  { namesakes, differ }: PostOptions,
  issues: Issues,
): Set<number> {
  const teachers = builder.all();
  const { ids } = teachers.rows;
  const keyOf = createNameKeys(teachers);
  const leftOut = new Set<number>();
  const keptByKey = new Map<string | number, number>();
  const named = new Map<string, number>();
  for (let row = 0; row < teachers.count; row++) {
    const id = ids[row]!;
    const name = keyOf(row);
    const key = id === 0 ? name : id;
    if (key === null) continue;
    const kept = keptByKey.get(key);
    if (kept === undefined) {
      keptByKey.set(key, row);
      if (id !== 0 && name !== null) reportDuplicate(teachers, row, named, { name, namesakes }, issues);
      continue;
    }
    if (id !== 0 && !isSameName(teachers, row, kept)) {
      const related = teachers.placeOf(kept);
      issues.add("repeatedId", { ...placeOf(teachers, row, "id"), value: String(id), related });
      continue;
    }
    if (id === 0 && isAskedToDiffer(teachers, row, kept, { key: name!, namesakes, differ }, issues)) continue;
    const isBetter = builder.shareOf(row) > builder.shareOf(kept);
    const left = isBetter ? kept : row;
    leftOut.add(left);
    if (isBetter) keptByKey.set(key, row);
    reportSecondPost(teachers, isBetter ? row : kept, left, issues);
  }
  return leftOut;
}

const placeOf = (teachers: FileTeachers, row: number, field: "id" | "degree") => ({
  ...teachers.placeOf(row),
  column: teachers.columnOf(row, field),
});

const degreeOf = ({ rows: { columns } }: FileTeachers, row: number): string =>
  columns.degree.values[columns.degree.codes[row]!]!;

/** The key of a full name; null for initials, or if a part is missing, since different people share such a name. */
function createNameKeys({ rows: { columns } }: FileTeachers): (row: number) => string | null {
  const parts = nameFieldNames.map((field) => {
    const keys: (string | undefined)[] = [];
    const { values, codes } = columns[field];
    return (row: number): string => {
      const code = codes[row]!;
      keys[code] ??= /\p{L}{2}/u.test(values[code]!) ? textKey(values[code]!) : "";
      return keys[code];
    };
  });
  return (row) => {
    const found = parts.map((part) => part(row));
    return found.includes("") ? null : JSON.stringify(found);
  };
}

function isSameName({ rows: { columns } }: FileTeachers, row: number, other: number): boolean {
  return nameFieldNames.every((field) => {
    const { values, codes } = columns[field];
    return codes[row] === codes[other] || textKey(values[codes[row]!]!) === textKey(values[codes[other]!]!);
  });
}

/** One name with two ids: two people, or one who was entered twice. Asked about only if the current list has not both. */
function reportDuplicate(
  teachers: FileTeachers,
  row: number,
  named: Map<string, number>,
  { name, namesakes }: { readonly name: string; namesakes(key: string): number },
  issues: Issues,
): void {
  const count = (named.get(name) ?? 0) + 1;
  named.set(name, count);
  if (count > Math.max(1, namesakes(name))) {
    const data = { id: teachers.rows.ids[row]! };
    issues.add("duplicate", { ...teachers.placeOf(row), value: nameOfRow(teachers.rows, row), data });
  }
}

/** Asks whether two rows of one name are one person, and returns whether they are two. */
function isAskedToDiffer(
  teachers: FileTeachers,
  row: number,
  kept: number,
  { key, namesakes, differ }: PostOptions & { readonly key: string },
  issues: Issues,
): boolean {
  const known = namesakes(key);
  if (known > 1) return true;
  const place = teachers.placeOf(row);
  const isOther = differ.has(rowKey(place));
  issues.add("onePerson", {
    ...place,
    value: nameOfRow(teachers.rows, row),
    related: teachers.placeOf(kept),
    data: {
      preset: isOther ? "different" : "one",
      degree: degreeOf(teachers, row),
      otherDegree: degreeOf(teachers, kept),
    },
  });
  return isOther;
}

function reportSecondPost(teachers: FileTeachers, kept: number, left: number, issues: Issues): void {
  const areEqual = textFieldNames.every((field) => {
    const { codes } = teachers.rows.columns[field];
    return codes[kept] === codes[left];
  });
  issues.add("secondPost", {
    ...placeOf(teachers, left, "degree"),
    value: nameOfRow(teachers.rows, left),
    related: teachers.placeOf(kept),
    data: { kept: degreeOf(teachers, kept), left: areEqual ? "" : degreeOf(teachers, left) },
  });
}
