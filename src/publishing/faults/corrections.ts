/** Suggests what a faulty cell should hold, from its own text or from the published list. */
import { normalizeText, textKey } from "../../domain/names/names.ts";
import {
  type NameFieldName,
  nameFieldNames,
  parseId,
  type StoredTeacher,
  textFieldNames,
} from "../../domain/teacher.ts";
import { removeContact } from "../../import/checks/not-a-name.ts";
import { clipText, type Fault } from "../../import/fault.ts";
import type { ImportMessage } from "../../import/message.ts";
import type { Columns } from "../../import/table/columns.ts";
import { splitWholeName } from "../../import/table/whole-name.ts";
import type { CollectedTable, CollectedTables, SheetName } from "./table-collector.ts";

/** A cell whose text is replaced. */
export interface Correction {
  readonly sheet: SheetName;
  readonly line: number;
  /** The index of the column. */
  readonly column: number;
  readonly before: string;
  readonly after: string;
}

/** The corrections of each fault that has any. `published` are the people of the current list. */
export function findCorrections(
  tables: CollectedTables,
  faults: readonly Fault[],
  published: readonly StoredTeacher[],
): Map<Fault, readonly Correction[]> {
  const found = new Map<Fault, readonly Correction[]>();
  const people = createPeople(published);
  const usedIds = new Set([...tables.values()].flatMap(listIds));
  const bySheet = Map.groupBy(faults, ({ sheet }) => sheet);
  for (const [sheet, own] of bySheet) {
    const { columns, rows } = tables.get(sheet) ?? {};
    if (columns === undefined || rows === undefined) continue;
    const columnOf = ({ column }: Fault): number => columns.names.findIndex((name) => clipText(name) === column);
    const faultyColumns = Map.groupBy(own, ({ line }) => line);
    const describe = (line: number): KnownRow => {
      const faulty = new Set((faultyColumns.get(line) ?? []).map(columnOf));
      return describeRow(rows.get(line) ?? [], columns, faulty);
    };

    /** Replaces the id of a row by that of the person that its other cells name. */
    function correctId(line: number): Correction[] {
      const person = people.find({ ...describe(line), id: null }, ({ id }) => !usedIds.has(id));
      if (person === null) return [];
      usedIds.add(person.id);
      return correct(line, columns!.id, String(person.id));
    }

    function correct(line: number, column: number, after: string): Correction[] {
      const before = rows!.get(line)?.[column] ?? "";
      return column === -1 || after === "" || after === before ? [] : [{ sheet, line, column, before, after }];
    }

    for (const fault of own) {
      const { line, message } = fault;
      if (line === null) continue;
      const column = columnOf(fault);
      const repaired = repairText(rows.get(line)?.[column] ?? "", message);
      let corrections: Correction[] = [];
      if (repaired !== null) corrections = correct(line, column, repaired);
      else if (message.code === "notAnId") corrections = correctId(line);
      // Either of the two may be wrong.
      else if (message.code === "repeatedId") {
        corrections = correctId(line);
        const isHere = (message.sheet ?? sheet) === sheet;
        if (corrections.length === 0 && isHere) corrections = correctId(message.location);
      } else if (isTextFault(message) || message.code === "noName") {
        const person = people.find(describe(line));
        const wanted = message.code === "noName" ? nameColumnsOf(columns) : [column];
        if (person !== null) corrections = wanted.flatMap((at) => correct(line, at, textOfColumn(person, at, columns)));
      }
      if (corrections.length > 0) found.set(fault, corrections);
    }
  }
  return found;
}

function listIds({ rows, columns }: CollectedTable): number[] {
  return columns === undefined ? [] : [...rows.values()].flatMap((fields) => parseId(fields[columns.id] ?? "") ?? []);
}

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

/** Whether a cell holds something other than a name or a degree. */
function isTextFault({ code }: ImportMessage): boolean {
  return textCodes.includes(code);
}

/** The text as it was probably meant; null if that can't be known. */
function repairText(text: string, message: ImportMessage): string | null {
  if (message.code === "contact") return removeContact(text);
  if (message.code !== "notAnId") return null;
  if (message.damage === "decimals") return text.trim().replace(/[.,]0+$/, "");
  return message.damage === "grouped" ? text.replace(/\D/g, "") : null;
}

