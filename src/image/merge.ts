/** Applies what changed between two versions to the image of the earlier one: the roster of the later one. */

import { createRoster, type Roster, type RosterColumn } from "../domain/roster.ts";
import { textFieldNames } from "../domain/teacher.ts";
import { countPostings, countValues, findFirst, textAt } from "./column.ts";
import type { ImageColumn, ImageContent } from "./layout.ts";

export interface Changes {
  /** Of teachers that are gone or changed; ascending. */
  readonly endedIds: Float64Array;
  /** Teachers that are new or changed, as they are now. */
  readonly begun: Roster;
}

/** Where the teachers of the new roster come from. */
interface Places {
  readonly count: number;
  /** Positions of the image that stay: those from `from` up to `to` come to stand at `at` and after. */
  readonly runs: readonly { readonly from: number; readonly to: number; readonly at: number }[];
  /** Where each teacher that begun comes to stand. */
  readonly begunAt: Uint32Array;
  /** The positions of the image that do not stay. */
  readonly endedPositions: readonly number[];
}

/** Copies what lies between two changes as it is; only dictionaries are decoded. */
export function mergeChanges(content: ImageContent, { endedIds, begun }: Changes): Roster {
  const places = findRanks(content.ids, endedIds, begun.ids);
  const ids = new Float64Array(places.count);
  for (const { from, to, at } of places.runs) ids.set(content.ids.subarray(from, to), at);
  for (let i = 0; i < begun.count; i++) ids[places.begunAt[i]!] = begun.ids[i]!;
  const columns = textFieldNames.map(
    (name) => [name, mergeColumn(content.columns[name], begun.columns[name], places)] as const,
  );
  return createRoster(ids, Object.fromEntries(columns) as Roster["columns"]);
}

function findRanks(ids: ImageContent["ids"], endedIds: Float64Array, begunIds: Float64Array): Places {
  const runs: { from: number; to: number; at: number }[] = [];
  const begunAt = new Uint32Array(begunIds.length);
  const endedPositions: number[] = [];
  let from = 0;
  let at = 0;
  let ended = 0;
  let begun = 0;
  while (ended < endedIds.length || begun < begunIds.length) {
    const id = Math.min(endedIds[ended] ?? Number.POSITIVE_INFINITY, begunIds[begun] ?? Number.POSITIVE_INFINITY);
    const to = from + findFirst(ids.length - from, (offset) => ids[from + offset]! >= id);
    runs.push({ from, to, at });
    at += to - from;
    from = to;
    if (endedIds[ended] === id) {
      ended++;
      if (ids[from] === id) endedPositions.push(from++);
    }
    if (begunIds[begun] === id) begunAt[begun++] = at++;
  }
  runs.push({ from, to: ids.length, at });
  return { count: at + ids.length - from, runs, begunAt, endedPositions };
}

function mergeColumn(kept: ImageColumn, begun: RosterColumn, places: Places): RosterColumn {
  const uses = Uint32Array.from({ length: countValues(kept) }, (_, code) => countPostings(kept, code));
  for (const position of places.endedPositions) uses[kept.codes[position]!]!--;
  const keptValues = Array.from(uses, (_, code) => textAt(kept.values, code));
  const { values, keptCodes, begunCodes } = mergeValues(keptValues, uses, begun.values);

  const codes = new Uint32Array(places.count);
  const staySame = keptCodes.every((code, before) => code === before);
  for (const { from, to, at } of places.runs) {
    if (staySame) codes.set(kept.codes.subarray(from, to), at);
    else for (let i = from; i < to; i++) codes[at - from + i] = keptCodes[kept.codes[i]!]!;
  }
  for (let i = 0; i < places.begunAt.length; i++) codes[places.begunAt[i]!] = begunCodes[begun.codes[i]!]!;
  return { values, codes };
}

/** The values of both in ascending order, each once, without those that nobody has any more; and their new codes. */
function mergeValues(
  kept: readonly string[],
  uses: Uint32Array,
  begun: readonly string[],
): { values: string[]; keptCodes: Uint32Array; begunCodes: Uint32Array } {
  const values: string[] = [];
  const keptCodes = new Uint32Array(kept.length);
  const begunCodes = new Uint32Array(begun.length);
  let next = 0;
  for (let code = 0; code < kept.length; code++) {
    if (uses[code] === 0) continue;
    const value = kept[code]!;
    while (next < begun.length && begun[next]! < value) {
      begunCodes[next] = values.length;
      values.push(begun[next++]!);
    }
    if (begun[next] === value) begunCodes[next++] = values.length;
    keptCodes[code] = values.length;
    values.push(value);
  }
  for (; next < begun.length; next++) {
    begunCodes[next] = values.length;
    values.push(begun[next]!);
  }
  return { values, keptCodes, begunCodes };
}
