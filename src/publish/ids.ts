/** Who is the same person: for the id of a row that has none, and among those removed and added. */
import { textKey } from "../domain/names/names.ts";
import { createRoster, teacherAtPosition } from "../domain/roster.ts";
import { nameFieldNames, newIdMax, type StoredTeacher, type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import type { FileTeachers } from "../read/teachers.ts";
import type { Current } from "./change.ts";

/**
 * The teachers with an id each. Whoever has none gets that of the only current teacher of this name and degree, or of this
 * name; then that of the only past teacher of this name; otherwise a new id, in the order of the file.
 */
export function assignRowIds(
  { roster: current, highestId, past }: Pick<Current, "roster" | "highestId" | "past">,
  { rows }: FileTeachers,
) {
  const ids = rows.ids.slice();
  let open = [...ids.keys()].filter((row) => ids[row] === 0);
  const returned: number[] = [];
  const given: number[] = [];
  if (open.length > 0) {
    const taken = new Set(ids);
    const teacherOf = (row: number): StoredTeacher => teacherAtPosition(rows, row);
    const known = Array.from({ length: current.count }, (_, position) => teacherAtPosition(current, position));
    for (const [people, fields] of [
      [known, textFieldNames],
      [known, nameFieldNames],
      [past, nameFieldNames],
    ] as const) {
      for (const [row, id] of matchPeople(
        open.map((row) => [row, teacherOf(row)] as const),
        people,
        fields,
        taken,
      )) {
        ids[row] = id;
        taken.add(id);
        if (people === past) returned.push(id);
      }
      open = open.filter((row) => ids[row] === 0);
    }
    let next = ids.reduce((most, id) => (id < newIdMax ? Math.max(most, id) : most), highestId);
    for (const row of open) {
      ids[row] = ++next;
      given.push(next);
    }
  }
  const roster = createRoster(ids, rows.columns);
  const rowsOfIds = new Map<number, number>();
  return {
    roster,
    /** The id of each row of the file. */
    ids,
    /** The row of the file that has an id; undefined if none has. */
    rowOf(id: number): number | undefined {
      if (rowsOfIds.size === 0) for (const [row, own] of ids.entries()) rowsOfIds.set(own, row);
      return rowsOfIds.get(id);
    },
    given,
    returned,
  };
}

/** Rows and the ids of people who are the same, in the order of both; only one of each if the degree is left out. */
function matchPeople(
  open: readonly (readonly [row: number, teacher: StoredTeacher])[],
  people: readonly StoredTeacher[],
  fields: readonly TextFieldName[],
  taken: ReadonlySet<number>,
): (readonly [row: number, id: number])[] {
  const isFree = ({ id }: StoredTeacher): boolean => !taken.has(id);
  const free = Map.groupBy(people.filter(isFree), (teacher) => keyOf(teacher, fields));
  const isWhole = fields === textFieldNames;
  return [...Map.groupBy(open, ([, teacher]) => keyOf(teacher, fields))].flatMap(([key, same]) => {
    const candidates = free.get(key) ?? [];
    if (!isWhole && (candidates.length !== 1 || same.length !== 1)) return [];
    return same.slice(0, candidates.length).map(([row], i) => [row, candidates[i]!.id] as const);
  });
}

/** The key of some fields of a teacher, however they are written. */
export const keyOf = (teacher: Readonly<Record<TextFieldName, string>>, fields: readonly TextFieldName[]): string =>
  JSON.stringify(fields.map((field) => textKey(teacher[field])));

/** What two states of one person have in common, the most certain first. */
const commonFields = [
  nameFieldNames,
  ["first_name", "middle_name", "degree"],
  ["last_name", "first_name", "degree"],
] as const satisfies readonly (readonly TextFieldName[])[];

/** Pairs of a removed and an added teacher who differ in at most one field; each is the only such partner. By both ids. */
export function pairPeople(removed: readonly StoredTeacher[], added: readonly StoredTeacher[]): Map<number, number> {
  const others = new Map<number, number>();
  if (removed.length === 0) return others;
  for (const fields of commonFields) {
    const isFree = ({ id }: StoredTeacher): boolean => !others.has(id);
    const left = Map.groupBy(removed.filter(isFree), (teacher) => keyOf(teacher, fields));
    for (const [key, is] of Map.groupBy(added.filter(isFree), (teacher) => keyOf(teacher, fields))) {
      const was = left.get(key) ?? [];
      if (was.length === 1 && is.length === 1) others.set(was[0]!.id, is[0]!.id).set(is[0]!.id, was[0]!.id);
    }
  }
  return others;
}
