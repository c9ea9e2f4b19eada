/** Keeps the tables that an import reads, and reads the ids and texts of their rows. */
import { normalizeText } from "../../domain/names/names.ts";
import { isNameField, parseId, type StoredTeacher, type TextFieldName, textFieldNames } from "../../domain/teacher.ts";
import type { ReadOptions } from "../../import/context.ts";
import type { Fault } from "../../import/fault.ts";
import type { Columns } from "../../import/table/columns.ts";
import { cutCell } from "../../import/text/cell.ts";
import { clipText } from "../../read/language.ts";
import { splitWholeName } from "../../read/name-split.ts";

/** Null in a file with a single table. */
export type SheetName = string | null;

export interface CollectedTable {
  /** The rows that are not blank, by their lines. */
  readonly rows: Map<number, readonly string[]>;
  /** The last line of the header; 0 if none was found. */
  headerLine: number;
  /** Absent if no header was found, or if the header has too many columns. */
  columns?: Columns | undefined;
}

export type CollectedTables = ReadonlyMap<SheetName, CollectedTable>;

export interface TableCollector extends Required<Pick<ReadOptions, "onRow" | "onHeader">> {
  readonly tables: CollectedTables;
}

export function createTableCollector(): TableCollector {
  const tables = new Map<SheetName, CollectedTable>();

  function findTable(sheet: SheetName): CollectedTable {
    const table = tables.get(sheet) ?? { rows: new Map(), headerLine: 0 };
    tables.set(sheet, table);
    return table;
  }

  return {
    tables,
    onRow: (fields, line, sheet) => findTable(sheet).rows.set(line, fields),
    onHeader: (columns, line, sheet) => Object.assign(findTable(sheet), { columns, headerLine: line }),
  };
}

/** The texts of a row. */
type Texts = Omit<StoredTeacher, "id">;

export const nobody: StoredTeacher = {
  id: 0,
  ...(Object.fromEntries(textFieldNames.map((name) => [name, ""])) as Texts),
};

/** The index of the column of a fault; -1 if it is unknown. */
export function findFaultColumn({ column }: Fault, columns: Columns | undefined): number {
  return columns?.names.findIndex((name) => clipText(name) === column) ?? -1;
}

function textAt(fields: readonly string[], column: number): string {
  return normalizeText(cutCell(fields[column] ?? ""));
}

export function idOf(fields: readonly string[], { id }: Columns): number | null {
  return parseId(textAt(fields, id));
}

/**
 * The column of a field. If a table has a column of whole names, the parts of names are in that column, and so are
 * degrees without a column of their own.
 */
function fieldColumnOf(name: TextFieldName, { texts, wholeName }: Columns): number {
  const own = texts[textFieldNames.indexOf(name)]!;
  if (wholeName === -1) return own;
  return isNameField(name) || (name === "degree" && own === -1) ? wholeName : own;
}

/** The texts of a row as an import reads them. For a field without a column, returns the text of `person`. */
export function readTexts(fields: readonly string[], columns: Columns, person: StoredTeacher): Texts {
  const { wholeName } = columns;
  const split: Partial<Texts> = wholeName === -1 ? {} : splitWholeName(textAt(fields, wholeName));
  const entries = textFieldNames.map((name) => {
    const column = fieldColumnOf(name, columns);
    if (column === -1) return [name, person[name]];
    return [name, column === wholeName ? split[name] : textAt(fields, column)];
  });
  return Object.fromEntries(entries) as Texts;
}
