/** Rows with one id: several posts of one person, personnel numbers that differ by letters only, or faults. */
import { missingId } from "../../domain/changes/id-assignment.ts";
import { spellingKey, splitWords } from "../../domain/names/names.ts";
import { type AddedRows, createRosterBuilder, type RosterBuilder } from "../../domain/roster.ts";
import { nameFieldNames, textFieldNames } from "../../domain/teacher.ts";
import type { FaultList, FindingList } from "../fault.ts";
import type { LocationUnit } from "../message.ts";

/** What is known of the rows besides their teachers, by their position among the added rows. */
export interface RowFacts {
  /** The part of a full post, if the table has a column of it. */
  readonly shares: number[];
  /** The whole personnel number, if it has letters: `КН-001001`. */
  readonly personnelNumbers: string[];
}

export interface RepeatedIdOptions {
  readonly unit: LocationUnit;
  /** Whether rows with one id and one name are posts of one person, as in tables. */
  readonly hasPosts: boolean;
  readonly acceptsMissingIds: boolean;
}

const personnelNumber = /^\p{L}{1,6}[\s./-]?(\d{1,15})$|^(\d{1,15})[\s./-]?\p{L}{1,6}$/u;

/** The digits of a personnel number with letters, such as `КН-001001`; null where the text is none. */
export function findPersonnelDigits(text: string): string | null {
  const [, after, before] = personnelNumber.exec(text) ?? [];
  return after ?? before ?? null;
}

/** Reports repeated ids, and leaves out the rows of further posts. Returns the builder to go on with. */
export function settleRepeatedIds(
  builder: RosterBuilder,
  facts: RowFacts,
  { unit, hasPosts, acceptsMissingIds }: RepeatedIdOptions,
  faults: FaultList,
  findings: FindingList,
): RosterBuilder {
  const repeated = new Set(builder.findRepeated().map(({ id }) => id));
  checkPersonnelNumbers(builder, facts, unit, repeated, faults, findings);
  if (repeated.size === 0) return builder;
  const rows = builder.addedRows();
  const groups = new Map<number, number[]>();
  for (let row = 0; row < rows.ids.length; row++) {
    const id = rows.ids[row]!;
    if (!repeated.has(id)) continue;
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [row]);
    else group.push(row);
  }
  const dropped = new Set<number>();
  const renumbered = new Set<number>();
  for (const [id, [first = 0, ...others]] of groups) {
    let kept = first;
    for (const row of others) {
      const location = { [unit]: rows.lines[row]! };
      const [number, otherNumber] = [facts.personnelNumbers[row], facts.personnelNumbers[first]];
      if (number !== otherNumber) {
        if (acceptsMissingIds) for (const at of [first, row]) renumbered.add(at);
        else {
          const [value, other] = [number ?? String(id), otherNumber ?? String(id)];
          const message = { code: "sameDigits", value, other, unit, location: rows.lines[first]! } as const;
          faults.add({ ...location, column: "id", message });
        }
      } else if (!hasPosts || !isSameName(rows, row, first)) {
        const message = { code: "repeatedId", id, unit, location: rows.lines[first]! } as const;
        faults.add({ ...location, column: "id", message });
      } else {
        const [better, other] = (facts.shares[row] ?? 0) > (facts.shares[kept] ?? 0) ? [row, kept] : [kept, row];
        dropped.add(other);
        kept = better;
      }
    }
    for (const row of [first, ...others]) if (dropped.has(row)) noteSecondPost(rows, row, kept, unit, findings);
  }
  return dropped.size + renumbered.size === 0 ? builder : copyRows(rows, dropped, renumbered);
}

/** A single number with a letter among others without is a typo. */
function checkPersonnelNumbers(
  builder: RosterBuilder,
  { personnelNumbers }: RowFacts,
  unit: LocationUnit,
  repeated: ReadonlySet<number>,
  faults: FaultList,
  findings: FindingList,
): void {
  const { ids, lines } = builder.addedRows();
  const numbers = Object.entries(personnelNumbers);
  if (numbers.length * 2 >= ids.length) {
    // A repeated id may be replaced by another one.
    const [row, value] = numbers.find(([row]) => !repeated.has(ids[Number(row)]!)) ?? [];
    if (value !== undefined) findings.note({ code: "personnelNumbers", value, id: ids[Number(row)]! });
    return;
  }
  for (const [row, value] of numbers) {
    faults.add({ [unit]: lines[Number(row)]!, column: "id", message: { code: "notAnId", value, damage: null } });
  }
}

function isSameName({ columns }: AddedRows, row: number, other: number): boolean {
  return nameFieldNames.every((name) => {
    const { values, codes } = columns[name];
    const [a, b] = [values[codes[row]!]!, values[codes[other]!]!];
    return a === b || spellingOf(a) === spellingOf(b);
  });
}

function spellingOf(text: string): string {
  return splitWords(text).map(spellingKey).join(" ");
}

function noteSecondPost(
  { columns, lines }: AddedRows,
  row: number,
  kept: number,
  unit: LocationUnit,
  findings: FindingList,
): void {
  const textOf = (name: keyof typeof columns, at: number): string => columns[name].values[columns[name].codes[at]!]!;
  const value = nameFieldNames
    .map((name) => textOf(name, row))
    .filter((part) => part !== "")
    .join(" ");
  const [degree, keptDegree] = [textOf("degree", row), textOf("degree", kept)];
  const message = { code: "secondPost", value, degree, keptDegree, unit, location: lines[kept]! } as const;
  findings.skip({ [unit]: lines[row]!, message });
}

/** The rows without some of them, and others with placeholders for their ids. */
function copyRows(
  { ids, lines, columns }: AddedRows,
  dropped: ReadonlySet<number>,
  renumbered: ReadonlySet<number>,
): RosterBuilder {
  const builder = createRosterBuilder();
  for (let row = 0; row < ids.length; row++) {
    if (dropped.has(row)) continue;
    const texts = textFieldNames.map((name) => columns[name].values[columns[name].codes[row]!]!);
    // After the placeholders of all rows without an id.
    builder.add(renumbered.has(row) ? missingId(ids.length + row) : ids[row]!, texts, lines[row]!);
  }
  return builder;
}
