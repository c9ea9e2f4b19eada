/** Applies the changes between two versions to the image of the earlier one, which gives the roster of the later one. */

import { createRoster, type Roster, type RosterColumn } from "../domain/roster.ts";
import { textFieldNames } from "../domain/teacher.ts";
import { countPostings, countValues, findFirst, textAt } from "./column.ts";
import type { ImageColumn, ImageContent } from "./layout.ts";

export interface Changes {
  /** The ids of removed and changed teachers, ascending. */
  readonly deletedIds: Float64Array;
  /** New and changed teachers with their new values. */
  readonly inserted: Roster;
}

/** The source of each teacher in the new roster. */
interface MergePlan {
  readonly count: number;
  /** Runs of unchanged teachers: positions `from` to `to` (exclusive) of the image move to `at`. */
  readonly runs: readonly { readonly from: number; readonly to: number; readonly at: number }[];
  /** The new position of each inserted teacher. */
  readonly insertedAt: Uint32Array;
  /** The positions in the image of deleted teachers. */
  readonly deletedPositions: readonly number[];
}

/** Copies the runs between changes unchanged; only dictionaries are decoded. */
export function mergeChanges(content: ImageContent, { deletedIds, inserted }: Changes): Roster {
  const plan = planMerge(content.ids, deletedIds, inserted.ids);
  const ids = new Float64Array(plan.count);
  for (const { from, to, at } of plan.runs) ids.set(content.ids.subarray(from, to), at);
  for (let i = 0; i < inserted.count; i++) ids[plan.insertedAt[i]!] = inserted.ids[i]!;
  const columns = textFieldNames.map(
    (name) => [name, mergeColumn(content.columns[name], inserted.columns[name], plan)] as const,
  );
  return createRoster(ids, Object.fromEntries(columns) as Roster["columns"]);
}

function planMerge(ids: ImageContent["ids"], deletedIds: Float64Array, insertedIds: Float64Array): MergePlan {
  const runs: { from: number; to: number; at: number }[] = [];
  const insertedAt = new Uint32Array(insertedIds.length);
  const deletedPositions: number[] = [];
  let from = 0;
  let at = 0;
  let deleted = 0;
  let inserted = 0;
  while (deleted < deletedIds.length || inserted < insertedIds.length) {
    const id = Math.min(
      deletedIds[deleted] ?? Number.POSITIVE_INFINITY,
      insertedIds[inserted] ?? Number.POSITIVE_INFINITY,
    );
    const to = from + findFirst(ids.length - from, (offset) => ids[from + offset]! >= id);
    runs.push({ from, to, at });
    at += to - from;
    from = to;
    if (deletedIds[deleted] === id) {
      deleted++;
      if (ids[from] === id) deletedPositions.push(from++);
    }
    if (insertedIds[inserted] === id) insertedAt[inserted++] = at++;
  }
  runs.push({ from, to: ids.length, at });
  return { count: at + ids.length - from, runs, insertedAt, deletedPositions };
}

function mergeColumn(base: ImageColumn, inserted: RosterColumn, plan: MergePlan): RosterColumn {
  const uses = Uint32Array.from({ length: countValues(base) }, (_, code) => countPostings(base, code));
  for (const position of plan.deletedPositions) uses[base.codes[position]!]!--;
  const baseValues = Array.from(uses, (_, code) => textAt(base.values, code));
  const { values, baseCodes, insertedCodes } = mergeValues(baseValues, uses, inserted.values);

  const codes = new Uint32Array(plan.count);
  const isUnchanged = baseCodes.every((code, before) => code === before);
  for (const { from, to, at } of plan.runs) {
    if (isUnchanged) codes.set(base.codes.subarray(from, to), at);
    else for (let i = from; i < to; i++) codes[at - from + i] = baseCodes[base.codes[i]!]!;
  }
  for (let i = 0; i < plan.insertedAt.length; i++) codes[plan.insertedAt[i]!] = insertedCodes[inserted.codes[i]!]!;
  return { values, codes };
}

/** The values of both in ascending order, without duplicates and unused values; and their new codes. */
function mergeValues(
  base: readonly string[],
  uses: Uint32Array,
  inserted: readonly string[],
): { values: string[]; baseCodes: Uint32Array; insertedCodes: Uint32Array } {
  const values: string[] = [];
  const baseCodes = new Uint32Array(base.length);
  const insertedCodes = new Uint32Array(inserted.length);
  let next = 0;
  for (let code = 0; code < base.length; code++) {
    if (uses[code] === 0) continue;
    const value = base[code]!;
    while (next < inserted.length && inserted[next]! < value) {
      insertedCodes[next] = values.length;
      values.push(inserted[next++]!);
    }
    if (inserted[next] === value) insertedCodes[next++] = values.length;
    baseCodes[code] = values.length;
    values.push(value);
  }
  for (; next < inserted.length; next++) {
    insertedCodes[next] = values.length;
    values.push(inserted[next]!);
  }
  return { values, baseCodes, insertedCodes };
}
