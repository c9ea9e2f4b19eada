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
  const returned: number[] = [];
  const given: number[] = [];
  if (ids.includes(0)) {
    const taken = new Set(ids);
    let open = [...ids.keys()].filter((row) => ids[row] === 0).map((row) => ({ ...teacherAtPosition(rows, row), row }));
    const known = Array.from({ length: current.count }, (_, position) => teacherAtPosition(current, position));
    for (const [people, fields] of [
      [known, textFieldNames],
      [known, nameFieldNames],
      [past, nameFieldNames],
    ] as const) {
      const free = people.filter(({ id }) => !taken.has(id));
      // Only of those who have all texts in common, it does not matter who is who.
      for (const [{ row }, { id }] of matchPeople(open, free, fields, fields === textFieldNames)) {
        ids[row] = id;
        taken.add(id);
        if (people === past) returned.push(id);
      }
      open = open.filter(({ row }) => ids[row] === 0);
    }
    let next = ids.reduce((most, id) => (id < newIdMax ? Math.max(most, id) : most), highestId);
    for (const { row } of open) {
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

/** Pairs of those who have these fields in common: the only ones of each side, or also several in the order of both. */
function* matchPeople<Person extends StoredTeacher>(
  some: readonly Person[],
  others: readonly StoredTeacher[],
  fields: readonly TextFieldName[],
  maySeveral = false,
): Generator<readonly [Person, StoredTeacher]> {
  const found = Map.groupBy(others, (teacher) => keyOf(teacher, fields));
  for (const [key, same] of Map.groupBy(some, (teacher) => keyOf(teacher, fields))) {
    const own = found.get(key) ?? [];
    if (maySeveral || (same.length === 1 && own.length === 1))
      for (const [i, other] of own.slice(0, same.length).entries()) yield [same[i]!, other];
  }
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
    for (const [was, is] of [...matchPeople(removed.filter(isFree), added.filter(isFree), fields)])
      others.set(was.id, is.id).set(is.id, was.id);
  }
  return others;
}
