/** Inserts many rows with few statements. */
import type { Queries } from "./engine.ts";

/** Rows per batch. Larger ones are not faster, and smaller ones wait more often for PostgreSQL. */
const batchRows = 30_000;

/**
 * Inserts rows into `teacher` in batches. One batch is written while the next is gathered. `onWritten` is called after each
 * batch with the number of rows written so far.
 */
export function createRowInserter(
  queries: Queries,
  columns: readonly string[],
  onWritten: (rows: number) => Promise<void> = async () => {},
) {
  let values: unknown[] = [];
  let written = 0;
  /** Settles when the last batch is written. */
  let writing: Promise<void> = Promise.resolve();

  /** Waits for the previous batch, so that memory is bounded. */
  async function write(): Promise<void> {
    const before = writing;
    const rows = values.length / columns.length;
    const { promise: sent, resolve: onSent } = Promise.withResolvers<void>();
    writing = queries.insert("teacher", columns, values, onSent).then(() => {
      written += rows;
    });
    // The error is thrown where `writing` is awaited: by the next batch, or at the end.
    writing.catch(() => {});
    values = [];
    await before;
    // Waits until the batch is sent, because gathering the next one blocks the event loop and would delay the sending.
    await Promise.race([sent, writing]);
    if (written > 0) await onWritten(written);
  }

  return {
    /** Adds a value; those of a row come in the order of the columns. */
    push: (value: unknown): void => void values.push(value),
    /** Ends a row. If that fills a batch, returns a promise that must be awaited before the next row. */
    endRow: (): Promise<void> | null => (values.length === batchRows * columns.length ? write() : null),
    /** Writes the remaining rows. */
    async finish(): Promise<void> {
      if (values.length > 0) await write();
      await writing;
      if (written > 0) await onWritten(written);
    },
  };
}

export function insertStatement(table: string, columns: readonly string[], rows: number): string {
  const tuples = Array.from({ length: rows }, (_, row) => placeholders(row * columns.length + 1, columns.length));
  return `insert into ${table} (${columns.join(", ")}) values ${tuples.join(", ")}`;
}

/** `($7, $8, …)`: this many placeholders, numbered from `first`. */
export function placeholders(first: number, count: number): string {
  return `(${Array.from({ length: count }, (_, i) => `$${first + i}`).join(", ")})`;
}
