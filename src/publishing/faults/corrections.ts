/** Suggests the right text of a faulty or odd cell, from its own text or from the published list. */
import {
  createNewcomerCheck,
  type DoubtKind,
  findDoubt,
  type NewcomerDoubt,
} from "../../domain/changes/change-doubts.ts";
import { normalizeText, textKey } from "../../domain/names/names.ts";
import { isOneEditApart } from "../../domain/names/typing.ts";
import {
  type NameFieldName,
  nameFieldNames,
  parseId,
  type StoredTeacher,
  type TextFieldName,
  textFieldNames,
} from "../../domain/teacher.ts";
import { removeContact } from "../../import/checks/not-a-name.ts";
import { findOddities } from "../../import/checks/text-oddities.ts";
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

/** A row whose differences from the published list are doubtful and can't be corrected. */
export interface DoubtfulRow {
  readonly kind: DoubtKind | NewcomerDoubt;
  readonly sheet: SheetName;
  readonly line: number;
  /** The published person with this id; null for a newcomer. */
  readonly person: StoredTeacher | null;
}

interface FoundCorrections {
  /** The corrections of each fault or warning that has any. */
  readonly ofFaults: ReadonlyMap<Fault, readonly Correction[]>;
  /** The corrections of rows with doubtful differences. */
  readonly ofRows: readonly Correction[];
  readonly doubtful: readonly DoubtfulRow[];
}

