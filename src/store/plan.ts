/** The plan of a publication: which rows to insert and to delete when a roster replaces the current content. */
import { type Roster, textAtPosition } from "../domain/roster.ts";
import { type StoredTeacher, textFieldNames } from "../domain/teacher.ts";

/** How a roster differs from the current content, in teachers. */
export interface ChangeCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
}

export interface Plan {
  /** Whether the teacher at a position of the new roster must be written, because it is new or changed. */
  isWritten(position: number): boolean;
  /** The ids of changed and removed teachers, whose current row is marked deleted. */
  readonly deletedIds: readonly number[];
  readonly counts: ChangeCounts;
}

/** Walks the current teachers, ascending by id, and the new roster in parallel, in linear time. */
export async function planPublication(next: Roster, current: AsyncIterable<readonly StoredTeacher[]>): Promise<Plan> {
  const isUnchanged = new Uint8Array(next.count);
  const deletedIds: number[] = [];
  let position = 0;
  let changed = 0;
  let unchanged = 0;
  for await (const batch of current) {
    for (const teacher of batch) {
      while (position < next.count && next.ids[position]! < teacher.id) position++;
      const isKept = position < next.count && next.ids[position] === teacher.id;
      if (isKept && isSame(next, position, teacher)) {
        isUnchanged[position] = 1;
        unchanged++;
      } else {
        deletedIds.push(teacher.id);
        if (isKept) changed++;
      }
    }
  }
  return {
    isWritten: (at) => isUnchanged[at] === 0,
    deletedIds,
    counts: { added: next.count - changed - unchanged, changed, removed: deletedIds.length - changed, unchanged },
  };
}

function isSame(roster: Roster, position: number, teacher: StoredTeacher): boolean {
  for (const name of textFieldNames) if (textAtPosition(roster, name, position) !== teacher[name]) return false;
  return true;
}
