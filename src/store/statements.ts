/** Statements that insert many rows at once. */
import type { Queries } from "./engine.ts";

/** Rows per statement. SQLite accepts at most 32,766 values, PostgreSQL 65,535. */
export const writeRows = 2_000;

export interface RowInserter {
  /** Adds a value; those of a row come in the order of the columns. */
  push(value: unknown): void;
  /** Ends a row. Where that fills a statement, gives a promise of its end. */
  endRow(): Promise<void> | null;
  /** Writes the remaining rows. */
  finish(): Promise<void>;
}

/** Inserts rows in full statements. `onWritten` is called after each with the rows written so far. */
export function createRowInserter(
  queries: Queries,
  table: string,
  columns: readonly string[],
  onWritten: (rows: number) => Promise<void> = async () => {},
): RowInserter {
  // Made once, because the text of a statement of 2,000 rows takes long to make.
  let fullStatement: string | null = null;
  let values: unknown[] = [];
  let written = 0;

  async function write(): Promise<void> {
    const rows = values.length / columns.length;
    if (rows === writeRows) fullStatement ??= insertStatement(table, columns, writeRows);
    const statement = rows === writeRows ? fullStatement! : insertStatement(table, columns, rows);
    await queries.query(statement, values);
    written += rows;
    values = [];
    await onWritten(written);
  }

  return {
    push: (value) => void values.push(value),
    endRow: () => (values.length === writeRows * columns.length ? write() : null),
    async finish() {
      if (values.length > 0) await write();
    },
  };
}

export function insertStatement(table: string, columns: readonly string[], rows: number): string {
  const tuples = Array.from({ length: rows }, (_, row) => placeholders(row * columns.length + 1, columns.length));
  return `insert into ${table} (${columns.join(", ")}) values ${tuples.join(", ")}`;
}

/** `($7, $8, …)` for so many values from a number. */
export function placeholders(first: number, count: number): string {
  return `(${Array.from({ length: count }, (_, i) => `$${first + i}`).join(", ")})`;
}
