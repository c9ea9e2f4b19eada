/** A SQLite file as the store's database. */
import type { Database as Connection } from "bun:sqlite";
import { accessSync, existsSync, constants as modes } from "node:fs";
import { dirname, resolve } from "node:path";
import {
  type Database,
  DatabaseBusyError,
  DatabaseFullError,
  DatabaseReadOnlyError,
  type OpenOptions,
  type Queries,
  type Remainder,
} from "../engine.ts";
import {
  codeOf,
  connectToRead,
  connectToWrite,
  createFileCheck,
  isReadOnly,
  openSession,
  type SqliteFile,
} from "./sqlite-connection.ts";

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
    reopenMs: Number.POSITIVE_INFINITY,
    // The rows of a version never change, so reads are consistent without a transaction.
    read: (work) => work(queries),
    write,
    snapshot: (work) => readSnapshot(file, work),
    compact: () => enqueue(() => compactFile(file)),
    prepare: async (statement) => void (await write((own) => own.query(statement))),
    inspect: async () => ({ mayPublish: isWritable(path), damage: findDamage(reader) }),
    announce: async () => {},
    listen() {},
    async close() {
      const last = openToRemoveLog();
      reader.close();
      last?.close();
    },
  };
}

/** What is wrong with the pages of the file; null if nothing is. Reads all of them. */
function findDamage({ run }: ReturnType<typeof openSession>): string | null {
  try {
    const [found] = run<{ quick_check: string }>("pragma quick_check(1)");
    return found === undefined || found.quick_check === "ok" ? null : found.quick_check.trim();
  } catch (error) {
    if (codeOf(error).startsWith("SQLITE_CORRUPT")) return (error as Error).message;
    throw error;
  }
}

async function transact<Result>(file: SqliteFile, work: (queries: Queries) => Promise<Result>): Promise<Result> {
  const writer = openWriter(file);
  try {
    const result = await work(writer.queries);
    writer.run("commit");
    // Copies the log into the file and empties it, as far as readers allow, without waiting for them. So a copy of the
    // file is complete, and a copy that is renamed into its place does not meet a log of another file, which SQLite would
    // apply to it. Readers never do this.
    try {
      writer.run("pragma busy_timeout = 0");
      writer.run("pragma wal_checkpoint(truncate)");
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

/** Whether the file and its folder can be written to, because a write creates files beside it. */
function isWritable(path: string): boolean {
  try {
    for (const name of [path, dirname(path)]) accessSync(name, modes.W_OK);
    return true;
  } catch {
    return false;
  }
}
