/** A SQLite file as the store's database. */
import { Database as Connection, type SQLQueryBindings, type Statement } from "bun:sqlite";
import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { LRUCache } from "lru-cache";
import { type Database, DatabaseBusyError, type Dialect, type OpenOptions, type Queries } from "./engine.ts";

const dialect: Dialect = {
  clustered: " without rowid",
  findTable: "select name from sqlite_master where type = 'table' and name = $1",
};
/** A look at a file costs next to nothing. */
const pollMs = 300;

/** How many prepared statements are kept; the store has fewer, but for those with as many values as there are rows left. */
const statementsMax = 32;

/** Opens the file. Throws where it can't, and on every query once the file is no longer in its place. */
export async function openSqlite(url: string, relativePath: string, options: OpenOptions): Promise<Database> {
  const path = resolve(relativePath);
  const connection = connect(path, url, options);
  const opened = statSync(path);
  const statements = new LRUCache<string, Statement>({
    max: statementsMax,
    dispose: (statement) => statement.finalize(),
  });

  function run<Row>(text: string, values: readonly unknown[] = []): Row[] {
    let statement = statements.get(text);
    if (statement === undefined) {
      statement = connection.prepare(numbered(text));
      statements.set(text, statement);
    }
    return statement.all(...(values as SQLQueryBindings[])) as Row[];
  }

  /** SQLite would go on reading a file that was moved, so that a server would never see the one restored in its place. */
  function refuseMovedFile(): void {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.ino === opened.ino && found.dev === opened.dev) return;
    throw new Error(`The file of ${url} was ${found === undefined ? "moved away" : "replaced"} while it was open`);
  }

  async function transact<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    try {
      run("begin immediate");
    } catch (error) {
      if ((error as { code?: string }).code !== "SQLITE_BUSY") throw error;
      throw new DatabaseBusyError(
        `Another import has held ${url} for more than ${options.lockWaitMs / 1000} s; try again when it has finished`,
      );
    }
    try {
      const result = await work({ query: async (text, values) => run(text, values) });
      run("commit");
      return result;
    } catch (error) {
      // Some errors have ended the transaction already.
      if (connection.inTransaction) run("rollback");
      throw error;
    }
  }

  /** Settles with the last transaction: what is asked meanwhile must wait, or it would be a part of that. */
  let written: Promise<unknown> = Promise.resolve();

  const queries: Queries = {
    async query<Row>(text: string, values?: readonly unknown[]) {
      await written;
      refuseMovedFile();
      return run<Row>(text, values);
    },
  };
  return {
    ...queries,
    name: url,
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
      statements.clear();
      connection.close();
    },
  };
}

function connect(path: string, url: string, { lockWaitMs, create = true }: OpenOptions): Connection {
  let connection: Connection | undefined;
  try {
    if (create) mkdirSync(dirname(path), { recursive: true });
    connection = new Connection(path, { create, readwrite: true });
    connection.run(`pragma busy_timeout = ${lockWaitMs}`);
    // Readers go on while somebody writes; what is committed survives a loss of power.
    connection.run("pragma journal_mode = wal");
    connection.run("pragma synchronous = full");
    return connection;
  } catch (error) {
    connection?.close();
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
