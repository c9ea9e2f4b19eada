/** Suggests the right text of a faulty or odd cell, from its own text or from the published list. */
import {
  createNewcomerCheck,
  type DoubtKind,
  findDoubt,
  type NewcomerDoubt,
} from "../../domain/changes/change-doubts.ts";
import { normalizeText, textKey } from "../../domain/names/names.ts";
import { isOneEditApart } from "../../domain/names/typing.ts";
import { type NameFieldName, nameFieldNames, type StoredTeacher, textFieldNames } from "../../domain/teacher.ts";
import { removeContact } from "../../import/checks/not-a-name.ts";
import { findOddities } from "../../import/checks/text-oddities.ts";
import type { Fault } from "../../import/fault.ts";
import type { ImportMessage } from "../../import/message.ts";
import type { Columns } from "../../import/table/columns.ts";
import { splitWholeName } from "../../import/table/whole-name.ts";
import { describeCells, type PublishedPeople } from "./published-people.ts";
import {
  type CollectedTable,
  fieldColumnsOf,
  findFaultColumn,
  idOf,
  nobody,
  readTexts,
  type Texts,
  textOfColumn,
} from "./table-collector.ts";

/** A cell whose text is replaced. */
export interface Correction {
  readonly line: number;
  /** The index of the column. */
  readonly column: number;
  readonly before: string;
  readonly after: string;
}

/** A row whose differences from the published list are doubtful. */
interface DoubtfulRow {
  readonly kind: DoubtKind | NewcomerDoubt;
  readonly line: number;
  /** The published person with the id of the row; null for a newcomer. */
  readonly person: StoredTeacher | null;
}

interface SettledRow extends DoubtfulRow {
  /** Empty if the right texts can't be known. */
  readonly corrections: readonly Correction[];
}

export interface TableFaults {
  readonly faults: readonly Fault[];
  readonly warnings: readonly Fault[];
}

export interface TableCorrections {
  /** The corrections of cells by their fault or warning. */
  readonly ofFaults: ReadonlyMap<Fault, readonly Correction[]>;
  /** The corrections of doubtful rows, and the ids that are filled in. */
  readonly ofRows: readonly Correction[];
  /** The doubtful rows without corrections. */
  readonly doubtful: readonly DoubtfulRow[];
}

/**
 * Corrects a table: first the cells with faults, then the cells with warnings, then the rows with doubtful differences
 * from the current list, and last the empty ids. `people` are those of the current list. `usedIds` has the ids of all
 * tables; this function adds the ids that it fills in.
 */
export function correctTable(
  { columns, rows }: CollectedTable,
  { faults, warnings }: TableFaults,
  people: PublishedPeople,
  usedIds: Set<number>,
): TableCorrections {
  if (columns === undefined) return { ofFaults: new Map(), ofRows: [], doubtful: [] };
  const corrector = createCorrector(rows, columns, [...faults, ...warnings], people, usedIds);
  const ofFaults = new Map([
    ...correctCells(corrector, faults, correctFault),
    ...correctCells(corrector, warnings, correctWarning),
  ]);
  const isFaulty = new Set(faults.filter((fault) => !ofFaults.has(fault)).map(({ line }) => line));
  const lines = [...corrector.rows.keys()].filter((line) => !isFaulty.has(line));
  const settled = [...settleNewcomers(corrector, lines), ...settleChanged(corrector, lines)];
  // If an id is filled in, the row is not compared with the published person, who was found by the names in the row.
  // The next import compares the whole row. If no row has an id, the officer is asked whether the program should assign
  // ids.
  const filled = usedIds.size > 0 ? fillIds(corrector, lines) : [];
  return {
    ofFaults,
    ofRows: [...settled.flatMap(({ corrections }) => corrections), ...filled],
    doubtful: settled.filter(({ corrections }) => corrections.length === 0),
  };
}

type Corrector = ReturnType<typeof createCorrector>;

