/** Connections to a SQLite file: how they are opened, run statements, and notice that the file was replaced. */
import { Database as Connection, constants, type SQLQueryBindings, type Statement } from "bun:sqlite";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { DatabaseMissingError, FileReplacedError, insertStatement } from "../engine.ts";

export interface SqliteFile {
  readonly path: string;
  readonly url: string;
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
    // No log can be created in a read-only folder. If there is no log, the file is complete and can be read as
    // immutable.
    if (!isReadOnly(codeOf((error as Error).cause)) || existsSync(`${path}-wal`)) throw error;
    return { connection: open(`${pathToFileURL(path)}?immutable=1`, constants.SQLITE_OPEN_URI), isImmutable: true };
  }
}

export function connectToWrite(file: SqliteFile): Connection {
  const { path, url, create } = file;
  try {
    if (create) mkdirSync(dirname(path), { recursive: true });
    else if (statSync(path, { throwIfNoEntry: false }) === undefined) throw new DatabaseMissingError(`sqlite:${path}`);
  } catch (error) {
    throw error instanceof DatabaseMissingError ? error : unopenable(url, error);
  }
  const flags = constants.SQLITE_OPEN_READWRITE | (create ? constants.SQLITE_OPEN_CREATE : 0);
  // Readers continue during a write, and committed content survives a power failure.
  return connect(file, path, flags, ["pragma journal_mode = wal", "pragma synchronous = full"]);
}

/** Opens a connection and runs statements on it. The cause of its errors has SQLite's code. */
function connect(
  { url, lockWaitMs }: SqliteFile,
  name: string,
  flags: number,
  statements: readonly string[],
): Connection {
  let connection: Connection | undefined;
  try {
    connection = new Connection(name, flags);
    for (const statement of [`pragma busy_timeout = ${lockWaitMs}`, ...statements]) connection.run(statement);
    return connection;
  } catch (error) {
    connection?.close();
    throw unopenable(url, error);
  }
}

function unopenable(url: string, error: unknown): Error {
  return new Error(`${url} can't be opened: ${(error as Error).message}`, { cause: error });
}

/** Whether a code of SQLite means that the file, its folder or its disk takes no writes. */
export function isReadOnly(code: string): boolean {
  return /^SQLITE_(?:READONLY|CANTOPEN)/.test(code);
}

export function codeOf(error: unknown): string {
  return (error as { code?: string } | undefined)?.code ?? "";
}

/** Rows per INSERT. Larger statements cost SQLite more time than they save in calls. */
const statementRows = 50;

export function openSession(connection: Connection) {
  const statements = new Map<string, Statement>();

  function run<Row>(text: string, values: readonly unknown[] = []): Row[] {
    let statement = statements.get(text);
    if (statement === undefined) {
      // SQLite looks `$1` up by name, which is slow with many values, but uses `?1` as an index.
      statement = connection.prepare(text.replaceAll("$", "?"));
      statements.set(text, statement);
    }
    return statement.all(...(values as SQLQueryBindings[])) as Row[];
  }

  return {
    run,
    queries: {
      query: async <Row>(text: string, values?: readonly unknown[]) => run<Row>(text, values),
      async insert(table: string, columns: readonly string[], values: readonly unknown[]): Promise<void> {
        const fullStatement = insertStatement(table, columns, statementRows);
        for (let from = 0; from < values.length; ) {
          const batch = values.slice(from, from + statementRows * columns.length);
          const rows = batch.length / columns.length;
          run(rows === statementRows ? fullStatement : insertStatement(table, columns, rows), batch);
          from += batch.length;
        }
      },
    },
    close() {
      for (const statement of statements.values()) statement.finalize();
      connection.close();
    },
  };
}

/**
 * Detects that open files were replaced: throws {@link FileReplacedError} if they must be opened again. SQLite would keep
 * reading the old files, so a server would never see a copy that was renamed into their place.
 */
export function createFileCheck(path: string, url: string, isImmutable: boolean): () => void {
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
        const message = `The file of ${url}${ending} was ${change} while it was open`;
        // A log may go with the last connection of another process. Without the database there is nothing to open again.
        const isReplaced = ending === "" ? found !== null : found === null;
        throw isReplaced ? new FileReplacedError(message) : new Error(message);
      }
    }
  };
}