/** Corrects cells with faults, then those with warnings, then rows. `published` are the people of the current list. */
export function findCorrections(
  tables: CollectedTables,
  { faults, warnings }: { readonly faults: readonly Fault[]; readonly warnings: readonly Fault[] },
  published: readonly StoredTeacher[],
): FoundCorrections {
  const ofFaults = new Map<Fault, readonly Correction[]>();
  const ofRows: Correction[] = [];
  const doubtful: DoubtfulRow[] = [];
  const people = createPeople(published);
  const usedIds = new Set([...tables.values()].flatMap(listIds));
  for (const [sheet, { columns, rows: given }] of tables) {
    if (columns === undefined) continue;
    // Later corrections see the earlier ones.
    const rows = new Map(given);
    const own = faults.filter((fault) => fault.sheet === sheet);
    const odd = warnings.filter((fault) => fault.sheet === sheet);
    const columnOf = ({ column }: Fault): number => columns.names.findIndex((name) => clipText(name) === column);
    const faultyColumns = Map.groupBy([...own, ...odd], ({ line }) => line);
    const corrected = new Set<string>();
    const describe = (line: number): KnownRow => {
      const faulty = (faultyColumns.get(line) ?? []).map(columnOf);
      const left = faulty.filter((column) => !corrected.has(`${line} ${column}`));
      return describeRow(rows.get(line) ?? [], columns, new Set(left));
    };

    /** Replaces the id of a row by the id of the person in its other cells. */
    function correctId(line: number): Correction[] {
      const person = people.find({ ...describe(line), id: null }, ({ id }) => !usedIds.has(id));
      if (person === null) return [];
      usedIds.add(person.id);
      return correct(line, columns!.id, String(person.id));
    }

    function correct(line: number, column: number, after: string): Correction[] {
      const fields = rows.get(line) ?? [];
      const before = fields[column] ?? "";
      if (column === -1 || after === "" || after === before) return [];
      corrected.add(`${line} ${column}`);
      const copy = [...fields];
      while (copy.length < column) copy.push("");
      copy[column] = after;
      rows.set(line, copy);
      return [{ sheet, line, column, before, after }];
    }

    /** Takes the texts of the columns from a person. */
    function restore(line: number, wanted: readonly number[], person: StoredTeacher): Correction[] {
      return wanted.flatMap((at) => correct(line, at, textOfColumn(person, at, columns!)));
    }

    function correctFault(fault: Fault, line: number): Correction[] {
      const { message } = fault;
      const column = columnOf(fault);
      const repaired = repairText(rows.get(line)?.[column] ?? "", message);
      if (repaired !== null) return correct(line, column, repaired);
      if (message.code === "notAnId") return correctId(line);
      // Either of the two rows may have the wrong id.
      if (message.code === "repeatedId") {
        const corrections = correctId(line);
        const isHere = (message.sheet ?? sheet) === sheet;
        return corrections.length === 0 && isHere ? correctId(message.location) : corrections;
      }
      if (!isTextFault(message) && message.code !== "noName") return [];
      const person = people.find(describe(line));
      const wanted = message.code === "noName" ? nameColumnsOf(columns!) : [column];
      return person === null ? [] : restore(line, wanted, person);
    }

    function correctWarning(fault: Fault, line: number): Correction[] {
      const { message } = fault;
      const column = columnOf(fault);
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

    for (const [list, correctOne] of [[own, correctFault] as const, [odd, correctWarning] as const]) {
      for (const fault of list) {
        const corrections = fault.line === null ? [] : correctOne(fault, fault.line);
        if (corrections.length > 0) ofFaults.set(fault, corrections);
      }
    }
    const isFaulty = new Set(own.flatMap((fault) => (ofFaults.has(fault) ? [] : (fault.line ?? []))));
    // If no row has an id, the officer is asked whether all get one.
    const fillsIds = usedIds.size > 0 && columns.id !== -1;
    const changed: ChangedRow[] = [];
    const checkNewcomer = createNewcomerCheck(
      [...rows.values()].flatMap((fields) => (isTeacher(fields, columns) ? readTexts(fields, columns, nobody) : [])),
    );
    for (const [line, fields] of rows) {
      if (isFaulty.has(line)) continue;
      const id = normalizeText(fields[columns.id] ?? "");
      if (id === "" && fillsIds) ofRows.push(...correctId(line));
      const person = people.byId(parseId(id));
      if (person === null && published.length > 0 && isTeacher(fields, columns)) {
        const texts = readTexts(fields, columns, nobody);
        const kind = checkNewcomer(texts);
        const name = kind === null ? null : rearrange(texts, kind);
        const corrections = name === null ? [] : restore(line, nameColumnsOf(columns), { ...nobody, ...name });
        ofRows.push(...corrections);
        if (kind !== null && corrections.length === 0) doubtful.push({ kind, sheet, line, person });
      }
      if (person === null) continue;
      const after = readTexts(fields, columns, person);
      const doubt = findDoubt(person, after);
      if (doubt === null) continue;
      const wanted = new Set(doubt.fields.map((name) => columnOfField(name, columns)));
      changed.push({ kind: doubt.kind, line, person, name: nameKeyOf(after), wanted: [...wanted] });
    }
    const strangers = new Map(changed.filter(isAnother).map(({ person }) => [nameKeyOf(person), person]));
    for (const row of changed) {
      const { kind, line, person, name, wanted } = row;
      // Two people may have exchanged their ids.
      const owner = isAnother(row) ? strangers.get(name) : undefined;
      const id = owner === undefined ? "" : String(owner.id);
      const corrections = isAnother(row) ? correct(line, columns.id, id) : restore(line, wanted, person);
      ofRows.push(...corrections);
      if (corrections.length === 0) doubtful.push({ kind, sheet, line, person });
    }
  }
  return { ofFaults, ofRows, doubtful };
}

interface ChangedRow extends Omit<DoubtfulRow, "sheet"> {
  readonly person: StoredTeacher;
  readonly name: string;
  readonly wanted: readonly number[];
}

const nobody: StoredTeacher = { id: 0, last_name: "", first_name: "", middle_name: "", degree: "" };

function isTeacher(fields: readonly string[], { id }: Columns): boolean {
  return parseId(normalizeText(fields[id] ?? "")) !== null;
}

/** The name of a newcomer in the right fields; null if that can't be known. */
function rearrange(texts: Omit<StoredTeacher, "id">, kind: NewcomerDoubt): Pick<StoredTeacher, NameFieldName> | null {
  const { last_name: last, first_name: first, middle_name: middle } = texts;
  if (kind === "incomplete" && first === "" && middle === "" && last.includes(" ")) {
    const { isDoubtful, last_name, first_name, middle_name } = splitWholeName(last);
    return isDoubtful ? null : { last_name, first_name, middle_name };
  }
  const isSwapped = kind === "rearranged" && /(?:вна|чна|вич|ьич|іч)$/iu.test(middle);
  return isSwapped ? { last_name: first, first_name: last, middle_name: middle } : null;
}

function isAnother({ kind }: Pick<DoubtfulRow, "kind">): boolean {
  return kind === "another";
}

/** Whether a text is probably a mistyped form of another: nearly equal, or equal with an addition. */
function isMeant(text: string, usual: string): boolean {
  const [key, usualKey] = [textKey(text), textKey(usual)];
  return usual !== "" && (isOneEditApart(key, usualKey) || key.startsWith(`${usualKey} `));
}

function nameKeyOf(texts: Omit<StoredTeacher, "id">): string {
  return nameFieldNames.map((name) => textKey(texts[name])).join("\n");
}

/** The column of a field, or the column of whole names if the field has none. */
function columnOfField(name: TextFieldName, { texts, wholeName }: Columns): number {
  const own = texts[textFieldNames.indexOf(name)]!;
  return wholeName !== -1 && (own === -1 || name !== "degree") ? wholeName : own;
}

/** The texts of a row as an import reads them. Fields without a column are those of the person. */
function readTexts(fields: readonly string[], columns: Columns, person: StoredTeacher): Omit<StoredTeacher, "id"> {
  const { wholeName } = columns;
  const split = wholeName === -1 ? null : splitWholeName(normalizeText(fields[wholeName] ?? ""));
  const read = (name: TextFieldName): string => {
    const column = columnOfField(name, columns);
    if (column === -1) return person[name];
    return column === wholeName ? split![name] : normalizeText(fields[column] ?? "");
  };
  const [last_name, first_name, middle_name, degree] = textFieldNames.map(read);
  return { last_name: last_name!, first_name: first_name!, middle_name: middle_name!, degree: degree! };
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

/** The facts about a person in the faultless cells of a row. */
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

/** A text with more gaps fits many names, and takes long to compare. */
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
    byId: (id: number | null): StoredTeacher | null => (id === null ? null : (byId.get(id) ?? null)),
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