/** Corrects the cells of a table. Later corrections see the earlier ones. */
function createCorrector(
  given: CollectedTable["rows"],
  columns: Columns,
  faults: readonly Fault[],
  people: PublishedPeople,
  usedIds: Set<number>,
) {
  const rows = new Map(given);
  /** The columns of the cells with faults or warnings that are not corrected yet, by line. */
  const faulty = new Map<number | null, Set<number>>();
  for (const fault of faults) {
    const own = faulty.get(fault.line) ?? new Set();
    faulty.set(fault.line, own.add(findFaultColumn(fault, columns)));
  }

  const describe = (line: number) => describeCells(rows.get(line) ?? [], columns, faulty.get(line) ?? new Set());

  /** Replaces a cell. Returns nothing if the new text is empty or the same. */
  function correct(line: number, column: number, after: string): Correction[] {
    const fields = rows.get(line) ?? [];
    const before = fields[column] ?? "";
    if (column === -1 || after === "" || after === before) return [];
    faulty.get(line)?.delete(column);
    const copy = [...fields];
    copy[column] = after;
    rows.set(line, copy);
    return [{ line, column, before, after }];
  }

  return {
    columns,
    people,
    rows: rows as ReadonlyMap<number, readonly string[]>,
    correct,
    /** The only published person whom the cells of a row describe, or null. */
    findPerson: (line: number) => people.find(describe(line)),
    /** Replaces the id of a row with the id of the published person whom the other cells of the row describe. */
    correctId(line: number): Correction[] {
      const person = people.find({ ...describe(line), id: null }, ({ id }) => !usedIds.has(id));
      if (person === null) return [];
      usedIds.add(person.id);
      return correct(line, columns.id, String(person.id));
    },
    /** Replaces the cells in these columns with the texts of a published person. */
    restore(line: number, wanted: readonly number[], person: StoredTeacher): Correction[] {
      return wanted.flatMap((column) => correct(line, column, textOfColumn(person, column, columns)));
    },
  };
}

type CorrectCell = (corrector: Corrector, fault: Fault, line: number, column: number) => Correction[];

function correctCells(corrector: Corrector, faults: readonly Fault[], correctCell: CorrectCell) {
  return faults.flatMap((fault) => {
    if (fault.line === null) return [];
    const corrections = correctCell(corrector, fault, fault.line, findFaultColumn(fault, corrector.columns));
    return corrections.length === 0 ? [] : [[fault, corrections] as const];
  });
}

const correctFault: CorrectCell = (corrector, { message, sheet }, line, column) => {
  const { columns, rows, correct, correctId, findPerson, restore } = corrector;
  const repaired = repairText(rows.get(line)?.[column] ?? "", message);
  if (repaired !== null) return correct(line, column, repaired);
  if (message.code === "notAnId") return correctId(line);
  // Either of the two rows may have the wrong id.
  if (message.code === "repeatedId") {
    const corrections = correctId(line);
    const isHere = (message.sheet ?? sheet) === sheet;
    return corrections.length === 0 && isHere ? correctId(message.location) : corrections;
  }
  if (message.code !== "noName" && !textCodes.includes(message.code)) return [];
  const person = findPerson(line);
  const wanted = message.code === "noName" ? fieldColumnsOf(nameFieldNames, columns) : [column];
  return person === null ? [] : restore(line, wanted, person);
};

const correctWarning: CorrectCell = ({ columns, rows, correct, findPerson }, { message }, line, column) => {
  const text = normalizeText(rows.get(line)?.[column] ?? "");
  if (text === "") return [];
  const person = findPerson(line);
  const usual = person === null ? "" : textOfColumn(person, column, columns);
  if (isMeant(text, usual)) return correct(line, column, usual);
  if (message.code === "rareDegree" && isOneEditApart(text, message.common)) {
    return correct(line, column, message.common);
  }
  const isName = columns.texts.indexOf(column) !== textFieldNames.indexOf("degree");
  return correct(line, column, column === columns.wholeName ? "" : (findOddities(text, isName)?.repaired ?? ""));
};

