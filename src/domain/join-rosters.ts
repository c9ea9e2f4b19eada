/** Joins two rosters of one version that were read separately. */
import { createRoster, type Roster, type RosterColumn } from "./roster.ts";
import { type TextFieldName, textFieldNames } from "./teacher.ts";

/**
 * Joins rosters that may overlap where they meet: teachers of `upper` up to the last id of `lower` are duplicates and are
 * dropped. Detaches the buffers of `lower`, which the result reuses, because rosters may take gigabytes.
 */
export function joinRosters(lower: Roster, upper: Roster): Roster {
  const from = countUpTo(upper.ids, lower.ids.at(-1) ?? 0);
  const { count } = lower;
  const total = count + upper.count - from;
  const ids = new Float64Array((lower.ids.buffer as ArrayBuffer).transfer(8 * total));
  ids.set(upper.ids.subarray(from), count);
  const columns = textFieldNames.map((name) => {
    const { values, codes } = upper.columns[name];
    return [name, joinColumns(lower.columns[name], { values, codes: codes.subarray(from) })];
  });
  return createRoster(ids, Object.fromEntries(columns) as Record<TextFieldName, RosterColumn>);
}

/** The number of ids, which are ascending, up to an id. */
function countUpTo(ids: Float64Array, last: number): number {
  let count = 0;
  while (count < ids.length && ids[count]! <= last) count++;
  return count;
}

function joinColumns(lower: RosterColumn, upper: RosterColumn): RosterColumn {
  const values = [...new Set([...lower.values, ...upper.values])].sort();
  const codeOf = new Map(values.map((value, code) => [value, code]));
  const newCodes = ({ values }: RosterColumn): Uint32Array => Uint32Array.from(values, (value) => codeOf.get(value)!);
  const [newLower, newUpper] = [newCodes(lower), newCodes(upper)];
  const { length: count } = lower.codes;
  const codes = new Uint32Array((lower.codes.buffer as ArrayBuffer).transfer(4 * (count + upper.codes.length)));
  for (let i = 0; i < count; i++) codes[i] = newLower[codes[i]!]!;
  for (let i = count; i < codes.length; i++) codes[i] = newUpper[upper.codes[i - count]!]!;
  return { values, codes };
}
