/** Checks the rows of all formats: the texts and the id of each row, and at the end the repeated ids. */
import { missingId } from "../../domain/changes/id-assignment.ts";
import { normalizeText, textKey } from "../../domain/names/names.ts";
import {
  type AddedRows,
  copyTeachers,
  createRosterBuilder,
  type RosterBuilder,
  textAtPosition,
} from "../../domain/roster.ts";
import {
  controlCharacter,
  findTextFault,
  nameFieldNames,
  textFieldNames,
  textLengthMax,
} from "../../domain/teacher.ts";
import type { FaultList, FindingList } from "../fault.ts";
import type { RowMessage } from "../message.ts";
import { cutCell, isCut } from "../text/cell.ts";

type Text = string | null;

/** Facts about a teacher that only tables have, and that are not stored. */
export interface RowFact {
  /** The share of a full post. */
  readonly share?: number | undefined;
  /** The whole personnel number, if it has letters: `КН-001001`. */
  readonly personnelNumber?: string | undefined;
}

export type RowCheck = ReturnType<typeof createRowCheck>;

const nameIndexes = nameFieldNames.map((name) => textFieldNames.indexOf(name));

export function createRowCheck(faults: FaultList, isIdOptional = false) {
  const builder = createRosterBuilder();
  const facts: (RowFact | undefined)[] = [];
  let missing = 0;

  /** The text as it is stored; null if it can't be stored. */
  function checkText(line: number, index: number, value: Text): Text {
    // Texts that the roster already has were checked before.
    if (value === null || builder.hasText(index, value)) return value;
    const cell = cutCell(value);
    const text = normalizeText(cell);
    const message = isCut(cell) ? describeCut(cell) : describeTextFault(text, value);
    if (message === undefined) return text;
    faults.add({ line, column: textFieldNames[index]!, message });
    return null;
  }

  return {
    builder,
    /** The facts about each added row, by position; undefined for a row without facts. */
    facts: facts as readonly (RowFact | undefined)[],
    /**
     * Reports the faults of a row, and adds the row to the roster if it has an id. `texts` are the values of {@link
     * textFieldNames}. The caller passes null for a text whose fault it has reported.
     */
    add(line: number, id: number | null, texts: readonly Text[], fact?: RowFact): void {
      // A loop, because callbacks are slower and this code runs for every row.
      const stored: string[] = [];
      let isNameless = true;
      for (let i = 0; i < texts.length; i++) {
        const text = checkText(line, i, texts[i]!);
        if (text !== "" && nameIndexes.includes(i)) isNameless = false;
        // Faulty rows are added too, so repeated ids are detected.
        stored.push(text ?? "");
      }
      if (isNameless) {
        faults.add({ line, message: { code: "noName", rest: stored.find((text) => text !== "") ?? "" } });
      }
      if (id === null) return;
      if (fact !== undefined) facts[builder.added] = fact;
      builder.add(id, stored, line);
    },
    /** A new placeholder for a missing id; null if every row must have an id. */
    takeMissingId: (): number | null => (isIdOptional ? missingId(missing++) : null),
    /** A new placeholder for an id. Unlike `takeMissingId`, never null. */
    takePlaceholder: (): number => missingId(missing++),
  };
}

/** `value` is the text as the file has it. */
function describeTextFault(text: string, value: string): RowMessage | undefined {
  const code = findTextFault(text);
  if (code === "tooLong") return { code, value, length: [...text].length, max: textLengthMax };
  if (code !== "controlCharacter") return code && { code, value };
  return describeControl(value, controlCharacter.exec(text)![0]);
}

/** The fault of a text that was cut. */
export function describeCut(value: string): RowMessage {
  return { code: "tooLong", value, length: [...value].length, isCut: true, max: textLengthMax };
}

