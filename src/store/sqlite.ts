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
/** A look at a file costs next to nothing. */
const pollMs = 300;

/** How many prepared statements are kept; the store has fewer, but for those with as many values as there are rows left. */
const statementsMax = 32;

/**
 * Opens the file for reading; it is opened for writing only during each write. A connection that may write copies its log
 * into the file when it is closed, and so would destroy a backup that was restored over the file. Throws where the file
 * can't be opened, and on every query once other files are in the place of those that are open.
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
      // Closing ends a transaction that was not committed.
      writer.close();
    }
  }

  /** Opens a session in which a transaction has begun that holds the only right to write. */
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
      throw new DatabaseReadOnlyError(`${url} may only be read: ${message}`, { cause: error });
    }
  }

  /**
   * Opens a connection that removes the log when it is closed, unless others have the file open; the reader can't. A log
   * that stays would be applied to whatever is copied over the file later. It is opened before the reader is closed, since
   * the first connection to a file reads its whole log. Null where the files were replaced, or may only be read.
   */
  function openLast(): Connection | null {
    try {
      files.check();
      return existsSync(`${path}-wal`) ? connect(path, url, { ...options, create: false }) : null;
    } catch {
      return null;
    }
  }

  /** Settles with the last transaction: what is asked meanwhile must wait, or it would not see what that wrote. */
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
    // The rows of a version never change, so that what we read is of one moment without a transaction.
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

/** With the whole path: a relative one would not tell which folder it was looked for in. */
function nameOf(path: string): string {
  return `sqlite:${path}`;
}

/** Copies the log into the file as far as readers allow: those who only read never do, and a copy of the file is then whole. */
function copyLog(writer: Session): void {
  try {
    writer.run("pragma wal_checkpoint(passive)");
  } catch {
    // What was committed is in the log, from which the next writer copies it.
  }
}

/** A connection that only reads, and whether it takes the file for one that nobody writes. */
interface ReadConnection {
  readonly connection: Connection;
  readonly isImmutable: boolean;
}

function connectToRead(path: string, url: string, { lockWaitMs }: OpenOptions): ReadConnection {
  const open = (name: string, flags: number): Connection => {
    const connection = new Connection(name, constants.SQLITE_OPEN_READONLY | flags);
    try {
      connection.run(`pragma busy_timeout = ${lockWaitMs}`);
      // The first read opens the log beside the file, which is created where it is missing.
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
      // In a read-only folder no log can be created. Without one, the file is whole.
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
    // Readers go on while somebody writes; what is committed survives a loss of power.
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
 * The statement with `?1` for `$1`: to SQLite `$1` is a name, which it looks up among all others and numbers by its
 * first use, so that a statement with 12,000 values took 70 times as long.
 */
function numbered(text: string): string {
  return text.replace(/\$(?=\d)/g, "?");
}
