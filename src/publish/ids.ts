/** The ids of teachers whose row has none: that of the same person, now or earlier, or a new one. */
import { createRoster, teacherAtPosition } from "../domain/roster.ts";
import { nameFieldNames, newIdMax, type StoredTeacher, type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import type { FileTeachers } from "../read/teachers.ts";
import type { Current } from "./change.ts";
import { keyOf } from "./pairs.ts";

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
