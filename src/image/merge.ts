/** Applies the changes between two versions to the image of the earlier one, which gives the roster of the later one. */
import { createRoster, type Roster, type RosterColumn } from "../domain/roster.ts";
import { textFieldNames } from "../domain/teacher.ts";
import { countValues, textAt } from "./column.ts";
import type { ImageColumn, ImageContent } from "./layout.ts";

export interface Changes {
  /** The ids of removed and changed teachers, ascending. */
  readonly deletedIds: Float64Array;
  /** New and changed teachers with their new values. */
  readonly inserted: Roster;
}

/** Copies codes; only dictionaries are decoded. */
export function mergeChanges(content: ImageContent, { deletedIds, inserted }: Changes): Roster {
  const sources = findSources(content.ids, deletedIds, inserted.ids);
  const ids = new Float64Array(sources.length);
  for (let i = 0; i < ids.length; i++) {
    const source = sources[i]!;
    ids[i] = source < 0 ? inserted.ids[~source]! : content.ids[source]!;
  }
  const columns = textFieldNames.map((name) => {
    return [name, mergeColumn(content.columns[name], inserted.columns[name], sources)] as const;
  });
  return createRoster(ids, Object.fromEntries(columns) as Roster["columns"]);
}

/** The source of each teacher of the new roster: a position of the image, or `~i` for the i-th inserted one. */
function findSources(ids: ImageContent["ids"], deletedIds: Float64Array, insertedIds: Float64Array): Int32Array {
  const sources = new Int32Array(ids.length + insertedIds.length);
  let count = 0;
  let deleted = 0;
  let inserted = 0;
  for (let position = 0; position < ids.length; position++) {
    const id = ids[position]!;
    while (insertedIds[inserted]! < id) sources[count++] = ~inserted++;
    if (deletedIds[deleted] === id) deleted++;
    else sources[count++] = position;
  }
  while (inserted < insertedIds.length) sources[count++] = ~inserted++;
  return sources.subarray(0, count);
}

function mergeColumn(base: ImageColumn, inserted: RosterColumn, sources: Int32Array): RosterColumn {
  const isUsed = new Uint8Array(countValues(base));
  for (let i = 0; i < sources.length; i++) if (sources[i]! >= 0) isUsed[base.codes[sources[i]!]!] = 1;
  const baseValues = Array.from(isUsed, (_, code) => textAt(base.values, code));
  const usedValues = baseValues.filter((_, code) => isUsed[code] === 1);
  const values = mergeValues(usedValues, inserted.values);

  const codeOf = new Map(values.map((value, code) => [value, code]));
  const baseCodes = Uint32Array.from(baseValues, (value) => codeOf.get(value) ?? 0);
  const insertedCodes = Uint32Array.from(inserted.values, (value) => codeOf.get(value)!);
  const codes = new Uint32Array(sources.length);
  for (let i = 0; i < codes.length; i++) {
    const source = sources[i]!;
    codes[i] = source < 0 ? insertedCodes[inserted.codes[~source]!]! : baseCodes[base.codes[source]!]!;
  }
  return { values, codes };
}

/** The values of both in ascending order, without duplicates. */
function mergeValues(base: readonly string[], inserted: readonly string[]): string[] {
  const values: string[] = [];
  let next = 0;
  for (const value of base) {
    while (next < inserted.length && inserted[next]! < value) values.push(inserted[next++]!);
    if (inserted[next] === value) next++;
    values.push(value);
  }
  return values.concat(inserted.slice(next));
}
