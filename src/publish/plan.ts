/**
 * The plan of a publication: what would change, and what a person must confirm first. Plain data: the command line prints it, the
 * officer's page shows it, and `apply` publishes it.
 */

import { textKey } from "../domain/names/names.ts";
import { findLowerBound, type Roster, teacherAtPosition, textAtPosition } from "../domain/roster.ts";
import { type StoredTeacher, type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import type { Issue } from "../read/issue.ts";
import { rowKey } from "../read/posts.ts";
import { placeOf } from "../read/teachers.ts";
import type { Current, PlannedChange, PlannedFile } from "./change.ts";
import { type Danger, findDangers } from "./dangers.ts";
import { type ChangeDoubt, doubtsOfChange, doubtsOfNewcomer } from "./doubts.ts";
import { assignRowIds } from "./ids.ts";
import { pairPeople } from "./pairs.ts";

export interface Plan {
  /** The id of the publication that the file was compared with; null if nothing is published. `apply` fails if another is current. */
  readonly baseId: string | null;
  /** The teachers of the next version. */
  readonly roster: Roster;
  readonly changes: readonly PlannedChange[];
  readonly unchanged: number;
  /** Teachers who get a new id, which is assigned when the plan is applied, and teachers who get their old one again. */
  readonly ids: { readonly given: readonly number[]; readonly returned: readonly number[] };
  readonly dangers: readonly Danger[];
}

/** Compares a file with what is published. Pure: takes no decision that a person should take. */
export function plan(current: Current, file: PlannedFile): Plan {
  const { roster, rowOf, given, returned } = assignRowIds(current, file.teachers);
  const positions = comparePositions(current.roster, roster);
  const added = positions.added.map((position) => teacherAtPosition(roster, position));
  const removed = positions.removed.map((position) => teacherAtPosition(current.roster, position));
  const others = pairPeople(removed, added);
  const warned = new Set(file.issues.filter(isWarning).map(({ sheet, line }) => rowKey({ sheet, line: line! })));

  function describe(before: StoredTeacher | null, after: StoredTeacher | null): PlannedChange {
    const { id } = (after ?? before)!;
    const place = after === null ? null : placeOf(file.teachers, rowOf(id));
    const doubts = doubtsOf(before, after);
    if (place !== null && warned.has(rowKey(place))) doubts.push("warning");
    const kind = before === null ? "added" : after === null ? "removed" : "changed";
    const fields = before === null || after === null ? [] : differingFields(before, after);
    return { kind, id, before, after, fields, place, otherId: others.get(id) ?? null, doubts };
  }

  const changes = [
    ...removed.map((teacher) => describe(teacher, null)),
    ...positions.changed.map(([was, is]) =>
      describe(teacherAtPosition(current.roster, was), teacherAtPosition(roster, is)),
    ),
    ...added.map((teacher) => describe(null, teacher)),
  ];
  const unchanged = roster.count - added.length - positions.changed.length;
  const dangers = findDangers(current, { changes, roster, rowOf }, file);
  return { baseId: current.id, roster, changes, unchanged, ids: { given, returned }, dangers };
}

const isWarning = ({ severity, line }: Issue): boolean => severity === "warning" && line !== null;

function doubtsOf(before: StoredTeacher | null, after: StoredTeacher | null): ChangeDoubt[] {
  if (after === null) return [];
  return before === null ? doubtsOfNewcomer(after) : doubtsOfChange(before, after);
}

function differingFields(before: StoredTeacher, after: StoredTeacher): TextFieldName[] {
  return textFieldNames.filter((field) => textKey(before[field]) !== textKey(after[field]));
}

/** The positions of those who are in one roster only, and of those whose texts differ, by one pass over both. */
function comparePositions(before: Roster, after: Roster) {
  const added: number[] = [];
  const removed: number[] = [];
  const changed: (readonly [before: number, after: number])[] = [];
  const isSame = (old: number, position: number): boolean =>
    textFieldNames.every((name) => textAtPosition(before, name, old) === textAtPosition(after, name, position));
  let old = 0;
  for (let position = 0; position < after.count; position++) {
    const id = after.ids[position]!;
    while (old < before.count && before.ids[old]! < id) removed.push(old++);
    if (old === before.count || before.ids[old] !== id) added.push(position);
    else {
      if (!isSame(old, position)) changed.push([old, position]);
      old++;
    }
  }
  while (old < before.count) removed.push(old++);
  return { added, removed, changed };
}

/** The teacher of an id in a roster; null if it has none. */
export function findTeacher(roster: Roster, id: number): StoredTeacher | null {
  const position = findLowerBound(roster.ids, id);
  return roster.ids[position] === id ? teacherAtPosition(roster, position) : null;
}
