/** A SQLite file as the store's database. */
import { Database as Connection, constants, type SQLQueryBindings, type Statement } from "bun:sqlite";
import { accessSync, existsSync, mkdirSync, constants as modes, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type Database,
  DatabaseBusyError,
  DatabaseFullError,
  DatabaseMissingError,
  DatabaseReadOnlyError,
  insertStatement,
  type OpenOptions,
  type Queries,
  type Remainder,
} from "../engine.ts";

interface SqliteFile {
  readonly path: string;
  readonly url: string;
  readonly lockWaitMs: number;
  readonly create: boolean;
}

/**
 * Opens the file for reading; it is opened for writing only during a write. A writable connection copies its log into
 * the file on close, which would destroy a backup that was restored over the file. Throws if the file can't be opened,
 * and on every query after the open files were replaced.
 */
export async function openSqlite(
  url: string,
  relativePath: string,
  { lockWaitMs, create = true }: OpenOptions,
): Promise<Database> {
  const path = resolve(relativePath);
  const file: SqliteFile = { path, url, lockWaitMs, create };
  if (!existsSync(path)) connectToWrite(file).close();
  const { connection, isImmutable } = connectToRead(file);
  const reader = openSession(connection);
  const checkFiles = createFileCheck(path, url, isImmutable);

  /**
   * Opens a writable connection, because only such a connection removes the log, if it is the last one to close. A
   * remaining log would be applied to any file that is copied over this one later. The connection is opened before the
   * reader is closed, because the first connection to a file reads its whole log. Null if there is no log, or if the
   * files were replaced or are read-only.
   */
  function openToRemoveLog(): Connection | null {
    try {
      checkFiles();
      return existsSync(`${path}-wal`) ? connectToWrite({ ...file, create: false }) : null;
    } catch {
      return null;
    }
  }

  /** Settles with the last transaction. Queries wait for it, so they see what it wrote. */
  let written: Promise<unknown> = Promise.resolve();

  function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = written.then(work).catch((error: unknown) => {
      throw codeOf(error) === "SQLITE_FULL" ? new DatabaseFullError(url, error) : error;
    });
    written = result.catch(() => {});
    return result;
  }

  const write: Database["write"] = (work) => enqueue(() => transact(file, work));

  const queries: Queries = {
    async query<Row>(text: string, values?: readonly unknown[]) {
      await written;
      checkFiles();
      return reader.run<Row>(text, values);
    },
    insert: reader.queries.insert,
  };
  return {
    ...queries,
    name: `sqlite:${path}`,
    url,
    dialect: {
      clustered: " without rowid",
      findTable: "select name from sqlite_master where type = 'table' and name = $1",
    },
    // Polling a file is almost free.
    pollMs: 300,
    askAgainMs: Number.POSITIVE_INFINITY,
    // The rows of a version never change, so reads are consistent without a transaction.
    read: (work) => work(queries),
    write,
    snapshot: (work) => readSnapshot(file, work),
    compact: () => enqueue(() => compactFile(file)),
    prepare: async (statement) => void (await write((own) => own.query(statement))),
    inspect: async () => ({ mayPublish: isWritable(path), clockMs: null }),
    identify: async () => null,
    announce: async () => {},
    listen() {},
    async close() {
      const last = openToRemoveLog();
      reader.close();
      last?.close();
    },
  };
}

async function transact<Result>(file: SqliteFile, work: (queries: Queries) => Promise<Result>): Promise<Result> {
  const writer = openWriter(file);
  try {
    const result = await work(writer.queries);
    writer.run("commit");
    // Copies the log into the file as far as readers allow, so a copy of the file is complete. Readers never do this.
    try {
      writer.run("pragma wal_checkpoint(passive)");
    } catch {
      // Committed content is in the log; the next writer copies it.
    }
    return result;
  } finally {
    // Closing rolls back an uncommitted transaction.
    writer.close();
  }
}

/** Runs `work` in a transaction that only reads, on a connection of its own. */
async function readSnapshot<Result>(file: SqliteFile, work: (queries: Queries) => Promise<Result>): Promise<Result> {
  const reader = openSession(connectToRead(file).connection);
  try {
    reader.run("begin");
    return await work(reader.queries);
  } finally {
    reader.close();
  }
}

/**
 * Rewrites the file without deleted rows. Unless a reader needs the log, also empties the log, because it has copies of
 * old pages.
 */
async function compactFile(file: SqliteFile): Promise<readonly Remainder[]> {
  const writer = openSession(connectToWrite({ ...file, create: false }));
  let isBusy = false;
  try {
    writer.run("vacuum");
  } finally {
    // The log is emptied after a failure too, because the log of a failed VACUUM would occupy the last space of a full
    // disk.
    try {
      isBusy = writer.run<{ busy: number }>("pragma wal_checkpoint(truncate)")[0]?.busy === 1;
    } finally {
      writer.close();
    }
  }
  return isBusy ? [{ code: "sqliteLog", path: `${file.path}-wal` }] : [];
}

/** Opens a session with a transaction that holds the write lock. */
function openWriter(file: SqliteFile) {
  let writer: ReturnType<typeof openSession> | undefined;
  try {
    writer = openSession(connectToWrite(file));
    writer.run("begin immediate");
    return writer;
  } catch (error) {
    writer?.close();
    const { message, cause } = error as Error;
    const code = codeOf(error) || codeOf(cause);
    if (code === "SQLITE_BUSY") throw new DatabaseBusyError(file.url, file.lockWaitMs);
    if (!isReadOnly(code)) throw error;
    throw new DatabaseReadOnlyError(`${file.url} is read-only: ${message}`, { cause: error });
  }
}

/** A read-only connection, and whether it treats the file as immutable. */
function connectToRead(file: SqliteFile): { readonly connection: Connection; readonly isImmutable: boolean } {
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

function connectToWrite(file: SqliteFile): Connection {
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
function isReadOnly(code: string): boolean {
  return /^SQLITE_(?:READONLY|CANTOPEN)/.test(code);
}

function codeOf(error: unknown): string {
  return (error as { code?: string } | undefined)?.code ?? "";
}

/** Rows per INSERT. Larger statements cost SQLite more time than they save in calls. */
const statementRows = 50;

function openSession(connection: Connection) {
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
 * Detects that open files were replaced. SQLite would keep reading the old files, so a server would never see a
 * database that was restored over them.
 */
function createFileCheck(path: string, url: string, isImmutable: boolean): () => void {
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
        throw new Error(`The file of ${url}${ending} was ${change} while it was open`);
      }
    }
  };
}

/** Whether the file and its folder can be written to, because a write creates files beside it. */
function isWritable(path: string): boolean {
  try {
    for (const name of [path, dirname(path)]) accessSync(name, modes.W_OK);
    return true;
  } catch {
    return false;
  }
}
