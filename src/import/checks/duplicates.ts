/** Warns of one name under two ids. */
import { spellingKey, splitWords } from "../../domain/names/names.ts";
import type { AddedRows } from "../../domain/roster.ts";
import { idMax, nameFieldNames } from "../../domain/teacher.ts";
import { type FindingList, faultsCountMax } from "../fault.ts";
import type { LocationUnit, WarningMessage } from "../message.ts";

/** The most rows that are compared, which takes 8 bytes of memory each. */
const rowsMax = 10_000_000;

/** A name with an initial, or without a part, can be that of several teachers. */
const fullPart = /\p{L}{2}/u;

/** Null where the teacher has a placeholder. */
type Id = number | null;

/** Names are compared as search does: case, apostrophes and look-alikes make no difference. */
export function warnOfDuplicates(rows: AddedRows, unit: LocationUnit, findings: FindingList): void {
  const { length } = rows.ids;
  if (length > rowsMax) {
    findings.note({ code: "duplicatesUnchecked", teachers: length });
    return;
  }
  const parts = nameFieldNames.map((name) => ({
    codes: rows.columns[name].codes,
    ...groupValues(rows.columns[name].values),
  }));
  const [last, first, middle] = parts as [Part, Part, Part];
  if (last.count * first.count * middle.count > Number.MAX_SAFE_INTEGER) {
    findings.note({ code: "duplicatesUnchecked", teachers: length });
    return;
  }
  const keyOf = (row: number): number => {
    const a = last.groups[last.codes[row]!]!;
    const b = first.groups[first.codes[row]!]!;
    const c = middle.groups[middle.codes[row]!]!;
    return a === 0 || b === 0 || c === 0 ? 0 : (a * first.count + b) * middle.count + c;
  };
  const repeated = findRepeatedKeys(length, keyOf);
  if (repeated.size === 0) return;
  const firstRows = new Map<number, number>();
  for (let row = 0, found = 0; row < length && found < faultsCountMax; row++) {
    const key = keyOf(row);
    if (!repeated.has(key)) continue;
    const before = firstRows.get(key);
    if (before === undefined) firstRows.set(key, row);
    else if (rows.ids[before] !== rows.ids[row]) {
      found++;
      const value = nameFieldNames.map((name) => rows.columns[name].values[rows.columns[name].codes[row]!]!).join(" ");
      const [id, otherId] = [row, before].map((at) => (rows.ids[at]! > idMax ? null : rows.ids[at]!)) as [Id, Id];
      const location = rows.lines[before]!;
      const message: WarningMessage = { code: "duplicate", value, id, otherId, unit, location };
      findings.warn({ [unit]: rows.lines[row]!, message });
    }
  }
}

interface Part {
  readonly codes: Uint32Array;
  /** The group of equal spellings for each code; 0 for a part that is empty or an initial. */
  readonly groups: Uint32Array;
  readonly count: number;
}

function groupValues(values: readonly string[]): Omit<Part, "codes"> {
  const numbers = new Map<string, number>();
  const groups = new Uint32Array(values.length);
  for (const [code, value] of values.entries()) {
    if (!fullPart.test(value)) continue;
    const key = splitWords(value).map(spellingKey).join(" ");
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    groups[code] = number;
  }
  return { groups, count: numbers.size + 1 };
}

function findRepeatedKeys(count: number, keyOf: (row: number) => number): Set<number> {
  const keys = new Float64Array(count);
  for (let row = 0; row < count; row++) keys[row] = keyOf(row);
  keys.sort();
  const repeated = new Set<number>();
  for (let i = 1; i < count; i++) if (keys[i] !== 0 && keys[i] === keys[i - 1]) repeated.add(keys[i]!);
  return repeated;
}
