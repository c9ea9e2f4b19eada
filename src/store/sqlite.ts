/** A SQLite file as the store's database. */
import { Database as Connection, constants, type SQLQueryBindings, type Statement } from "bun:sqlite";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { LRUCache } from "lru-cache";
import {
  type Database,
  DatabaseBusyError,
  DatabaseMissingError,
  DatabaseReadOnlyError,
  type Dialect,
  type OpenOptions,
  type Queries,
} from "./engine.ts";
import { watchFiles } from "./sqlite-files.ts";

const dialect: Dialect = {
  clustered: " without rowid",
  findTable: "select name from sqlite_master where type = 'table' and name = $1",
};
/** Polling a file is almost free. */
const pollMs = 300;

/** The most cached prepared statements. The store has fewer, except inserts of the remaining rows, which differ in size. */
const statementsMax = 32;

/**
 * Opens the file for reading; it is opened for writing only during a write. A writable connection copies its log into the
 * file on close, which would destroy a backup that was restored over the file. Throws if the file can't be opened, and on
 * every query after the open files were replaced.
 */
export async function openSqlite(url: string, relativePath: string, options: OpenOptions): Promise<Database> {
  const path = resolve(relativePath);
  if (!existsSync(path)) connect(path, url, options).close();
  const { connection, isImmutable } = connectToRead(path, url, options);
  const reader = openSession(connection);
  const files = watchFiles(path, url, isImmutable);

  async function transact<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    const writer = openWriter();
    try {
      const result = await work({ query: async (text, values) => writer.run(text, values) });
      writer.run("commit");
      copyLog(writer);
      return result;
    } finally {
      // Closing rolls back an uncommitted transaction.
      writer.close();
    }
  }

  /** Opens a session with a transaction that holds the write lock. */
  function openWriter(): Session {
    let writer: Session | undefined;
    try {
      writer = openSession(connect(path, url, options));
      writer.run("begin immediate");
      return writer;
    } catch (error) {
      writer?.close();
      const { message, cause } = error as Error;
      const code = codeOf(error) || codeOf(cause);
      if (code === "SQLITE_BUSY") {
        throw new DatabaseBusyError(
          `Another import has held ${url} for more than ${options.lockWaitMs / 1000} s; try again when it has finished`,
        );
      }
      if (!/^SQLITE_(?:READONLY|CANTOPEN)/.test(code)) throw error;
      throw new DatabaseReadOnlyError(`${url} is read-only: ${message}`, { cause: error });
    }
  }

  /**
   * Opens a writable connection, which removes the log on close unless others have the file open; the reader can't. A
   * remaining log would be applied to any file that is copied over this one later. It is opened before the reader is
   * closed, because the first connection to a file reads its whole log. Null if the files were replaced or are read-only.
   */
  function openLast(): Connection | null {
    try {
      files.check();
      return existsSync(`${path}-wal`) ? connect(path, url, { ...options, create: false }) : null;
    } catch {
      return null;
    }
  }

  /** Settles with the last transaction. Queries wait for it, so they see what it wrote. */
  let written: Promise<unknown> = Promise.resolve();

  const queries: Queries = {
    async query<Row>(text: string, values?: readonly unknown[]) {
      await written;
      files.check();
      return reader.run<Row>(text, values);
    },
  };
  return {
    ...queries,
    name: nameOf(path),
    url,
    dialect,
    pollMs,
    isFirstChoice: true,
    // The rows of a version never change, so reads are consistent without a transaction.
    read: (work) => work(queries),
    write(work) {
      const result = written.then(() => transact(work));
      written = result.catch(() => {});
      return result;
    },
    isStandby: async () => false,
    announce: async () => {},
    listen() {},
    async close() {
      const last = openLast();
      reader.close();
      last?.close();
    },
  };
}

/** A connection with its prepared statements. */
interface Session {
  run<Row>(text: string, values?: readonly unknown[]): Row[];
  close(): void;
}

function openSession(connection: Connection): Session {
  const statements = new LRUCache<string, Statement>({
    max: statementsMax,
    dispose: (statement) => statement.finalize(),
  });
  return {
    run<Row>(text: string, values: readonly unknown[] = []) {
      let statement = statements.get(text);
      if (statement === undefined) {
        statement = connection.prepare(numbered(text));
        statements.set(text, statement);
      }
      return statement.all(...(values as SQLQueryBindings[])) as Row[];
    },
    close() {
      statements.clear();
      connection.close();
    },
  };
}

/** Uses the absolute path, so messages show which folder was searched. */
function nameOf(path: string): string {
  return `sqlite:${path}`;
}

/** Copies the log into the file as far as readers allow, so a copy of the file is complete. Readers never do this. */
function copyLog(writer: Session): void {
  try {
    writer.run("pragma wal_checkpoint(passive)");
  } catch {
    // Committed content is in the log; the next writer copies it.
  }
}

/** A read-only connection, and whether it treats the file as immutable. */
interface ReadConnection {
  readonly connection: Connection;
  readonly isImmutable: boolean;
}

function connectToRead(path: string, url: string, { lockWaitMs }: OpenOptions): ReadConnection {
  const open = (name: string, flags: number): Connection => {
    const connection = new Connection(name, constants.SQLITE_OPEN_READONLY | flags);
    try {
      connection.run(`pragma busy_timeout = ${lockWaitMs}`);
      // The first read opens the log beside the file, and creates it if it is missing.
      connection.query("select 1 from sqlite_master").get();
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  };
  try {
    try {
      return { connection: open(path, 0), isImmutable: false };
    } catch (error) {
      // In a read-only folder no log can be created. Without a log, the file is complete.
      if (!codeOf(error).startsWith("SQLITE_CANTOPEN") || existsSync(`${path}-wal`)) throw error;
      const name = `${pathToFileURL(path)}?immutable=1`;
      return { connection: open(name, constants.SQLITE_OPEN_URI), isImmutable: true };
    }
  } catch (error) {
    throw new Error(`${url} can't be opened: ${(error as Error).message}`, { cause: error });
  }
}

function codeOf(error: unknown): string {
  return (error as { code?: string } | undefined)?.code ?? "";
}

function connect(path: string, url: string, { lockWaitMs, create = true }: OpenOptions): Connection {
  let connection: Connection | undefined;
  try {
    if (create) mkdirSync(dirname(path), { recursive: true });
    else if (statSync(path, { throwIfNoEntry: false }) === undefined) throw new DatabaseMissingError(nameOf(path));
    connection = new Connection(path, { create, readwrite: true });
    connection.run(`pragma busy_timeout = ${lockWaitMs}`);
    // Readers continue during a write, and committed content survives a power failure.
    connection.run("pragma journal_mode = wal");
    connection.run("pragma synchronous = full");
    return connection;
  } catch (error) {
    connection?.close();
    if (error instanceof DatabaseMissingError) throw error;
    throw new Error(`${url} can't be opened: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * The statement with `?1` instead of `$1`. SQLite treats `$1` as a name and looks it up among all others, which made a
 * statement with 12,000 values 70 times slower.
 */
function numbered(text: string): string {
  return text.replace(/\$(?=\d)/g, "?");
}
