/** The interface between the store and a database engine. */
import { StoreError } from "./failure.ts";

/** Runs statements on one connection or in one transaction, in the order of the calls. */
export interface Queries {
  /** Runs a statement with values for the placeholders `$1`, `$2` …, and returns rows as plain objects. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** All of its errors are explained, see `failure.ts`. */
export interface Database extends Queries {
  /** The URL without its password, for display. */
  readonly name: string;
  readonly dialect: Dialect;
  /** Runs `work` on a consistent snapshot of all tables. */
  read<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /** Runs `work` in a transaction. Waits for the lock at most `lockWaitMs`, without blocking the process. */
  write<Result>(work: (queries: Queries) => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Frees and overwrites the space of deleted rows, as far as the engine can. Returns where such rows may remain. */
  compact(): Promise<readonly Remainder[]>;
  /** Creates the schema of the URL if it is missing, and runs `statement`, which creates the table that writers lock. */
  prepare(statement: string): Promise<void>;
  /** Why nothing can be published: the file or the role is read-only, or a standby; null if something can. Changes nothing. */
  findRefusal(): Promise<Error | null>;
  /** What is wrong with the pages of a SQLite file; null if nothing is. Reads all of them, and blocks meanwhile. */
  findDamage(): string | null;
  close(): Promise<void>;
}

/** A place where deleted rows may remain after `compact`. */
export type Remainder =
  | { readonly code: "sqliteLog" | "sqliteBeside"; readonly path: string }
  | { readonly code: "postgresLog" | "postgresFiles" };

/** Throws if the pages of a SQLite file are damaged. */
export function refuseDamage({ findDamage, name }: Database): void {
  const damage = findDamage();
  if (damage !== null) throw new StoreError("damaged", name, damage);
}

/** The SQL that differs between engines. */
export interface Dialect {
  /** The table option that stores rows in the order of the primary key. */
  readonly clustered: string;
  readonly afterSchema: readonly string[];
  /** Returns a row if a table has the name in `$1`. */
  readonly findTable: string;
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

export function insertStatement(table: string, columns: readonly string[], rows: number): string {
  const tuples = Array.from({ length: rows }, (_, row) => placeholders(row * columns.length + 1, columns.length));
  return `insert into ${table} (${columns.join(", ")}) values ${tuples.join(", ")}`;
}

/** `($7, $8, …)`: this many placeholders, numbered from `first`. */
export function placeholders(first: number, count: number): string {
  return `(${Array.from({ length: count }, (_, i) => `$${first + i}`).join(", ")})`;
}
