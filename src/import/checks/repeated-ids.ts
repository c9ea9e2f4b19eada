/** Rows with one id: several posts of one person, personnel numbers that differ by letters only, or faults. */
import { missingId } from "../../domain/changes/id-assignment.ts";
import { textKey } from "../../domain/names/names.ts";
import {
  type AddedRows,
  createRosterBuilder,
  type RosterBuilder,
  textAtPosition,
  textsAtPosition,
} from "../../domain/roster.ts";
import { nameFieldNames } from "../../domain/teacher.ts";
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
  const repeated = builder.findRepeated();
  checkPersonnelNumbers(builder, facts, unit, repeated, faults, findings);
  if (repeated.size === 0) return builder;
  const rows = builder.addedRows();
  const repeatedRows = [...rows.ids.keys()].filter((row) => repeated.has(rows.ids[row]!));
  const groups = Map.groupBy(repeatedRows, (row) => rows.ids[row]!);
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

function isSameName(rows: AddedRows, row: number, other: number): boolean {
  return nameFieldNames.every((name) => {
    const [a, b] = [textAtPosition(rows, name, row), textAtPosition(rows, name, other)];
    return a === b || textKey(a) === textKey(b);
  });
}

function noteSecondPost(rows: AddedRows, row: number, kept: number, unit: LocationUnit, findings: FindingList): void {
  const parts = nameFieldNames.map((name) => textAtPosition(rows, name, row));
  const value = parts.filter((part) => part !== "").join(" ");
  const [degree, keptDegree] = [textAtPosition(rows, "degree", row), textAtPosition(rows, "degree", kept)];
  const message = { code: "secondPost", value, degree, keptDegree, unit, location: rows.lines[kept]! } as const;
  findings.skip({ [unit]: rows.lines[row]!, message });
}

/** The rows without some of them, and others with placeholders for their ids. */
function copyRows(rows: AddedRows, dropped: ReadonlySet<number>, renumbered: ReadonlySet<number>): RosterBuilder {
  const { ids, lines } = rows;
  const builder = createRosterBuilder();
  for (let row = 0; row < ids.length; row++) {
    if (dropped.has(row)) continue;
    // After the placeholders of all rows without an id.
    builder.add(renumbered.has(row) ? missingId(ids.length + row) : ids[row]!, textsAtPosition(rows, row), lines[row]!);
  }
  return builder;
}
