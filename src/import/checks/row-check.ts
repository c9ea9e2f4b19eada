/** Checks the rows of all formats: the texts and the id of each row, and at the end the repeated ids. */
import { missingId } from "../../domain/changes/id-assignment.ts";
import { normalizeText, textKey } from "../../domain/names/names.ts";
import {
  type AddedRows,
  createRosterBuilder,
  type RosterBuilder,
  textAtPosition,
  textsAtPosition,
} from "../../domain/roster.ts";
import { findTextFault, nameFieldNames, textFieldNames, textLengthMax } from "../../domain/teacher.ts";
import type { FaultList, FindingList, FoundFault } from "../fault.ts";
import type { LocationUnit, RowMessage } from "../message.ts";

type Text = string | null;

/** Facts about a teacher that only tables have, and that are not stored. */
export interface RowFact {
  readonly share?: number | undefined;
  readonly personnelNumber?: string | undefined;
}

export interface RowCheck {
  /**
   * Adds the teacher to the roster, or reports its faults. `texts` are the values of {@link textFieldNames}. A field with a
   * reported fault is null.
   */
  add(location: number, id: number | null, texts: readonly Text[], fact?: RowFact): void;
  /** A new placeholder for a missing id; null if every row must have an id. */
  takeMissingId(): number | null;
  /** The distinct texts of the roster so far. */
  readonly texts: RosterBuilder["texts"];
  /** A new placeholder for an id. Unlike {@link takeMissingId}, never null. */
  takePlaceholder(): number;
  /** Adds a fault of the row at a location. */
  refuse(location: number, fault: Omit<FoundFault, "line" | "record">): void;
}

const nameIndexes = nameFieldNames.map((name) => textFieldNames.indexOf(name));

export function createRowCheck(
  builder: RosterBuilder,
  faults: FaultList,
  unit: LocationUnit,
  isIdOptional = false,
  facts: RowFacts = { shares: [], personnelNumbers: [] },
): RowCheck {
  let missing = 0;

  function refuse(location: number, fault: Omit<FoundFault, "line" | "record">): void {
    faults.add({ ...fault, [unit]: location });
  }

  /** The text as it is stored; null if it can't be stored. */
  function checkText(location: number, index: number, value: Text): Text {
    // Texts that the roster already has were checked before.
    if (value === null || builder.hasText(index, value)) return value;
    const column = textFieldNames[index]!;
    const text = normalizeText(value);
    const message = describeTextFault(text, value);
    if (message === undefined) return text;
    refuse(location, { column, message });
    return null;
  }

  return {
    add(location, id, texts, fact) {
      // A loop is faster, and every row comes through here.
      const stored: string[] = [];
      let isNameless = true;
      for (let i = 0; i < texts.length; i++) {
        const text = checkText(location, i, texts[i]!);
        if (text !== "" && nameIndexes.includes(i)) isNameless = false;
        // Faulty rows are added too, so repeated ids are detected.
        stored.push(text ?? "");
      }
      if (isNameless) refuse(location, { message: { code: "noName", rest: stored.find((text) => text !== "") ?? "" } });
      if (id === null) return;
      if (fact?.share !== undefined) facts.shares[builder.added] = fact.share;
      if (fact?.personnelNumber !== undefined) facts.personnelNumbers[builder.added] = fact.personnelNumber;
      builder.add(id, stored, location);
    },
    texts: builder.texts,
    takeMissingId: () => (isIdOptional ? missingId(missing++) : null),
    takePlaceholder: () => missingId(missing++),
    refuse,
  };
}

/** `value` is the text as the file has it. */
function describeTextFault(text: string, value: string): RowMessage | undefined {
  const code = findTextFault(text);
  if (code === "tooLong") return { code, value, length: [...text].length, max: textLengthMax };
  if (code !== "controlCharacter") return code && { code, value };
  return describeControl(value, /\p{Cc}/u.exec(text)![0]);
}

/** The fault of a control character, which must not be published. */
export function describeControl(value: string, found: string): RowMessage {
  const character = `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  return { code: "controlCharacter", value, character };
}

/** The facts of {@link RowFact} about the added rows, by position. */
export interface RowFacts {
  /** The share of a full post, if the table has such a column. */
  readonly shares: number[];
  /** The whole personnel number, if it has letters: `КН-001001`. */
  readonly personnelNumbers: string[];
}

interface RepeatedIdOptions {
  readonly unit: LocationUnit;
  /** Whether rows with the same id and name are posts of one person, as in tables. */
  readonly hasPosts: boolean;
  readonly acceptsMissingIds: boolean;
}

const personnelNumber = /^\p{L}{1,6}[\s./-]?(\d{1,15})$|^(\d{1,15})[\s./-]?\p{L}{1,6}$/u;

/** The digits of a personnel number with letters, such as `КН-001001`; null for other texts. */
export function findPersonnelDigits(text: string): string | null {
  const [, after, before] = personnelNumber.exec(text) ?? [];
  return after ?? before ?? null;
}

/** Reports repeated ids, and leaves out the rows of further posts. Returns the builder to continue with. */
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

/** If fewer than half of the rows have personnel numbers with letters, the letters are typos. */
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
    // The example must have an id that stays, and repeated ids may be replaced.
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

/** A copy without the dropped rows, and with placeholders for the ids of the renumbered rows. */
function copyRows(rows: AddedRows, dropped: ReadonlySet<number>, renumbered: ReadonlySet<number>): RosterBuilder {
  const { ids, lines } = rows;
  const builder = createRosterBuilder();
  for (let row = 0; row < ids.length; row++) {
    if (dropped.has(row)) continue;
    // These placeholders are higher than those of all rows without an id.
    builder.add(renumbered.has(row) ? missingId(ids.length + row) : ids[row]!, textsAtPosition(rows, row), lines[row]!);
  }
  return builder;
}
