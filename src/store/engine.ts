/** The interface between the store and a database engine, and inserts of many rows in few statements. */

/** Runs statements on one connection or in one transaction, in the order of the calls. */
export interface Queries {
  /** Runs a statement with values for the placeholders `$1`, `$2` …, and returns rows as plain objects. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * Inserts rows by the engine's fastest method. `values` has the values of the first row in the order of the columns,
   * then those of the next row. The array must not change until the promise settles. If the engine runs in another
   * process, it calls `onSent` once the rows are sent, before they are written.
   */
  insert(table: string, columns: readonly string[], values: readonly unknown[], onSent?: () => void): Promise<void>;
}

export interface Database extends Queries {
  /** The URL without its password, for display. */
  readonly name: string;
  /** The URL that reopens this database, with its password. */
  readonly url: string;
  readonly dialect: Dialect;
  /** The delay between polls of the database. */
  readonly pollMs: number;
  /** How long a connection is used before a new one must find where the address leads. */
  readonly reopenMs: number;
  /**
   * Runs `work` on a consistent snapshot of the versions. With SQLite, the snapshot is consistent only until a version
   * is erased, pruned or restored.
   */
  read<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /** Runs `work` on a consistent snapshot of all tables. */
  snapshot<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /** Runs `work` in a transaction under the write lock. Waits up to `lockWaitMs` for the lock. */
  write<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /**
   * Frees the space of deleted rows and overwrites them, as far as the engine can. Returns where deleted rows may
   * remain.
   */
  compact(): Promise<readonly Remainder[]>;
  /**
   * Creates the schema that the URL names, and runs `statement` to create the table `migration`, which writers lock.
   * Skips what exists.
   */
  prepare(statement: string): Promise<void>;
  /** Reads the facts that `teachers status` shows. Changes nothing. */
  inspect(): Promise<EngineInspection>;
  /** Notifies all listeners when the transaction of `queries` commits, if the engine supports it. */
  announce(queries: Queries): Promise<void>;
  /** Calls back on notifications, and when a connection is lost or restored, if the engine supports it. */
  listen(onNotification: () => void): void;
  close(): Promise<void>;
}

/** A place where deleted rows may remain after `compact`. */
export type Remainder =
  | { readonly code: "sqliteLog"; readonly path: string }
  | { readonly code: "postgresLog" | "postgresStatistics" | "postgresFiles" };

export interface EngineInspection {
  /** Whether an import could be published here: the file is writable, or the role may insert rows. */
  readonly mayPublish: boolean;
  /** What is wrong with the pages of a SQLite file; null if nothing is. */
  readonly damage: string | null;
}

/** The SQL that differs between engines. */
export interface Dialect {
  /** The table option that stores rows in the order of the primary key. */
  readonly clustered: string;
  /** Returns a row if a table has the name in `$1`. */
  readonly findTable: string;
}

/** The progress of a long operation on the store, and its interruption. */
export interface ProgressOptions {
  /** Called once the write lock is held. */
  readonly onLocked?: () => void;
  /** Called after every batch with how much is done, and the total. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Aborts before the commit, so nothing is changed. */
  readonly signal?: AbortSignal | undefined;
}

export interface OpenOptions {
  /** How long a writer waits for another writer to finish. */
  readonly lockWaitMs: number;
  /** Whether a missing SQLite file is created; true by default. */
  readonly create?: boolean;
  /** Whether the schema that a PostgreSQL URL names may be missing, because the caller migrates next and creates it. */
  readonly createsSchema?: boolean;
  /** How long PostgreSQL may take for a reading statement; a minute by default. */
  readonly answerMs?: number;
}

/** The file of the database or its tables are missing, and must not be created. */
export class DatabaseMissingError extends Error {
  readonly databaseName: string;
  readonly missing: "file" | "tables";

  constructor(databaseName: string, missing: DatabaseMissingError["missing"] = "file") {
    super(missing === "file" ? `${databaseName} does not exist` : `Nothing is published yet in ${databaseName}`);
    this.databaseName = databaseName;
    this.missing = missing;
  }
}

/** Another file took the place of the database while it was open. Opening it again reads the new file. */
export class FileReplacedError extends Error {}

/** The schema that a PostgreSQL URL names is missing. The name may be misspelt, so only a migration creates it. */
export class SchemaMissingError extends Error {
  constructor(databaseName: string) {
    super(`${databaseName}: the schema does not exist; check its name, or create it with \`teachers migrate\``);
  }
}

/** The tables are from an older release, and the caller does not migrate. */
export class OutdatedTablesError extends Error {
  readonly databaseName: string;

  constructor(databaseName: string) {
    super(
      `${databaseName} has tables from an older release; run \`teachers migrate\` as the role or user that imports`,
    );
    this.databaseName = databaseName;
  }
}

/** Another writer held the write lock for longer than `lockWaitMs`. */
export class DatabaseBusyError extends Error {
  readonly databaseName: string;
  readonly lockWaitMs: number;

  constructor(databaseName: string, lockWaitMs: number) {
    super(
      `Another import has held ${databaseName} for more than ${lockWaitMs / 1000} s; try again when it has finished`,
    );
    this.databaseName = databaseName;
    this.lockWaitMs = lockWaitMs;
  }
}

/** The disk has no space left for a transaction. */
export class DatabaseFullError extends Error {
  readonly databaseName: string;

  constructor(databaseName: string, cause: unknown) {
    super(`${databaseName}: the disk is full; make some space, and run the command again`, { cause });
    this.databaseName = databaseName;
  }
}

/** The database can't be written to: it is a standby or read-only, or the role lacks the privilege. */
export class DatabaseReadOnlyError extends Error {}

/** Rows per batch. Larger batches are not faster, and smaller batches wait more often for PostgreSQL. */
const batchRows = 30_000;

/**
 * Inserts rows into `teacher` in batches. One batch is written while the next is gathered. `onWritten` is called after
 * each batch with the number of rows written so far.
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
    /** Adds a value. The values of a row must come in the order of the columns. */
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
