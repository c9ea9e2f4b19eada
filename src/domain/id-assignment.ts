/** Gives ids to teachers that come without one: a teacher who is already there keeps the id, others get the next ones. */
import { groupByName, type Members } from "./name-groups.ts";
import { createRosterBuilder, type Roster, textAtPosition } from "./roster.ts";
import { idMax, nameFieldNames, textFieldNames } from "./teacher.ts";

/** What has been given so far. */
export interface GivenIds {
  readonly current: Roster;
  /** The highest id that was ever given; 0 if none was. */
  readonly highestId: number;
}

/**
 * The placeholder for the id of the n-th teacher without one, from 0. It is above all ids, and a double represents it
 * exactly.
 */
export function missingId(n: number): number {
  return 2 ** 53 + 2 * n;
}

/**
 * The roster with an id for every {@link missingId}. A teacher with the same name and degree as a current one, otherwise
 * with the same name, gets that id, if nobody else has that name. Where several teachers have one name and degree, before
 * and now equally many, they keep their ids in order. All others get the ids after the highest one. `findGiven` is only
 * called if an id is missing.
 */
export async function assignIds(roster: Roster, findGiven: () => Promise<GivenIds>): Promise<Roster> {
  const known = countKnown(roster);
  if (known === roster.count) return roster;
  const { current, highestId } = await findGiven();
  const ids = roster.ids.slice();
  /** Current teachers whose id the roster does not have. */
  let free = removeKnown(current, roster.ids.subarray(0, known));
  let open = Uint32Array.from({ length: roster.count - known }, (_, i) => known + i);
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
  let next = Math.max(highestId, known === 0 ? 0 : ids[known - 1]!);
  // In the order of the file, which is that of the placeholders.
  for (const position of open) {
    if (next === idMax) throw new Error(`No id is left: ${idMax}, the largest one, is taken`);
    ids[position] = ++next;
  }
  return withIds(roster, ids);
}

/** The number of teachers with an id; they come first. */
function countKnown({ ids }: Roster): number {
  let known = ids.length;
  while (known > 0 && ids[known - 1]! > idMax) known--;
  return known;
}

/** The positions of a roster whose ids are not among some others, which are ascending. */
function removeKnown({ ids }: Roster, others: Float64Array): Uint32Array {
  let other = 0;
  return Uint32Array.from(ids.keys()).filter((position) => {
    while (other < others.length && others[other]! < ids[position]!) other++;
    return others[other] !== ids[position];
  });
}

function withIds(roster: Roster, ids: Float64Array): Roster {
  const builder = createRosterBuilder();
  for (const [position, id] of ids.entries()) {
    const texts = textFieldNames.map((name) => textAtPosition(roster, name, position));
    builder.add(id, texts, 0);
  }
  return builder.finish();
}
