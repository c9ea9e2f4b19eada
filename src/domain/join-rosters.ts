/** Joins two rosters of one version that were read separately. */
import { createRoster, type Roster, type RosterColumn } from "./roster.ts";
import { type TextFieldName, textFieldNames } from "./teacher.ts";

/** The teachers of both. Those of `upper` whose ids are not above all ids of `lower` are in both, and are taken once. */
export function joinRosters(lower: Roster, upper: Roster): Roster {
  const from = countUpTo(upper.ids, lower.ids.at(-1) ?? 0);
  const ids = new Float64Array(lower.count + upper.count - from);
  ids.set(lower.ids);
  ids.set(upper.ids.subarray(from), lower.count);
  const columns = textFieldNames.map((name) => [name, joinColumns(lower.columns[name], upper.columns[name], from)]);
  return createRoster(ids, Object.fromEntries(columns) as Record<TextFieldName, RosterColumn>);
}

/** The number of ids, which are ascending, up to an id. */
function countUpTo(ids: Float64Array, last: number): number {
  let count = 0;
  while (count < ids.length && ids[count]! <= last) count++;
  return count;
}

function joinColumns(lower: RosterColumn, upper: RosterColumn, from: number): RosterColumn {
  const values = [...new Set([...lower.values, ...upper.values])].sort();
  const codeOf = new Map(values.map((value, code) => [value, code]));
  const codes = new Uint32Array(lower.codes.length + upper.codes.length - from);
  let count = 0;
  for (const [column, start] of [
    [lower, 0],
    [upper, from],
  ] as const) {
    const newCodes = Uint32Array.from(column.values, (value) => codeOf.get(value)!);
    for (let i = start; i < column.codes.length; i++) codes[count++] = newCodes[column.codes[i]!]!;
  }
  return { values, codes };
}