/** The fault of a control character, which must not be published. */
export function describeControl(value: string, found: string): RowMessage {
  const character = `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  return { code: "controlCharacter", value, character };
}

const personnelNumber = /^\p{L}{1,6}[\s./-]?(\d{1,15})$|^(\d{1,15})[\s./-]?\p{L}{1,6}$/u;

/** The digits of a personnel number with letters, such as `КН-001001`; null for other texts. */
export function findPersonnelDigits(text: string): string | null {
  const [, after, before] = personnelNumber.exec(text) ?? [];
  return after ?? before ?? null;
}

interface RepeatedIdOptions {
  /** Whether rows with the same id and name are posts of one person, as in tables. */
  readonly hasPosts: boolean;
  readonly acceptsMissingIds: boolean;
}

/** Reports repeated ids, and leaves out the rows of further posts. Returns the builder to continue with. */
export function settleRepeatedIds(
  { builder, facts }: Pick<RowCheck, "builder" | "facts">,
  { hasPosts, acceptsMissingIds }: RepeatedIdOptions,
  faults: FaultList,
  findings: FindingList,
): RosterBuilder {
  const repeated = builder.findRepeated();
  const rows = builder.addedRows();
  checkPersonnelNumbers(rows, facts, repeated, faults, findings);
  if (repeated.size === 0) return builder;
  const { unit } = faults.about;
  const repeatedRows = [...rows.ids.keys()].filter((row) => repeated.has(rows.ids[row]!));
  const groups = Map.groupBy(repeatedRows, (row) => rows.ids[row]!);
  const dropped = new Set<number>();
  const renumbered = new Set<number>();
  for (const [id, [first = 0, ...others]] of groups) {
    let kept = first;
    for (const row of others) {
      const fault = { line: rows.lines[row]!, column: "id" };
      const location = rows.lines[first]!;
      const [number, otherNumber] = [facts[row]?.personnelNumber, facts[first]?.personnelNumber];
      if (number !== otherNumber) {
        if (acceptsMissingIds) for (const at of [first, row]) renumbered.add(at);
        else {
          const [value, other] = [number ?? String(id), otherNumber ?? String(id)];
          faults.add({ ...fault, message: { code: "sameDigits", value, other, unit, location } });
        }
      } else if (!hasPosts || !isSameName(rows, row, first)) {
        faults.add({ ...fault, message: { code: "repeatedId", id, unit, location } });
      } else {
        const [better, other] = (facts[row]?.share ?? 0) > (facts[kept]?.share ?? 0) ? [row, kept] : [kept, row];
        dropped.add(other);
        kept = better;
      }
    }
    for (const row of [first, ...others]) if (dropped.has(row)) noteSecondPost(rows, row, kept, findings);
  }
  if (dropped.size + renumbered.size === 0) return builder;
  return copyTeachers(rows, (id, row) => {
    if (dropped.has(row)) return null;
    // These placeholders are higher than those of all rows without an id.
    return renumbered.has(row) ? missingId(rows.ids.length + row) : id;
  });
}

/** If fewer than half of the rows have personnel numbers with letters, the letters are typos. */
function checkPersonnelNumbers(
  { ids, lines }: AddedRows,
  facts: RowCheck["facts"],
  repeated: ReadonlySet<number>,
  faults: FaultList,
  findings: FindingList,
): void {
  const numbers = facts.flatMap((fact, row) => {
    const value = fact?.personnelNumber;
    return value === undefined ? [] : [{ row, value }];
  });
  if (numbers.length * 2 < ids.length) {
    for (const { row, value } of numbers) {
      faults.add({ line: lines[row]!, column: "id", message: { code: "notAnId", value, damage: null } });
    }
    return;
  }
  // The example must have an id that stays; repeated ids may be replaced.
  const example = numbers.find(({ row }) => !repeated.has(ids[row]!));
  if (example === undefined) return;
  findings.note({ code: "personnelNumbers", value: example.value, id: ids[example.row]! });
}

function isSameName(rows: AddedRows, row: number, other: number): boolean {
  return nameFieldNames.every((name) => {
    const [a, b] = [textAtPosition(rows, name, row), textAtPosition(rows, name, other)];
    return a === b || textKey(a) === textKey(b);
  });
}

/** Notes a second post. The unit is always the line, because only tables have second posts. */
function noteSecondPost(rows: AddedRows, row: number, kept: number, findings: FindingList): void {
  const parts = nameFieldNames.map((name) => textAtPosition(rows, name, row));
  const value = parts.filter((part) => part !== "").join(" ");
  const [degree, keptDegree] = [textAtPosition(rows, "degree", row), textAtPosition(rows, "degree", kept)];
  const message = { code: "secondPost", value, degree, keptDegree, unit: "line", location: rows.lines[kept]! } as const;
  findings.skip({ line: rows.lines[row]!, message });
}