function nameColumnsOf({ wholeName, texts }: Columns): number[] {
  return wholeName === -1 ? nameFieldNames.map((name) => texts[textFieldNames.indexOf(name)]!) : [wholeName];
}

/** The text of a person in a column. */
function textOfColumn(person: StoredTeacher, column: number, { id, texts, wholeName }: Columns): string {
  if (column === id) return String(person.id);
  if (column !== wholeName) return person[textFieldNames[texts.indexOf(column)]!];
  const name = nameFieldNames.map((field) => person[field]).filter((part) => part !== "");
  const hasDegree = texts[textFieldNames.indexOf("degree")] === -1 && person.degree !== "";
  return hasDegree ? `${name.join(" ")}, ${person.degree}` : name.join(" ");
}

/** What the cells without faults of a row say about its person. */
interface KnownRow {
  readonly id: number | null;
  readonly parts: readonly (readonly [name: NameFieldName, key: string])[];
  readonly degree: string;
  /** Whether a person matches the cells that have lost letters. */
  readonly fits: (person: StoredTeacher) => boolean;
  /** The number of cells with lost letters. */
  readonly partial: number;
}

function describeRow(fields: readonly string[], columns: Columns, faulty: ReadonlySet<number>): KnownRow {
  const textAt = (index: number): string => (faulty.has(index) ? "" : normalizeText(fields[index] ?? ""));
  const textOf = (name: (typeof textFieldNames)[number]) => textAt(columns.texts[textFieldNames.indexOf(name)]!);
  const split = columns.wholeName === -1 ? null : splitWholeName(textAt(columns.wholeName));
  const parts = nameFieldNames.map((name) => [name, textKey(split?.[name] ?? textOf(name))] as const);
  const damaged = [...faulty].filter((index) => hasLostLetters(fields[index] ?? ""));
  const patterns = damaged.map((index) => [index, patternOf(normalizeText(fields[index]!))] as const);
  return {
    id: parseId(textAt(columns.id)),
    parts: parts.filter(([, key]) => key !== ""),
    degree: textOf("degree"),
    fits: (person) => patterns.every(([index, pattern]) => pattern.test(textOfColumn(person, index, columns))),
    partial: patterns.length,
  };
}

const gap = /[?\ufffd]+/;

/** Many gaps fit many names, and take long to compare. */
const gapsMax = 4;

/** Whether a text has letters, and others were lost: `Шевч?нко` */
function hasLostLetters(text: string): boolean {
  const gaps = text.split(gap).length - 1;
  return gaps > 0 && gaps <= gapsMax && /\p{L}/u.test(text);
}

function patternOf(text: string): RegExp {
  const kept = text.split(gap).map((part) => RegExp.escape(part));
  return new RegExp(`^${kept.join(".+")}$`, "iu");
}

function createPeople(published: readonly StoredTeacher[]) {
  const byId = new Map(published.map((person) => [person.id, person]));
  const byPart = new Map<string, StoredTeacher[]>();
  for (const person of published) {
    for (const name of nameFieldNames) {
      const key = `${name} ${textKey(person[name])}`;
      const others = byPart.get(key);
      if (others === undefined) byPart.set(key, [person]);
      else others.push(person);
    }
  }
  return {
    /** The only person that a row can mean; null if there is none, or more than one. */
    find(row: KnownRow, isFree: (person: StoredTeacher) => boolean = () => true): StoredTeacher | null {
      const { id, parts, degree, fits, partial } = row;
      const isMeant = (person: StoredTeacher): boolean =>
        isFree(person) && fits(person) && parts.every(([name, key]) => textKey(person[name]) === key);
      const evidence = parts.length + partial;
      if (id !== null) {
        const person = byId.get(id);
        const isCertain = evidence > 0 || (degree !== "" && degree === person?.degree);
        return person !== undefined && isCertain && isMeant(person) ? person : null;
      }
      if (evidence < 2 || parts.length === 0) return null;
      const lists = parts.map(([name, key]) => byPart.get(`${name} ${key}`) ?? []);
      const [shortest = []] = lists.sort((a, b) => a.length - b.length);
      const found = shortest.filter(isMeant);
      return found.length === 1 ? found[0]! : null;
    },
  };
}
