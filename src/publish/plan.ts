/**
 * The plan of a publication: what would change, and what a person must confirm first. Plain data: the command line prints it, the
 * officer's page shows it, and `apply` publishes it.
 */

import { type Roster, teacherAtPosition } from "../domain/roster.ts";
import type { StoredTeacher } from "../domain/teacher.ts";
import type { Issue } from "../read/issue.ts";
import { type Place, placeOf } from "../read/teachers.ts";
import type { Current, PlannedChange, PlannedFile } from "./change.ts";
import { type ChangeCounts, compareRosters, describeChange } from "./compare.ts";
import { type Concern, createLastNameConcerns, createNewcomerConcerns, findConcern } from "./concerns.ts";
import { type Danger, findDangers } from "./dangers.ts";
import { assignRowIds, pairPeople } from "./ids.ts";

export interface Plan {
  /** The newest version, with which the file was compared; null if nothing is published. `apply` fails if another is newer. */
  readonly baseId: string | null;
  /** The teachers of the next version. */
  readonly roster: Roster;
  readonly counts: ChangeCounts;
  /** The removed, the changed, and the added. Of a first list only the hidden and those with a concern, because all are new. */
  readonly changes: readonly PlannedChange[];
  /** Teachers who get a new id, which is assigned when the plan is applied, and teachers who get their old one again. */
  readonly ids: { readonly given: readonly number[]; readonly returned: readonly number[] };
  /** Ids in the file that belonged to people who were erased. With any, the plan can't be applied. */
  readonly erased: readonly { readonly id: number; readonly place: Place }[];
  readonly dangers: readonly Danger[];
  /** The number of the newest version, if it has the same content; otherwise null. */
  readonly same: number | null;
}

/**
 * Compares a file with what is published. Takes no decision that a person should take. Throws if ids must be found in rows that
 * are damaged.
 */
export function plan(current: Current, file: PlannedFile): Plan {
  if (current.damage !== null && file.teachers.rows.ids.includes(0)) throw current.damage;
  const assigned = assignRowIds(current, file.teachers);
  const { roster, rowOf, given, returned } = assigned;
  const positions = compareRosters(current.roster, roster);
  const changes = current.isFirst
    ? findRemarkable(file, assigned.ids)
    : describeChanges(current.roster, roster, positions, file, assigned);
  // Where the rows are damaged, the same file repairs them.
  const isSame = !current.isFirst && changes.length === 0 && current.newest!.digest === roster.digest;
  const compared = { changes, joined: joinPairs(changes), roster, given, rowOf: (id: number) => rowOf(id)! };
  const newIds = new Set(given);
  const erasedIds = [...current.erasedIds].filter((id) => !newIds.has(id) && rowOf(id) !== undefined);
  return {
    baseId: current.newest?.id ?? null,
    roster,
    counts: positions.counts,
    changes,
    ids: { given, returned },
    erased: erasedIds.map((id) => ({ id, place: placeOf(file.teachers, rowOf(id)!) })),
    dangers: isSame ? [] : findDangers(current, compared, file),
    same: isSame ? current.newest!.number : null,
  };
}

/** The plan of a return to an earlier version, which is wanted as a whole. */
export function planReturn(current: Current, roster: Roster): Plan {
  const rows = { ids: roster.ids, lines: new Uint32Array(roster.count), columns: roster.columns };
  const sections = [{ from: 0, sheet: null, at: noColumns }];
  const teachers = { count: roster.count, rows, hidden: new Set<number>(), sections };
  const planned = plan(current, { teachers, issues: [] });
  const changes = planned.changes.map((change) => ({ ...change, place: null, concern: null }));
  return { ...planned, changes, dangers: [], same: null };
}

const noColumns = { id: -1, last_name: -1, first_name: -1, middle_name: -1, degree: -1, name: -1, share: -1 };

function describeChanges(
  before: Roster,
  after: Roster,
  positions: ReturnType<typeof compareRosters>,
  { teachers, issues }: PlannedFile,
  { rowOf, given, returned }: ReturnType<typeof assignRowIds>,
): PlannedChange[] {
  const added = positions.added.map((position) => teacherAtPosition(after, position));
  const removed = positions.removed.map((position) => teacherAtPosition(before, position));
  const others = pairPeople(removed, added);
  const concernOfNewcomer = createNewcomerConcerns(after);
  const warningOf = createWarnings(issues);
  const [newIds, oldIds] = [new Set(given), new Set(returned)];
  const describe = (was: StoredTeacher | null, is: StoredTeacher | null, concern: Concern | null) => {
    const { id } = (is ?? was)!;
    const place = is === null ? null : placeOf(teachers, rowOf(id)!);
    return describeChange(was, is, {
      place,
      otherId: others.get(id) ?? null,
      assigned: newIds.has(id) ? "new" : oldIds.has(id) ? "again" : null,
      ...withWarning(concern, place && warningOf(place)),
    });
  };
  const pairs = positions.changed.map(
    ([old, position]) => [teacherAtPosition(before, old), teacherAtPosition(after, position)] as const,
  );
  const concernOfLastName = createLastNameConcerns(pairs);
  return [
    ...removed.map((teacher) => describe(teacher, null, null)),
    ...pairs.map(([was, is]) => describe(was, is, findConcern(was, is) ?? concernOfLastName(was, is))),
    ...added.map((teacher, i) => describe(null, teacher, concernOfNewcomer(positions.added[i]!))),
  ];
}

function joinPairs(changes: readonly PlannedChange[]): readonly PlannedChange[] {
  const byId = new Map(changes.map((change) => [change.id, change]));
  return changes.flatMap((change) => {
    if (change.otherId === null) return [change];
    const { before } = byId.get(change.otherId)!;
    return change.kind === "removed" ? [] : [describeChange(before, change.after, { place: change.place })];
  });
}

/** The rows of a first list that are hidden, or have a concern. */
function findRemarkable({ teachers, issues }: PlannedFile, ids: Float64Array): PlannedChange[] {
  const { rows, hidden } = teachers;
  const concernOf = createNewcomerConcerns(rows);
  // A long list has people of one name, and nothing to compare them with.
  const warningOf = createWarnings(issues.filter(({ code }) => code !== "duplicate"));
  const found: PlannedChange[] = [];
  for (let row = 0; row < teachers.count; row++) {
    const place = placeOf(teachers, row);
    const judged = withWarning(concernOf(row), warningOf(place));
    if (judged.concern === null && !hidden.has(row)) continue;
    found.push(describeChange(null, teacherAtPosition({ ids, columns: rows.columns }, row), { place, ...judged }));
  }
  return found;
}

/** A warning is a concern where there is no other. */
function withWarning(concern: Concern | null, warning: Issue | null) {
  return { concern: concern ?? (warning === null ? null : "warning"), warning } as const;
}

/** Finds the first warning of a row. */
function createWarnings(issues: readonly Issue[]): (place: Place) => Issue | null {
  const warnings = issues.filter(({ severity }) => severity === "warning");
  const byLine = Map.groupBy(warnings, ({ line }) => line);
  return ({ sheet, line }) => byLine.get(line)?.find((warning) => warning.sheet === sheet) ?? null;
}
