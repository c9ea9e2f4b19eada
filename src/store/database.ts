/** Opens a database by its URL and hides what differs between the engines. */
import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { SQL } from "bun";

/** What a query gives: rows as plain objects. */
export interface Queries {
  unsafe(text: string, values?: unknown[]): Promise<unknown>;
}

export interface Database {
  /** The URL as it may be shown. */
  readonly name: string;
  /** Rows of one statement with values for `$1`, `$2` …. */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs `work` in a transaction that holds the only right to write, waiting up to `lockWaitMs` for it. */
  write<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** A database URL that can't be used; the message says what is accepted. */
export class DatabaseUrlError extends Error {}

/** Another writer held the database for as long as we were ready to wait. */
export class DatabaseBusyError extends Error {}

export interface OpenOptions {
  /** How long a writer waits for another one to finish. */
  readonly lockWaitMs: number;
  /** Makes a SQLite file where there is none; true where it is left out. */
  readonly create?: boolean;
}

const sqlitePrefix = "sqlite:";

/** Checks a database URL without opening it: the path of the SQLite file. Throws {@link DatabaseUrlError}. */
export function parseDatabaseUrl(url: string): string {
  if (!url.startsWith(sqlitePrefix)) {
    throw new DatabaseUrlError(
      `"${withoutPassword(url)}" is not a database that this release opens; accepted is sqlite:PATH`,
    );
  }
  const path = url.slice(sqlitePrefix.length).replace(/^\/\/(?=\/)/, "");
  if (path === "" || path.includes("?") || path.includes("#") || path.startsWith("//") || path.includes(":memory:")) {
    throw new DatabaseUrlError(
      `"${withoutPassword(url)}" names no file; accepted is sqlite:PATH, with no ? or # in the path`,
    );
  }
  return path;
}

/** The folder for images, beside the database. */
export function imageFolderBeside(url: string): string {
  return `${resolve(parseDatabaseUrl(url))}.images`;
}

/** Opens the database. Throws where it can't, and on every query of a SQLite file that is no longer in its place. */
export async function openDatabase(url: string, options: OpenOptions): Promise<Database> {
  const path = resolve(parseDatabaseUrl(url));
  const sql = await openSqlite(path, options).catch((error: Error) => {
    throw new Error(`${url} can't be opened: ${error.message}`, { cause: error });
  });
  const opened = statSync(path);

  /** SQLite would go on reading a file that was moved, so that a server would never see the one restored in its place. */
  function refuseMovedFile(): void {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.ino === opened.ino && found.dev === opened.dev) return;
    throw new Error(`The file of ${url} was ${found === undefined ? "moved away" : "replaced"} while it was open`);
  }

  return {
    name: url,
    async query<Row>(text: string, values: unknown[] = []) {
      refuseMovedFile();
      return [...((await sql.unsafe(numbered(text), values)) as Row[])];
    },
    async write(work) {
      try {
        return await sql.begin("immediate", (transaction) =>
          work({ unsafe: (text, values) => transaction.unsafe(numbered(text), values) }),
        );
      } catch (error) {
        if ((error as { code?: string }).code !== "SQLITE_BUSY") throw error;
        throw new DatabaseBusyError(
          `Another import has held ${url} for more than ${options.lockWaitMs / 1000} s; try again when it has finished`,
        );
      }
    },
    close: () => sql.close(),
  };
}

async function openSqlite(path: string, { lockWaitMs, create = true }: OpenOptions): Promise<SQL> {
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

/**
 * The statement with `?1` for `$1`: to SQLite `$1` is a name, which it looks up among all others and numbers by its
 * first use, so that a statement with 12,000 values took 70 times as long.
 */
function numbered(text: string): string {
  return text.replace(/\$(?=\d)/g, "?");
}

/** A URL as it may be shown: without a password, also one that was not encoded, and without parameters. */
function withoutPassword(url: string): string {
  const [scheme] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?/i.exec(url)!;
  const rest = url.slice(scheme.length).replace(/^([^:@]*):.*@/s, "$1:***@");
  return scheme + rest.replace(/\?.*$/s, "?…");
}
