/** Opens a database by its URL and hides what differs between the engines. */
import { mkdirSync } from "node:fs";
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
    throw new DatabaseUrlError(`"${url}" names no file; accepted is sqlite:PATH, with no ? or # in the path`);
  }
  return path;
}

/** The folder for images, beside the database. */
export function imageFolderBeside(url: string): string {
  return `${resolve(parseDatabaseUrl(url))}.images`;
}

/** Opens the database, and makes it where a SQLite file is not there yet. */
export async function openDatabase(url: string, { lockWaitMs }: OpenOptions): Promise<Database> {
  const path = resolve(parseDatabaseUrl(url));
  mkdirSync(dirname(path), { recursive: true });
  const sql = new SQL({ adapter: "sqlite", filename: path, create: true, readwrite: true });
  try {
    await sql.unsafe(`pragma busy_timeout = ${lockWaitMs}`);
    // Readers go on while somebody writes; what is committed survives a loss of power.
    await sql.unsafe("pragma journal_mode = wal");
    await sql.unsafe("pragma synchronous = full");
  } catch (error) {
    await sql.close();
    throw error;
  }
  return {
    name: url,
    query: async <Row>(text: string, values: unknown[] = []) => [...((await sql.unsafe(text, values)) as Row[])],
    async write(work) {
      try {
        return await sql.begin("immediate", (transaction) => work(transaction));
      } catch (error) {
        if ((error as { code?: string }).code !== "SQLITE_BUSY") throw error;
        throw new DatabaseBusyError(
          `Another import has held ${url} for more than ${lockWaitMs / 1000} s; try again when it has finished`,
        );
      }
    },
    close: () => sql.close(),
  };
}

/** A URL as it may be shown: without the password. */
function withoutPassword(url: string): string {
  return url.replace(/^([a-z+]*:\/\/[^:@/]*):[^@/]*@/i, "$1:***@");
}
