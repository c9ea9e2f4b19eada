/** Keeps the tables that an import reads, so that they can be written again with corrections. */
import type { ReadOptions } from "../../import/context.ts";
import type { Columns } from "../../import/table/columns.ts";

/** Null in a file with a single table. */
export type SheetName = string | null;

export interface CollectedTable {
  /** The rows that are not blank, by their lines. */
  readonly rows: Map<number, readonly string[]>;
  /** The last line of the header; 0 if none was found. */
  headerLine: number;
  /** Absent if the header has faults. */
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
