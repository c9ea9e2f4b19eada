/** Connections to a SQLite file: how they are opened, run statements, and notice that the file was replaced. */
import { Database as Connection, constants, type SQLQueryBindings, type Statement } from "bun:sqlite";
import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { explained, explainFailure, isFailure, StoreError, waitOf } from "../failure.ts";

/** Marks our files for SQLite: `tchr`. */
export const applicationId = 0x74636872;

export interface SqliteFile {
  readonly path: string;
  /** For display. */
  readonly name: string;
  readonly lockWaitMs: number;
  readonly create: boolean;
}

/** A read-only connection, and whether it treats the file as immutable. */
export function connectToRead(file: SqliteFile): { readonly connection: Connection; readonly isImmutable: boolean } {
  const { path } = file;
  // The first read opens the log beside the file, and creates it if it is missing.
  const open = (name: string, flags: number): Connection =>
    connect(file, name, constants.SQLITE_OPEN_READONLY | flags, ["select 1 from sqlite_master"]);
  try {
    return { connection: open(path, 0), isImmutable: false };
  } catch (error) {
    // No log can be created in a read-only folder or on a full disk, where an attempt leaves an empty one. Without a
    // log, the file is complete and can be read as immutable.
    const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
    const isComplete = isFailure(error, "full") ? !log?.size : isFailure(error, "denied") && log === undefined;
    if (!isComplete) throw error;
    return { connection: open(`${pathToFileURL(path)}?immutable=1`, constants.SQLITE_OPEN_URI), isImmutable: true };
  }
}

export function connectToWrite(file: SqliteFile): Connection {
  const { path, name, create } = file;
  explained(name, () => {
    if (create) mkdirSync(dirname(path), { recursive: true });
    else if (statSync(path, { throwIfNoEntry: false }) === undefined) throw new StoreError("missing", name);
  });
  const flags = constants.SQLITE_OPEN_READWRITE | (create ? constants.SQLITE_OPEN_CREATE : 0);
  // Readers continue during a write, and committed content survives a power failure.
  return connect(file, path, flags, ["pragma journal_mode = wal", "pragma synchronous = full"]);
}

function connect(file: SqliteFile, path: string, flags: number, statements: readonly string[]): Connection {
  let connection: Connection | undefined;
  try {
    connection = new Connection(path, flags);
    for (const statement of [`pragma busy_timeout = ${file.lockWaitMs}`, ...statements]) connection.run(statement);
    return connection;
  } catch (error) {
    connection?.close();
    throw explain(error, file);
  }
}

function explain(error: unknown, { name, lockWaitMs }: SqliteFile): Error {
  const isBusy = (error as { code?: string }).code?.startsWith("SQLITE_BUSY");
  return explainFailure(error, name, isBusy ? waitOf(lockWaitMs) : undefined);
}

export function openSession(connection: Connection, file: SqliteFile) {
  const statements = new Map<string, Statement>();

  function run<Row>(text: string, values: readonly unknown[] = []): Row[] {
    try {
      let statement = statements.get(text);
      if (statement === undefined) {
        // SQLite looks `$1` up by name, which is slow with many values, but uses `?1` as an index.
        statement = connection.prepare(text.replaceAll("$", "?"));
        statements.set(text, statement);
      }
      return statement.all(...(values as SQLQueryBindings[])) as Row[];
    } catch (error) {
      throw explain(error, file);
    }
  }

  return {
    run,
    queries: { query: async <Row>(text: string, values?: readonly unknown[]) => run<Row>(text, values) },
    close() {
      for (const statement of statements.values()) statement.finalize();
      connection.close();
    },
  };
}

/**
 * Detects that open files were replaced. SQLite would keep reading the old files, so a server would never see a copy
 * that was renamed into their place.
 */
export function createFileCheck({ path, name }: SqliteFile, isImmutable: boolean): () => void {
  const identify = (ending: string): string | null => {
    const stats = statSync(path + ending, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    return `${stats.dev} ${stats.ino} ${isImmutable ? `${stats.size} ${stats.mtimeMs}` : ""}`;
  };
  const opened = new Map(["", "-wal", "-shm"].map((ending) => [ending, identify(ending)]));
  return () => {
    for (const [ending, before] of opened) {
      const found = identify(ending);
      if (found === before) continue;
      // The first writer creates a log. Only a connection that treats the file as immutable must fail then, because it
      // would not read the log.
      if (before === null && !isImmutable) opened.set(ending, found);
      else {
        const change = found === null ? "moved away" : before === null ? "created" : "replaced";
        throw new StoreError("replaced", name + ending, change);
      }
    }
  };
}
