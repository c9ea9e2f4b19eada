/** A SQLite file as the store's database. */
import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { SQL } from "bun";
import { type Database, DatabaseBusyError, type Dialect, type OpenOptions, type Queries } from "./engine.ts";

const dialect: Dialect = {
  clustered: " without rowid",
  findTable: "select name from sqlite_master where type = 'table' and name = $1",
};
/** A look at a file costs next to nothing. */
const pollMs = 300;

/** Opens the file. Throws where it can't, and on every query once the file is no longer in its place. */
export async function openSqlite(url: string, relativePath: string, options: OpenOptions): Promise<Database> {
  const path = resolve(relativePath);
  const sql = await connect(path, options).catch((error: Error) => {
    throw new Error(`${url} can't be opened: ${error.message}`, { cause: error });
  });
  const opened = statSync(path);

  /** SQLite would go on reading a file that was moved, so that a server would never see the one restored in its place. */
  function refuseMovedFile(): void {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.ino === opened.ino && found.dev === opened.dev) return;
    throw new Error(`The file of ${url} was ${found === undefined ? "moved away" : "replaced"} while it was open`);
  }

  const queries: Queries = {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      refuseMovedFile();
      return [...((await sql.unsafe(numbered(text), values as unknown[])) as Row[])];
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
    async write(work) {
      try {
        return await sql.begin("immediate", (transaction) => work(queriesOf(transaction)));
      } catch (error) {
        if ((error as { code?: string }).code !== "SQLITE_BUSY") throw error;
        throw new DatabaseBusyError(
          `Another import has held ${url} for more than ${options.lockWaitMs / 1000} s; try again when it has finished`,
        );
      }
    },
    isStandby: async () => false,
    announce: async () => {},
    listen() {},
    close: () => sql.close(),
  };
}

async function connect(path: string, { lockWaitMs, create = true }: OpenOptions): Promise<SQL> {
  if (create) mkdirSync(dirname(path), { recursive: true });
  const sql = new SQL({ adapter: "sqlite", filename: path, create, readwrite: true });
  try {
    await sql.unsafe(`pragma busy_timeout = ${lockWaitMs}`);
    // Readers go on while somebody writes; what is committed survives a loss of power.
    await sql.unsafe("pragma journal_mode = wal");
    await sql.unsafe("pragma synchronous = full");
    return sql;
  } catch (error) {
    await sql.close();
    throw error;
  }
}

function queriesOf(transaction: SQL): Queries {
  return {
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await transaction.unsafe(numbered(text), values as unknown[])) as Row[],
  };
}

/**
 * The statement with `?1` for `$1`: to SQLite `$1` is a name, which it looks up among all others and numbers by its
 * first use, so that a statement with 12,000 values took 70 times as long.
 */
function numbered(text: string): string {
  return text.replace(/\$(?=\d)/g, "?");
}
