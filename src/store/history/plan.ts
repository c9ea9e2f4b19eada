/** The plan of a publication: which rows to insert and to delete when a roster replaces the current content. */

import { findChanges, type RosterChanges } from "../../domain/changes/roster-changes.ts";
import { createRosterBuilder, type Roster, textAtPosition } from "../../domain/roster.ts";
import { type StoredTeacher, textFieldNames, textsOf } from "../../domain/teacher.ts";

export interface Plan {
  /** Whether the teacher at a position of the new roster must be written, because it is new or changed. */
  isWritten(position: number): boolean;
  /** The ids of changed and removed teachers, whose current row is marked deleted. */
  readonly deletedIds: Float64Array;
  readonly changes: RosterChanges;
}

/** Walks the current teachers, ascending by id, and the new roster in parallel, in linear time. */
export async function planPublication(
  next: Roster,
  current: AsyncIterable<readonly StoredTeacher[]> | Iterable<readonly StoredTeacher[]>,
): Promise<Plan> {
  const isUnchanged = new Uint8Array(next.count);
  const deleted = createRosterBuilder();
  let position = 0;
  for await (const batch of current) {
    for (const teacher of batch) {
      while (position < next.count && next.ids[position]! < teacher.id) position++;
      const isKept = position < next.count && next.ids[position] === teacher.id;
      if (isKept && isSame(next, position, teacher)) isUnchanged[position] = 1;
      else deleted.add(teacher.id, textsOf(teacher), 0);
    }
  }
  const before = deleted.finish();
  return {
    isWritten: (at) => isUnchanged[at] === 0,
    deletedIds: before.ids,
    changes: findChanges(before, next, isUnchanged),
  };
}

function isSame(roster: Roster, position: number, teacher: StoredTeacher): boolean {
  for (const name of textFieldNames) if (textAtPosition(roster, name, position) !== teacher[name]) return false;
  return true;
}
