/** The plan of a publication: what becomes of every teacher when a new roster follows the current content. */
import { type Roster, textAtPosition } from "../domain/roster.ts";
import { type StoredTeacher, textFieldNames } from "../domain/teacher.ts";

export interface Plan {
  /** Whether the teacher at a position of the new roster is written: it is new or differs from what is there. */
  isWritten(position: number): boolean;
  /** The ids whose current row ends: of changed and of removed teachers. */
  readonly endedIds: readonly number[];
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
}

export interface Planner {
  /** Takes the current teachers, ascending by id, in as many calls as one likes. */
  see(current: readonly StoredTeacher[]): void;
  finish(): Plan;
}

/** Walks the current content and the new roster side by side: one step a teacher of either. */
export function createPlanner(next: Roster): Planner {
  const kept = new Uint8Array(next.count);
  const endedIds: number[] = [];
  let position = 0;
  let changed = 0;
  let unchanged = 0;

  return {
    see(current) {
      for (const teacher of current) {
        while (position < next.count && next.ids[position]! < teacher.id) position++;
        if (position === next.count || next.ids[position]! > teacher.id) {
          endedIds.push(teacher.id);
        } else if (isSame(next, position, teacher)) {
          kept[position] = 1;
          unchanged++;
        } else {
          endedIds.push(teacher.id);
          changed++;
        }
      }
    },
    finish: () => ({
      isWritten: (at) => kept[at] === 0,
      endedIds,
      added: next.count - changed - unchanged,
      changed,
      removed: endedIds.length - changed,
      unchanged,
    }),
  };
}

function isSame(roster: Roster, position: number, teacher: StoredTeacher): boolean {
  for (const name of textFieldNames) if (textAtPosition(roster, name, position) !== teacher[name]) return false;
  return true;
}
