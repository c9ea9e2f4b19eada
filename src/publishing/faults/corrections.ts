/** Suggests the right text of a faulty or odd cell, from its own text or from the published list. */
import {
  type ChangeDoubt,
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

/** A row whose differences from the published list are doubtful and can't be corrected. */
interface DoubtfulRow {
  readonly kind: DoubtKind | NewcomerDoubt;
  readonly line: number;
  /** The published person with this id; null for a newcomer. */
  readonly person: StoredTeacher | null;
}

export interface TableFaults {
  readonly faults: readonly Fault[];
  readonly warnings: readonly Fault[];
}

/**
 * Corrects a table: first the cells with faults, then the cells with warnings, then the rows with doubtful differences
 * from the current list. `people` are those of the current list. `usedIds` has the ids of all tables; this function
 * adds the ids that it fills in. Returns the corrections by fault or warning, the corrections of doubtful rows, and the
 * doubtful rows without corrections.
 */
export function correctTable(
  { columns, rows: given }: CollectedTable,
  { faults, warnings }: TableFaults,
  people: PublishedPeople,
  usedIds: Set<number>,
) {
  const ofFaults = new Map<Fault, readonly Correction[]>();
  const ofRows: Correction[] = [];
  const doubtful: DoubtfulRow[] = [];
  if (columns === undefined) return { ofFaults, ofRows, doubtful };
  // Corrections change these rows, so later corrections see the earlier ones.
  const rows = new Map(given);
  /** The columns of the cells with faults or warnings that are not corrected yet, by line. */
  const faulty = new Map<number | null, Set<number>>();
  for (const fault of [...faults, ...warnings]) {
    const own = faulty.get(fault.line) ?? new Set();
    faulty.set(fault.line, own.add(findFaultColumn(fault, columns)));
  }

  function describe(line: number) {
    return describeCells(rows.get(line) ?? [], columns!, faulty.get(line) ?? new Set());
  }

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

  /** Replaces the id of a row with the id of the published person whom the other cells of the row describe. */
  function correctId(line: number): Correction[] {
    const person = people.find({ ...describe(line), id: null }, ({ id }) => !usedIds.has(id));
    if (person === null) return [];
    usedIds.add(person.id);
    return correct(line, columns!.id, String(person.id));
  }

  /** Replaces the cells in these columns with the texts of a published person. */
  function restore(line: number, wanted: readonly number[], person: StoredTeacher): Correction[] {
    return wanted.flatMap((column) => correct(line, column, textOfColumn(person, column, columns!)));
  }

  function correctFault({ message, sheet }: Fault, line: number, column: number): Correction[] {
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
    const person = people.find(describe(line));
    const wanted = message.code === "noName" ? fieldColumnsOf(nameFieldNames, columns!) : [column];
    return person === null ? [] : restore(line, wanted, person);
  }

  function correctWarning({ message }: Fault, line: number, column: number): Correction[] {
    const text = normalizeText(rows.get(line)?.[column] ?? "");
    if (text === "") return [];
    const person = people.find(describe(line));
    const usual = person === null ? "" : textOfColumn(person, column, columns!);
    if (isMeant(text, usual)) return correct(line, column, usual);
    if (message.code === "rareDegree" && isOneEditApart(text, message.common)) {
      return correct(line, column, message.common);
    }
    const isName = columns!.texts.indexOf(column) !== textFieldNames.indexOf("degree");
    return correct(line, column, column === columns!.wholeName ? "" : (findOddities(text, isName)?.repaired ?? ""));
  }

  function settle(row: DoubtfulRow, corrections: readonly Correction[]): void {
    ofRows.push(...corrections);
    if (corrections.length === 0) doubtful.push(row);
  }

  for (const [list, correctOne] of [[faults, correctFault] as const, [warnings, correctWarning] as const]) {
    for (const fault of list) {
      if (fault.line === null) continue;
      const corrections = correctOne(fault, fault.line, findFaultColumn(fault, columns));
      if (corrections.length > 0) ofFaults.set(fault, corrections);
    }
  }
  const isFaulty = new Set(faults.flatMap((fault) => (ofFaults.has(fault) ? [] : (fault.line ?? []))));
  // If no row has an id, the officer is asked whether the program should assign ids.
  const fillsIds = usedIds.size > 0 && columns.id !== -1;
  const changed: { line: number; person: StoredTeacher; after: Texts; doubt: ChangeDoubt }[] = [];
  const teachers = [...rows.values()].filter((fields) => idOf(fields, columns) !== null);
  const checkNewcomer = createNewcomerCheck(teachers.map((fields) => readTexts(fields, columns, nobody)));
  for (const [line, fields] of rows) {
    if (isFaulty.has(line)) continue;
    if (fillsIds && normalizeText(fields[columns.id] ?? "") === "") ofRows.push(...correctId(line));
    const id = idOf(fields, columns);
    if (id === null) continue;
    const person = people.byId.get(id) ?? null;
    const after = readTexts(fields, columns, person ?? nobody);
    if (person !== null) {
      const doubt = findDoubt(person, after);
      if (doubt !== null) changed.push({ line, person, after, doubt });
    } else if (people.byId.size > 0) {
      const kind = checkNewcomer(after);
      if (kind === null) continue;
      const name = rearrange(after, kind);
      const wanted = name === null ? [] : fieldColumnsOf(nameFieldNames, columns);
      settle({ kind, line, person }, restore(line, wanted, { ...nobody, ...name }));
    }
  }
  // Two people may have exchanged their ids.
  const others = changed.filter(({ doubt }) => doubt.kind === "another");
  const owners = new Map(others.map(({ person }) => [nameKeyOf(person), String(person.id)]));
  for (const { line, person, after, doubt } of changed) {
    const ownerId = doubt.kind === "another" ? (owners.get(nameKeyOf(after)) ?? "") : "";
    const restored = restore(line, fieldColumnsOf(doubt.fields, columns), person);
    settle({ kind: doubt.kind, line, person }, [...restored, ...correct(line, columns.id, ownerId)]);
  }
  return { ofFaults, ofRows, doubtful };
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
  return nameFieldNames.map((name) => textKey(texts[name])).join("\n");
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
