/**
 * The changes from one roster to another: teachers who were added, removed or changed, and those with another name or
 * id. Finds changes that are so large that they are probably a mistake.
 */
import { type Roster, teacherAtPosition, textAtPosition } from "../roster.ts";
import { nameFieldNames, type StoredTeacher, type TextFieldName, textFieldNames } from "../teacher.ts";
import { createComparison, groupByName } from "./namesakes.ts";

/** The numbers of teachers, by how they differ from the previous content. */
export interface ChangeCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
}

/** One change. If the teacher moved to another id, `otherId` is the id on the other side of the comparison. */
export type Change =
  | { readonly kind: "added"; readonly after: StoredTeacher; readonly otherId: number | null }
  | { readonly kind: "removed"; readonly before: StoredTeacher; readonly otherId: number | null }
  | { readonly kind: "changed"; readonly before: StoredTeacher; readonly after: StoredTeacher };

export type ChangeKind = Change["kind"];
export const changeKinds = ["added", "removed", "changed"] as const satisfies readonly ChangeKind[];

export interface RosterChanges {
  readonly counts: ChangeCounts;
  /** Changed teachers whose name differs: the id now belongs to another person, or the person has a new name. */
  readonly renamed: number;
  /** Changed teachers whose degree differs in more than letter case, apostrophes and look-alikes. */
  readonly newDegrees: number;
  /** Removed teachers for whom a teacher of the same name was added with another id. */
  readonly moved: number;
  /** The changes of a kind, ascending by id. */
  list(kind: ChangeKind): Generator<Change>;
}

/** The changes from one roster to another. */
export function findChanges(before: Roster, after: Roster): RosterChanges {
  const { added, removed, changedBefore, changedAfter } = splitPositions(before, after);
  const countChanged = (fields: readonly TextFieldName[]): number => {
    const isSame = createComparison();
    return changedBefore.filter((position, i) =>
      fields.some(
        (field) => !isSame(textAtPosition(before, field, position), textAtPosition(after, field, changedAfter[i]!)),
      ),
    ).length;
  };
  const { addedIds, removedIds } = findMoved(before, removed, after, added);
  return {
    counts: {
      added: added.length,
      changed: changedBefore.length,
      removed: removed.length,
      unchanged: after.count - added.length - changedBefore.length,
    },
    renamed: countChanged(nameFieldNames),
    newDegrees: countChanged(["degree"]),
    moved: removedIds.size,
    *list(kind) {
      if (kind === "added") {
        for (const position of added) {
          const teacher = teacherAtPosition(after, position);
          yield { kind, after: teacher, otherId: addedIds.get(teacher.id) ?? null };
        }
      } else if (kind === "removed") {
        for (const position of removed) {
          const teacher = teacherAtPosition(before, position);
          yield { kind, before: teacher, otherId: removedIds.get(teacher.id) ?? null };
        }
      } else {
        for (const [i, position] of changedBefore.entries()) {
          const teacher = teacherAtPosition(before, position);
          yield { kind, before: teacher, after: teacherAtPosition(after, changedAfter[i]!) };
        }
      }
    },
  };
}

/** The positions of each kind of change, ascending. */
function splitPositions(before: Roster, after: Roster) {
  const added: number[] = [];
  const removed: number[] = [];
  const changedBefore: number[] = [];
  const changedAfter: number[] = [];
  const isSame = (old: number, position: number): boolean =>
    textFieldNames.every((name) => textAtPosition(before, name, old) === textAtPosition(after, name, position));
  let old = 0;
  for (let position = 0; position < after.count; position++) {
    const id = after.ids[position]!;
    while (before.ids[old]! < id) removed.push(old++);
    if (before.ids[old] !== id) added.push(position);
    else if (isSame(old, position)) old++;
    else {
      changedBefore.push(old++);
      changedAfter.push(position);
    }
  }
  while (old < before.count) removed.push(old++);
  return { added, removed, changedBefore, changedAfter };
}

/**
 * Pairs removed and added teachers of the same name. Returns two maps: from each added id to the removed one, and back.
 */
function findMoved(before: Roster, removed: readonly number[], after: Roster, added: readonly number[]) {
  const addedIds = new Map<number, number>();
  const removedIds = new Map<number, number>();
  if (removed.length > 0 && added.length > 0) {
    const groups = groupByName({ roster: before, positions: removed }, { roster: after, positions: added });
    for (const group of groups) {
      const pairs = Math.min(group.before.length, group.after.length);
      for (let i = 0; i < pairs; i++) {
        const oldId = before.ids[group.before[i]!]!;
        const newId = after.ids[group.after[i]!]!;
        addedIds.set(newId, oldId);
        removedIds.set(oldId, newId);
      }
    }
  }
  return { addedIds, removedIds };
}

/**
 * The maximum numbers of teachers that may change without a confirmation, as shares of the previous number of teachers.
 */
export interface ChangeLimits {
  /** Teachers who leave the directory. */
  readonly removed: number;
  /** Teachers whose id gets another name, and teachers who get another id. */
  readonly renamed: number;
  /** Teachers who get another degree. */
  readonly changed: number;
  /** Teachers who were in no earlier version. May be above 1. */
  readonly added: number;
}

export type BreachKind = "emptied" | "removed" | "renamed" | "moved" | "together" | "changed" | "added";

/** A limit that the changes exceed. */
export interface Breach {
  readonly kind: BreachKind;
  /** The number of affected teachers, and of teachers before. */
  readonly count: number;
  readonly of: number;
  /** The exceeded limit. */
  readonly limit: keyof ChangeLimits;
}

/**
 * The maximum share of teachers who are removed, renamed or moved, in total. If the limit for removed or for renamed
 * teachers is higher, it applies instead.
 */
const togetherMax = 0.15;

/**
 * In a smaller directory, the limits for degrees, for added teachers and for the total do not apply, because a few
 * ordinary changes would exceed them.
 */
const largeFrom = 10;

/**
 * The limits that the changes exceed; none for the first content. A moved teacher counts as moved, not as removed and
 * added. `returned` is the number of added teachers who were in an earlier version.
 */
export function findBreaches(
  { counts, renamed, moved, newDegrees }: RosterChanges,
  limits: ChangeLimits,
  returned = 0,
): Breach[] {
  const of = counts.changed + counts.removed + counts.unchanged;
  const removed = counts.removed - moved;
  if (of > 0 && counts.removed === of && counts.added === 0 && limits.removed < 1) {
    return [{ kind: "emptied", count: of, of, limit: "removed" }];
  }
  const together = removed + renamed + moved;
  const breaches: Breach[] = [];
  const check = (kind: BreachKind, count: number, limit: keyof ChangeLimits, max = limits[limit]): void => {
    // Limits are written with three decimals, so 33.333% is a third.
    if (count / of > max + 5e-6) breaches.push({ kind, count, of, limit });
  };
  check("removed", removed, "removed");
  check("renamed", renamed, "renamed");
  check("moved", moved, "renamed");
  if (of < largeFrom) return breaches;
  if (together > Math.max(removed, renamed, moved)) {
    check("together", together, "renamed", Math.max(togetherMax, limits.removed, limits.renamed));
  }
  check("changed", newDegrees, "changed");
  check("added", counts.added - moved - returned, "added");
  return breaches;
}
