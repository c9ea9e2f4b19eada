/** Assigns ids to teachers without one: known teachers keep their ids, others get new ones. */

import { copyTeachers, hasId, type Roster } from "../roster.ts";
import { idMax, nameFieldNames, textFieldNames } from "../teacher.ts";
import { groupByName, type Members } from "./namesakes.ts";

/** The ids that were assigned so far. */
interface GivenIds {
  readonly current: Roster;
  /** The highest id that was ever assigned; 0 if none was. */
  readonly highestId: number;
  readonly findPast: () => Promise<PastTeachers>;
}

/** States that teachers had in earlier versions and no longer have, in the order in which they ended. */
export interface PastTeachers {
  /** One row per state. The ids of this roster are row numbers. */
  readonly rows: Roster;
  /** For each row: the teacher's id, and the last version with this state. */
  readonly ids: readonly number[];
  readonly lastVersions: readonly number[];
}

/** A roster in which every teacher has an id, and the origin of the assigned ids. */
export interface Assignment {
  readonly roster: Roster;
  /** The teachers who left, came back and got their old ids. Maps each id to the first version without the teacher. */
  readonly returned: ReadonlyMap<number, number>;
  /** The number of teachers with a new id. They come last in the roster. */
  readonly newCount: number;
}

/**
 * The placeholder for the id of the n-th teacher without one; n counts from 0. It is above all ids, and a double
 * represents it exactly.
 */
export function missingId(n: number): number {
  return 2 ** 53 + 2 * n;
}

/**
 * Replaces every {@link missingId} of the roster by an id. A teacher gets the id of the teacher in the current version
 * with the same name and degree, or else with the same name, if nobody else has that name. Several teachers with the
 * same name and degree keep their ids in order, unless their number has changed. A teacher who left and came back gets
 * the old id if nobody else ever had that name. All others get new ids above the highest one. `findGiven` is called
 * only if an id is missing.
 */
export async function assignIds(roster: Roster, findGiven: () => Promise<GivenIds>): Promise<Assignment> {
  const known = countKnown(roster);
  if (known === roster.count) return { roster, returned: new Map(), newCount: 0 };
  const { current, highestId, findPast } = await findGiven();
  const ids = roster.ids.slice();
  const knownIds = roster.ids.subarray(0, known);
  let open = keepIds(roster, known, current, ids);
  const returned = new Map<number, number>();
  if (open.length > 0) {
    for (const { position, id, version } of findReturned({ roster, positions: open }, current, await findPast())) {
      if (hasId(knownIds, id)) continue;
      ids[position] = id;
      returned.set(id, version);
    }
    open = open.filter((position) => ids[position]! > idMax);
  }
  let next = Math.max(highestId, known === 0 ? 0 : ids[known - 1]!);
  // Placeholders are in the order of the file, so new ids are too.
  for (const position of open) {
    if (next === idMax) throw new Error(`No id is left: ${idMax}, the largest one, is taken`);
    ids[position] = ++next;
  }
  const assigned = copyTeachers(roster, (_, position) => ids[position]!).finish();
  return { roster: assigned, returned, newCount: open.length };
}

/** Assigns the ids of teachers in the current version. Returns the positions that are still without an id. */
function keepIds(roster: Roster, known: number, current: Roster, ids: Float64Array): Uint32Array {
  const knownIds = roster.ids.subarray(0, known);
  /** Current teachers whose id the roster does not have. */
  let free = positionsOf(current).filter((position) => !hasId(knownIds, current.ids[position]!));
  let open = positionsOf(roster).subarray(known);
  for (const fields of [textFieldNames, nameFieldNames]) {
    const members: [Members, Members] = [
      { roster: current, positions: free },
      { roster, positions: open },
    ];
    const limit = fields === textFieldNames ? Number.POSITIVE_INFINITY : 1;
    const taken = new Set<number>();
    for (const { before, after } of groupByName(...members, fields)) {
      if (before.length !== after.length || before.length > limit) continue;
      for (const [i, position] of before.entries()) {
        ids[after[i]!] = current.ids[position]!;
        taken.add(position);
      }
    }
    free = free.filter((position) => !taken.has(position));
    open = open.filter((position) => ids[position]! > idMax);
  }
  return open;
}

/** A teacher who left: the position in the roster, the id, and the first version without the teacher. */
interface Returned {
  readonly position: number;
  readonly id: number;
  readonly version: number;
}

/** Finds the members who left earlier and have come back. Only names that no other teacher ever had are compared. */
function findReturned(members: Members, current: Roster, { rows, ids, lastVersions }: PastTeachers): Returned[] {
  const found: Returned[] = [];
  if (rows.count === 0) return found;
  const lastRows = new Map(ids.map((id, row) => [id, row]));
  for (const { before, after } of groupByName({ roster: rows, positions: positionsOf(rows) }, members)) {
    const [position] = after;
    const row = before.at(-1);
    if (row === undefined || position === undefined || after.length > 1) continue;
    const id = ids[row]!;
    const isOnly = before.every((other) => ids[other] === id);
    if (isOnly && lastRows.get(id) === row && !hasId(current.ids, id)) {
      found.push({ position, id, version: lastVersions[row]! + 1 });
    }
  }
  if (found.length === 0) return found;
  const namesakes = new Set<number>();
  const candidates = { roster: members.roster, positions: Uint32Array.from(found, ({ position }) => position) };
  for (const { before, after } of groupByName({ roster: current, positions: positionsOf(current) }, candidates)) {
    if (before.length > 0) for (const position of after) namesakes.add(position);
  }
  return found.filter(({ position }) => !namesakes.has(position));
}

const positionsOf = ({ count }: Roster): Uint32Array => Uint32Array.from({ length: count }, (_, i) => i);

/** The number of teachers with an id; they come first. */
function countKnown({ ids }: Roster): number {
  let known = ids.length;
  while (known > 0 && ids[known - 1]! > idMax) known--;
  return known;
}
