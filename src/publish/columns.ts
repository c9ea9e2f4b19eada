/** A column of the file whose values stand beside other people than before: it was moved, or sorted alone. */

import { textKey } from "../domain/names/names.ts";
import { textAtPosition } from "../domain/roster.ts";
import { nameFieldNames, type TextFieldName } from "../domain/teacher.ts";
import type { FileTeachers } from "../read/teachers.ts";
import type { Compared, PlannedChange } from "./change.ts";
import { keyOf } from "./ids.ts";

/** How many rows away a value may have come from. */
const steps = [-1, 1, -2, 2, -3, 3];
/** Positions have few values, so a neighbour has the new one by chance in a third of the cases. */
const rulesOf = (field: TextFieldName) =>
  field === "degree" ? { least: 4, inFile: 0.8, amongChanged: 0.75 } : { least: 3, inFile: 0.5, amongChanged: 0.5 };
/** Fewer changed people in a row say nothing. */
const runMin = 5;

/**
 * The changes of a field, if most of them got the value that a neighbour in the file had before: the column was moved by a few
 * rows. In an ordinary change the new value is not the old one of the row above. Empty if not.
 */
export function findShift(
  field: TextFieldName,
  { joined, rowOf }: Compared,
  { count, rows }: FileTeachers,
): PlannedChange[] {
  const affected = joined.filter(({ kind, fields }) => kind === "changed" && fields.includes(field));
  const rules = rulesOf(field);
  if (affected.length < rules.least) return [];
  const olds = new Map(affected.map(({ id, before }) => [rowOf(id), textKey(before![field])]));
  const oldAt = (row: number): string | null => {
    if (row < 0 || row >= count) return null;
    return olds.get(row) ?? textKey(textAtPosition(rows, field, row));
  };
  const span = [...olds.keys()].sort((a, b) => a - b);
  /** Those between the first and the last changed row who kept another value than a shift would give them. */
  const countUnmoved = (step: number): number => {
    let count = 0;
    for (let row = span[0]!; row <= span.at(-1)!; row++)
      if (!olds.has(row) && oldAt(row) !== oldAt(row + step)) count++;
    return count;
  };
  const isMost = (found: number, share: number): boolean => found >= rules.least && found > affected.length * share;
  for (const step of steps) {
    const found = affected.filter(({ id, after }) => textKey(after![field]) === oldAt(rowOf(id) + step)).length;
    if (isMost(found, rules.inFile) && countUnmoved(step) <= found) return affected;
  }
  if (affected.length < runMin) return [];
  // A department in the middle: people of other departments lie between its rows.
  const inOrder = affected.toSorted((a, b) => rowOf(a.id) - rowOf(b.id));
  for (const step of [-1, 1]) {
    const found = inOrder.filter(({ after }, i) => {
      const neighbour = inOrder[i + step];
      return neighbour !== undefined && textKey(after![field]) === textKey(neighbour.before![field]);
    }).length;
    if (isMost(found, rules.amongChanged)) return inOrder;
  }
  return [];
}

/**
 * The changes of people who exchanged the values of one field among themselves, as after sorting one column alone: the same values
 * beside other people. Also in a file without ids, where everybody seems to leave and to be new. Empty if there are none.
 */
export function findSorted(field: TextFieldName, changes: readonly PlannedChange[], of: number): PlannedChange[] {
  return field === "degree" ? findSortedDegrees(changes, of) : findSortedNames(field, changes);
}

/** Many people with a new degree, while each degree has about as many people as before. */
function findSortedDegrees(changes: readonly PlannedChange[], of: number): PlannedChange[] {
  const affected = changes.filter(({ kind, fields }) => kind === "changed" && fields.includes("degree"));
  if (affected.length < 10 || affected.length < 0.2 * of) return [];
  const was = Map.groupBy(affected, ({ before }) => before!.degree);
  const is = Map.groupBy(affected, ({ after }) => after!.degree);
  let kept = 0;
  for (const [degree, list] of is) kept += Math.min(list.length, was.get(degree)?.length ?? 0);
  return kept > 0.8 * affected.length ? affected : [];
}

function findSortedNames(field: TextFieldName, changes: readonly PlannedChange[]): PlannedChange[] {
  const rest = nameFieldNames.filter((name) => name !== field);
  const isOf = (wanted: PlannedChange["kind"]) => (change: PlannedChange) =>
    change.kind === wanted || (change.kind === "changed" && change.fields.includes(field));
  const gone = changes.filter(isOf("removed"));
  const come = changes.filter(isOf("added"));
  const counts = new Map<string, number>();
  for (const { before } of gone) {
    const value = textKey(before![field]);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const known = new Set(gone.map(({ before }) => keyOf(before!, rest)));
  const exchanged = come.filter(({ after, kind }) => {
    const value = textKey(after![field]);
    const count = counts.get(value) ?? 0;
    if (count === 0 || (kind === "added" && !known.has(keyOf(after!, rest)))) return false;
    counts.set(value, count - 1);
    return true;
  });
  return exchanged.length >= 3 && exchanged.length * 2 > come.length ? exchanged : [];
}