/** Puts the names of doubtful newcomers into the right fields. */
function settleNewcomers({ columns, people, rows, restore }: Corrector, lines: readonly number[]): SettledRow[] {
  if (people.byId.size === 0) return [];
  const teachers = [...rows.values()].filter((fields) => idOf(fields, columns) !== null);
  const checkNewcomer = createNewcomerCheck(teachers.map((fields) => readTexts(fields, columns, nobody)));
  return lines.flatMap((line) => {
    const fields = rows.get(line)!;
    const id = idOf(fields, columns);
    if (id === null || people.byId.has(id)) return [];
    const after = readTexts(fields, columns, nobody);
    const kind = checkNewcomer(after);
    if (kind === null) return [];
    const name = rearrange(after, kind);
    const wanted = name === null ? [] : fieldColumnsOf(nameFieldNames, columns);
    return { kind, line, person: null, corrections: restore(line, wanted, { ...nobody, ...name }) };
  });
}

/** Restores the published texts in rows with doubtful changes. */
function settleChanged({ columns, people, rows, correct, restore }: Corrector, lines: readonly number[]): SettledRow[] {
  const changed = lines.flatMap((line) => {
    const fields = rows.get(line)!;
    const id = idOf(fields, columns);
    const person = id === null ? undefined : people.byId.get(id);
    if (person === undefined) return [];
    const after = readTexts(fields, columns, person);
    const doubt = findDoubt(person, after);
    return doubt === null ? [] : { line, person, after, doubt };
  });
  // Two people may have exchanged their ids.
  const others = changed.filter(({ doubt }) => doubt.kind === "another");
  const owners = new Map(others.map(({ person }) => [nameKeyOf(person), String(person.id)]));
  return changed.map(({ line, person, after, doubt: { kind, fields } }) => {
    const ownerId = kind === "another" ? (owners.get(nameKeyOf(after)) ?? "") : "";
    const restored = restore(line, fieldColumnsOf(fields, columns), person);
    return { kind, line, person, corrections: [...restored, ...correct(line, columns.id, ownerId)] };
  });
}

/** Fills in empty ids of published people. */
function fillIds({ columns, rows, correctId }: Corrector, lines: readonly number[]): Correction[] {
  if (columns.id === -1) return [];
  const empty = lines.filter((line) => normalizeText(rows.get(line)![columns.id] ?? "") === "");
  return empty.flatMap((line) => correctId(line));
}

/** The name of a newcomer with its parts in the right fields; null if these can't be known. */
function rearrange(texts: Texts, kind: NewcomerDoubt): Pick<StoredTeacher, NameFieldName> | null {
  const { last_name: last, first_name: first, middle_name: middle } = texts;
  if (kind === "incomplete" && first === "" && middle === "" && last.includes(" ")) {
    const { isDoubtful, last_name, first_name, middle_name } = splitWholeName(last);
    return isDoubtful ? null : { last_name, first_name, middle_name };
  }
  const isSwapped = kind === "rearranged" && /(?:вна|чна|вич|ьич|іч)$/iu.test(middle);
  return isSwapped ? { last_name: first, first_name: last, middle_name: middle } : null;
}

/** Whether a text is probably a mistyped form of another: one edit apart, or with words added. */
function isMeant(text: string, usual: string): boolean {
  const [key, usualKey] = [textKey(text), textKey(usual)];
  return usual !== "" && (isOneEditApart(key, usualKey) || key.startsWith(`${usualKey} `));
}

function nameKeyOf(texts: Texts): string {
  return JSON.stringify(nameFieldNames.map((name) => textKey(texts[name])));
}

/** The codes of faults where a cell has something other than a name or a degree. */
const textCodes: readonly ImportMessage["code"][] = [
  "controlCharacter",
  "replacementCharacter",
  "questionMarks",
  "formulaError",
  "misread",
  "contact",
  "dateInstead",
  "numberInstead",
  "tooLong",
];

/** The text that was probably intended; null if it can't be known. */
function repairText(text: string, message: ImportMessage): string | null {
  if (message.code === "contact") return removeContact(text);
  if (message.code !== "notAnId") return null;
  if (message.damage === "decimals") return text.trim().replace(/[.,]0+$/, "");
  return message.damage === "grouped" ? text.replace(/\D/g, "") : null;
}
