/** Warns of one name under two ids. */
import { fullPart, type Namesakes, nameKey } from "../../domain/changes/namesakes.ts";
import { textKey } from "../../domain/names/names.ts";
import { type AddedRows, findLowerBound, textAtPosition } from "../../domain/roster.ts";
import { idMax, nameFieldNames } from "../../domain/teacher.ts";
import { type FindingList, faultsCountMax } from "../fault.ts";
import type { LocationUnit, WarningMessage } from "../message.ts";

/** The most rows that are compared, which takes 8 bytes of memory each. */
const rowsMax = 10_000_000;

/** The teachers who are known to be different people of one name, by the key of the name. */
export type AcceptedNamesakes = ReadonlyMap<string, Namesakes> | "all";

/**
 * Names are compared as search does: case, apostrophes and look-alikes make no difference. Returns the keys of all names that
 * several rows have.
 */
export function warnOfDuplicates(
  rows: AddedRows,
  unit: LocationUnit,
  findings: FindingList,
  accepted: AcceptedNamesakes = new Map(),
): Set<string> {
  const keys = new Set<string>();
  const { length } = rows.ids;
  if (length > rowsMax) {
    findings.note({ code: "duplicatesUnchecked", teachers: length });
    return keys;
  }
  const parts = nameFieldNames.map((name) => ({
    codes: rows.columns[name].codes,
    ...groupValues(rows.columns[name].values),
  }));
  const [last, first, middle] = parts as [Part, Part, Part];
  if (last.count * first.count * middle.count > Number.MAX_SAFE_INTEGER) {
    findings.note({ code: "duplicatesUnchecked", teachers: length });
    return keys;
  }
  const keyOf = (row: number): number => {
    const a = last.groups[last.codes[row]!]!;
    const b = first.groups[first.codes[row]!]!;
    const c = middle.groups[middle.codes[row]!]!;
    return a === 0 || b === 0 || c === 0 ? 0 : (a * first.count + b) * middle.count + c;
  };
  const repeated = findRepeatedKeys(length, keyOf);
  if (repeated.size === 0) return keys;
  /** The rows with each name so far. */
  const rowsByKey = new Map<number, number[]>();
  for (let row = 0, found = 0; row < length && found < faultsCountMax; row++) {
    const key = keyOf(row);
    if (!repeated.has(key)) continue;
    const before = rowsByKey.get(key);
    if (before === undefined) {
      rowsByKey.set(key, [row]);
      continue;
    }
    before.push(row);
    const first = before[0]!;
    if (rows.ids[first] === rows.ids[row]) continue;
    found++;
    const parts = nameFieldNames.map((name) => textAtPosition(rows, name, row));
    const name = nameKey(parts)!;
    keys.add(name);
    if (accepted === "all") continue;
    const known = accepted.get(name);
    if (known !== undefined && before.length <= known.length && isKnown(first) && isKnown(row)) continue;
    const message: WarningMessage = {
      code: "duplicate",
      value: parts.join(" "),
      id: idOf(row),
      otherId: idOf(first),
      unit,
      location: rows.lines[first]!,
    };
    findings.warn({ [unit]: rows.lines[row]!, message });

    /** A row without an id is known as one of as many namesakes. */
    function isKnown(at: number): boolean {
      const id = idOf(at);
      return id === null || known!.includes(id);
    }
  }
  return keys;

  /** Null where the teacher has a placeholder. */
  function idOf(row: number): number | null {
    return rows.ids[row]! > idMax ? null : rows.ids[row]!;
  }
}

interface Part {
  readonly codes: Uint32Array;
  /** The group of equal spellings for each code; 0 for a part that is empty or an initial. */
  readonly groups: Uint32Array;
  readonly count: number;
}

function groupValues(values: readonly string[]): Omit<Part, "codes"> {
  // Hashes, because a table of the spellings takes as much memory as the values.
  const hashes = new Float64Array(values.length);
  for (const [code, value] of values.entries()) {
    if (fullPart.test(value)) hashes[code] = hashText(textKey(value));
  }
  const sorted = hashes.toSorted();
  const groups = new Uint32Array(values.length);
  for (let code = 0; code < hashes.length; code++) {
    if (hashes[code] !== 0) groups[code] = findLowerBound(sorted, hashes[code]!) + 1;
  }
  return { groups, count: values.length + 1 };
}

/** From 1 to 2^53 - 1: two of a million different texts have the same with a probability of 1 in 18,000. */
function hashText(text: string): number {
  let [high, low] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high, 31) + unit;
    low = Math.imul(low ^ unit, 0x01000193);
  }
  return (high >>> 0) * 2 ** 21 + (low >>> 11) || 1;
}

function findRepeatedKeys(count: number, keyOf: (row: number) => number): Set<number> {
  const keys = Float64Array.from({ length: count }, (_, row) => keyOf(row)).sort();
  return new Set(keys.filter((key, i) => key !== 0 && key === keys[i - 1]));
}
